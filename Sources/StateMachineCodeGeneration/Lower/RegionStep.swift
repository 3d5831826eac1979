import StateMachineModel
import StateMachineSyntax

/// A microstep of several regions (SCXML, Appendix D): all transitions of a trigger are selected, and conflicting ones
/// are dropped. Then all exits run, then all effects, and then all entries.
///
/// The function has a variable for the selected transition of each region, and one for the composite state with the
/// regions and its ancestors. Passes find out which selections are certain.
final class RegionStep {
  /// The transitions of one region's states, of which at most one is taken.
  struct Slot {
    /// The region; nil for the composite state of the microstep and its ancestors.
    var region: StateID?
    var variable: Variable
    var type: String
    var transitions: [(id: TransitionID, name: String)] = []
    /// Whether the transition may be taken together with transitions of nested regions. Its effects then run after the
    /// effects of the first nested region that leaves the trigger to the region of the slot.
    var takesTurns = false
  }

  private let lowerer: Lowerer
  let parallel: StateID?
  let trigger: Trigger
  /// The states within the regions that have transitions for the trigger, and their ancestors outside of the regions.
  let inner: [StateID]
  let outer: [StateID]
  let name: String
  /// The index of the path's segment that ends in the composite state; -1 for the machine.
  let boundSegment: Int
  let event: [Variable]
  private(set) var slots: [Slot] = []
  /// The variable for the struct of regions of the composite state; nil for the regions of the machine itself.
  var regions: Variable?
  let outcome: Variable
  /// The variable for the outcome if no transition is taken.
  let rest: Variable
  /// The variables for the regions before the first external transition, and for whether there was such a transition.
  let before: Variable
  let hasEntered: Variable
  /// The label after the current selection, or after the effects of the current transition.
  var end: Label
  /// The regions in the order of selection: nested regions come before the region around them.
  private var asked: [StateID] = []
  /// By composite state with regions, the variable for whether one of its regions has left the trigger to that state.
  private var open: [StateID?: Variable] = [:]
  /// By region with `takesTurns`, or nil for the composite state of the microstep and its ancestors: the index in
  /// `asked` of the first inner region that has left the trigger to the region.
  private var turns: [StateID?: Variable] = [:]
  /// By domain, the variable for whether an external transition has replaced the active states in the domain.
  private var entered: [StateID?: Variable] = [:]
  private var endsOfTransitions: [TransitionID: [[Move]]] = [:]

  private var machine: StateMachine { lowerer.machine }
  private var behaviour: Behaviour { lowerer.behaviour }

  init(_ lowerer: Lowerer, _ parallel: StateID?, _ trigger: Trigger, _ inner: [StateID], _ outer: [StateID]) {
    self.lowerer = lowerer
    self.parallel = parallel
    self.trigger = trigger
    self.inner = inner
    self.outer = outer
    let (model, machine) = (lowerer.model, lowerer.machine)
    let word = trigger.event.map { model.text(machine.events[$0].name).capitalizedFirst } ?? "Always"
    let body = parallel.map { model.names.function("In", $0) } ?? "InRegions"
    name = ("take" + word + body.filter { $0 != "`" }).spelledAsName
    boundSegment = parallel.map { lowerer.layout.segments(of: $0).count - 1 } ?? -1
    event = trigger.event.map(lowerer.variables(of:)) ?? []
    outcome = lowerer.variable("outcome")
    rest = lowerer.variable("rest")
    before = lowerer.variable("before", owns: true)
    hasEntered = lowerer.variable("hasEntered")
    end = Label("")
    findSlots(parallel)
    if !outer.isEmpty { addSlot(nil, "enclosing", outer) }
    orderTurns()
  }

  // MARK: Slots

  /// Adds the slots of the regions within a composite state, nested regions before the region around them.
  private func findSlots(_ parallel: StateID?) {
    for region in machine.children(of: parallel) {
      for leaf in behaviour.tree.leaves(of: region) where machine.isParallel(leaf) { findSlots(leaf) }
      asked.append(region)
      addSlot(region, lowerer.model.name(of: region), inner.filter { machine.region(of: $0) == region })
    }
  }

