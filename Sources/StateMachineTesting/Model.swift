/// A machine as the explorer sees it: where it starts, what can happen to it, and what must hold.
///
/// A model is a value, and not static members of a machine: starts, tries and bounds differ from call to call, and two
/// machines side by side are a model, too.
public protocol Model<Configuration> {
  /// What is told apart and gone on from: the machine; of one that waits, with its timers and activities.
  associatedtype Configuration
  /// What a step hands out: an output, or the answer of a method.
  associatedtype Output
  /// What another implementation is told of a step: an event, or a call of a method; where a model has neither, the
  /// number of the step.
  associatedtype Event = Int

  /// The configurations that exploring begins with.
  var starts: [ModelStart<Configuration>] { get }
  /// What is tried in each configuration, up to 65,535 steps. A step is known by its index here.
  var tries: [ModelTry] { get }
  /// The event of each step.
  var events: [Event] { get }
  /// The events that are not tried, as no values are known for their payloads.
  var untried: [String] { get }
  /// The rows to which there must be a way.
  var rows: [ModelRow] { get }
  /// Which of them are taken in the steps of others: nothing tells before the step whether they are.
  var following: [ModelFollowing] { get }
  /// The states that must be reached.
  var states: [ModelState] { get }
  /// What must hold besides.
  var properties: [ModelProperty<Configuration>] { get }
  /// The statements `try …`, which steps refer to.
  var triedStatements: [ModelStatement] { get }

  /// Tells whether the surroundings can bring a step now: `try … [guard]`, a timer that runs, an output that goes on.
  func permits(_ step: Int, in configuration: Configuration) -> Bool
  /// False for a configuration beyond `within`: it is looked at, and not gone on from.
  func isWithin(_ configuration: Configuration) -> Bool
  /// Calls a function with the index of each row that a step takes, as far as the model can tell: of several regions, each
  /// may take one.
  func forEachRow(for step: Int, in configuration: Configuration, _ body: (Int) -> Void)
  /// The continuations that a step brings.
  func waiters(ofStep step: Int) -> [Waiter]
  /// Takes a step.
  ///
  /// - Returns: false where nothing can have changed.
  func take(_ step: Int, in configuration: inout Configuration, emit: (Output) -> Void) -> Bool
  /// Feeds all that tells a configuration from others.
  func feed(_ configuration: Configuration, to hasher: inout Hasher)
  /// Tells whether a configuration is an end in which nothing needs to happen.
  func isFinal(_ configuration: Configuration) -> Bool
  /// Calls a function with the index of each state that is active: one, or one in each region.
  func forEachState(of configuration: Configuration, _ body: (Int) -> Void)
}

/// What most models have none of.
extension Model {
  public var following: [ModelFollowing] { [] }
  public var untried: [String] { [] }
  public var properties: [ModelProperty<Configuration>] { [] }
  public var triedStatements: [ModelStatement] { [] }
  public func permits(_ step: Int, in configuration: Configuration) -> Bool { true }
  public func waiters(ofStep step: Int) -> [Waiter] { [] }
  public func isWithin(_ configuration: Configuration) -> Bool { true }
}

/// What machines do that wait for nothing. The glue of others has functions of its own, which the glue of machines around them
/// calls.
extension Model {
  /// Tells whether the surroundings can bring an event now.
  public static func isAwaited(_ event: Event, _ waitedFor: WaitedFor, _ path: String) -> Bool { true }
  /// Notes what an event ends, before the machine is told.
  public static func end(_ event: Event, _ waitedFor: inout WaitedFor, _ path: String) {}
  /// False for a machine within another that lies beyond its own `within`.
  public static func goesOn<Machine>(from machine: Machine) -> Bool { true }
  /// Tells whether the statements about an event say that it may come: without a guard, it always may.
  public func mayCome<Machine>(_ step: Int, to machine: Machine) -> Bool { true }
  /// Notes what an output begins or ends.
  public static func note(_ output: Output, _ waitedFor: inout WaitedFor, _ path: String) {}
}

extension Model where Event == Int {
  public var events: [Int] { Array(tries.indices) }
}

extension Model {
  /// The names of the states that are active: of several regions, one behind the other.
  func stateNames(of configuration: Configuration) -> String {
    var names: [String] = []
    forEachState(of: configuration) { names.append(states[$0].name) }
    return names.joined(separator: ", ")
  }

  /// The first row that a step takes; where it takes none, the state that it comes in.
  func place(of step: Int, in configuration: Configuration) -> Place? {
    var (row, state): (Place?, Place?)
    forEachRow(for: step, in: configuration) { if row == nil { row = rows[$0].place } }
    forEachState(of: configuration) { if state == nil { state = states[$0].place } }
    return row ?? state
  }
}

extension Model {
  /// Tells whether the file says by a trap that a step does not come in a configuration.
  ///
  /// - Parameter body: is called with each row that the step would take.
  func isForbidden(_ step: Int, in configuration: Configuration, eachRow body: (Int) -> Void = { _ in }) -> Bool {
    var (takesRow, takesTrap) = (false, false)
    forEachRow(for: step, in: configuration) { row in
      takesRow = true
      if rows[row].traps { takesTrap = true }
      body(row)
    }
    return !tries[step].isGuarded && (takesRow ? takesTrap : tries[step].trapsUnhandled)
  }
}

