import StateMachineModel
import StateMachineSyntax

/// Writes the function for a trigger on which several regions may take transitions together, phase by phase.
struct StepPrinter {
  private let model: SwiftModel
  private let states: StatePrinter
  private let reducer: ReducerPrinter
  private let step: RegionStep
  private var machine: StateMachine { model.machine }

  init(_ reducer: ReducerPrinter, _ step: RegionStep) {
    model = reducer.model
    states = reducer.states
    self.reducer = reducer
    self.step = step
  }

  /// The slots in which there is something to perform.
  private var slots: [RegionStep.Slot] { step.slots.filter { !$0.choices.isEmpty } }

  func write(_ out: inout SwiftWriter) {
    if hasOuterTypes { writeOuterTypes(&out) }
    writeHead(&out)
    if !hasOuterTypes { writeTypes(&out) }
    writeVariables(&out)
    writeSelection(&out)
    if !slots.isEmpty {
      writeExits(&out)
      writeEffects(&out)
      if step.endsInTrap {
        out.closeFunction()
        return
      }
      writeStoring(&out)
      writeEntries(&out)
    }
    out.leave("return \(slots.isEmpty ? rest : step.ends.outcome ?? (step.ends.leaves ? ".transitioned" : ".stayed"))")
    out.closeFunction()
  }

  /// What the event has been where no transition is taken.
  private var rest: String {
    // What is kept for later is not ignored.
    let variables = [step.ends.deferred, step.ends.ignored].compactMap { $0 }
    return variables.isEmpty ? "nil" : variables.joined(separator: " ?? ")
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
    out.openFunction(answers: true)
    if takesEvent, let event = step.trigger.event {
      out.write("guard case .")
      out.write(member: machine.events[event].name)
      states.writeBindings(step.eventNames, &out)
      out.line(string: " = \(model.names.event) else { return nil }")
    }
    guard let parallel = step.parallel else { return }
    out.write("guard case ")
    states.writePattern(of: parallel, step.bindings, &out)
    out.line(" = self.state else { return nil }")
    for name in step.unread { out.line(string: "_ = \(states.text(name))") }
  }

  /// Swift has no types within generic functions: then they stand before the function, in an enum of its name.
  private var hasOuterTypes: Bool { !machine.genericParameters.isEmpty && slots.contains(where: needsVariable) }

  /// `TakeTickedInActive`
  private var outerTypes: String { model.names.fresh(step.name.filter { $0 != "`" }.capitalizedFirst) }

  private func writeOuterTypes(_ out: inout SwiftWriter) {
    out.lines(
      """

      /// Which transitions `\(step.name)` takes.
      """)
    out.write(string: "private enum \(outerTypes)")
    out.openBrace()
    writeTypes(&out)
    out.closeBrace()
  }

  private func writeTypes(_ out: inout SwiftWriter) {
    for slot in slots where needsVariable(slot) {
      let cases = (slot.isCertain ? [] : slot.choices.map(\.name)) + slot.arrivals.map(\.name)
      let declared = cases.map { SwiftKeyword.reserved.contains($0) ? "`\($0)`" : $0 }
      out.line(string: "enum \(slot.type) { case \(declared.joined(separator: ", ")) }")
    }
  }

  /// Whether it must be kept which transition a slot takes, or where it has led.
  private func needsVariable(_ slot: RegionStep.Slot) -> Bool { !slot.isCertain || !slot.arrivals.isEmpty }

  private func writeVariables(_ out: inout SwiftWriter) {
    let prefix = hasOuterTypes ? outerTypes + "." : ""
    for slot in slots where needsVariable(slot) {
      let keyword = slot.isAlwaysSet && slot.arrivals.isEmpty ? "let" : "var"
      out.line(string: "\(keyword) \(slot.variable): \(prefix)\(slot.type)\(slot.mark)")
    }
    if let outcome = step.ends.outcome {
      out.line(string: "var \(outcome) = Outcome.\(step.ends.mayIgnore ? "ignored" : "stayed")")
    }
    for flag in step.flags { out.line(string: "var \(flag) = false") }
    for rest in [step.ends.ignored, step.ends.deferred].compactMap({ $0 }) {
      out.line(string: "var \(rest): Outcome?")
    }
  }

