/// A machine as the explorer sees it: where it starts, what can happen to it, and what must hold.
///
/// A model is a value, and not static members of a machine: starts, tries and bounds differ from call to call, and two
/// machines side by side are a model, too.
public protocol Model<Configuration> {
  /// What is told apart and gone on from: the machine; of one that waits, with its timers and activities.
  associatedtype Configuration
  /// What a step hands out: an output, or the answer of a method.
  associatedtype Output
  /// What tells of the steps: the machine once more, in a form that calls ``tell(row:)``. A model that tells of its steps
  /// itself needs none.
  associatedtype Telling = Void
  /// What another implementation is told of a step: an event, or a call of a method; where a model has neither, the
  /// number of the step.
  associatedtype Event = Int

  /// The configurations that exploring begins with.
  var starts: [ModelStart<Configuration>] { get }
  /// By start: what tells of the steps from there.
  var tellings: [Telling] { get }
  /// What is tried in each configuration, up to 65,535 steps. A step is known by its index here.
  var tries: [ModelTry] { get }
  /// The event of each step.
  var events: [Event] { get }
  /// What is tried for the payloads of events, and for the properties and the state that the machine begins with.
  var payloads: [ModelPayload] { get }
  /// The file that the model is made from; nil for a model by hand.
  var source: ModelSource? { get }
  /// The rows of the file.
  var rows: [ModelRow] { get }
  /// The states that must be reached.
  var states: [ModelState] { get }
  /// What must hold besides.
  var properties: [ModelProperty<Configuration>] { get }
  /// The statements `try …`, which steps refer to.
  var triedStatements: [ModelStatement] { get }

  /// Tells whether the surroundings can bring a step now: `try … [guard]`, a timer that runs, an output that goes on.
  func permits(_ step: Int, in configuration: Configuration) -> Bool
  /// False for a configuration beyond a bound: it is looked at, and not gone on from.
  func isWithin(_ configuration: Configuration) -> Bool
  /// The bound that a configuration lies beyond: the statement of the file, or a default; nil where it has no name.
  func bound(beyond configuration: Configuration) -> ModelBound?
  /// The continuations that a step brings.
  func waiters(ofStep step: Int) -> [Waiter]
  /// Takes a step, and tells what it does. A step that a trap of the file stops is not taken.
  ///
  /// - Returns: false where nothing can have changed.
  func take(
    _ step: Int, in configuration: inout Configuration, _ telling: inout Telling, _ trace: Trace,
    emit: (Output) -> Void
  ) -> Bool
  /// Feeds all that tells a configuration from others, as far as others see it.
  func feed(_ configuration: Configuration, to hasher: inout Hasher)
  /// The same of what tells of it: the two are the same, or something else than the machine decides what it does.
  func feed(_ telling: Telling, of configuration: Configuration, to hasher: inout Hasher)
  /// Tells whether the machine that tells shows the same as a configuration; nil where only what both feed says so.
  func agrees(_ telling: Telling, with configuration: Configuration) -> Bool?
  /// Lets the machine that tells have the values of a configuration that it agrees with, so that both need memory once.
  func share(_ configuration: Configuration, with telling: inout Telling)
  /// Feeds what only the machine that tells shows: private properties, histories, events that wait.
  func feedHidden(_ telling: Telling, to hasher: inout Hasher)
  /// A machine as text, where no mirror sees it.
  func description(of configuration: Configuration) -> String?
  /// Tells whether a configuration is an end in which nothing needs to happen.
  func isFinal(_ configuration: Configuration) -> Bool
  /// Calls a function with the index of each state that is active: one, or one in each region.
  func forEachState(of configuration: Configuration, _ body: (Int) -> Void)
}

/// What most models have none of.
extension Model {
  public var payloads: [ModelPayload] { [] }
  public var source: ModelSource? { nil }
  public func description(of configuration: Configuration) -> String? { nil }
  public var properties: [ModelProperty<Configuration>] { [] }
  public var triedStatements: [ModelStatement] { [] }
  public func permits(_ step: Int, in configuration: Configuration) -> Bool { true }
  public func waiters(ofStep step: Int) -> [Waiter] { [] }
  public func isWithin(_ configuration: Configuration) -> Bool { true }
  public func bound(beyond configuration: Configuration) -> ModelBound? { nil }
  public func feed(_ telling: Telling, of configuration: Configuration, to hasher: inout Hasher) {
    feed(configuration, to: &hasher)
  }
  public func agrees(_ telling: Telling, with configuration: Configuration) -> Bool? { nil }
  public func share(_ configuration: Configuration, with telling: inout Telling) {}
  public func feedHidden(_ telling: Telling, to hasher: inout Hasher) {}
}

/// What machines do that wait for nothing. The glue of others has functions of its own, which the glue of machines around them
/// calls.
extension Model {
  /// Tells whether the surroundings can bring an event now.
  public static func isAwaited(_ event: Event, _ waitedFor: WaitedFor, _ path: String) -> Bool { true }
  /// Notes what an event ends, before the machine is told.
  public static func end(_ event: Event, _ waitedFor: inout WaitedFor, _ path: String) {}
  /// The bound that a machine within another lies beyond.
  public static func bound<Machine>(beyond machine: Machine, tasks: Int) -> ModelBound? { nil }
  /// Tells whether the statements about an event say that it may come: without a guard, it always may.
  public func mayCome<Machine>(_ step: Int, to machine: Machine) -> Bool { true }
  /// Notes what an output begins or ends.
  public static func note(_ output: Output, _ waitedFor: inout WaitedFor, _ path: String) {}
}

