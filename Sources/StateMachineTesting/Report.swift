/// How far exploring goes.
public struct Bounds: Sendable {
  /// How many configurations are told apart at most.
  public var configurations: Int
  /// How many steps lead to a configuration at most.
  public var depth: Int
  /// How many seconds it takes at most.
  public var seconds: Double

  public init(configurations: Int = 100_000, depth: Int = .max, seconds: Double = 10) {
    (self.configurations, self.depth, self.seconds) = (configurations, depth, seconds)
  }
}

/// Something that exploring has found, with the shortest way to it.
public struct Finding: Error, Sendable, CustomStringConvertible {
  public var text: String
  /// Where the file says what does not hold; nil where no line of it says that.
  public var place: Place?
  /// The Swift that leads there, a line for each step; empty where nothing leads there.
  public var way: [String] { told.swift }
  /// The configuration behind each line of the way, as text: the last two are those before and behind the last step.
  public var configurations: [String] { told.configurations }
  /// The address of the page that plays the machine, with the steps of the way: `Door.html#Door;close`.
  public var link: String? { told.link }
  /// What differs, as comments behind the way.
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

/// What exploring has seen.
public struct Report: Error, Sendable, CustomStringConvertible {
  /// How many configurations were told apart.
  public internal(set) var configurations = 0
  /// How many steps were taken, those included that changed nothing.
  public internal(set) var steps = 0
  /// How many steps lead to the configurations that are farthest away.
  public internal(set) var depth = 0
  /// How many configurations lie beyond a bound, and are not gone on from.
  public internal(set) var beyond = 0
  /// The bounds that have ended something, with how many configurations lie beyond each. The default of waiters has none
  /// beyond it: no further waiter comes.
  public private(set) var bounds: [(bound: ModelBound, configurations: Int)] = []
  /// How many steps were left out, as the file says by a trap that they do not come.
  public internal(set) var forbidden = 0
  /// The bound that ended exploring before everything was seen; nil for none.
  public internal(set) var ending: String?
  /// The rows without a way, and the states that were not reached, where a bound ended exploring.
  public internal(set) var unseen: [String] = []
  /// What would bound the field that has most values where it ended: `within open [persons < 3]`.
  public internal(set) var growth: String?
  public internal(set) var findings: [Finding] = []

  /// The odds that some configuration was taken for another, as configurations are known by 64 bits of a hash.
  public var chanceOfMissing: Double { Double(configurations) * Double(configurations) / 0x1p65 }

  /// The odds are below 10 to the power of minus this.
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

  /// What a finding adds that follows from what was not seen: nothing where everything was.
  var limits: String {
    bounds.isEmpty ? "" : " as far as \(bounds.map { "'\($0.bound.text)'" }.joined(separator: " and ")) goes"
  }

  /// The defaults that some configurations lie beyond, which no statement of the file says.
  var defaults: [String] {
    bounds.filter { $0.bound.isDefault && $0.configurations > 0 }.map {
      "not all was seen beyond '\($0.bound.text)', a default: write it to say so, or another"
    }
  }

  /// In XCTest the first line is all that many see: it is a finding, where there is one.
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
