import StateMachineModel
import StateMachineSyntax

/// Plans the function of a microstep of several regions (SCXML, Appendix D). The function selects all transitions for a
/// trigger, and drops those that conflict. Then it runs all exits, then all effects, then all entries.
///
/// The function has a variable for the selected transition of each region, and one for that of the composite state with
/// the regions and its ancestors.
final class RegionStep {
  /// A region, with the transitions that its states have for the trigger. A microstep takes at most one of them. The
  /// microstep's function stores it in a variable: `var inAudio: InAudio?`.
  struct Slot {
    /// The region. Nil for the transitions of the composite state of the microstep and of its ancestors, which also
    /// have a slot.
    var region: StateID?
    var variable: Variable
    var type: String
    var transitions: [(id: TransitionID, name: String)] = []
    /// Whether the place of the slot's effects in the order of all effects is known only when the code runs. This is so
    /// if a microstep may take both a transition of this region and one of a nested region. The effects of this slot
    /// then run at the place of the first nested region that has no transition.
    var hasPlace = false
  }

  private let lowerer: Lowerer
  /// The composite state of the microstep: the state that contains all its regions. Nil for the regions of the machine
  /// itself.
  let parallel: StateID?
  let trigger: Trigger
  /// The states within the regions that have transitions for the trigger or defer it.
  let inner: [StateID]
  /// The composite state of the microstep and its ancestors, inner states first. A state is left out if it neither has
  /// a transition for the trigger nor defers it.
  let outer: [StateID]
  let name: String
  /// The index of the last segment of the path to `parallel`, the composite state of the microstep. A segment is the
  /// part of a path within one region (see `StateLayout`). The fields of this segment and of outer segments have
  /// variables when the function's body begins. The index is -1 for the regions of the machine itself.
  let boundSegment: Int
  let event: [Variable]
  private(set) var slots: [Slot] = []
  /// The variable for the struct of the regions. Nil for regions of the machine itself, whose struct is the machine's
  /// state.
  var regions: Variable?
  let outcome: Variable
  /// The variable for the value that the function returns if it takes no transition: `nil`, `.ignored` or `.deferred`.
  let rest: Variable
  /// The variable for a copy of the regions, made before the first external transition changes them. Later transitions
  /// of the microstep read old payloads from this copy.
  let before: Variable
  /// The variable that is `true` once an external transition has been performed.
  let hasEntered: Variable
  /// The label of the block whose code is being translated. The code jumps to the end of the block when it has selected
  /// a transition. In a block of effects, it jumps there after the effects.
  var end: Label
  /// The regions of the microstep, at any depth, in the order in which the function selects their transitions. A nested
  /// region comes before the region around it. Variables such as `placeAudio` contain an index in this list.
  private var asked: [StateID] = []
  /// Variables such as `isOpenPlayer`. It is `true` once a region of `player` had no transition for the trigger. The
  /// function then also tries the states around this region. The key is the composite state with the regions; nil for
  /// the machine.
  private var open: [StateID?: Variable] = [:]
  /// Variables such as `placeAudio`, for regions with nested regions. Its value is the index in `asked` of the first
  /// region in `audio` that had no transition for the trigger; -1 if there is none. At the place of that region, the
  /// effects of `audio` run. The key is the region `audio`; nil for the composite state of the microstep and its
  /// ancestors.
  private var placeVariables: [StateID?: Variable] = [:]
  /// Variables such as `hasLeftPlayer`. Each is `true` once an external transition has replaced the active states
  /// within its domain. The key is the domain; nil for the machine.
  private var entered: [StateID?: Variable] = [:]
  private var endsOfTransitions: [TransitionID: [[Move]]] = [:]

  private var machine: StateMachine { lowerer.machine }
  private var behaviour: Behaviour { lowerer.behaviour }

