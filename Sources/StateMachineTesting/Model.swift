/// The machine in the form in which it is explored: its starts, the steps to try, and the properties that must hold.
///
/// A model is an instance: its starts, tries and bounds differ from call to call. A pair of machines can be a model.
public protocol Model<Configuration> {
  /// A configuration as exploring distinguishes it: the machine, with its running timers and tasks if it has any.
  associatedtype Configuration
  /// The output of a step: an output of the machine, or the result of a method.
  associatedtype Output
  /// The tracing machine: a copy of the machine that calls ``tell(row:)`` for each row that it takes. `Void` for a
  /// model whose steps call it themselves.
  associatedtype Telling = Void
  /// The event or method call of a step, which another implementation gets; the step's index if a model has neither.
  associatedtype Event = Int

  /// The configurations that exploring begins with.
  var starts: [ModelStart<Configuration>] { get }
  /// The tracing machine of each start, in the order of ``starts``.
  var tellings: [Telling] { get }
  /// The steps tried in each configuration, at most 65,535. Functions take a step as its index in this array.
  var tries: [ModelTry] { get }
  /// The event of each step.
  var events: [Event] { get }
  /// The values tried for the payloads of events, and for the machine's properties and initial state.
  var payloads: [ModelPayload] { get }
  /// The file that the model is generated from; nil for a model written by hand.
  var source: ModelSource? { get }
  /// The rows of the file.
  var rows: [ModelRow] { get }
  /// The leaf states of the file. ``ModelState/isDemanded`` says which of them must be reached.
  var states: [ModelState] { get }
  /// The properties that must hold of the configurations.
  var properties: [ModelProperty<Configuration>] { get }
  /// The statements `try …`, which ``ModelTry/statement`` refers to.
  var triedStatements: [ModelStatement] { get }

  /// Returns whether a step can occur now: by the guard of its `try`, and by its running timer or running task.
  func permits(_ step: Int, in configuration: Configuration) -> Bool
  /// Returns whether a configuration is within the bounds. One beyond them is checked, but no steps are taken from it.
  func isWithin(_ configuration: Configuration) -> Bool
  /// Returns the bound that a configuration is beyond, of a statement or by default; nil if the bound has no name.
  func bound(beyond configuration: Configuration) -> ModelBound?
  /// Returns the continuations in the payload of a step's event.
  func waiters(ofStep step: Int) -> [Waiter]
  /// Takes a step, and reports its rows to the trace. A step that a trap of the file stops is not taken.
  ///
  /// - Returns: false if the step can have changed nothing.
  func take(
    _ step: Int, in configuration: inout Configuration, _ telling: inout Telling, _ trace: Trace,
    emit: (Output) -> Void
  ) -> Bool
  /// Feeds the visible values of a configuration, which distinguish it from others, to a hasher.
  func feed(_ configuration: Configuration, to hasher: inout Hasher)
  /// Feeds the visible values of a tracing machine. Hashes of both that differ show a step that is not deterministic.
  func feed(_ telling: Telling, of configuration: Configuration, to hasher: inout Hasher)
  /// Returns whether the tracing machine equals a configuration in the visible values; nil if only hashes show that.
  func agrees(_ telling: Telling, with configuration: Configuration) -> Bool?
  /// Gives the tracing machine the values of an equal configuration, so that both share their storage.
  func share(_ configuration: Configuration, with telling: inout Telling)
  /// Feeds the values that only the tracing machine shows: private properties, histories, deferred events.
  func feedHidden(_ telling: Telling, to hasher: inout Hasher)
  /// Returns a configuration's machine as text; nil if the text can be made by a mirror of its fields.
  func description(of configuration: Configuration) -> String?
  /// Returns whether a configuration is final, so that it is no finding if no step changes it.
  func isFinal(_ configuration: Configuration) -> Bool
  /// Calls a function with the index of each active leaf state: one, or one for each region.
  func forEachState(of configuration: Configuration, _ body: (Int) -> Void)
}

