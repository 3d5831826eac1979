/// A machine as exploring sees it: the configurations to begin with, the steps to try, and the statements that must
/// hold. Usually the glue is the model; a model can also be written by hand.
///
/// The requirements are instance members, and not static ones. So two models of one type may have different
/// configurations, steps and bounds. A model may also be a machine together with a watch that observes it.
public protocol Model<Configuration> {
  /// The value that exploring compares to find out where it has already been. It is the machine, together with its
  /// running timers and tasks if it has any.
  associatedtype Configuration
  /// The output of a step: an output of the machine, or the result of a method.
  associatedtype Output
  /// The type of the tracing machine: a copy of the machine in the glue, which takes the same steps. It calls
  /// ``tell(row:)`` for each row that it takes. The type is `Void` for a model whose function ``take(_:in:_:_:emit:)``
  /// itself calls ``tell(row:)``.
  associatedtype Telling = Void
  /// The event, or the method call, of a step. `conform` passes it to another implementation. For a model without
  /// events, the type is `Int`, and each step has its index as its event.
  associatedtype Event = Int

  /// The configurations that exploring begins with.
  var starts: [ModelStart<Configuration>] { get }
  /// The tracing machines that exploring begins with. There is one for each element of ``starts``, in the same order.
  var tellings: [Telling] { get }
  /// The steps that exploring tries in each configuration, at most 65,535. The parameter `step` of functions is an
  /// index in this array.
  var tries: [ModelTry] { get }
  /// The event of each step, in the order of ``tries``.
  var events: [Event] { get }
  /// The values tried for the payloads of events, and for the machine's properties and initial state.
  var payloads: [ModelPayload] { get }
  /// The `.sm` file from which the model was generated; nil for a model that is written by hand.
  var source: ModelSource? { get }
  /// The rows of the `.sm` file. Other members refer to a row by its index in this array.
  var rows: [ModelRow] { get }
  /// The leaf states of the `.sm` file. A state that is never entered is a finding if its ``ModelState/isDemanded`` is
  /// true.
  var states: [ModelState] { get }
  /// The statements of the file that must hold, such as `never open [persons > 3]`.
  var properties: [ModelProperty<Configuration>] { get }
  /// The `try` statements of the file. ``ModelTry/statement`` is an index in this array.
  var triedStatements: [ModelStatement] { get }

  /// Returns whether a step can occur in a configuration. It can if the guard of its `try` statement is true. If a
  /// timer or a task sends the event, that timer or task must also be running.
  func permits(_ step: Int, in configuration: Configuration) -> Bool
  /// Returns whether a configuration is within the bounds, such as `within open [persons < 3]`. In a configuration
  /// beyond the bounds, statements such as `never` are still checked, but no steps are taken from it.
  func isWithin(_ configuration: Configuration) -> Bool
  /// Returns the bound that a configuration is beyond: a `within` statement, or a default bound such as `within *
  /// [tasks < 3]`. If the result is nil, the report shows only the word `within` for the bound. The function is called
  /// only if ``isWithin(_:)`` returns false.
  func bound(beyond configuration: Configuration) -> ModelBound?
  /// Returns the continuations in the payload of a step's event; empty for an event without continuations. Exploring
  /// checks that the machine resumes each of them exactly once.
  func waiters(ofStep step: Int) -> [Waiter]
  /// Takes a step with the machine and with the tracing machine. If a `trap` in the file would stop the program, the
  /// machine does not take the step. The trace then contains the trap.
  ///
  /// - Parameters:
  ///   - trace: gets the rows that the step takes.
  ///   - emit: is called with each output of the step, in order.
  /// - Returns: false if the configuration is certainly unchanged; true if it may have changed.
  func take(
    _ step: Int, in configuration: inout Configuration, _ telling: inout Telling, _ trace: Trace,
    emit: (Output) -> Void
  ) -> Bool
  /// Feeds the visible values of a configuration to a hasher: the state and the properties that are not private.
  func feed(_ configuration: Configuration, to hasher: inout Hasher)
  /// Feeds the visible values of a tracing machine to a hasher. Feeds also the other values of `configuration`, such as
  /// running timers. After each step, exploring compares the hash with that of the configuration. If the hashes differ,
  /// the step was not deterministic, or the glue is out of date.
  func feed(_ telling: Telling, of configuration: Configuration, to hasher: inout Hasher)
  /// Returns whether a tracing machine has the same visible values as a configuration. Nil if `==` cannot compare the
  /// values; exploring then compares their hashes.
  func agrees(_ telling: Telling, with configuration: Configuration) -> Bool?
  /// Copies the values of a configuration to its tracing machine, where they replace equal values. The two then share
  /// the memory of arrays and strings, so that exploring needs less memory.
  func share(_ configuration: Configuration, with telling: inout Telling)
  /// Feeds to a hasher the values that are visible only in the tracing machine: private properties, histories and
  /// deferred events. So two configurations that differ only in these values count as different.
  func feedHidden(_ telling: Telling, to hasher: inout Hasher)
  /// Returns the machine of a configuration as text. Nil if Swift's `Mirror` shows all fields of the machine; the text
  /// is then made from the mirror.
  func description(of configuration: Configuration) -> String?
  /// Returns whether the machine is in a final state. If a configuration is not final and no step changes it, this is a
  /// finding.
  func isFinal(_ configuration: Configuration) -> Bool
  /// Calls `body` with the index in ``states`` of each active leaf state. There is one, or one for each active region.
  func forEachState(of configuration: Configuration, _ body: (Int) -> Void)
}

