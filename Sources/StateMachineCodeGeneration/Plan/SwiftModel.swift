import StateMachineModel
import StateMachineSyntax

/// A machine with all that plans and printers share: its behaviour, and the names and types of its parts in Swift. It
/// is immutable.
final class SwiftModel: Sendable {
  let machine: StateMachine
  let behaviour: Behaviour
  let names: GeneratedNames
  let layout: StateLayout
  /// The events whose methods only read the state, if the other methods take the state out of the machine.
  let readingMethods: Set<EventID>
  let history: HistoryPlan
  let guards: GuardFunctions
  let errors: ThrownErrors
  /// The policy that all events have; nil if events have different policies.
  let onePolicy: UnhandledPolicy?
  /// Whether the function for events without a transition never returns, as the policy of all is `trap`.
  var onePolicyTraps: Bool { onePolicy == .trap && !tellsRows }
  /// Whether every event without a transition is ignored silently.
  let ignoresUnhandled: Bool
  /// Whether the run keeps all errors, those of policies included. If only a policy throws, with one error for all
  /// events, the current event throws at once.
  let keepsFailure: Bool
  /// Whether the code has source locations.
  let isLocated: Bool
  /// Whether the code reports each row that it takes to a test that explores the machine.
  let tellsRows: Bool
  /// The place of the declarations that wrappers share.
  let supportPlace: WrapperSupport.Place
  /// Whether a microstep is a function of its own, `take`, which returns nil if no transition is taken.
  let takesSteps: Bool

  init(
    _ behaviour: Behaviour, isLocated: Bool = false, tellsRows: Bool = false,
    supportPlace: WrapperSupport.Place = .file
  ) {
    self.behaviour = behaviour
    self.isLocated = isLocated
    self.tellsRows = tellsRows
    machine = behaviour.machine
    names = GeneratedNames(machine)
    layout = StateLayout(behaviour)
    history = HistoryPlan(machine, names)
    let takesStateOut = machine.hasMethods && machine.isNoncopyable
    readingMethods = StateStorage.readingMethods(behaviour, layout.storage)
    guards = GuardFunctions(machine, behaviour, isWanted: isLocated)
    errors = ThrownErrors(machine, isLocated: isLocated)
    self.takesStateOut = takesStateOut
    onePolicy = machine.hasOnePolicy ? machine.unhandled.policy : nil
    ignoresUnhandled = !machine.hasPolicy { !$0.isSilent }
    let throwsPlainly = onePolicy != nil && machine.unhandled.error == nil
    keepsFailure = errors.byRows || behaviour.run.defers && errors.byPolicy && !throwsPlainly
    let run = behaviour.run
    takesSteps = !machine.hasMethods && (run.runsToCompletion || run.isSubmachine || run.hasSubmachines || keepsFailure)
    self.supportPlace = supportPlace
  }

  var run: RunShape { behaviour.run }

  // MARK: The functions of the reducer

  /// Whether the machine has outputs, those for timers included.
  var hasOutputs: Bool { machine.handsOutOutputs }

  /// Whether the machine has events, elapsed timers included.
  var hasEvents: Bool { !machine.events.isEmpty || !machine.timers.isEmpty }

  /// Whether `handle` throws.
  var `throws`: Bool { !errors.isEmpty }

  /// Returns the result of a function that has taken a transition without a current event: the outcome, or `true` if
  /// events are methods, which need no outcome.
  func taken(_ outcome: StaticString) -> StaticString { machine.hasMethods ? "true" : outcome }

  /// The result of a function that looks for a transition without a current event, and takes none.
  var notTaken: String { machine.hasMethods ? "false" : "nil" }

  /// The type of the result of a function that takes a transition without a current event.
  var stepResult: String { machine.hasMethods ? "Bool" : "Outcome?" }

  /// Whether microsteps add to the run: raised events, completed states, or errors.
  var needsRun: Bool { run.needsQueue || failsLate }

  /// Whether an error is found before the run ends: a row throws, or a deferred event proves to be unhandled.
  var failsLate: Bool { keepsFailure || run.defers && errors.byPolicy }

  /// The access of the run, which a wrapper may use, and of all types that the run names.
  var runAccess: String { keepsFailure && !machine.wrappers.isEmpty ? "fileprivate" : "private" }

  /// Whether `start` throws, as it may take rows that no event has triggered.
  var startThrows: Bool { errors.byRows && run.takesRowsAtStart }

  /// The parameter `emit: (Output) -> Void`.
  var emitParameter: String { "\(Self.parameter("emit", names.emit)): (Output) -> Void" }

