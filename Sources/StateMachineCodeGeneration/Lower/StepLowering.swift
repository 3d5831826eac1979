import StateMachineModel
import StateMachineSyntax

/// Writes the function for a trigger on which several regions may take transitions together, phase by phase.
struct StepLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private let rows: RowLowering
  private let step: RegionStep
  private var machine: StateMachine { model.machine }

  init(_ rows: RowLowering, _ step: RegionStep) {
    model = rows.model
    states = rows.states
    self.rows = rows
    self.step = step
  }

  /// The slots in which there is something to perform.
  private var slots: [RegionStep.Slot] { step.slots.filter { !$0.choices.isEmpty } }

  func write(_ out: inout SwiftWriter) {
    writeHead(&out)
    writeVariables(&out)
    writeSelection(&out)
    writeExits(&out)
    writeEffects(&out)
    writeStoring(&out)
    writeEntries(&out)
    out.write("return ")
    out.write(variable: step.outcome)
    out.endLeaving()
    writeOuterTypes(out.closeFunction(), &out)
  }

  private func writeHead(_ out: inout SwiftWriter) {
    let body = step.parallel.map { "`\(model.name(of: $0))`" } ?? "the machine"
    let trigger = step.trigger.event.map { "on `\(model.text(machine.events[$0].name))`" } ?? "without an event"
    out.lines(
      """

      /// Takes the transitions that the regions of \(body) have \(trigger). All are selected before any runs.
      """)
    let takesEvent = step.eventNames.contains { $0 != nil }
    let event = takesEvent ? "_ \(model.names.event): Event" : ""
    out.write(
      string: "private mutating func \(step.name)(\(event)\(model.parameters(first: !takesEvent))) -> Outcome?")
    out.openFunction(answers: true, mayBindTooMuch: true)
    if takesEvent, let event = step.trigger.event {
      out.write("guard case .")
      out.write(member: machine.events[event].name)
      states.writeBindings(step.eventNames, of: machine.events[event].fields, &out)
      out.line(string: " = \(model.names.event) else { return nil }")
    }
    guard let parallel = step.parallel else { return }
    out.write("guard case ")
    states.writePattern(of: parallel, step.bindings, &out)
    out.line(" = self.state else { return nil }")
    let variables = step.bindings.names.indices.filter { step.bindings.isVariable[$0] }.map { step.bindings.names[$0] }
    for name in variables.compactMap({ $0 }) + (step.bindings.child.map { [$0] } ?? []) {
      out.readIfUnread(states.text(name))
    }
  }

  /// Swift has no types within generic functions: then they stand behind the function, in an enum of its name.
  private var hasOuterTypes: Bool { !machine.genericParameters.isEmpty }

  /// `TakeTickedInActive`
  private var outerTypes: String { model.names.fresh(step.name.filter { $0 != "`" }.capitalizedFirst) }

  private func writeOuterTypes(_ variables: [Code.Variable], _ out: inout SwiftWriter) {
    let types = variables.filter { $0.isRead && $0.type.hasPrefix(outerTypes + ".") }
    guard hasOuterTypes, !types.isEmpty else { return }
    out.lines(
      """

      /// Which transitions `\(step.name)` takes.
      """)
    out.write(string: "private enum \(outerTypes)")
    out.openBrace()
    for variable in types { out.line(string: variable.typeDeclaration) }
    out.closeBrace()
  }

  private func writeVariables(_ out: inout SwiftWriter) {
    let prefix = hasOuterTypes ? outerTypes + "." : ""
    let slots = slots.map {
      Code.Variable(kind: .optional, name: $0.variable, type: prefix + $0.type, values: $0.values)
    }
    if !hasOuterTypes { for slot in slots { out.declareType(of: slot) } }
    for slot in slots { out.declare(slot) }
    out.declare(
      Code.Variable(kind: .rising, name: step.outcome, type: "Outcome", values: RegionStep.OutcomeValue.names))
    var flags = step.conflicts.variables + levels.flags(of: step.parallel, step.inner)
    flags += [step.hasLeft, step.isRenewed].compactMap { $0 }.filter { !flags.contains($0) }
    for flag in flags { out.declare(flag: flag) }
    out.declare(Code.Variable(kind: .optional, name: step.rest, type: "Outcome", values: RegionStep.RestValue.names))
  }

  /// The states of regions, as the selection asks them.
  private var levels: RegionLevels {
    let context = RowLowering.Context(planner: BindingPlanner(model, .conditions), task: .selection(step, label: ""))
    return RegionLevels(
      rows: rows, trigger: step.trigger, eventNames: step.eventNames, context: context, flagged: step.flagged)
  }

  private func writeSelection(_ out: inout SwiftWriter) {
    levels.lowerAllSelections(of: step.parallel, step.inner, step.around, step.bindings, &out)
    out.writeGuard(any: slots.map { .isNotNil($0.variable) }) { out in
      out.write("return ")
      out.write(variable: step.rest)
    }
  }

  // MARK: Exits and entries

  /// What is left is left before any effect, the last region first. A submachine that is looked at behind that is bound
  /// anew with the regions: leaving it has changed it.
  private func writeExits(_ out: inout SwiftWriter) {
    for slot in slots.reversed() { writeMoves(slot, slot.choices.map(\.exits) + slot.arrivals.map { _ in [] }, &out) }
    let planner = BindingPlanner(model, .everything, folds: false)
    guard step.bindings.child != nil,
      slots.contains(where: { $0.choices.contains { planner.stoppedField(by: $0.transition) != nil } })
    else { return }
    writeRegions(as: "stopped", &out)
  }

  /// What is entered is entered behind all effects.
  private func writeEntries(_ out: inout SwiftWriter) {
    for slot in slots {
      writeMoves(slot, slot.choices.map { $0.entries ?? [] } + slot.arrivals.map(\.entries), &out)
    }
  }

  /// - Parameter moves: those of each of the slot's values.
  private func writeMoves(_ slot: RegionStep.Slot, _ moves: [[Move]], _ out: inout SwiftWriter) {
    out.openSwitch(overVariable: slot.variable)
    for (index, list) in moves.enumerated() {
      out.openCase(of: slot.variable, index + 1)
      for move in list { rows.transitions.write(move, &out) }
      out.closeCase()
    }
    writeNil(of: slot, &out)
    out.closeSwitch()
  }

  /// No transition is taken in a region.
  private func writeNil(of slot: RegionStep.Slot, _ out: inout SwiftWriter) {
    out.openCase(of: slot.variable, 0)
    out.closeCase()
  }

  // MARK: Effects

  private func writeEffects(_ out: inout SwiftWriter) {
    if let before = step.before {
      out.declare(Code.Variable(kind: .copy, name: before, values: [regions]))
    }
    var pending: Set<String> = []
    for case .pending(_, _, let variable) in step.effects where pending.insert(variable).inserted {
      out.declare(flag: variable, initially: true)
    }
    for (place, item) in step.effects.enumerated() {
      guard case .pending(_, let open, let variable) = item else {
        writeEffects(place, &out)
        continue
      }
      let opened = out.openCheck(([variable] + open).map { .isSet($0) })
      out.set(variable, to: 0)
      writeEffects(place, &out)
      out.closeBraces(opened)
    }
  }

  /// The variable that holds the regions of the composite.
  private var regions: String {
    step.bindings.child.map(states.text) ?? "self.state"
  }

  /// - Parameter place: which of the step's effects.
  private func writeEffects(_ place: Int, _ out: inout SwiftWriter) {
    var slot = step.slots[step.effects[place].slot]
    if !slot.choices.allSatisfy(\.mayBeLeft.isEmpty) {
      let gone = step.goneBefore(place)
      for index in slot.choices.indices { slot.choices[index].mayBeLeft.removeAll { !gone.contains($0) } }
    }
    let label = model.names.fresh("effects")
    var arrivals = 0
    out.openSwitch(overVariable: slot.variable, label: label)
    for (index, choice) in slot.choices.enumerated() {
      out.openCase(of: slot.variable, index + 1)
      writeEffects(choice, slot, &arrivals, label, &out)
      out.closeCase()
    }
    for index in slot.arrivals.indices {
      out.openCase(of: slot.variable, slot.choices.count + index + 1)
      out.closeCase()
    }
    writeNil(of: slot, &out)
    out.closeSwitch()
  }

  private func writeEffects(
    _ choice: RegionStep.Choice, _ slot: RegionStep.Slot, _ arrivals: inout Int, _ label: String,
    _ out: inout SwiftWriter
  ) {
    let id = choice.transition
    let transition = machine.transitions[id]
    let planner = BindingPlanner(model, .effects, folds: false)
    out.comments(of: machine.rows[transition.row])
    var place = TransitionLowering.StepPlace(
      parallel: step.parallel, boundSegment: boundSegment, label: label, unless: choice.mayBeLeft,
      empties: step.stores && step.hasLeft == nil, store: step.stores ? writeStored : nil,
      renews: step.isRenewed != nil)
    let mayStay = transition.mayStay(in: machine)
    var ends: [RegionStep.ArrivalEnd] = []
    RegionStep.ArrivalEnd.collect(transition, hasEffects: false, machine, &ends)
    for end in ends {
      var notes: [TransitionLowering.StepPlace.Note] = []
      let outcome: RegionStep.OutcomeValue
      switch end {
      case .arrives(let domain):
        outcome = .transitioned
        notes = (choice.leaves + [step.noted(arrivingIn: domain, machine)].compactMap { $0 }).map { .set($0, to: 1) }
      case .stays: outcome = .stayed
      case .ignores: outcome = .ignored
      }
      if mayStay { notes.append(.raise(step.outcome, to: outcome.rawValue)) }
      if choice.entries == nil, arrivals < slot.arrivals.count {
        arrivals += 1
        notes.append(.set(slot.variable, to: slot.choices.count + arrivals))
      }
      place.arrivals.append(notes)
    }
    writeBefore(choice, of: slot, &out)
    let opened = beginMatch(choice, planner, label, &out)
    PatternLowering(model, states).writeBindings(
      of: choice.attempt, planner, label: label, &out)
    let body = out.recorded.statements.count
    rows.transitions.perform(choice.attempt, planner, .step(place), &out)
    out.note(.performed, of: machine.rows[transition.row].range, from: body, in: id)
    states.endMatch(opened, &out)
  }

  /// The innermost segment that is bound for the whole step: the composite's own.
  private var boundSegment: Int {
    step.parallel.map { model.layout.segments(of: $0).count - 1 } ?? -1
  }

  private func beginMatch(
    _ choice: RegionStep.Choice, _ planner: BindingPlanner, _ label: String, _ out: inout SwiftWriter
  ) -> Int {
    let source = machine.transitions[choice.transition].source
    guard step.parallel == nil || source != step.parallel && machine.isInside(source, step.parallel) else { return 0 }
    var match = StateLowering.Match(
      label: label, storing: planner.storingSegment(of: choice.transition),
      rebuilds: rebuilds(choice.transition, planner), first: boundSegment + 1)
    let place = boundSegment + 1
    let segments = model.layout.segments(of: source)
    if let before = step.before, !choice.mayBeLeft.isEmpty, place < segments.count, let region = segments[place].region
    {
      let name = model.spelling(machine.states[region].name)
      let regions = regions
      match.subject = (
        place,
        { out in
          out.write(either: choice.mayBeLeft.map { .isSet($0) }, variable: before, regions)
          out.write(string: ".\(name)")
        }
      )
    }
    return states.beginMatch(source, choice.attempt.source, match, &out)
  }

  /// Tells whether the source, which may stay, is built anew.
  private func rebuilds(_ id: TransitionID, _ planner: BindingPlanner) -> Bool {
    if case .stores = planner.change(by: id) { return true }
    return machine.transitions[id].isInternal
  }

  /// Keeps the regions as the first transition that leads out of nested ones finds them.
  private func writeBefore(_ choice: RegionStep.Choice, of slot: RegionStep.Slot, _ out: inout SwiftWriter) {
    guard let before = step.before, !choice.leaves.isEmpty else { return }
    let others = step.slots.filter { $0.variable != slot.variable }
    let flags = Set(others.flatMap(\.choices).flatMap(\.leaves)).sorted()
    let opened = out.openCheck(flags.map { .isNotSet($0) })
    out.set(before)
    out.closeBraces(opened)
  }

  /// Stores the composite with what has changed in it, unless it has been left.
  private func writeStoring(_ out: inout SwiftWriter) {
    guard step.stores else { return }
    if let isRenewed = step.isRenewed {
      let opened = out.openCheck([.isSet(isRenewed)])
      writeRegions(as: "renewed", &out)
      out.closeBraces(opened)
    }
    let opened = out.openCheck(step.hasLeft.map { [.isNotSet($0)] } ?? [])
    writeStored(&out)
    out.closeBraces(opened)
  }

  private func writeStored(_ out: inout SwiftWriter) {
    guard let parallel = step.parallel else { return }
    states.writeRebuilt(parallel, child: step.bindings.child, &out) { field in
      step.bindings.name(of: field).map { .name($0) } ?? .defaultValue
    }
    out.endLine()
  }

  /// Gives the variable for the regions what these are now.
  private func writeRegions(as word: String, _ out: inout SwiftWriter) {
    guard let parallel = step.parallel else { return }
    let name = model.names.fresh(word)
    let opened = states.beginMatch(
      parallel, Bindings(child: .fresh(name)), .init(otherwise: "return nil"), &out)
    out.line(string: "\(regions) = \(name)")
    states.endMatch(opened, &out)
  }
}