/// Defaults for requirements that most models do not need.
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

/// Defaults for machines without timers and tasks. The glue of other machines has functions of its own; the glue of an
/// owner calls them for each of its submachines.
extension Model {
  /// Returns whether the timer or task that sends an event is running; true for an event that anyone may send.
  public static func isAwaited(_ event: Event, _ waitedFor: WaitedFor, _ path: String) -> Bool { true }
  /// Updates the running timers and tasks for an event that ends one, before the machine handles the event.
  public static func end(_ event: Event, _ waitedFor: inout WaitedFor, _ path: String) {}
  /// Returns the bound that a machine is beyond; nil if there is none.
  public static func bound<Machine>(beyond machine: Machine, tasks: Int) -> ModelBound? { nil }
  /// Returns whether the guards of the `try` statements about a step's event are true now; true if there are none.
  public func mayCome<Machine>(_ step: Int, to machine: Machine) -> Bool { true }
  /// Updates the running timers and tasks for an output that begins or ends one.
  public static func note(_ output: Output, _ waitedFor: inout WaitedFor, _ path: String) {}
}

extension Model where Telling == Void {
  public var tellings: [Void] { starts.map { _ in () } }
}

extension Model where Event == Int {
  public var events: [Int] { Array(tries.indices) }
}

extension Model {
  /// Returns the names of a configuration's active leaf states, separated by commas.
  func stateNames(of configuration: Configuration) -> String {
    var names: [String] = []
    forEachState(of: configuration) { names.append(states[$0].name) }
    return names.joined(separator: ", ")
  }
}

/// A machine with a model. Its glue, which is generated into the test target, declares the conformance.
public protocol Explorable: ~Copyable {
  associatedtype Glue: Model
  /// The model of the machine, with the values to try and the properties from its file.
  static var glue: Glue { get }
}

/// A place in a `.sm` file. Lines and columns count from 1.
public struct Place: Hashable, Sendable, CustomStringConvertible {
  public var file: String
  public var line: Int
  public var column: Int

  public init(_ file: String, _ line: Int, _ column: Int) { (self.file, self.line, self.column) = (file, line, column) }

  public var description: String { "\(file):\(line):\(column)" }
}

/// A configuration that exploring begins with.
public struct ModelStart<Configuration> {
  public var configuration: Configuration
  /// The Swift that makes the configuration: `var door = ElevatorDoor()`.
  public var swift: String
  /// The indices of the rows that the machine takes as it starts.
  public var rows: [Int]

  public init(_ configuration: Configuration, swift: String, rows: [Int] = []) {
    (self.configuration, self.swift, self.rows) = (configuration, swift, rows)
  }
}

extension ModelStart: Sendable where Configuration: Sendable {}

/// A step that exploring tries.
public struct ModelTry: Sendable {
  /// The Swift that takes the step: `door.handle(event: .closeButton)`.
  public var swift: String
  /// The index of the `try` statement that declares the step; nil if there is none.
  public var statement: Int?
  /// Whether the statement has a guard, which says when the step can occur. Then a trap is a finding. Without a guard,
  /// a trap by a row or a policy says that the step does not occur.
  public var isGuarded: Bool
  /// The index of the step with the same event in the submachine's model; nil if the event is not a submachine's.
  public var part: Int?

  /// Whether a statement gives the values of the event's payload.
  public var isGiven: Bool
  /// The timer that elapses, if its duration is not known, so that it can elapse at any time; nil otherwise.
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
  /// The indices of the states that the row enters. The machine may exit them in the same step, so that no
  /// configuration contains them.
  public var entered: [Int]
  /// Whether a row without a path is a finding.
  public var isDemanded: Bool
  /// The indices of the states in which the row can be taken.
  public var sources: [Int]
  /// The indices of the states to which the row can lead.
  public var targets: [Int]
  /// The values that a guard tests in the row: an event and a label as in `word.text`, or `init` and a property.
  public var values: [String]
  /// The reason why the row's event is not sent in its sources, if only outputs send it; nil if there is none.
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
  /// Whether a state that is never entered is a finding.
  public var isDemanded: Bool

