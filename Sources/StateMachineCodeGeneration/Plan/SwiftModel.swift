import StateMachineModel
import StateMachineSyntax

/// A machine as it is generated: what it does, and what its parts are called and look like in Swift. What plans and prints
/// its code reads this, and changes nothing in it.
final class SwiftModel: Sendable {
  let machine: StateMachine
  let behaviour: Behaviour
  let names: GeneratedNames
  let layout: StateLayout
  /// Where the state has to be taken out of the machine: the events whose methods only read.
  let readingMethods: Set<EventID>
  let history: HistoryPlan
  let guards: GuardFunctions
  let errors: ThrownErrors
  /// The policy that all events have; nil where they differ.
  let onePolicy: UnhandledPolicy?
  /// Whether the function for events that no transition takes never returns.
  var onePolicyTraps: Bool { onePolicy == .trap && !tellsRows }
  /// Whether an event without a transition is passed over in silence, whichever it is.
  let ignoresUnhandled: Bool
  /// Whether all errors go to the run, those of policies too. Where only the policy of a machine that defers throws, and
  /// the same for all events, its own event throws at once.
  let keepsFailure: Bool
  /// Whether the code has source locations.
  let isLocated: Bool
  /// Whether the code tells whoever explores the machine which rows it takes.
  let tellsRows: Bool
  /// Where what wrappers are made of is declared.
  let supportPlace: WrapperSupport.Place
  /// Is true where a step is a function of its own, `take`, which returns nil where there is none. Each arm asks.
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

  /// Whether the machine asks the world for something: its outputs, and its timers.
  var hasOutputs: Bool { machine.handsOutOutputs }

  /// Whether anything can happen to the machine from outside.
  var hasEvents: Bool { !machine.events.isEmpty || !machine.timers.isEmpty }

  /// Whether `handle` throws.
  var `throws`: Bool { !errors.isEmpty }

  /// What a function of a step without an event of its own returns, where it has taken a transition: the outcome. Where
  /// events are methods, nobody asks for that: it is whether one was taken.
  func taken(_ outcome: StaticString) -> StaticString { machine.hasMethods ? "true" : outcome }

  /// The same where it has taken none.
  var notTaken: String { machine.hasMethods ? "false" : "nil" }

  /// The type of both.
  var stepResult: String { machine.hasMethods ? "Bool" : "Outcome?" }

  /// Whether steps have something to tell the run: events that they raise, states that are done, what has failed.
  var needsRun: Bool { run.needsQueue || failsLate }

  /// Whether what is thrown is found out before the machine rests: a row throws, or an event that was deferred turns out to
  /// be unhandled.
  var failsLate: Bool { keepsFailure || run.defers && errors.byPolicy }

  /// The access of what a wrapper uses besides the machine's interface, the run, and of all that the run names.
  var runAccess: String { keepsFailure && !machine.wrappers.isEmpty ? "fileprivate" : "private" }

  /// Whether `start` throws: rows may be taken there that no event from outside has triggered.
  var startThrows: Bool { errors.byRows && run.takesRowsAtStart }

  /// `emit: (Output) -> Void`
  var emitParameter: String { "\(Self.parameter("emit", names.emit)): (Output) -> Void" }

  /// `event` or, where a name in the embedded Swift would hide the parameter, `event event_`.
  static func parameter(_ label: String, _ name: String) -> String { label == name ? label : "\(label) \(name)" }

  /// What the functions within the machine pass on to one another, as parameters.
  ///
  /// - Parameter first: whether nothing stands before them.
  func parameters(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("\(Self.parameter("run", names.run)): inout \(names.runType)") }
    if hasOutputs { list.append(emitParameter) }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// The same as arguments.
  func arguments(first: Bool) -> String {
    var list: [String] = []
    if needsRun { list.append("run: &\(names.run)") }
    if hasOutputs { list.append("emit: \(names.emit)") }
    return (first || list.isEmpty ? "" : ", ") + list.joined(separator: ", ")
  }

  /// Whether methods take the state out of the machine while they change it, as it cannot be copied: every way through one
  /// puts a state back.
  let takesStateOut: Bool

  /// The same for a trigger: the method of an event that only reads leaves the state where it is.
  func takesStateOut(on trigger: Trigger) -> Bool {
    takesStateOut && !(trigger.event.map(readingMethods.contains) ?? false)
  }

  /// Whether values of a type may be such that cannot be copied: Swift asks then who owns an argument.
  /// Functions can.
  func mayBeNoncopyable(_ type: SourceRange) -> Bool {
    isNoncopyable && !machine.ownsNothing(type) && !text(type).isFunctionType
  }

  /// Whether a transition of a method must find its source while it changes the payload.
  func seesSource(_ transition: Transition) -> Bool { behaviour.seesSource(transition) }

  /// `@inlinable ` before functions that other modules inline, and `@usableFromInline ` before what these use and nobody
  /// else sees; nothing in other machines.
  var inlinable: String { machine.isInlinable ? "@inlinable " : "" }
  var usableFromInline: String { machine.isInlinable && machine.access != .public ? "@usableFromInline " : "" }
  /// The access of functions that no other file calls: other modules inline what calls them.
  var privateAccess: String { machine.isInlinable ? "@inlinable " : "private " }
  /// The access of what these call, or name, and nobody inlines.
  var helperAccess: String { machine.isInlinable ? "@usableFromInline " : "private " }
  /// The same of the members of such a type.
  var helperMemberAccess: String { machine.isInlinable ? "@usableFromInline " : "" }

  // MARK: Text

  func text(_ range: SourceRange) -> String { machine.source.text(range) }

  func text(_ name: Identifier) -> String { machine.source.text(name.range) }

  /// The name of a state, as the `.sm` file has it.
  func name(of state: StateID) -> String { text(machine.states[state].name) }

  /// The name as Swift has it, with back-ticks where it needs them.
  func spelling(_ name: Identifier) -> String { name.needsBackticks ? "`\(text(name))`" : text(name) }

  /// The member that a field of a struct for payloads is.
  func member(of field: Field, _ index: Int) -> String {
    // A name with back-ticks is a label without them.
    field.name.flatMap { $0.needsBackticks ? nil : text($0) } ?? machine.names.fresh("value\(index + 1)")
  }

  /// The access modifier with a space behind it; empty for `internal`, which Swift takes for granted, and for members
  /// of what is private.
  var access: String { machine.access.ofMembers(of: machine.access) }

  /// The access of the struct, and of what stands beside it.
  var topLevelAccess: String { access(beside: machine.access) }

  /// The modifier of a declaration beside the struct. In a type, what is private is for that type alone.
  func access(beside level: AccessLevel) -> String {
    machine.outer != nil && level == .private ? AccessLevel.fileprivate.atTopLevel : level.atTopLevel
  }
}

extension AccessLevel: Comparable {
  /// From the outermost to what only the file sees; at its top, `private` and `fileprivate` are one.
  private var rank: Int {
    switch self {
    case .public: 3
    case .package: 2
    case .internal: 1
    case .fileprivate, .private: 0
    }
  }

  package static func < (first: AccessLevel, second: AccessLevel) -> Bool { first.rank < second.rank }

  /// The modifier of a declaration at the top of a file, with a space behind it.
  var atTopLevel: String { self == .internal ? "" : rawValue + " " }

  /// The modifier of members that are seen by so many in a type that more may see: nothing where Swift takes it for
  /// granted.
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
  /// The type of a field as written, or the type within that of a submachine.
  func typeText(of field: Field) -> String { source.text(field.type) + (field.submachine?.rawValue ?? "") }
}