  private func addSlot(_ region: StateID?, _ name: String, _ states: [StateID]) {
    let names = lowerer.names.slot(name, besides: slots.map(\.type))
    var slot = Slot(
      region: region, variable: lowerer.variables.make(names.variable, owns: false), type: names.type)
    for state in states {
      for (index, id) in lowerer.tried(state, trigger).enumerated() where !behaviour.ignores(id) {
        slot.transitions.append((id, lowerer.names.choice(state, index + 1)))
      }
    }
    if !slot.transitions.isEmpty { slots.append(slot) }
  }

  /// Finds the slots whose transition may be taken with one of a nested region, as one of both transitions is internal.
  private func orderTurns() {
    for index in slots.indices {
      let within = slots.indices.filter { $0 != index && isWithin(slots[$0].region, slots[index].region) }
      let all = within.flatMap { slots[$0].transitions } + slots[index].transitions
      slots[index].takesTurns = !within.isEmpty && all.contains { machine.transitions[$0.id].isInternal }
      guard slots[index].takesTurns else { continue }
      // Each region around others has a variable for the first inner region that leaves the trigger to it.
      for region in asked.map(Optional.some) + [nil]
      where region == slots[index].region || isWithin(region, slots[index].region) {
        guard asked.contains(where: { isWithin($0, region) }) else { continue }
        _ = variable("turn", region, in: &turns)
      }
    }
  }

  private func isWithin(_ inner: StateID?, _ region: StateID?) -> Bool {
    guard let inner else { return false }
    return region.map { inner != $0 && machine.isInside(inner, $0) } ?? true
  }

  private var all: [TransitionID] { slots.flatMap { $0.transitions.map(\.id) } }

  private func variable(_ word: String, _ body: StateID?, in table: inout [StateID?: Variable]) -> Variable {
    if let found = table[body] { return found }
    let name =
      body.map { lowerer.model.name(of: $0).capitalizedFirst }
      ?? (word == "turn" ? "Enclosing" : lowerer.names.machineWord)
    let variable = lowerer.variables.make(lowerer.names.fresh(word + name).spelledAsName, owns: false)
    table[body] = variable
    return variable
  }

  private func isOpen(_ body: StateID?) -> Variable { variable("isOpen", body, in: &open) }

  /// The composite states with regions in the microstep, its own first.
  private var parallels: [StateID?] {
    [parallel]
      + machine.descendants(of: parallel).filter { state in
        machine.isParallel(state) && inner.contains { $0 != state && machine.isInside($0, state) }
      }
  }

  /// Returns the variable for whether a transition with a domain has been performed.
  fileprivate func hasEntered(_ domain: StateID?) -> Variable {
    if let found = entered[domain] { return found }
    guard !staysInside(domain), let parallel else { return variable("hasChanged", domain, in: &entered) }
    // The name of the outermost state that is exited is the clearest.
    let left = machine.path(of: parallel).first { state in domain.map { state > $0 } ?? true } ?? parallel
    let name = lowerer.names.fresh("hasLeft" + lowerer.model.name(of: left).capitalizedFirst).spelledAsName
    let variable = lowerer.variables.make(name, owns: false)
    entered[domain] = variable
    return variable
  }

  /// Returns whether a transition with a domain exits a state.
  func leaves(_ state: StateID, _ domain: StateID?) -> Bool {
    domain.map { $0 != state && machine.isInside(state, $0) } ?? true
  }

  /// Returns the different domains of a transition's arrivals.
  func domains(of id: TransitionID) -> [StateID?] {
    var domains: [StateID?] = []
    machine.transitions[id].forEachArrival { arrival in
      if !arrival.isInternal, !domains.contains(arrival.domain) { domains.append(arrival.domain) }
    }
    return domains
  }

  private var domains: [StateID?] {
    all.reduce(into: []) { domains, id in
      for domain in self.domains(of: id) where !domains.contains(domain) { domains.append(domain) }
    }
  }