/// Defaults for the requirements that most models do not need to implement.
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

/// Defaults for the glue of machines without timers, tasks, and guards of `try` statements. Other glue declares these
/// functions itself. They exist for each machine, because the glue of an owner calls those of its submachines' glue.
extension Model {
  /// Returns whether an event can be sent now. True for an event that any code may send. For an event that only a timer
  /// or a task sends, true while that timer or task is running.
  ///
  /// - Parameters:
  ///   - waitedFor: the running timers and tasks.
  ///   - path: the text with which the names of the machine's timers and tasks begin: `busy.` for the submachine of the
  ///     state `busy`; empty for a machine without an owner.
  public static func isAwaited(_ event: Event, _ waitedFor: WaitedFor, _ path: String) -> Bool { true }
  /// Removes from `waitedFor` the timer that elapses with an event, or the task that the event ends. It is called
  /// before the machine handles the event.
  ///
  /// - Parameter path: the text with which the names of the machine's timers and tasks begin, such as `busy.`.
  public static func end(_ event: Event, _ waitedFor: inout WaitedFor, _ path: String) {}
  /// Returns the bound that a machine is beyond, such as `within * [tasks < 3]`; nil for a machine within its bounds.
  ///
  /// - Parameter tasks: the largest number of running tasks that have the same name.
  public static func bound<Machine>(beyond machine: Machine, tasks: Int) -> ModelBound? { nil }
  /// Returns whether the guards of `try` statements allow a step now: `[open]` in `try close [open]` for the event
  /// `close`. True for an event without such a statement.
  public func mayCome<Machine>(_ step: Int, to machine: Machine) -> Bool { true }
  /// Adds the timer or task that an output begins to `waitedFor`, or removes the one that the output ends.
  ///
  /// - Parameter path: the text with which the names of the machine's timers and tasks begin, such as `busy.`.
  public static func note(_ output: Output, _ waitedFor: inout WaitedFor, _ path: String) {}
}

extension Model where Telling == Void {
  public var tellings: [Void] { starts.map { _ in () } }
}

extension Model where Event == Int {
  public var events: [Int] { Array(tries.indices) }
}

extension Model {
  /// Returns the names of the active leaf states of a configuration: `open`, or `playing, muted` for two regions.
  func stateNames(of configuration: Configuration) -> String {
    var names: [String] = []
    forEachState(of: configuration) { names.append(states[$0].name) }
    return names.joined(separator: ", ")
  }
}

/// A machine that can be explored. The glue, which `sm-gen glue` generates into the test target, declares the
/// conformance.
public protocol Explorable: ~Copyable {
  associatedtype Glue: Model
  /// The model of the machine. It has the values to try, and the statements such as `never open` of the machine's `.sm`
  /// file.
  static var glue: Glue { get }
}