  private func writeSelection(_ out: inout SwiftWriter) {
    let planner = BindingPlanner(model, .conditions)
    let printer = LevelPrinter(reducer)
    for selection in step.selections {
      let task = ReducerPrinter.Context.Task.selection(step.ends, flags: step.keptFlags, label: selection.label)
      printer.write(selection, ReducerPrinter.Context(planner: planner, task: task), &out)
    }
    guard !slots.isEmpty, !step.ends.isCertain else { return }
    let conditions = slots.map { "\($0.variable) != nil" }.joined(separator: " || ")
    out.line(string: "guard \(conditions) else { return \(rest) }")
  }

  // MARK: Exits and entries

  /// What is left is left before any effect, the last region first.
  private func writeExits(_ out: inout SwiftWriter) {
    for slot in slots.reversed() {
      if slot.isCertain {
        for move in slot.choices.flatMap(\.exits) { reducer.transitions.write(move, &out) }
      } else {
        writeMoves(slot, slot.choices.map { ($0.name, $0.exits) } + slot.arrivals.map { ($0.name, []) }, &out)
      }
    }
  }

  /// What is entered is entered behind all effects.
  private func writeEntries(_ out: inout SwiftWriter) {
    for slot in slots {
      let isKnown = slot.isCertain && !slot.arrivals.isEmpty
      let moves =
        (isKnown ? [] : slot.choices.map { ($0.name, $0.entries ?? []) }) + slot.arrivals.map { ($0.name, $0.entries) }
      writeMoves(slot, moves, &out)
    }
  }

  private func writeMoves(
    _ slot: RegionStep.Slot, _ moves: [(name: String, moves: [Move])], _ out: inout SwiftWriter
  ) {
    guard moves.contains(where: { !$0.moves.isEmpty }) else { return }
    if slot.isCertain, slot.arrivals.isEmpty {
      for move in moves.flatMap(\.moves) { reducer.transitions.write(move, &out) }
      return
    }
    out.openSwitch(over: slot.variable)
    // States with which the same is done share a case.
    var lists: [[Move]] = []
    var names: [[Move]: [String]] = [:]
    for (name, list) in moves where !list.isEmpty {
      if names[list] == nil { lists.append(list) }
      names[list, default: []].append(".\(name)\(slot.mark)")
    }
    for list in lists {
      writeCases(names[list] ?? [], &out)
      for move in list { reducer.transitions.write(move, &out) }
      out.closeCase()
    }
    writeOthers(moves.filter(\.moves.isEmpty).map(\.name), of: slot, &out)
    out.closeSwitch()
  }

  /// The case for which nothing is done.
  private func writeOthers(_ names: [String], of slot: RegionStep.Slot, _ out: inout SwiftWriter) {
    let cases = names.map { ".\($0)\(slot.mark)" } + (slot.isAlwaysSet ? [] : ["nil"])
    guard !cases.isEmpty else { return }
    writeCases(cases, &out)
    out.closeCase()
  }

  private func writeCases(_ cases: [String], _ out: inout SwiftWriter) {
    out.write("case ")
    for (index, name) in cases.enumerated() {
      if index > 0 {
        out.write(",")
        out.breakLine(before: name.utf8.count + 6)
      }
      out.write(string: name)
    }
    out.openCase()
  }

  // MARK: Effects