extension Model where Telling == Void {
  public var tellings: [Void] { starts.map { _ in () } }
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
  /// The rows that the machine takes as it starts.
  public var rows: [Int]

  public init(_ configuration: Configuration, swift: String, rows: [Int] = []) {
    (self.configuration, self.swift, self.rows) = (configuration, swift, rows)
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
  /// The index of the step of the machine within a state, whose event this one has; nil for none.
  public var part: Int?

  /// Whether a statement gives values for its payload.
  public var isGiven: Bool
  /// The timer that elapses, where its duration is not known: it elapses at any time.
  public var untimed: String?

  public init(
    swift: String, statement: Int? = nil, isGuarded: Bool = false, part: Int? = nil, isGiven: Bool = false,
    untimed: String? = nil
  ) {
    (self.swift, self.statement, self.isGuarded) = (swift, statement, isGuarded)
    (self.part, self.isGiven, self.untimed) = (part, isGiven, untimed)
  }
}

/// A row of the file.
public struct ModelRow: Sendable {
  public var text: String
  public var place: Place
  /// The indices of the states that it enters, and that the machine may leave in the same step: no configuration need
  /// have them.
  public var entered: [Int]
  /// Whether it is a finding that there is no way to it.
  public var isDemanded: Bool
  /// The indices of the states that it is taken in, and of all that it leads to.
  public var sources: [Int]
  public var targets: [Int]
  /// What is tried, and decides whether the row is taken: `word` and the label behind a dot, or `init` and a property.
  public var values: [String]
  /// Why its event does not come in its sources, where outputs alone send it.
  public var sender: String?

  public init(
    _ text: String, _ place: Place, entered: [Int] = [], isDemanded: Bool = true, sources: [Int] = [],
    targets: [Int] = [], values: [String] = [], sender: String? = nil
  ) {
    (self.text, self.place, self.entered, self.isDemanded) = (text, place, entered, isDemanded)
    (self.sources, self.targets, self.values, self.sender) = (sources, targets, values, sender)
  }
}

/// A state of the file.
public struct ModelState: Sendable {
  public var name: String
  public var place: Place
  /// Whether it is a finding that it is never entered.
  public var isDemanded: Bool

  public init(_ name: String, _ place: Place, isDemanded: Bool = true) {
    (self.name, self.place, self.isDemanded) = (name, place, isDemanded)
  }
}

/// What is tried for the payload of an event, or for what a machine begins with.
public struct ModelPayload: Sendable {
  public struct Field: Sendable {
    public var label: String
    /// The Swift of the values.
    public var values: [String] = []
    /// Whether these are all values of its type, or those that the file or the tests give.
    public var isComplete = true
  }

  /// The name of the event, as `try` has it: `word`, `next(for:)`, `init`.
  public var name: String
  public var place: Place
  public var fields: [Field] = []

  public init(_ name: String, _ place: Place) { (self.name, self.place) = (name, place) }

  /// Notes the values that are tried for a field.
  public mutating func note<Value>(_ label: String, _ values: [Trial<Value>], isGiven: Bool = false) {
    let index = fields.firstIndex { $0.label == label } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(label: label)) }
    for value in values where !fields[index].values.contains(value.swift) { fields[index].values.append(value.swift) }
    if !isGiven, values.isEmpty || !areAllTried(of: Value.self) { fields[index].isComplete = false }
  }
}

/// A bound of exploring that a configuration lies beyond.
public struct ModelBound: Hashable, Sendable {
  /// The statement, or one that would say the same: `within open [persons < 3]`.
  public var text: String
  /// Whether no statement of the file says it.
  public var isDefault: Bool

  public init(_ text: String, isDefault: Bool = false) { (self.text, self.isDefault) = (text, isDefault) }

  /// How many events may be deferred, and how many equal tasks may go on, where no statement says more.
  public static let (deferred, tasks) = (5, 3)

  /// The default bound that a machine lies beyond.
  public static func byDefault(deferred: Int = 0, tasks: Int = 0) -> ModelBound? {
    if deferred >= Self.deferred { return ModelBound("within * [deferred < \(Self.deferred)]", isDefault: true) }
    if tasks >= Self.tasks { return ModelBound("within * [tasks < \(Self.tasks)]", isDefault: true) }
    return nil
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
  /// Conditions of configurations are nil in those that are not of the statement's sources.
  public enum Condition {
    /// `never source [guard]`: holds in no configuration. An `invariant` is one that never holds the other way round.
    case never((Configuration) -> Bool?)
    /// `source can reach target`: from each configuration of the first kind there is a way to one of the second.
    case canReach(from: (Configuration) -> Bool, to: (Configuration) -> Bool)
    /// `can be source [guard]`: holds in some configuration.
    case canBe((Configuration) -> Bool?)
    /// `within source [guard]`: says how far exploring goes, as the model itself tells.
    case within((Configuration) -> Bool?)
  }

  public var statement: ModelStatement
  public var condition: Condition

  public init(_ text: String, _ place: Place, _ condition: Condition, documentation: String? = nil) {
    statement = ModelStatement(text, place, documentation: documentation)
    self.condition = condition
  }
}