/// A place in a file: `Door.sm:4:3`. Lines and columns count from 1.
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
  /// The indices in ``Model/rows`` of the rows that the machine takes as it starts.
  public var rows: [Int]

  public init(_ configuration: Configuration, swift: String, rows: [Int] = []) {
    (self.configuration, self.swift, self.rows) = (configuration, swift, rows)
  }
}

extension ModelStart: Sendable where Configuration: Sendable {}

/// A step that exploring tries: an event with certain values, or the call of a method.
public struct ModelTry: Sendable {
  /// The Swift that takes the step: `door.handle(event: .closeButton)`.
  public var swift: String
  /// The index in ``Model/triedStatements`` of the `.sm` file's `try` statement that gives the step its values, as in
  /// `try enter(count: 3)`, or its guard. Nil if no `try` statement names the step's event.
  public var statement: Int?
  /// Whether the `try` statement of the step has a guard. The guard says when the step can occur, so a trap in the step
  /// is a finding. Without a guard, a `trap` in the file means that the step cannot occur there, and is no finding.
  public var isGuarded: Bool
  /// If the step is an owner's event that contains an event of a submachine: the index in the submachine's
  /// ``Model/tries`` of the step with the inner event. Nil for other steps.
  public var part: Int?

  /// Whether a `try` statement gives the values of the event's payload: `try word(text: "a")`.
  public var isGiven: Bool
  /// The name of the timer that elapses in the step, if the timer's duration is an expression. Exploring does not know
  /// such a duration, so the timer can elapse at any time. Nil for other steps.
  public var untimed: String?

  public init(
    swift: String, statement: Int? = nil, isGuarded: Bool = false, part: Int? = nil, isGiven: Bool = false,
    untimed: String? = nil
  ) {
    (self.swift, self.statement, self.isGuarded) = (swift, statement, isGuarded)
    (self.part, self.isGiven, self.untimed) = (part, isGiven, untimed)
  }
}

/// A row of the `.sm` file, such as `open -> closed : push`.
public struct ModelRow: Sendable {
  public var text: String
  public var place: Place
  /// The indices of the states that the row enters. A state counts as reached whenever such a row is taken, even if the
  /// machine exits it in the same step, so that no configuration contains it.
  public var entered: [Int]
  /// Whether it is a finding if no path leads to the row.
  public var isDemanded: Bool
  /// The indices of the states in which the row can be taken.
  public var sources: [Int]
  /// The indices of the states to which the row can lead.
  public var targets: [Int]
  /// The values that the row's guards test: `word.text` for the label `text` of the event `word`, `init.limit` for the
  /// property `limit`. If too few of their values are tried, the row may not be taken although the file has no mistake.
  public var values: [String]
  /// The text for a finding that explains why the row's event is not sent: `'dropped' is sent by 'dial' alone, which is
  /// not running in 'idle'`. In it, `dial` is an output whose task sends the event. Nil if no such output exists, or if
  /// the row has a guard or several events.
  public var sender: String?

  public init(
    _ text: String, _ place: Place, entered: [Int] = [], isDemanded: Bool = true, sources: [Int] = [],
    targets: [Int] = [], values: [String] = [], sender: String? = nil
  ) {
    (self.text, self.place, self.entered, self.isDemanded) = (text, place, entered, isDemanded)
    (self.sources, self.targets, self.values, self.sender) = (sources, targets, values, sender)
  }
}

/// A leaf state of the `.sm` file.
public struct ModelState: Sendable {
  public var name: String
  public var place: Place
  /// Whether it is a finding if the state is never entered.
  public var isDemanded: Bool

  public init(_ name: String, _ place: Place, isDemanded: Bool = true) {
    (self.name, self.place, self.isDemanded) = (name, place, isDemanded)
  }
}

/// The values that exploring tries for the payload of an event, or for the properties and the state that a machine
/// begins with.
public struct ModelPayload: Sendable {
  public struct Field: Sendable {
    public var label: String
    /// The Swift of each value tried for the field.
    public var values: [String] = []
    /// Whether `values` are complete: they are all values of the type, as for `Bool`, or the file or the tests give
    /// them. If they are not, a missing value may be the reason why a row is never taken.
    public var isComplete = true
  }

  /// The name of the event as `try` spells it, `word` or `next(for:)`; `init` for the values that a machine begins
  /// with.
  public var name: String
  public var place: Place
  public var fields: [Field] = []