  private func writeEffects(_ out: inout SwiftWriter) {
    if let before = step.before { out.line(string: "var \(before) = \(regions)") }
    var pending: Set<String> = []
    for case .pending(_, _, let variable?) in step.effects where pending.insert(variable).inserted {
      out.line(string: "var \(variable) = true")
    }
    for (place, item) in step.effects.enumerated() {
      guard case .pending(_, let open, let variable) = item, variable != nil || !open.isEmpty else {
        writeEffects(place, &out)
        continue
      }
      out.write(string: "if " + ((variable.map { [$0] } ?? []) + open).joined(separator: ", "))
      out.openBrace(.check)
      if let variable, !open.isEmpty { out.line(string: "\(variable) = false") }
      writeEffects(place, &out)
      out.closeBrace()
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
    if slot.isCertain {
      out.openScope(label: label)
      for choice in slot.choices { writeEffects(choice, slot, &arrivals, label, &out) }
      out.closeBrace()
      return
    }
    out.openSwitch(over: slot.variable, label: label)
    for choice in slot.choices {
      out.write(string: "case .\(choice.name)\(slot.mark)")
      out.openCase()
      writeEffects(choice, slot, &arrivals, label, &out)
      out.closeCase()
    }
    writeOthers(slot.arrivals.map(\.name), of: slot, &out)
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
    var place = TransitionPrinter.StepPlace(
      parallel: step.parallel, boundSegment: boundSegment, label: label, unless: choice.mayBeLeft,
      empties: step.stores && step.hasLeft == nil)
    let mayStay = transition.mayStay(in: machine)
    var ends: [RegionStep.ArrivalEnd] = []
    RegionStep.ArrivalEnd.collect(transition, hasEffects: false, machine, &ends)
    for end in ends {
      var notes = end == .arrives ? choice.leaves.map { "\($0) = true" } : []
      if mayStay, let outcome = step.ends.outcome {
        switch end {
        case .arrives: notes.append("\(outcome) = .transitioned")
        case .stays where step.ends.mayIgnore: notes.append(step.ends.noteStay(outcome))
        case .stays, .ignores: break
        }
      }
      if choice.entries == nil, arrivals < slot.arrivals.count {
        notes.append("\(slot.variable) = .\(slot.arrivals[arrivals].name)")
        arrivals += 1
      }
      place.arrivals.append(notes)
    }
    writeBefore(choice, of: slot, &out)
    let opened = beginMatch(choice, planner, label, &out)
    PatternPrinter(model, states).writeBindings(
      of: choice.attempt, planner, label: label, &out)
    reducer.transitions.perform(choice.attempt, planner, .step(place), &out)
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
    var match = StatePrinter.Match(
      label: label, storing: planner.storingSegment(of: choice.transition),
      rebuilds: rebuilds(choice.transition, planner), first: boundSegment + 1)
    let place = boundSegment + 1
    let segments = model.layout.segments(of: source)
    if let before = step.before, !choice.mayBeLeft.isEmpty, place < segments.count, let region = segments[place].region
    {
      let isLeft = choice.mayBeLeft.joined(separator: " || ")
      let name = model.spelling(machine.states[region].name)
      match.subject = (place, "(\(isLeft) ? \(before) : \(regions)).\(name)")
    }
    return states.beginMatch(source, choice.attempt.source, match, &out)
  }

  /// Whether the source, which may stay, is built anew.
  private func rebuilds(_ id: TransitionID, _ planner: BindingPlanner) -> Bool {
    if case .stores = planner.change(by: id) { return true }
    return machine.transitions[id].isInternal
  }

  /// Keeps the regions as the first transition that leads out of nested ones finds them.
  private func writeBefore(_ choice: RegionStep.Choice, of slot: RegionStep.Slot, _ out: inout SwiftWriter) {
    guard let before = step.before, !choice.leaves.isEmpty else { return }
    let others = step.slots.filter { $0.variable != slot.variable }
    let flags = Set(others.flatMap(\.choices).flatMap(\.leaves)).sorted()
    guard !flags.isEmpty else {
      out.line(string: "\(before) = \(regions)")
      return
    }
    out.line(string: "if \(flags.map { "!\($0)" }.joined(separator: ", ")) { \(before) = \(regions) }")
  }

  /// The composite with what has changed in it.
  private func writeStoring(_ out: inout SwiftWriter) {
    guard let parallel = step.parallel, step.stores else { return }
    if let hasLeft = step.hasLeft, step.flags.contains(hasLeft) {
      out.write(string: "if !\(hasLeft)")
      out.openBrace(.check)
    }
    states.writeRebuilt(parallel, child: step.bindings.child, &out) { field in
      step.bindings.name(of: field).map { .name($0) } ?? .defaultValue
    }
    out.endLine()
    if let hasLeft = step.hasLeft, step.flags.contains(hasLeft) { out.closeBrace() }
  }
}
