/// The limits of an exploration, which ends at the first limit that it reaches: `Bounds(configurations: 1000)`.
public struct Bounds: Sendable {
  /// The largest number of distinct configurations.
  public var configurations: Int
  /// The largest number of steps from a start to a configuration.
  public var depth: Int
  /// The longest time that the exploration takes, in seconds.
  public var seconds: Double

  public init(configurations: Int = 100_000, depth: Int = .max, seconds: Double = 10) {
    (self.configurations, self.depth, self.seconds) = (configurations, depth, seconds)
  }
}

/// A fault that exploring, comparing or replaying a machine has found, with a shortest path to the fault.
public struct Finding: Error, Sendable, CustomStringConvertible {
  /// The message, without the place and the path.
  public var text: String
  /// The place of the statement, row or state in the `.sm` file that the finding is about. Nil for a finding about the
  /// whole machine or exploration. For a comparison or a journal, it can be the place of the call in the test.
  public var place: Place?
  /// The Swift that repeats the path: `var door = Door()`, then a line for each step, such as
  /// `door.handle(event: .close)`. Empty for a finding without a path.
  public var path: [String] { told.swift }
  /// The configuration after each line of `path`, as text: `open(persons: 1)`. The last two elements are the
  /// configurations before and after the last step. A step that stops the program has no configuration after it.
  public var configurations: [String] { told.configurations }
  /// The address of the page that plays the machine, with the steps of the path: `Door.html#Door;close`. Nil for a
  /// finding without a path, and for a machine without generated glue.
  public var link: String? { told.link }
  /// The expected and the actual values, as lines to print after the path; empty if nothing was compared.
  public var difference: [String]
  var told: ToldPath

  init(_ text: String, _ place: Place? = nil, _ told: ToldPath = ToldPath(), difference: [String] = []) {
    (self.text, self.place, self.told, self.difference) = (text, place, told, difference)
  }

  public var description: String {
    let head = (place.map { "\($0): " } ?? "") + text
    return ([head] + (told.lines + difference).map { "    " + $0 }).joined(separator: "\n")
  }
}

/// The result of an exploration: its counts and its findings. `print(report)` shows both.
public struct Report: Error, Sendable, CustomStringConvertible {
  /// The number of distinct configurations that have been found.
  public internal(set) var configurations = 0
  /// The number of steps taken, including those that changed nothing.
  public internal(set) var steps = 0
  /// The number of steps on the shortest path to the configuration that is farthest from the start.
  public internal(set) var depth = 0
  /// The number of configurations beyond a bound, such as `within open [persons < 3]`. No steps were taken from them.
  public internal(set) var beyond = 0
  /// The bounds that the exploration has reached, each with the number of configurations beyond it. For the bound
  /// `within * [waiters <= 2]` of waiting continuations, the number is 0. Exploring tries no further continuation, so
  /// no configuration is beyond that bound.
  public internal(set) var bounds: [(bound: ModelBound, configurations: Int)] = []
  /// The number of steps that were left out because a trap in the file says that they cannot occur.
  public internal(set) var forbidden = 0
  /// The limit of ``Bounds`` that ended the exploration before it was complete: `100000 configurations`. Nil if the
  /// exploration was complete.
  public internal(set) var ending: String?
  /// The rows that no path has led to, and the states that were not entered, as one text each. It is filled only if
  /// ``ending`` is not nil. After a complete exploration it is empty, because such rows and states are then findings.
  public internal(set) var unseen: [String] = []
  /// If ``ending`` is not nil, a suggested `within` statement that bounds the field with the most values, such as
  /// `within open [persons < 3]`. Nil if no field has many values, or if a guard cannot bound that field.
  public internal(set) var growth: String?
  public internal(set) var findings: [Finding] = []

  /// An estimate of the probability that two configurations have had the same hash. One of them was then not explored.
  public var chanceOfMissing: Double { Double(configurations) * Double(configurations) / 0x1p65 }

  /// The number n in the description's `below 1 in 10^n`. It is the largest n, up to 19, for which ``chanceOfMissing``
  /// is below 1/10ⁿ.
  private var digitsOfOdds: Int {
    var (digits, odds) = (0, 1.0)
    // `odds` is 1/10ⁿ for the number n in `digits`.
    while odds > chanceOfMissing * 10, digits < 19 { (digits, odds) = (digits + 1, odds / 10) }
    return digits
  }

  mutating func note(_ bound: ModelBound, isBeyond: Bool = true) {
    if isBeyond { beyond += 1 }
    let index = bounds.firstIndex { $0.bound == bound } ?? bounds.endIndex
    if index == bounds.endIndex { bounds.append((bound, 0)) }
    if isBeyond { bounds[index].configurations += 1 }
  }

  /// The end of a finding about a row or a state that was not reached. It says that this holds within the bounds: ` as
  /// far as 'within open [persons < 3]' goes`. Empty if no bound was reached.
  var limits: String {
    bounds.isEmpty ? "" : " as far as \(bounds.map { "'\($0.bound.text)'" }.joined(separator: " and ")) goes"
  }

  /// A warning for each default bound that was reached. It asks the user to write this bound, or another one, as a
  /// `within` statement.
  var defaults: [String] {
    bounds.filter { $0.bound.isDefault && $0.configurations > 0 }.map {
      "not all was seen beyond '\($0.bound.text)', a default: write it to say so, or another"
    }
  }

  /// The text of the report: the findings, and then a line with the counts. The findings come first, because XCTest
  /// shows many users only the first line.
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