/// A machine with a model, which its glue declares in the test target.
public protocol Explorable: ~Copyable {
  associatedtype Glue: Model
  /// The model of the machine, with values by type for payloads, and all properties of its file.
  static var glue: Glue { get }
}

/// A place in a `.sm` file: lines and columns count from 1.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var column: Int

  public init(_ file: String, _ line: Int, _ column: Int) { (self.file, self.line, self.column) = (file, line, column) }

  public var description: String { "\(file):\(line):\(column)" }
}

/// A configuration to begin with.
public struct ModelStart<Configuration> {
  public var configuration: Configuration
  /// The Swift that makes it: `var door = ElevatorDoor()`.
  public var swift: String

  public init(_ configuration: Configuration, swift: String) {
    (self.configuration, self.swift) = (configuration, swift)
  }
}

extension ModelStart: Sendable where Configuration: Sendable {}

/// A step that is tried.
public struct ModelTry: Sendable {
  /// The Swift that takes it: `door.handle(event: .closeButton)`.
  public var swift: String
  /// The index of the statement that brings it; nil for none.
  public var statement: Int?
  /// Is true where the statement says when the surroundings can bring the step: then a trap is a finding, and otherwise a row
  /// that traps, or a policy that does, says that the step does not come.
  public var isGuarded: Bool
  /// Is true where the step stops the program in a configuration without a row for it.
  public var trapsUnhandled: Bool

  /// The index of the step of the machine within a state, whose event this one has; nil for none.
  public var part: Int?

  public init(
    swift: String, statement: Int? = nil, isGuarded: Bool = false, trapsUnhandled: Bool = false, part: Int? = nil
  ) {
    (self.swift, self.statement, self.part) = (swift, statement, part)
    (self.isGuarded, self.trapsUnhandled) = (isGuarded, trapsUnhandled)
  }
}

/// A row of the file.
public struct ModelRow: Sendable {
  public var text: String
  public var place: Place
  /// Is true where the row says that its event cannot come: its last effect is a `trap`.
  public var traps: Bool
  /// Is false where a step may take the row and nothing tells it: then it is no finding that no way is known.
  public var isDemanded: Bool

  public init(_ text: String, _ place: Place, traps: Bool = false, isDemanded: Bool = true) {
    (self.text, self.place, self.traps, self.isDemanded) = (text, place, traps, isDemanded)
  }
}

/// A row that may be taken in the steps of other rows: one of a choice, of `always` or of `done`.
///
/// It counts as taken in each step that leads to its target and hands out what it hands out. Of two that look alike, both do.
public struct ModelFollowing: Sendable {
  /// The index of the row.
  public var row: Int
  /// The rows in whose steps it may be taken.
  public var leaders: Set<Int>
  /// The states one of which is active behind it; empty where that is not known.
  public var targets: [Int]
  /// The names of the outputs that it hands out.
  public var outputs: [String]
  /// Is true where it may be taken as the machine starts.
  public var followsStart: Bool
  /// Is true where it may be taken in a step that takes no row which is told.
  public var followsUntold: Bool

  public init(
    row: Int, behind leaders: Set<Int>, targets: [Int] = [], outputs: [String] = [], followsStart: Bool = false,
    followsUntold: Bool = false
  ) {
    (self.row, self.leaders, self.targets, self.outputs) = (row, leaders, targets, outputs)
    (self.followsStart, self.followsUntold) = (followsStart, followsUntold)
  }

  /// Tells whether the row may have led to states that are active.
  func mayLead(to states: Set<Int>) -> Bool { targets.isEmpty || targets.contains(where: states.contains) }
}

/// A state of the file.
public struct ModelState: Sendable {
  public var name: String
  public var place: Place
  /// Is true where a step may pass through the state without an end there: it need not be reached.
  public var isTransient: Bool

  public init(_ name: String, _ place: Place, isTransient: Bool = false) {
    (self.name, self.place, self.isTransient) = (name, place, isTransient)
  }
}

/// A statement of the file.
public struct ModelStatement: Sendable {
  /// As it is written in the file.
  public var text: String
  /// What stands before it behind `///`.
  public var documentation: String?
  public var place: Place

  public init(_ text: String, _ place: Place, documentation: String? = nil) {
    (self.text, self.place, self.documentation) = (text, place, documentation)
  }

  /// `'never a' does not hold: what the documentation says`
  func saying(_ what: String) -> String { "'\(text)' \(what)" + (documentation.map { ": \($0)" } ?? "") }
}

/// A statement of the file that must hold.
public struct ModelProperty<Configuration> {
  public enum Condition {
    /// `never source [guard]`: holds in no configuration. An `invariant` is one that never holds the other way round.
    case never((Configuration) -> Bool)
    /// `source can reach target`: from each configuration of the first kind there is a way to one of the second.
    case canReach(from: (Configuration) -> Bool, to: (Configuration) -> Bool)
  }

  public var statement: ModelStatement
  public var condition: Condition

  public init(_ text: String, _ place: Place, _ condition: Condition, documentation: String? = nil) {
    statement = ModelStatement(text, place, documentation: documentation)
    self.condition = condition
  }
}