  /// The enums of the transitions of each slot.
  var enumerations: [Enumeration] {
    slots.map { slot in
      let ends = slot.transitions.flatMap { one in
        self.ends(of: one.id).indices.map { GeneratedNames.arrival(one.name, $0 + 1) }
      }
      return Enumeration(name: slot.type, cases: slot.transitions.map(\.name) + ends)
    }
  }

  /// The declarations of the function's variables.
  var declarations: [Statement] {
    var list: [Statement] = []
    func declare(_ variable: Variable, _ type: String, _ value: String? = nil) {
      list.append(Statement(.declare(variable, type: type, value.map { .literal($0) })))
    }
    for slot in slots { declare(slot.variable, slot.type + "?") }
    // The first value is the least of the possible outcomes, as a transition has been taken where it is read.
    declare(outcome, "Outcome", all.flatMap { outcomes(behaviour.passage(of: $0)) }.min()?.text ?? ".ignored")
    declare(rest, "Outcome?")
    declare(hasEntered, "Bool", "false")
    for domain in domains { declare(hasEntered(domain), "Bool", "false") }
    for region in asked.map(Optional.some) + [nil] { if let turn = turns[region] { declare(turn, "Int", "-1") } }
    for body in parallels { declare(isOpen(body), "Bool", "false") }
    return list
  }

  // MARK: Selection

  /// Returns a block for each region, which a jump leaves once the region's transition is selected.
  func selections(_ body: StateID?, _ states: [StateID], _ scope: RowScope, _ task: Task) -> [Statement] {
    machine.children(of: body).map { region in
      let label = Label(lowerer.model.spelling(machine.states[region].name))
      let within = states.filter { machine.isInside($0, region) }
      var list: [Statement] = []
      if !within.isEmpty {
        list.append(lowerer.match(region: region, scope) { self.selection($0, in: region, within, $1, task, label) })
      }
      list.append(set(isOpen(body), "true"))
      return .scope(list + passTurn(from: region, to: body), label: label)
    }
  }

  private func selection(
    _ leaf: StateID, in region: StateID, _ states: [StateID], _ scope: RowScope, _ task: Task, _ label: Label
  ) -> [Statement] {
    var list: [Statement] = []
    let nested = states.filter { $0 != leaf && machine.isInside($0, leaf) }
    if machine.isParallel(leaf), !nested.isEmpty {
      list += selections(leaf, nested, scope, task)
      list.append(.require([.isTrue(.variable(isOpen(leaf)))], otherwise: [.jump(label)]))
    } else if let turn = turns[region] {
      list.append(.assign(.variable(turn), place(of: region)))
    }
    end = label
    for level in lowerer.levels(from: leaf, to: region, trigger) {
      list += lowerer.rows(of: level.state, on: trigger, lowerer.scope(scope, around: level.state), task)
      if level.keeps { list += keep + [.jump(label)] }
    }
    return list
  }

  /// Returns the selection of ancestors' transitions, which runs if a region has left the trigger to them.
  func selectionAround(_ scope: RowScope, _ task: Task) -> [Statement] {
    guard !outer.isEmpty else { return [] }
    end = Label("enclosing")
    let label = end
    var list = [Statement.require([.isTrue(.variable(isOpen(parallel)))], otherwise: [.jump(label)])]
    for state in outer {
      list += lowerer.rows(of: state, on: trigger, lowerer.scope(scope, around: state), task)
      if behaviour.keeps(state, trigger) { list += keep }
    }
    return [.scope(list, label: label)]
  }

  private func place(of region: StateID) -> Expression { .literal("\(asked.firstIndex(of: region) ?? 0)") }

  /// Returns code that records the index of the first region that leaves the trigger to the region around it.
  private func passTurn(from region: StateID, to body: StateID?) -> [Statement] {
    let outer = body == parallel ? nil : body.flatMap { machine.region(of: $0) }
    guard let turn = turns[outer] else { return [] }
    let own = turns[region].map { Expression.variable($0) } ?? place(of: region)
    return [.check([.isTrue(.operation(.variable(turn), "==", .literal("-1")))], [.assign(.variable(turn), own)])]
  }

