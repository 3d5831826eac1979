import StateMachineModel
import StateMachineSyntax

/// A machine with everything that plans and printers need: its behaviour, and the names and types of its parts in
/// Swift. It is immutable.
final class SwiftModel: Sendable {
  let machine: StateMachine
  let behaviour: Behaviour
  let names: GeneratedNames
  let layout: StateLayout
  /// The events whose methods only read the state, so that they leave the state in the machine. Other methods of a
  /// noncopyable machine take it out.
  let readingMethods: Set<EventID>
  let history: HistoryPlan
  let guards: GuardFunctions
  let errors: ThrownErrors
  /// The policy that all events have; nil if events have different policies.
  let onePolicy: UnhandledPolicy?
  /// Whether the function `unhandled` never returns, because every event has the policy `trap`. In the code for tests
  /// that explore, `unhandled` always returns.
  var onePolicyTraps: Bool { onePolicy == .trap && !tellsRows }
  /// Whether every event without a transition is ignored silently.
  let ignoresUnhandled: Bool
  /// Whether the run keeps an error until it ends, so that `handle` throws it only then. True if a row throws. Also
  /// true if the machine defers events and has the policy `throw`. There is one exception: no row throws, and all
  /// events have the policy `throw` without an error of their own. `handle` then throws at once.
  let keepsFailure: Bool
  /// Whether the code has source locations: `#sourceLocation` directives with the lines of the `.sm` file.
  let isLocated: Bool
  /// Whether the code reports each row that it takes to a test that explores the machine.
  let tellsRows: Bool
  /// The file in which the Swift that several wrappers share is declared.
  let supportPlace: WrapperSupport.Place
  /// Whether the machine has a function `take`, which takes one microstep and returns nil if it finds no transition. In
  /// a machine without it, `handle` takes the transition itself.
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

  /// Whether the machine has outputs. The outputs that begin and cancel timers count, too.
  var hasOutputs: Bool { machine.handsOutOutputs }

  /// Whether the machine has events. The events of elapsed timers count, too.
  var hasEvents: Bool { !machine.events.isEmpty || !machine.timers.isEmpty }

  /// Whether `handle` throws.
  var `throws`: Bool { !errors.isEmpty }

  /// Returns the Swift after `return` in a function that has taken a transition without an event. It is the given
  /// `outcome` or, if events are methods, `true`, because methods return no outcome.
  func taken(_ outcome: StaticString) -> StaticString { machine.hasMethods ? "true" : outcome }

  /// The Swift after `return` in a function that has found no transition without an event: `nil` or, if events are
  /// methods, `false`.
  var notTaken: String { machine.hasMethods ? "false" : "nil" }

  /// The result type of a function that takes a transition without an event: `Outcome?` or, if events are methods,
  /// `Bool`.
  var stepResult: String { machine.hasMethods ? "Bool" : "Outcome?" }

  /// Whether the functions need the run as a parameter: the value to which they add raised events, completion events
  /// and errors.
  var needsRun: Bool { run.needsQueue || failsLate }

  /// Whether an error may occur that is thrown only when the run ends: because a row throws, or because a deferred
  /// event has no transition when it is handled again.
  var failsLate: Bool { keepsFailure || run.defers && errors.byPolicy }

  /// The access of the type `Run`, the value to which functions add raised events and errors. The types in `Run` have
  /// this access, too, and so has the `handle` with a parameter of this type. It is `private`, or `fileprivate` if a
  /// wrapper uses the run.
  var runAccess: String { keepsFailure && !machine.wrappers.isEmpty ? "fileprivate" : "private" }

  /// Whether `start` throws. It does if rows throw and `start` may take rows that no event triggers.
  var startThrows: Bool { errors.byRows && run.takesRowsAtStart }

  /// The parameter `emit: (Output) -> Void`.
  var emitParameter: String { "\(Self.parameter("emit", names.emit)): (Output) -> Void" }

  /// Returns a parameter's label and name: `event` or, if the name has been changed because the file uses it,
  /// `event event_`.
  static func parameter(_ label: String, _ name: String) -> String { label == name ? label : "\(label) \(name)" }