  public init(_ name: String, _ place: Place) { (self.name, self.place) = (name, place) }

  /// Adds the values that are tried for a field, each only once.
  ///
  /// - Parameters:
  ///   - label: the label of the field, or its index if the field has no label.
  ///   - isGiven: whether a `try` statement gives the values. They are then complete.
  public mutating func note<Value>(_ label: String, _ values: [Trial<Value>], isGiven: Bool = false) {
    let index = fields.firstIndex { $0.label == label } ?? fields.endIndex
    if index == fields.endIndex { fields.append(Field(label: label)) }
    for value in values where !fields[index].values.contains(value.swift) { fields[index].values.append(value.swift) }
    if !isGiven, values.isEmpty || !areAllTried(of: Value.self) { fields[index].isComplete = false }
  }
}

/// A bound of exploring, such as `within open [persons < 3]`. From a configuration beyond the bound, no steps are
/// taken.
public struct ModelBound: Hashable, Sendable {
  /// The `within` statement as written in the file. For a default bound, the statement that would mean the same:
  /// `within * [tasks < 3]`.
  public var text: String
  /// Whether the bound is a default, and is not written in the file.
  public var isDefault: Bool

  public init(_ text: String, isDefault: Bool = false) { (self.text, self.isDefault) = (text, isDefault) }

  /// The limits of the default bounds. A machine with 5 deferred events is beyond one of them. A machine with 3 running
  /// tasks of the same name is beyond the other.
  public static let (deferred, tasks) = (5, 3)

  /// Returns the default bound that a machine is beyond. Nil if the machine is within both default bounds.
  ///
  /// - Parameters:
  ///   - deferred: the number of deferred events.
  ///   - tasks: the largest number of running tasks that have the same name.
  public static func byDefault(deferred: Int = 0, tasks: Int = 0) -> ModelBound? {
    if deferred >= Self.deferred { return ModelBound("within * [deferred < \(Self.deferred)]", isDefault: true) }
    if tasks >= Self.tasks { return ModelBound("within * [tasks < \(Self.tasks)]", isDefault: true) }
    return nil
  }
}

/// A statement of the file about tests, such as `never open`.
public struct ModelStatement: Sendable {
  /// The statement as written in the file.
  public var text: String
  /// The documentation comment of the statement; nil for a statement without one.
  public var documentation: String?
  public var place: Place

  public init(_ text: String, _ place: Place, documentation: String? = nil) {
    (self.text, self.place, self.documentation) = (text, place, documentation)
  }

  /// Returns the text of a finding about the statement: `'never open' does not hold`, and then the statement's
  /// documentation comment.
  ///
  /// - Parameter what: the text after the statement, such as `does not hold`.
  func saying(_ what: String) -> String { "'\(text)' \(what)" + (documentation.map { ": \($0)" } ?? "") }
}

/// A statement of the file that exploring checks: `never`, `can reach`, `can be` or `within`.
public struct ModelProperty<Configuration> {
  /// The condition of a statement, as closures that examine a configuration. A closure with an optional result returns
  /// the value of the guard. Nil if the configuration is not in the statement's sources.
  public enum Condition {
    /// `never source [guard]`: the guard is true in no configuration. An `invariant` is a `never` with the negated
    /// guard.
    case never((Configuration) -> Bool?)
    /// `source can reach target`. If `from` returns true for a configuration, a path must lead from it to a
    /// configuration for which `to` returns true.
    case canReach(from: (Configuration) -> Bool, to: (Configuration) -> Bool)
    /// `can be source [guard]`: the guard is true in some configuration.
    case canBe((Configuration) -> Bool?)
    /// `within source [guard]`: no steps are taken from configurations in which the guard is false. Exploring calls
    /// this closure only to find out whether any configuration is in the sources. The bound itself is applied by
    /// ``Model/isWithin(_:)``.
    case within((Configuration) -> Bool?)
  }

  public var statement: ModelStatement
  public var condition: Condition

  public init(_ text: String, _ place: Place, _ condition: Condition, documentation: String? = nil) {
    statement = ModelStatement(text, place, documentation: documentation)
    self.condition = condition
  }
}