  private func set(_ variable: Variable, _ value: String) -> Statement {
    .assign(.variable(variable), .literal(value))
  }

  private var keep: [Statement] { [set(rest, ".deferred")] }

  /// Returns the code that selects a transition.
  func select(_ id: TransitionID) -> [Statement] {
    if behaviour.ignores(id) {
      let isFirst = Condition.isTrue(.operation(.variable(rest), "==", .literal("nil")))
      let range = machine.rows[machine.transitions[id].row].range
      // The other regions decide whether the transition is taken.
      return lowerer.mark(.taken, machine.transitions[id].row, isShared: true)
        + [.check([isFirst], lowerer.located([set(rest, ".ignored")], at: range)), .jump(end)]
    }
    guard let (slot, name) = place(of: id) else { return [] }
    return lowerer.mark(.taken, machine.transitions[id].row, in: id) + [set(slot.variable, "." + name), .jump(end)]
  }

  private func place(of id: TransitionID) -> (Slot, String)? {
    for slot in slots { if let found = slot.transitions.first(where: { $0.id == id }) { return (slot, found.name) } }
    return nil
  }

  // MARK: Conflicts

  /// The code that drops transitions that exit the same states as an earlier selected one, or as an inner one (SCXML,
  /// Appendix D, removeConflictingTransitions).
  var conflicts: [Statement] {
    var list: [Statement] = []
    for (index, slot) in slots.enumerated() {
      for (id, name) in slot.transitions where !machine.transitions[id].isInternal {
        let left = behaviour.exitSet(of: machine.transitions[id]).ranges
        var terms: [Expression] = []
        for other in slots[..<index] {
          for (id, name) in other.transitions {
            let ranges = behaviour.exitSet(of: machine.transitions[id]).ranges
            guard left.contains(where: { range in ranges.contains { $0.overlaps(range) } }) else { continue }
            terms.append(.operation(.variable(other.variable), "==", .literal("." + name)))
          }
        }
        guard let any = Expression.any(of: terms) else { continue }
        let isSelected = Expression.operation(.variable(slot.variable), "==", .literal("." + name))
        list.append(.check([.isTrue(isSelected), .isTrue(any)], [set(slot.variable, "nil")]))
      }
    }
    return list
  }

  // MARK: Effects

  /// The slots in the order of their effects; a slot may be listed at several positions, with a condition for each.
  var order: [(slot: Slot, condition: Condition?)] {
    var list: [(slot: Slot, condition: Condition?)] = []
    for (place, region) in asked.enumerated() {
      for slot in slots where slot.region == region || slot.takesTurns && isWithin(region, slot.region) {
        let turn = slot.takesTurns ? turns[slot.region] : nil
        list.append((slot, turn.map { .isTrue(.operation(.variable($0), "==", .literal("\(place)"))) }))
      }
    }
    return list + slots.filter { $0.region == nil && !$0.takesTurns }.map { ($0, nil) }
  }

  /// Returns a `switch` with an arm for each transition of a slot.
  func match(_ slot: Slot, label: Label? = nil, _ body: (TransitionID) -> [Statement]) -> Statement {
    var arms = slot.transitions.map { Arm(patterns: [.one($0.name, [], siblings: 0)], body: body($0.id)) }
    for (id, name) in slot.transitions {
      for index in ends(of: id).indices {
        arms.append(Arm(patterns: [.one(GeneratedNames.arrival(name, index + 1), [], siblings: 0)], body: []))
      }
    }
    arms.append(Arm(patterns: [.none], body: []))
    return .match(Match(subject: .variable(slot.variable), arms: arms, label: label))
  }

  /// Returns the code before a transition's effects, which keeps the old regions for the other transitions.
  func begin(_ id: TransitionID) -> [Statement] {
    guard !machine.transitions[id].isInternal else { return [] }
    return [.check([.isTrue(.not(.variable(hasEntered)))], [.assign(.variable(before), whole)])]
  }

  /// The expression for the struct of regions.
  var whole: Expression { regions.map { .variable($0) } ?? .literal(lowerer.layout.state) }

