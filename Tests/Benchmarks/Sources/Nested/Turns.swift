import AllocationCounter

/// Measures a generated machine and a handwritten one alternately, and prints a row of a table: medians of the times,
/// the median of the ratios within a round (the clock of a busy computer is unreliable), and allocations.
struct Turns {
  static let rounds = 31
  /// The number of times that a round goes through its script.
  static let passes = 8

  static func printHead() {
    print(
      "| machine | events handled | generated, ns/event | by hand, ns/event | generated / by hand "
        + "| allocations/event, generated | allocations/event, by hand |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
  }

  /// Both functions take the number of passes through the script, and return what the outputs come to.
  static func printRow(
    _ name: String, handled: Int, generated: (_ passes: Int) -> Int, handWritten: (_ passes: Int) -> Int
  ) {
    var generatedTimes: [Double] = []
    var handWrittenTimes: [Double] = []
    let before = allocation_count()
    let expected = generated(passes)
    let between = allocation_count()
    let result = handWritten(passes)
    let after = allocation_count()
    for round in 0..<rounds {
      // The order changes from round to round.
      for turn in 0..<2 {
        if (round + turn) % 2 == 0 {
          generatedTimes.append(nanoseconds(expected, generated))
        } else {
          handWrittenTimes.append(nanoseconds(result, handWritten))
        }
      }
    }
    guard expected == result else { fatalError("\(name): the machines do not do the same") }
    let ratio = median(zip(generatedTimes, handWrittenTimes).map { $0 / $1 })
    let events = Double(passes * scriptLength)
    print(
      "| \(name) | \(handled * 100 / scriptLength) % | \(twoPlaces(median(generatedTimes))) | "
        + "\(twoPlaces(median(handWrittenTimes))) | \(twoPlaces(ratio)) | "
        + "\(twoPlaces(Double(between - before) / events)) | \(twoPlaces(Double(after - between) / events)) |")
  }

  private static func nanoseconds(_ expected: Int, _ drive: (Int) -> Int) -> Double {
    var result = 0
    let (seconds, attoseconds) = ContinuousClock().measure { result = drive(passes) }.components
    guard result == expected else { fatalError("a round does not do the same as the one before") }
    return (Double(seconds) * 1e9 + Double(attoseconds) / 1e9) / Double(passes * scriptLength)
  }

  private static func twoPlaces(_ value: Double) -> String {
    let hundredths = Int(value * 100 + 0.5)
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

/// Machines with regions, and the same by hand: that they do the same, and then how long an event takes.
func compareRegions() {
  checkMediaPlayers()
  checkWorkshops()
  print("one event in a machine with regions (medians of \(Turns.rounds) rounds in turns)")
  print()
  Turns.printHead()
  compareMediaPlayers("MediaPlayer, two regions, histories, short strings", titles: Titles.short)
  compareMediaPlayers("the same, long strings", titles: Titles.long)
  compareWorkshops("Workshop, three regions that share events, short strings", titles: Titles.short)
  compareWorkshops("the same, long strings", titles: Titles.long)
}