  /// Returns the text of the parameters that many functions of the machine have:
  /// `run: inout Run, emit: (Output) -> Void`. A parameter that the machine does not need is left out.
  ///
  /// - Parameter first: whether no other parameter comes before them; otherwise the text begins with a comma.
  func parameters(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("\(Self.parameter("run", names.run)): inout \(names.runType)") }
    if hasOutputs { list.append(emitParameter) }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// Returns the text of the arguments for the parameters that many functions of the machine have:
  /// `run: &run, emit: emit`. An argument that the machine does not need is left out.
  ///
  /// - Parameter first: whether no other argument comes before them; otherwise the text begins with a comma.
  func arguments(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("run: &\(names.run)") }
    if hasOutputs { list.append("emit: \(names.emit)") }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// Whether methods take the state out of the machine while they change it, because the machine is noncopyable. Each
  /// path through such a method stores a state again.
  let takesStateOut: Bool

  /// Returns whether the method of a trigger's event takes the state out of the machine. It does in a noncopyable
  /// machine whose events are methods, unless the method only reads the state.
  func takesStateOut(on trigger: Trigger) -> Bool {
    takesStateOut && !(trigger.event.map(readingMethods.contains) ?? false)
  }

  /// Returns whether values of a type may be noncopyable. Swift requires `consuming` or `borrowing` for a parameter of
  /// such a type. A function is never noncopyable.
  func mayBeNoncopyable(_ type: SourceRange) -> Bool {
    isNoncopyable && !machine.ownsNothing(type) && !text(type).isFunctionType
  }

  /// Returns whether the source's payload must stay in the machine's state while a transition runs. It must stay if the
  /// row's Swift uses `state` or `self`, or calls a function of the machine. It must also stay if the row may throw,
  /// because the state must be unchanged after an error. Only machines whose events are methods have such transitions.
  func seesSource(_ transition: Transition) -> Bool { behaviour.seesSource(transition) }

  /// The attribute of functions that other modules inline: `@inlinable `; empty for machines that are not inlinable.
  var inlinable: String { machine.isInlinable ? "@inlinable " : "" }
  /// The attribute of declarations that only inlined functions use: `@usableFromInline `. Empty for machines that are
  /// not inlinable, and for public machines, whose declarations need no attribute.
  var usableFromInline: String { machine.isInlinable && machine.access != .public ? "@usableFromInline " : "" }
  /// The modifier of functions that no other file calls: `private `. In an inlinable machine it is `@inlinable `,
  /// because other modules inline the functions that call them.
  var privateAccess: String { machine.isInlinable ? "@inlinable " : "private " }
  /// The modifier of declarations that functions with `privateAccess` use, and that are not inlined: `private ` or, in
  /// an inlinable machine, `@usableFromInline `.
  var helperAccess: String { machine.isInlinable ? "@usableFromInline " : "private " }
  /// The modifier of the members of a type that has the modifier `helperAccess`: `@usableFromInline ` in an inlinable
  /// machine, otherwise empty.
  var helperMemberAccess: String { machine.isInlinable ? "@usableFromInline " : "" }

  // MARK: Text

  func text(_ range: SourceRange) -> String { machine.source.text(range) }

  func text(_ name: Identifier) -> String { machine.source.text(name.range) }

  /// Returns the name of a state as the `.sm` file spells it.
  func name(of state: StateID) -> String { text(machine.states[state].name) }

  /// Returns a name with back-ticks if Swift requires them.
  func spelling(_ name: Identifier) -> String { name.needsBackticks ? "`\(text(name))`" : text(name) }

  /// Returns the name of a field's member in the struct of a payload: the field's own name. For a field without a name,
  /// or with a name in back-ticks, it is made from the index: `value1` for index 0.
  func member(of field: Field, _ index: Int) -> String {
    // A name with back-ticks is a label without them.
    field.name.flatMap { $0.needsBackticks ? nil : text($0) } ?? machine.names.fresh("value\(index + 1)")
  }

  /// The access modifier of the struct's members, with a space after it. Empty for `internal`, which is Swift's
  /// default, and for members of a private type.
  var access: String { machine.access.ofMembers(of: machine.access) }

  /// The access modifier of the struct, and of declarations beside it.
  var topLevelAccess: String { access(beside: machine.access) }

  /// Returns the access modifier of a declaration beside the machine's struct. If the machine is within another type,
  /// `private` becomes `fileprivate`: a `private` declaration would be visible only in that type.
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

  /// Returns the access modifier of a member with this level, and a space after it: `public `. Empty for `internal`,
  /// which is Swift's default. Also empty for `private` and `fileprivate` if the type around the member has no wider
  /// access.
  ///
  /// - Parameter type: the access of the type around the member.
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
  /// Returns the type of a field as the file spells it. For a field with a submachine's event or output, `.Event` or
  /// `.Output` is appended.
  func typeText(of field: Field) -> String { source.text(field.type) + (field.submachine?.rawValue ?? "") }
}