  /// Returns whether another transition of the microstep has exited a state, which may be active again; nil if none can
  /// have.
  func isGone(_ state: StateID) -> Expression? {
    let left = domains.filter { domain in
      guard leaves(state, domain) else { return false }
      return all.contains { machine.transitions[$0].source != state && domains(of: $0).contains(domain) }
    }
    return Expression.any(of: left.map { .variable(hasEntered($0)) })
  }

  /// Returns the composite states with a payload around a state that stay active when another transition replaces it.
  func staying(around state: StateID) -> [StateID] {
    guard let isGone = isGone(state) else { return [] }
    return machine.path(of: state).filter { composite in
      composite != state && !machine.states[composite].fields.isEmpty && self.isGone(composite) != isGone
        && parallel.map { composite != $0 && machine.isInside(composite, $0) } ?? true
    }
  }

  /// Returns stores of a state, unless another transition has replaced the state.
  func stay(_ stores: [Statement], in state: StateID) -> [Statement] {
    guard !stores.isEmpty, let isGone = isGone(state) else { return stores }
    return [.check([.isTrue(.not(isGone))], stores)]
  }

  /// The expression for whether a transition has exited the composite state of the microstep; nil if no transition can.
  var hasLeft: Expression? { Expression.any(of: domains.filter { !staysInside($0) }.map { .variable(hasEntered($0)) }) }

  /// The domains of transitions that exit the composite state, and whose payload another transition changes.
  var changedDomains: [StateID] {
    domains.compactMap { $0 }.filter { domain in
      guard !staysInside(domain) else { return false }
      let fields = machine.states[domain].pathFields.count
      let changing = all.filter { id in
        machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged && $0.field < fields }
      }
      return changing.contains { id in all.contains { $0 != id && domains(of: $0).contains(domain) } }
    }
  }

  private func staysInside(_ domain: StateID?) -> Bool {
    guard let parallel else { return true }
    return domain.map { machine.isInside($0, parallel) } ?? false
  }

  var mayChangeState: Bool {
    all.contains { id in
      !machine.transitions[id].isInternal
        || machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged }
    }
  }

  /// Returns the code after a transition's effects: it records the outcome, the domain and the entries to be run.
  func arrived(_ moves: [Move], _ outcome: String, _ transition: Transition, _ id: TransitionID) -> [Statement] {
    var list: [Statement] = []
    if !transition.isInternal {
      list += [set(hasEntered, "true"), set(hasEntered(transition.domain), "true")]
    }
    if outcome == ".transitioned" {
      list.append(set(self.outcome, outcome))
    } else if outcome == ".stayed" {
      let isFirst = Condition.isTrue(.operation(.variable(self.outcome), "==", .literal(".ignored")))
      list.append(.check([isFirst], [set(self.outcome, outcome)]))
    }
    let ends = ends(of: id)
    if let place = ends.firstIndex(of: moves), let (slot, name) = self.place(of: id) {
      list.append(set(slot.variable, "." + GeneratedNames.arrival(name, place + 1)))
    }
    return list + [.jump(end)]
  }

  private enum TransitionOutcome: Comparable {
    case ignored, stayed, transitioned

    var text: String { ".\(self)" }
  }

  /// Returns the possible outcomes of a transition.
  private func outcomes(_ passage: Passage, hasEffects: Bool = false) -> [TransitionOutcome] {
    let row = machine.rows[passage.row]
    let hasEffects = hasEffects || !row.effects.isEmpty
    if row.traps || row.stops { return [] }
    switch passage.end {
    case .trap: return []
    case .stay: return [hasEffects ? .stayed : .ignored]
    case .arrival, .history: return [.transitioned]
    case .choice(let branches):
      let isCertain = branches.contains { !$0.transition.isConditional }
      return branches.flatMap { outcomes($0.passage, hasEffects: hasEffects) } + (isCertain ? [] : [.ignored])
    }
  }

  // MARK: Entries

  /// Returns the entries at each end of a transition, as choices have several ends; empty if all have the same entries.
  private func ends(of id: TransitionID) -> [[Move]] {
    if let found = endsOfTransitions[id] { return found }
    let all = entries(behaviour.passage(of: id).end)
    let ends = all.allSatisfy { $0 == all.first } ? [] : all
    endsOfTransitions[id] = ends
    return ends
  }

  private func entries(_ end: Passage.End) -> [[Move]] {
    switch end {
    case .trap: []
    case .stay: [[]]
    case .arrival(let arrival): [arrival.entries]
    case .history(let history, _): [history.entries]
    case .choice(let branches): branches.flatMap { entries($0.passage.end) }
    }
  }

  /// Returns the `switch` that runs the entries of the transition that is selected in a slot.
  func entries(_ slot: Slot) -> Statement {
    var statement = match(slot) { id in
      let moves = ends(of: id).isEmpty ? entries(behaviour.passage(of: id).end).first ?? [] : []
      return moves.flatMap(lowerer.move)
    }
    guard case .match(var match) = statement.kind else { return statement }
    var place = slot.transitions.count
    for (id, _) in slot.transitions {
      for moves in ends(of: id) {
        match.arms[place].body = moves.flatMap(lowerer.move)
        place += 1
      }
    }
    statement.kind = .match(match)
    return statement
  }
}