  public init(_ name: String, _ place: Place, isDemanded: Bool = true) {
    (self.name, self.place, self.isDemanded) = (name, place, isDemanded)
  }
}

/// The values tried for the payload of an event, or for what a machine begins with.
public struct ModelPayload: Sendable {
  public struct Field: Sendable {
    public var label: String
    /// The Swift of each value tried for the field.
    public var values: [String] = []
    /// Whether the values tried are all values of the field's type, or are given by the file or by the tests.
    public var isComplete = true
  }

  /// The name of the event, as `try` spells it: `word`, `next(for:)`; `init` for a start.
  public var name: String
  public var place: Place
  public var fields: [Field] = []

  public init(_ name: String, _ place: Place) { (self.name, self.place) = (name, place) }

  /// Adds the values tried for a field.
  public mutating func note<Value>(_ label: String, _ values: [Trial<Value>], isGiven: Bool = false) {
    let index = fields.firstIndex { $0.label == label } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(label: label)) }
    for value in values where !fields[index].values.contains(value.swift) { fields[index].values.append(value.swift) }
    if !isGiven, values.isEmpty || !areAllTried(of: Value.self) { fields[index].isComplete = false }
  }
}

/// A bound of exploring that configurations are beyond.
public struct ModelBound: Hashable, Sendable {
  /// The statement as written; for a default, a statement that would say the same: `within open [persons < 3]`.
  public var text: String
  /// Whether the bound is a default, and not a statement of the file.
  public var isDefault: Bool

  public init(_ text: String, isDefault: Bool = false) { (self.text, self.isDefault) = (text, isDefault) }

  /// The default bounds: how many events may be deferred, and how many tasks of one name may run.
  public static let (deferred, tasks) = (5, 3)

  /// Returns the default bound that a machine is beyond; nil if there is none.
  public static func byDefault(deferred: Int = 0, tasks: Int = 0) -> ModelBound? {
    if deferred >= Self.deferred { return ModelBound("within * [deferred < \(Self.deferred)]", isDefault: true) }
    if tasks >= Self.tasks { return ModelBound("within * [tasks < \(Self.tasks)]", isDefault: true) }
    return nil
  }
}

/// A statement of the file.
public struct ModelStatement: Sendable {
  /// The statement as written in the file.
  public var text: String
  /// The statement's comment behind `///`; nil if it has none.
  public var documentation: String?
  public var place: Place

  public init(_ text: String, _ place: Place, documentation: String? = nil) {
    (self.text, self.place, self.documentation) = (text, place, documentation)
  }

  /// Returns the statement, a predicate and the statement's comment: `'never a' does not hold: the documentation`.
  func saying(_ what: String) -> String { "'\(text)' \(what)" + (documentation.map { ": \($0)" } ?? "") }
}

/// A statement of the file that must hold.
public struct ModelProperty<Configuration> {
  /// Closures with an optional result return nil for configurations outside the statement's sources.
  public enum Condition {
    /// `never source [guard]`: holds in no configuration. An `invariant` is a `never` with the negated guard.
    case never((Configuration) -> Bool?)
    /// `source can reach target`: each configuration of the first kind has a path to one of the second.
    case canReach(from: (Configuration) -> Bool, to: (Configuration) -> Bool)
    /// `can be source [guard]`: holds in some configuration.
    case canBe((Configuration) -> Bool?)
    /// `within source [guard]`: bounds the exploration by ``Model/isWithin(_:)``.
    case within((Configuration) -> Bool?)
  }

  public var statement: ModelStatement
  public var condition: Condition

  public init(_ text: String, _ place: Place, _ condition: Condition, documentation: String? = nil) {
    statement = ModelStatement(text, place, documentation: documentation)
    self.condition = condition
  }
}
