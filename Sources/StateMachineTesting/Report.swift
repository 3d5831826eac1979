/// The limits at which an exploration ends.
public struct Bounds: Sendable {
  /// The largest number of distinct configurations.
  public var configurations: Int
  /// The largest number of steps from a start to a configuration.
  public var depth: Int
  /// The longest duration, in seconds.
  public var seconds: Double

  public init(configurations: Int = 100_000, depth: Int = .max, seconds: Double = 10) {
    (self.configurations, self.depth, self.seconds) = (configurations, depth, seconds)
  }
}

/// A finding of an exploration, with a shortest path to it.
public struct Finding: Error, Sendable, CustomStringConvertible {
  /// The message, without the place and the path.
  public var text: String
  /// The place in the `.sm` file of the statement, row or state that the finding is about; nil if there is none.
  public var place: Place?
  /// The Swift of the path, one line for the start and for each step; empty if the finding has no path.
  public var way: [String] { told.swift }
  /// The configuration after each line of the path, as text. The last two are those before and after the last step.
  public var configurations: [String] { told.configurations }
  /// The address of the page that plays the machine, with the steps of the path: `Door.html#Door;close`.
  public var link: String? { told.link }
  /// The expected and the actual values, as lines to print after the path; empty if nothing was compared.
  public var difference: [String]
  var told: ToldWay

  init(_ text: String, _ place: Place? = nil, _ told: ToldWay = ToldWay(), difference: [String] = []) {
    (self.text, self.place, self.told, self.difference) = (text, place, told, difference)
  }

  public var description: String {
    let head = (place.map { "\($0): " } ?? "") + text
    return ([head] + (told.lines + difference).map { "    " + $0 }).joined(separator: "\n")
  }
}

/// The counts and the findings of an exploration.
public struct Report: Error, Sendable, CustomStringConvertible {
  /// The number of distinct configurations.
  public internal(set) var configurations = 0
  /// The number of steps taken, including those that changed nothing.
  public internal(set) var steps = 0
  /// The largest number of steps on a shortest path from a start to a configuration.
  public internal(set) var depth = 0
  /// The number of configurations beyond a bound, from which no steps were taken.
  public internal(set) var beyond = 0
  /// The bounds reached, with the number of configurations beyond each. The number is 0 for the default bound of
  /// waiters, as no further waiter is tried.
  public private(set) var bounds: [(bound: ModelBound, configurations: Int)] = []
  /// The number of steps left out because a trap in the file says that they cannot occur.
  public internal(set) var forbidden = 0
  /// The limit that ended exploring before it was complete; nil if it was complete.
  public internal(set) var ending: String?
  /// The rows without a path and the states not entered, as text; empty if exploring was complete.
  public internal(set) var unseen: [String] = []
  /// A `within` statement for the field with the most values, if a limit ended exploring: `within open [persons < 3]`.
  public internal(set) var growth: String?
  public internal(set) var findings: [Finding] = []

  /// The probability that a configuration was missed because its hash of 64 bits equals another's.
  public var chanceOfMissing: Double { Double(configurations) * Double(configurations) / 0x1p65 }

  /// The largest n, up to 19, for which the probability of a missed configuration is below 10 to the power of -n.
  private var digitsOfOdds: Int {
    var (digits, odds) = (0, 1.0)
    while odds > chanceOfMissing * 10, digits < 19 { (digits, odds) = (digits + 1, odds / 10) }
    return digits
  }

  mutating func note(_ bound: ModelBound, isBeyond: Bool = true) {
    if isBeyond { beyond += 1 }
    let index = bounds.firstIndex { $0.bound == bound } ?? bounds.endIndex
    if index == bounds.endIndex { bounds.append((bound, 0)) }
    if isBeyond { bounds[index].configurations += 1 }
  }

  /// Text that names the bounds reached, for findings of something missing; empty if no bound was reached.
  var limits: String {
    bounds.isEmpty ? "" : " as far as \(bounds.map { "'\($0.bound.text)'" }.joined(separator: " and ")) goes"
  }

  /// Warnings about default bounds that configurations are beyond, which the file should state.
  var defaults: [String] {
    bounds.filter { $0.bound.isDefault && $0.configurations > 0 }.map {
      "not all was seen beyond '\($0.bound.text)', a default: write it to say so, or another"
    }
  }

  /// The findings, then a line with the counts. XCTest shows many users the first line alone, so findings come first.
  public var description: String {
    var counts = "\(configurations) configurations, \(steps) steps, depth \(depth)"
    for (bound, count) in bounds {
      let what = bound.isDefault ? ", a default" : ""
      counts += count > 0 ? ", \(count) beyond '\(bound.text)'\(what)" : ", none beyond '\(bound.text)'\(what)"
    }
    if forbidden > 0 { counts += ", \(forbidden) steps that cannot come" }
    if let ending { counts += "; not all was seen: \(ending)" }
    counts += "; the odds of having missed one are below 1 in 10^\(digitsOfOdds)"
    return (findings.map(\.description) + [counts]).joined(separator: "\n")
  }
}