extension Expression {
  /// Returns the terms, joined by `||`; nil for an empty list.
  static func any(of terms: [Expression]) -> Expression? {
    guard let first = terms.first else { return nil }
    return terms.dropFirst().reduce(first) { .operation($0, "||", $1) }
  }
}

/// The function of a microstep of several regions.
extension Lowerer {
  func body(of step: RegionStep, _ outer: RowScope) -> [Statement] {
    var scope = outer
    scope.event = step.event
    step.regions = step.parallel.map { layout.segments(of: $0).count - 1 }.flatMap { scope.regions[$0] }
    let task = Task.step(step)
    var list = step.declarations
    list += step.selections(step.parallel, step.inner, scope, task)
    list += step.selectionAround(scope, task)
    list += step.conflicts
    let isTaken = Expression.any(of: step.slots.map { .operation(.variable($0.variable), "!=", .literal("nil")) })
    let nothing = [Statement.leave(.variable(step.rest), .ignored)]
    guard let isTaken else { return list + nothing }
    list.append(.require([.isTrue(isTaken)], otherwise: nothing))
    // All exits run before any effect, the last region first.
    for slot in step.slots.reversed() {
      list.append(step.match(slot) { self.behaviour.passage(of: $0).exits.flatMap(self.move) })
    }
    list += seenAgain(step)
    list.append(Statement(.declare(step.before, type: "", step.whole)))
    let isStored = step.mayChangeState && step.parallel != nil
    for (slot, condition) in step.order {
      let effects = effects(of: slot, scope, step)
      list.append(condition.map { .check([$0], [effects]) } ?? effects)
    }
    if isStored {
      let store = rebuild(scope, isNew: true)
      list += step.hasLeft.map { [.check([.isTrue(.not($0))], store)] } ?? store
    }
    for domain in step.changedDomains {
      let store = rebuild(self.scope(scope, around: domain), isNew: true)
      list.append(.check([.isTrue(.variable(step.hasEntered(domain)))], store))
    }
    for slot in step.slots { list.append(step.entries(slot)) }
    return list + [.leave(.variable(step.outcome), .handed)]
  }

  /// Returns copies of the fields that a transition changes in states that it exits. The transitions of other regions
  /// see the old values.
  private func ownFields(of id: TransitionID, _ scope: inout RowScope, _ step: RegionStep) -> [Statement] {
    guard let parallel = step.parallel else { return [] }
    let path = machine.path(of: parallel)
    let fields = machine.states[parallel].pathFields
    var list: [Statement] = []
    for local in scope.locals where local.owner == .source && local.isChanged && local.field < fields.count {
      let field = Int(local.field)
      guard let owner = path.last(where: { machine.states[$0].ownFields <= field }),
        step.domains(of: id).contains(where: { step.leaves(owner, $0) })
      else { continue }
      let own = variable(for: fields[field], "state", field)
      list.append(.bind(own, .variable(scope.source[field])))
      scope.own.append((owner, scope.source[field], own))
      scope.source[field] = own
    }
    return list
  }