  /// Returns `event` or, if a name in the file's Swift would hide the parameter, `event event_`.
  static func parameter(_ label: String, _ name: String) -> String { label == name ? label : "\(label) \(name)" }

  /// Returns the parameters that the machine's functions pass on to each other.
  ///
  /// - Parameter first: whether no parameter is before them.
  func parameters(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("\(Self.parameter("run", names.run)): inout \(names.runType)") }
    if hasOutputs { list.append(emitParameter) }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// Returns the arguments for the parameters that the machine's functions pass on to each other.
  func arguments(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("run: &\(names.run)") }
    if hasOutputs { list.append("emit: \(names.emit)") }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// Whether methods take the state out of the machine while they change it, as it is noncopyable. Each path through a
  /// method writes a state back.
  let takesStateOut: Bool

  /// Returns whether a trigger's method takes the state out; the method of an event that only reads does not.
  func takesStateOut(on trigger: Trigger) -> Bool {
    takesStateOut && !(trigger.event.map(readingMethods.contains) ?? false)
  }

  /// Returns whether values of a type, other than functions, may be noncopyable: Swift then requires the ownership of a
  /// parameter.
  func mayBeNoncopyable(_ type: SourceRange) -> Bool {
    isNoncopyable && !machine.ownsNothing(type) && !text(type).isFunctionType
  }

  /// Returns whether a transition of a method must find its source in the state while it changes the payload.
  func seesSource(_ transition: Transition) -> Bool { behaviour.seesSource(transition) }

  /// `@inlinable ` for functions that other modules inline, and `@usableFromInline ` for declarations that only such
  /// functions use; both are empty for machines that are not inlinable.
  var inlinable: String { machine.isInlinable ? "@inlinable " : "" }
  var usableFromInline: String { machine.isInlinable && machine.access != .public ? "@usableFromInline " : "" }
  /// The access of functions that no other file calls. In an inlinable machine, other modules inline their callers.
  var privateAccess: String { machine.isInlinable ? "@inlinable " : "private " }
  /// The access of declarations that functions with `privateAccess` use, and that are not inlined.
  var helperAccess: String { machine.isInlinable ? "@usableFromInline " : "private " }
  /// The access of the members of a type that has the access `helperAccess`.
  var helperMemberAccess: String { machine.isInlinable ? "@usableFromInline " : "" }

  // MARK: Text

  func text(_ range: SourceRange) -> String { machine.source.text(range) }

  func text(_ name: Identifier) -> String { machine.source.text(name.range) }

  /// Returns the name of a state as the `.sm` file spells it.
  func name(of state: StateID) -> String { text(machine.states[state].name) }

  /// Returns a name with back-ticks if Swift requires them.
  func spelling(_ name: Identifier) -> String { name.needsBackticks ? "`\(text(name))`" : text(name) }

  /// Returns the member for a field in a struct of a payload.
  func member(of field: Field, _ index: Int) -> String {
    // A name with back-ticks is a label without them.
    field.name.flatMap { $0.needsBackticks ? nil : text($0) } ?? machine.names.fresh("value\(index + 1)")
  }

  /// The access modifier of members, with a space after it; empty for `internal`, which is Swift's default, and for
  /// members of a private type.
  var access: String { machine.access.ofMembers(of: machine.access) }

  /// The access modifier of the struct, and of declarations beside it.
  var topLevelAccess: String { access(beside: machine.access) }

  /// Returns the modifier of a declaration beside the struct. In a type, `private` would hide the declaration.
  func access(beside level: AccessLevel) -> String {
    machine.outer != nil && level == .private ? AccessLevel.fileprivate.atTopLevel : level.atTopLevel
  }
}

extension AccessLevel: Comparable {
  /// The order of the levels. At the top of a file, `private` and `fileprivate` are equal.
  private var rank: Int {
    switch self {
    case .public: 3
    case .package: 2
    case .internal: 1
    case .fileprivate, .private: 0
    }
  }

  package static func < (first: AccessLevel, second: AccessLevel) -> Bool { first.rank < second.rank }

  /// The modifier of a declaration at the top of a file, with a space after it.
  var atTopLevel: String { self == .internal ? "" : rawValue + " " }

  /// Returns the modifier of members with this level in a type with another level; empty if it is Swift's default.
  func ofMembers(of type: AccessLevel) -> String {
    switch self {
    case .public: "public "
    case .package: "package "
    case .internal: ""
    case .fileprivate, .private: self < type ? "fileprivate " : ""
    }
  }
}

extension StateMachine {
  /// Returns the type of a field as written, or the type `Event` or `Output` of a submachine's field.
  func typeText(of field: Field) -> String { source.text(field.type) + (field.submachine?.rawValue ?? "") }
}