  /// Plans the function for a trigger in the regions of `parallel`: chooses its name and its variables, and finds its
  /// slots. The parameters are the values of the properties with the same names.
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
    orderPlaces()
  }

  // MARK: Slots

  /// Adds to `slots` the regions within a composite state that have transitions for the trigger. A nested region comes
  /// before the region around it.
  ///
  /// - Parameter parallel: the composite state; nil for the machine's own regions.
  private func findSlots(_ parallel: StateID?) {
    for region in machine.children(of: parallel) {
      for leaf in behaviour.tree.leaves(of: region) where machine.isParallel(leaf) { findSlots(leaf) }
      asked.append(region)
      addSlot(region, lowerer.model.name(of: region), inner.filter { machine.region(of: $0) == region })
    }
  }

  /// Adds a slot for a region, with the transitions that its states have for the trigger. If there are no such
  /// transitions, it adds no slot.
  ///
  /// - Parameters:
  ///   - region: nil for the composite state of the microstep and its ancestors.
  ///   - name: the name of the region, from which the name of the slot's variable is made.
  ///   - states: the states of the region with transitions for the trigger.
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

  /// Finds the slots whose effects have no fixed place in the order of all effects, and sets their `hasPlace`. Such a
  /// slot may have a transition in the same microstep as a nested region. This is possible only if one of both
  /// transitions is internal, because two external transitions would conflict. Also makes the `placeVariables` of these
  /// slots and of the regions in them.
  private func orderPlaces() {
    for index in slots.indices {
      let within = slots.indices.filter { $0 != index && isWithin(slots[$0].region, slots[index].region) }
      let all = within.flatMap { slots[$0].transitions } + slots[index].transitions
      slots[index].hasPlace = !within.isEmpty && all.contains { machine.transitions[$0.id].isInternal }
      guard slots[index].hasPlace else { continue }
      // Each region around others has a variable for the first inner region that leaves the trigger to it.
      for region in asked.map(Optional.some) + [nil]
      where region == slots[index].region || isWithin(region, slots[index].region) {
        guard asked.contains(where: { isWithin($0, region) }) else { continue }
        _ = variable("place", region, in: &placeVariables)
      }
    }
  }

  /// Returns whether the region `inner` is nested in `region`. Nil stands for the composite state of the microstep and
  /// its ancestors, so every region is nested in a `region` that is nil.
  private func isWithin(_ inner: StateID?, _ region: StateID?) -> Bool {
    guard let inner else { return false }
    return region.map { inner != $0 && machine.isInside(inner, $0) } ?? true
  }

  private var all: [TransitionID] { slots.flatMap { $0.transitions.map(\.id) } }

  /// Returns the variable that a table, such as `open`, contains for a state or a region. The first call for a state
  /// makes the variable and adds it to the table.
  ///
  /// - Parameters:
  ///   - word: the beginning of the variable's name: `isOpen` for `isOpenPlayer`.
  ///   - body: the state or the region, which is the key in the table; nil as explained at the table.
  private func variable(_ word: String, _ body: StateID?, in table: inout [StateID?: Variable]) -> Variable {
    if let found = table[body] { return found }
    let name =
      body.map { lowerer.model.name(of: $0).capitalizedFirst }
      ?? (word == "place" ? "Enclosing" : lowerer.names.machineWord)
    let variable = lowerer.variables.make(lowerer.names.fresh(word + name).spelledAsName, owns: false)
    table[body] = variable
    return variable
  }

  /// Returns the variable that is `true` if a region of a composite state had no transition for the trigger.
  private func isOpen(_ body: StateID?) -> Variable { variable("isOpen", body, in: &open) }

  /// The composite states whose regions may have transitions in the microstep. `parallel` comes first, and then the
  /// composite states within it.
  private var parallels: [StateID?] {
    [parallel]
      + machine.descendants(of: parallel).filter { state in
        machine.isParallel(state) && inner.contains { $0 != state && machine.isInside($0, state) }
      }
  }

  /// Returns the variable that is `true` once an external transition with a given domain has been performed. Its name
  /// is `hasLeftPlayer` if the transition exits the composite state of the microstep. `player` is then the outermost
  /// state that it exits. Otherwise, the name is `hasChanged` and the name of the domain.
  fileprivate func hasEntered(_ domain: StateID?) -> Variable {
    if let found = entered[domain] { return found }
    guard !staysInside(domain), let parallel else { return variable("hasChanged", domain, in: &entered) }
    // The name of the outermost state that is exited is the clearest.
    // An inner state has a larger number than its ancestors, so the first number after the domain's is its child.
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

  /// Returns the domains that an external transition may have. It has several domains if it leads to a choice whose
  /// targets have different domains.
  func domains(of id: TransitionID) -> [StateID?] {
    var domains: [StateID?] = []
    machine.transitions[id].forEachArrival { arrival in
      if !arrival.isInternal, !domains.contains(arrival.domain) { domains.append(arrival.domain) }
    }
    return domains
  }

  private var domains: [StateID?] {
    // Each domain is listed once.
    all.reduce(into: []) { domains, id in
      for domain in self.domains(of: id) where !domains.contains(domain) { domains.append(domain) }
    }
  }

  /// For each region, the enum whose cases are its transitions: `enum InAudio { case playing, muted }`. If a transition
  /// leads to a choice, its targets may have different entries. The enum then has one more case for each target, such
  /// as `playing_to1`.
  var enumerations: [Enumeration] {
    slots.map { slot in
      let ends = slot.transitions.flatMap { one in
        self.ends(of: one.id).indices.map { GeneratedNames.arrival(one.name, $0 + 1) }
      }
      return Enumeration(name: slot.type, cases: slot.transitions.map(\.name) + ends)
    }
  }

  /// The declarations of the function's variables. Most variables begin with a value such as `false`.
  var declarations: [Statement] {
    var list: [Statement] = []
    func declare(_ variable: Variable, _ type: String, _ value: String? = nil) {
      list.append(Statement(.declare(variable, type: type, value.map { .literal($0) })))
    }
    for slot in slots { declare(slot.variable, slot.type + "?") }
    // The first value is the least of the possible outcomes: where it is read, a transition has been taken.
    declare(outcome, "Outcome", all.flatMap { outcomes(behaviour.passage(of: $0)) }.min()?.text ?? ".ignored")
    declare(rest, "Outcome?")
    declare(hasEntered, "Bool", "false")
    for domain in domains { declare(hasEntered(domain), "Bool", "false") }
    for region in asked.map(Optional.some) + [nil] {
      if let variable = placeVariables[region] { declare(variable, "Int", "-1") }
    }
    for body in parallels { declare(isOpen(body), "Bool", "false") }
    return list
  }

  // MARK: Selection

  /// Returns code that selects a transition in each region of a composite state. Each region has a block with a label.
  /// When the region's transition is selected, the code jumps to this label, which ends the block.
  ///
  /// - Parameter states: the states within the composite state that have transitions for the trigger.
  func selections(_ body: StateID?, _ states: [StateID], _ scope: RowScope, _ task: Task) -> [Statement] {
    machine.children(of: body).map { region in
      let label = Label(lowerer.model.spelling(machine.states[region].name))
      let within = states.filter { machine.isInside($0, region) }
      var list: [Statement] = []
      if !within.isEmpty {
        list.append(lowerer.match(region: region, scope) { self.selection($0, in: region, within, $1, task, label) })
      }
      list.append(set(isOpen(body), "true"))
      return .scope(list + passPlace(from: region, to: body), label: label)
    }
  }

  /// Returns the code that selects a transition of a region while one of its leaf states is active. It tries regions
  /// nested in the leaf state first, then the leaf state itself, and then the leaf state's ancestors up to the region.
  private func selection(
    _ leaf: StateID, in region: StateID, _ states: [StateID], _ scope: RowScope, _ task: Task, _ label: Label
  ) -> [Statement] {
    var list: [Statement] = []
    let nested = states.filter { $0 != leaf && machine.isInside($0, leaf) }
    if machine.isParallel(leaf), !nested.isEmpty {
      list += selections(leaf, nested, scope, task)
      // If each nested region has selected a transition, the states around them are not tried.
      list.append(.require([.isTrue(.variable(isOpen(leaf)))], otherwise: [.jump(label)]))
    } else if let variable = placeVariables[region] {
      list.append(.assign(.variable(variable), place(of: region)))
    }
    end = label
    for level in lowerer.levels(from: leaf, to: region, trigger) {
      list += lowerer.rows(of: level.state, on: trigger, lowerer.scope(scope, around: level.state), task)
      if level.keeps { list += keep + [.jump(label)] }
    }
    return list
  }

  /// Returns code that selects a transition of the composite state of the microstep or of its ancestors. The code runs
  /// only if one of the regions had no transition for the trigger.
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

  /// Returns code that runs if a region had no transition for the trigger. For the region around it, the code stores
  /// that effects run at the place of this region: `if placeAudio == -1 { placeAudio = 0 }`. The number is the index of
  /// the inner region in `asked`. Only the first inner region is stored. A region with nested regions passes on the
  /// value of its own variable.
  ///
  /// - Parameter body: the composite state with the region; nil for the machine.
  private func passPlace(from region: StateID, to body: StateID?) -> [Statement] {
    // Around the regions directly in `parallel`, there are only `parallel` and its ancestors: the key nil.
    let outer = body == parallel ? nil : body.flatMap { machine.region(of: $0) }
    guard let variable = placeVariables[outer] else { return [] }
    let own = placeVariables[region].map { Expression.variable($0) } ?? place(of: region)
    let isUnset = Condition.isTrue(.operation(.variable(variable), "==", .literal("-1")))
    return [.check([isUnset], [.assign(.variable(variable), own)])]
  }

  private func set(_ variable: Variable, _ value: String) -> Statement {
    .assign(.variable(variable), .literal(value))
  }

  /// The code for a deferred event: the function then returns `.deferred`, unless it takes a transition.
  private var keep: [Statement] { [set(rest, ".deferred")] }

  /// Returns the code that selects a transition. It stores the transition in the variable of its region, and jumps to
  /// the end of the region's block. A row that only ignores the event is not stored. The function then returns
  /// `.ignored`, unless it takes another transition or defers the event.
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

  /// Returns the slot that contains a transition, and the name of the enum's case for this transition. Nil if no slot
  /// contains the transition.
  private func place(of id: TransitionID) -> (Slot, String)? {
    for slot in slots { if let found = slot.transitions.first(where: { $0.id == id }) { return (slot, found.name) } }
    return nil
  }

  // MARK: Conflicts

  /// The code that drops selected transitions which conflict, because two of them would exit the same state. The
  /// transition of the inner region is kept. If no region is within the other, the transition of the earlier region is
  /// kept (SCXML, Appendix D, removeConflictingTransitions).
  var conflicts: [Statement] {
    var list: [Statement] = []
    for (index, slot) in slots.enumerated() {
      for (id, name) in slot.transitions where !machine.transitions[id].isInternal {
        let left = behaviour.exitSet(of: machine.transitions[id]).ranges
        var terms: [Expression] = []
        for other in slots[..<index] {
          for (id, name) in other.transitions {
            let ranges = behaviour.exitSet(of: machine.transitions[id]).ranges
            // Two transitions conflict if both exit the same state.
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

  /// The regions with their transitions, in the order in which the effects run. A region whose place is known only when
  /// the code runs (`hasPlace`) is in the list once for each place. Each time, it has a condition such as
  /// `placeAudio == 1`. Only one of these conditions is true, so that the effects run once.
  var order: [(slot: Slot, condition: Condition?)] {
    var list: [(slot: Slot, condition: Condition?)] = []
    for (place, region) in asked.enumerated() {
      // A slot without a fixed place may run at its own place, or at that of each region in it.
      for slot in slots where slot.region == region || slot.hasPlace && isWithin(region, slot.region) {
        let variable = slot.hasPlace ? placeVariables[slot.region] : nil
        list.append((slot, variable.map { .isTrue(.operation(.variable($0), "==", .literal("\(place)"))) }))
      }
    }
    return list + slots.filter { $0.region == nil && !$0.hasPlace }.map { ($0, nil) }
  }

  /// Returns a `switch` over the selected transition of a region, with an arm for each transition of the region. The
  /// arm for no transition, and the arms for targets of choices, are empty.
  ///
  /// - Parameters:
  ///   - slot: the region with its transitions.
  ///   - body: returns the statements of a transition's arm.
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

  /// Returns code that runs before the effects of an external transition; empty for an internal transition. If it is
  /// the first external transition of the microstep, the code copies the regions, so that later transitions can read
  /// the old payloads.
  func begin(_ id: TransitionID) -> [Statement] {
    guard !machine.transitions[id].isInternal else { return [] }
    return [.check([.isTrue(.not(.variable(hasEntered)))], [.assign(.variable(before), whole)])]
  }

  /// The expression for the struct of the regions. It is a variable. For regions of the machine itself, it is the
  /// machine's state.
  var whole: Expression { regions.map { .variable($0) } ?? .literal(lowerer.layout.state) }

  /// Returns an expression that is true if another transition of the microstep has exited a state, even if it has
  /// entered the state again. Nil if no other transition can exit the state.
  func isGone(_ state: StateID) -> Expression? {
    let left = domains.filter { domain in
      guard leaves(state, domain) else { return false }
      // A transition that the state itself takes is not one of the others.
      return all.contains { machine.transitions[$0].source != state && domains(of: $0).contains(domain) }
    }
    return Expression.any(of: left.map { .variable(hasEntered($0)) })
  }

  /// Returns the ancestors of a state that may stay active although another transition of the microstep replaces the
  /// state. If their payload has changed, it must still be stored. Ancestors without a payload, and ancestors outside
  /// of the regions, are left out.
  func staying(around state: StateID) -> [StateID] {
    guard let isGone = isGone(state) else { return [] }
    return machine.path(of: state).filter { composite in
      // `??` binds more tightly than `&&`. All ancestors are within the regions of the machine itself (nil).
      composite != state && !machine.states[composite].fields.isEmpty && self.isGone(composite) != isGone
        && parallel.map { composite != $0 && machine.isInside(composite, $0) } ?? true
    }
  }

  /// Returns statements that store a changed payload of a state. If another transition of the microstep may replace the
  /// state, they are in an `if`, and run only if it has not done so.
  func stay(_ stores: [Statement], in state: StateID) -> [Statement] {
    guard !stores.isEmpty, let isGone = isGone(state) else { return stores }
    return [.check([.isTrue(.not(isGone))], stores)]
  }

  /// An expression that is true if a transition has exited the composite state of the microstep. Nil if no transition
  /// can exit it.
  var hasLeft: Expression? { Expression.any(of: domains.filter { !staysInside($0) }.map { .variable(hasEntered($0)) }) }

  /// The ancestors of the composite state of the microstep that two transitions change together. One transition changes
  /// the payload of such an ancestor; another one has it as its domain and replaces the states in it. After all
  /// effects, code stores a state with both changes.
  var changedDomains: [StateID] {
    domains.compactMap { $0 }.filter { domain in
      guard !staysInside(domain) else { return false }
      // A field with a smaller index belongs to the domain or to one of its ancestors.
      let fields = machine.states[domain].pathFields.count
      let changing = all.filter { id in
        machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged && $0.field < fields }
      }
      return changing.contains { id in all.contains { $0 != id && domains(of: $0).contains(domain) } }
    }
  }

  /// Returns whether a transition with a given domain leaves the composite state of the microstep active.
  private func staysInside(_ domain: StateID?) -> Bool {
    guard let parallel else { return true }
    return domain.map { machine.isInside($0, parallel) } ?? false
  }

  /// Whether a transition of the microstep may change the machine's state: it is external, or it changes a payload.
  var mayChangeState: Bool {
    all.contains { id in
      !machine.transitions[id].isInternal
        || machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged }
    }
  }

  /// Returns the code after the effects of a transition. It stores the outcome and, for an external transition, that
  /// the states in its domain have changed. If the transition has reached a target through a choice, it also stores
  /// this target. The entries of the target run later, after all effects.
  ///
  /// - Parameter moves: the entries of the target.
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

  /// Returns the outcomes that a transition may have. They are several if it leads to a choice, such as `stayed` and
  /// `transitioned`. They are none if it always stops the program.
  private func outcomes(_ passage: Passage, hasEffects: Bool = false) -> [TransitionOutcome] {
    let row = machine.rows[passage.row]
    let hasEffects = hasEffects || !row.effects.isEmpty
    if row.traps || row.stops { return [] }
    switch passage.end {
    case .trap: return []
    case .stay: return [hasEffects ? .stayed : .ignored]
    case .arrival, .history: return [.transitioned]
    case .choice(let branches):
      // If each row of the choice has a guard, perhaps none is taken.
      let isCertain = branches.contains { !$0.transition.isConditional }
      return branches.flatMap { outcomes($0.passage, hasEffects: hasEffects) } + (isCertain ? [] : [.ignored])
    }
  }

  // MARK: Entries

  /// Returns the entries for each target that a transition may reach through choices. Empty if all targets have the
  /// same entries, because the code then needs not know which target was reached.
  private func ends(of id: TransitionID) -> [[Move]] {
    if let found = endsOfTransitions[id] { return found }
    let all = entries(behaviour.passage(of: id).end)
    let ends = all.allSatisfy { $0 == all.first } ? [] : all
    endsOfTransitions[id] = ends
    return ends
  }

  /// Returns the entries for each target of a transition. It has several targets if it leads to a choice.
  ///
  /// - Parameter end: what comes after the effects of the transition: a target or a choice, for example.
  private func entries(_ end: Passage.End) -> [[Move]] {
    switch end {
    case .trap: []
    case .stay: [[]]
    case .arrival(let arrival): [arrival.entries]
    case .history(let history, _): [history.entries]
    case .choice(let branches): branches.flatMap { entries($0.passage.end) }
    }
  }

  /// Returns a `switch` over the selected transition of a region. Each arm runs the entries of its transition. For a
  /// transition that leads to a choice, there is an arm for each target, which runs the entries of this target.
  ///
  /// - Parameter slot: the region with its transitions.
  func entries(_ slot: Slot) -> Statement {
    var statement = match(slot) { id in
      // If the targets of a transition have different entries, the arms for targets run them.
      let moves = ends(of: id).isEmpty ? entries(behaviour.passage(of: id).end).first ?? [] : []
      return moves.flatMap(lowerer.move)
    }
    guard case .match(var match) = statement.kind else { return statement }
    // In `match`, the arms for targets of choices come after the arms for transitions.
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
  /// Returns the conditions joined by `||`, such as `a || b`; nil for an empty list.
  static func any(of terms: [Expression]) -> Expression? {
    guard let first = terms.first else { return nil }
    return terms.dropFirst().reduce(first) { .operation($0, "||", $1) }
  }
}

/// Translates the function of a microstep of several regions.
extension Lowerer {
  /// Returns the body of a microstep's function. It declares variables, selects transitions, and drops transitions that
  /// conflict. Then it runs all exits, all effects and all entries.
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

  /// Returns code that copies fields of states around the regions. It copies the fields that a transition changes, if
  /// the transition may exit their states. The transition then changes only the copies, because transitions of other
  /// regions must read the old values. Adds the copies to `scope.own`, and uses them in `scope.source`.
  private func ownFields(of id: TransitionID, _ scope: inout RowScope, _ step: RegionStep) -> [Statement] {
    guard let parallel = step.parallel else { return [] }
    let path = machine.path(of: parallel)
    let fields = machine.states[parallel].pathFields
    var list: [Statement] = []
    for local in scope.locals where local.owner == .source && local.isChanged && local.field < fields.count {
      let field = Int(local.field)
      // A state's own fields begin at `ownFields`. The last state on the path that begins at or before a field has it.
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

  /// Returns code that stores a transition's changed copies of fields (see `ownFields`) in the variables that all
  /// transitions share. If the transition exits the state that has a field, the copy of this field is not stored.
  func takeOver(_ transition: Transition, _ scope: RowScope, _ step: RegionStep) -> [Statement] {
    scope.own.filter { transition.isInternal || !step.leaves($0.owner, transition.domain) }.map {
      .assign(.variable($0.shared), .variable($0.own))
    }
  }

  /// Returns code that reads the struct of regions again after all exits. An exit may stop a submachine, which changes
  /// the struct. Empty if the machine has no submachines, or if the regions are those of the machine itself.
  private func seenAgain(_ step: RegionStep) -> [Statement] {
    guard model.run.hasSubmachines, let parallel = step.parallel, let regions = step.regions else { return [] }
    let segment = layout.segments(of: parallel).count - 1
    return path(to: parallel) { again in
      again.regions[segment].map { [.assign(.variable(regions), .variable($0))] } ?? []
    }
  }

  /// Returns a `switch` over the selected transition of a region. Each arm runs the effects of its transition and
  /// stores the new state.
  ///
  /// - Parameter slot: the region with its transitions.
  private func effects(of slot: RegionStep.Slot, _ outer: RowScope, _ step: RegionStep) -> Statement {
    let label = Label(names.fresh("effects"))
    return step.match(slot, label: label) { id in
      step.end = label
      let source = machine.transitions[id].source
      /// Returns the code of an arm: it evaluates conditions that bind names, and then performs the transition.
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
      /// Returns code that binds the payload of a state to variables. If another transition of the microstep has
      /// replaced the state, the code reads the old payload from the copy of the regions (`before`).
      func bind(_ state: StateID, _ body: (RowScope) -> [Statement]) -> [Statement] {
        let seen = step.isGone(state).map { Expression.choice($0, .variable(step.before), step.whole) }
        return path(
          to: state, from: step.boundSegment + 1, assumed: .otherwise([.jump(label)]), in: outer,
          subjects: { subject in
            seen.map { subject.replacing(root: step.regions, of: layout.state, by: $0) } ?? subject
          }, body)
      }
      /// Returns code that reads the payloads of `composites`, ancestors of the source, and then runs `body`. Each is
      /// read on its own, because an ancestor may be active although the source has been replaced.
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
  /// Returns the expression with `value` in place of the struct of regions. The expression can then read a copy of this
  /// struct.
  ///
  /// - Parameters:
  ///   - root: the variable for the struct; nil for regions of the machine itself.
  ///   - state: the Swift expression for the machine's state. It is replaced if `root` is nil, because the state is the
  ///     struct.
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