  /// Returns assignments of changed copies to the fields of states that are not exited after all.
  func takeOver(_ transition: Transition, _ scope: RowScope, _ step: RegionStep) -> [Statement] {
    scope.own.filter { transition.isInternal || !step.leaves($0.owner, transition.domain) }.map {
      .assign(.variable($0.shared), .variable($0.own))
    }
  }

  /// Returns code that reads the struct of regions again, as the exit of a submachine changes the struct.
  private func seenAgain(_ step: RegionStep) -> [Statement] {
    guard model.run.hasSubmachines, let parallel = step.parallel, let regions = step.regions else { return [] }
    let segment = layout.segments(of: parallel).count - 1
    return path(to: parallel) { again in
      again.regions[segment].map { [.assign(.variable(regions), .variable($0))] } ?? []
    }
  }

  /// Returns the `switch` that runs the effects of the transition that is selected in a slot.
  private func effects(of slot: RegionStep.Slot, _ outer: RowScope, _ step: RegionStep) -> Statement {
    let label = Label(names.fresh("effects"))
    return step.match(slot, label: label) { id in
      step.end = label
      let source = machine.transitions[id].source
      func body(_ scope: RowScope) -> [Statement] {
        var inner = self.scope(of: id, in: scope, .step(step))
        let row = machine.transitions[id].row
        var list = mark(.performed, row, in: id) + step.begin(id) + ownFields(of: id, &inner, step)
        // Patterns that bind nothing have been matched in the selection.
        for pattern in machine.transitions[id].patterns where !pattern.bindings.isEmpty {
          let (user, subject) = (userPattern(pattern, inner), subject(of: pattern, inner))
          list.append(
            pattern.isIrrefutable
              ? Statement(.bindPattern(user, subject))
              : .require([.matches(.user(user), subject)], otherwise: [.jump(label)]))
        }
        // The guard was true in the selection, and may be false now. Only its conditions that bind names are evaluated.
        let binding = guarding(row, of: machine.transitions[id], .condition, &inner).filter { !$0.variables.isEmpty }
        if !binding.isEmpty { list.append(.require(binding, otherwise: [.jump(label)])) }
        if step.hasLeft == nil, step.isGone(source) == nil, !machine.rows[row].stops { list += giveUp(inner) }
        var statement = Statement.scope(list + perform(id, inner, .step(step)))
        statement.comments = comments(of: row)
        return [statement]
      }
      guard step.parallel.map({ source != $0 && machine.isInside(source, $0) }) ?? true else {
        return body(scope(outer, around: source))
      }
      /// Returns code that binds a state or, if another transition has replaced the state, its old value.
      func bind(_ state: StateID, _ body: (RowScope) -> [Statement]) -> [Statement] {
        let seen = step.isGone(state).map { Expression.choice($0, .variable(step.before), step.whole) }
        return path(
          to: state, from: step.boundSegment + 1, assumed: .otherwise([.jump(label)]), in: outer,
          subjects: { subject in
            seen.map { subject.replacing(root: step.regions, of: layout.state, by: $0) } ?? subject
          }, body)
      }
      func bind(_ composites: ArraySlice<StateID>, _ scope: RowScope) -> [Statement] {
        guard let composite = composites.first else { return body(scope) }
        return bind(composite) { again in
          var scope = scope
          let first = machine.states[composite].ownFields
          scope.source.replaceSubrange(first..<again.source.count, with: again.source[first...])
          return bind(composites.dropFirst(), scope)
        }
      }
      return bind(source) { scope in bind(step.staying(around: source)[...], scope) }
    }
  }
}

extension Expression {
  /// Returns an expression with another value in place of the struct of regions.
  fileprivate func replacing(root: Variable?, of state: String, by value: Expression) -> Expression {
    mapping { node in
      switch node {
      case .variable(let variable) where variable == root: value
      case .literal(state) where root == nil: value
      default: node
      }
    }
  }
}
