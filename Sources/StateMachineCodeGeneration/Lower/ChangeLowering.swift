import StateMachineModel
import StateMachineSyntax

/// Effects that change the payload of a state in place.
struct PayloadChange {
  var state: StateID
  /// The locals of the state's path.
  var locals: [Local]
  var effects: [Effect]
  /// What the fields are called when the state is built anew.
  var names: [LocalName?]
  /// What a composite holds.
  var child: LocalName?
  /// The innermost segment that changes; nil for the state's own.
  var segment: Int?
  /// By field, the new values that need no variable, and where the last of them stands.
  var folded: [Int: FieldValue] = [:]
  var place: SourceRange?
}

/// Writes effects that change a state's payload. The case gives up its payload first, so that a collection in it has
/// one owner and is not copied when it grows.
struct ChangeLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private let effects: EffectLowering
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ states: StateLowering, _ effects: EffectLowering) {
    self.model = model
    self.states = states
    self.effects = effects
  }

  /// - Parameter attempt: where the effects are a transition's, what the fields are called around it.
  func write(
    _ change: PayloadChange, of transition: Transition?, _ place: TransitionLowering.Place,
    _ attempt: Attempt?, _ out: inout SwiftWriter, beforeStoring: (inout SwiftWriter) -> Void = { _ in }
  ) {
    writeBeginning(change, of: transition, place, &out)
    for effect in change.effects {
      effects.write(effect, of: transition, &out)
      if effect.traps { return }
    }
    beforeStoring(&out)
    writeEnd(change, place, attempt, &out)
  }

  /// Writes what stands before the effects: the state gives up its payload.
  func writeBeginning(
    _ change: PayloadChange, of transition: Transition?, _ place: TransitionLowering.Place, _ out: inout SwiftWriter
  ) {
    if model.takesStateOut { return }
    let owners = change.locals.filter { machine.changesInPlace($0, of: change.state) }
    if !owners.isEmpty, transition.map({ !model.seesSource($0) && !isEmptied(before: $0) }) ?? true {
      writeEmptied(change, owners.map { Int($0.field) }, place, &out)
    }
    for local in change.locals where local.mayBeUnchanged { effects.writeMayChange(local, &out) }
  }

  /// Tells whether the state has been given up on the way to the choice that a transition is a row of.
  private func isEmptied(before transition: Transition) -> Bool {
    guard let caller = model.inlinedChoices.caller(of: transition),
      model.layout.storage == .optional || model.layout.emptyState != nil
    else { return false }
    return !model.seesSource(machine.transitions[caller])
      && machine.transitions[caller].locals.contains { machine.changesInPlace($0, of: transition.source) }
  }

  /// Writes what stands behind the effects: the state is built anew.
  func writeEnd(
    _ change: PayloadChange, _ place: TransitionLowering.Place, _ attempt: Attempt?, _ out: inout SwiftWriter
  ) {
    // It stands there already.
    if model.takesStateOut, change.state == model.layout.emptyState { return }
    let changed = change.locals.filter { $0.isChanged }
    let fields = machine.states[change.state].pathFields
    var outermost = 0
    var opened = 0
    if case .step(let step) = place {
      outermost = step.boundSegment + 1
      let segments = model.layout.segments(of: change.state)
      let bound = outermost < segments.count ? model.layout.firstField(of: segments[outermost]) : fields.count
      if let attempt { writeBack(changed.filter { Int($0.field) < bound }, attempt, &out) }
      let innermost = change.segment ?? 0
      if !step.unless.isEmpty, innermost >= outermost {
        opened = out.openCheck(step.unless.map { .isNotSet($0) })
      }
    }
    if change.place != nil { out.beginLocation(change.place) }
    let isWritten = states.writeRebuilt(
      change.state, segment: change.segment, outermost: outermost, child: change.child, &out
    ) { change.folded[$0] ?? change.names[$0].map { .name($0) } ?? .defaultValue }
    if isWritten { out.endLine() }
    if change.place != nil { out.endLocation() }
    out.closeBraces(opened)
  }

  /// What a transition within a region has changed in the payload of the state around the regions, which stays.
  func writeBack(around step: TransitionLowering.StepPlace, _ attempt: Attempt, _ out: inout SwiftWriter) {
    let transition = machine.transitions[attempt.transition]
    let segments = model.layout.segments(of: transition.source)
    guard step.boundSegment + 1 < segments.count else { return }
    let bound = model.layout.firstField(of: segments[step.boundSegment + 1])
    let changed = transition.locals.filter { $0.owner == .source && $0.isChanged && Int($0.field) < bound }
    writeBack(changed, attempt, &out)
  }

  /// In a step, what is bound for all of it takes over what the row has changed under a name of its own.
  private func writeBack(_ changed: [Local], _ attempt: Attempt, _ out: inout SwiftWriter) {
    for local in changed {
      guard let name = attempt.name(.source, local.field), name != .declared(local.name) else { continue }
      states.write(name, &out)
      out.write(" = ")
      out.write(local.name)
      out.endLine()
    }
  }

  private func writeEmptied(
    _ change: PayloadChange, _ changed: [Int], _ place: TransitionLowering.Place, _ out: inout SwiftWriter
  ) {
    var first = 0
    if case .step(let step) = place {
      // The state may have been left: another stands in its place.
      guard step.unless.isEmpty else { return }
      if !step.empties { first = step.boundSegment + 1 }
    }
    let segment = change.segment ?? model.layout.segments(of: change.state).count - 1
    guard model.layout.isEmptiedByLiterals(change.state) else {
      states.writeEmptied(change.state, segment: segment, from: first, &out)
      return
    }
    let fields = machine.states[change.state].pathFields
    var literals: [StaticString?] = Array(repeating: nil, count: fields.count)
    for field in changed { literals[field] = machine.emptyLiteral(fields[field].type) }
    guard literals.contains(where: { $0 != nil }) else { return }
    out.write(string: "\(model.layout.storedState) = ")
    states.writeState(change.state, child: change.child, &out) { field in
      literals[field].map { .literal($0) } ?? change.names[field].map { .name($0) } ?? .defaultValue
    }
    out.endLine()
  }
}
