import StateMachineModel
import StateMachineSyntax

/// Decides what the fields of a state and of an event are called in the generated code.
///
/// A field is bound once, in its `case`, for all transitions behind it. Nearly always its label will do. Where rows
/// know it under different names, or where its name would hide another that a row needs, it gets a name of its own, and
/// each row gives it the row's name.
struct BindingPlanner {
  /// What of its transitions a piece of code runs, and so what it needs of the payloads.
  enum Use {
    /// Conditions alone: nothing is done but to look.
    case conditions
    /// The effects alone, where the conditions have been looked at before.
    case effects
    case everything
  }

  let model: SwiftModel
  let use: Use
  /// Is true where the state has been taken out of the machine, and is put back by every transition that stays.
  var takesOut = false
  /// Is true where assignments may become arguments of the case that is built anew.
  let folds: Bool
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel, _ use: Use, folds: Bool = true) {
    self.model = model
    self.use = use
    self.folds = folds
  }

  var onlyConditions: Bool { use == .conditions }

  /// As many needs of a state's fields are looked through for each field.
  private static let fewNeeds = 64

  // MARK: Needs

  /// The fields that a transition needs, with the names under which it knows them.
  ///
  /// - Parameter patterns: whether those that its patterns look into count.
  private func forEachNeed(
    _ id: TransitionID, patterns: Bool = true, _ body: (PayloadOwner, Int, Identifier?) -> Void
  ) {
    // Most transitions look at no payload.
    let staying = onlyConditions || traps(id) ? nil : innermostDomain(of: id)
    guard
      !machine.transitions[id].locals.isEmpty || machine.transitions[id].hasPatterns || staying != nil
        || machine.transitions[id].choice != nil
    else { return }
    let locals = machine.transitions[id].locals
    if let staying {
      // What is not left is built anew around what is entered.
      for field in machine.states[staying].pathFields.indices {
        body(.source, field, locals.first { $0.owner == .source && Int($0.field) == field }?.name)
      }
    }
    let stopped = stoppedField(by: id)
    if !onlyConditions, !traps(id) {
      for field in handedFields(id) where field != stopped {
        body(.source, field, locals.first { $0.owner == .source && Int($0.field) == field }?.name)
      }
      for row in model.inlinedChoices.rows(behind: id) ?? [] {
        forEachNeed(row) { owner, field, name in if owner == .source { body(owner, field, name) } }
      }
    }
    let looksAhead = onlyConditions && model.behaviour.acceptance(of: id).answer == nil
    for local in locals where isNeeded(local, in: id, looksAhead: looksAhead) {
      body(local.owner, Int(local.field), local.name)
    }
    if patterns, machine.transitions[id].hasPatterns {
      for pattern in machine.transitions[id].patterns where isNeeded(pattern, looksAhead: looksAhead) {
        body(pattern.owner, Int(pattern.field), nil)
      }
    }
    if !onlyConditions, case .stores(let folded) = change(by: id) {
      // The whole case is built anew.
      for field in 0..<model.layout.rebuiltFields(by: id) where folded[field] == nil && field != stopped {
        body(.source, field, locals.first { $0.owner == .source && Int($0.field) == field }?.name)
      }
    } else if !onlyConditions, isEmptiedByLiterals(by: id) {
      for field in machine.states[machine.transitions[id].source].pathFields.indices {
        body(.source, field, locals.first { $0.owner == .source && Int($0.field) == field }?.name)
      }
    }
  }

  /// Tells whether a transition hands its source's payload, and what a composite holds, to a choice with parameters.
  private func handsPayload(_ id: TransitionID) -> Bool {
    machine.callsChoice(id) && !traps(id) && model.inlinedChoices.rows(behind: id) == nil
  }

  /// The fields of its source's path that a transition hands to a choice with parameters.
  private func handedFields(_ id: TransitionID) -> [Int] {
    guard machine.transitions[id].choice != nil, handsPayload(id) else { return [] }
    let source = machine.transitions[id].source
    return machine.states[source].pathFields.indices.filter { model.handedFields.isHanded($0, of: source) }
  }

  /// The innermost composite that a transition does not leave. Most lead to no choice: then it is read in place.
  private func innermostDomain(of id: TransitionID) -> StateID? {
    if machine.transitions[id].choice == nil { return machine.transitions[id].domain }
    return machine.transitions[id].innermostDomain
  }

  func isNeeded(_ local: Local, in id: TransitionID) -> Bool {
    isNeeded(local, in: id, looksAhead: onlyConditions && model.behaviour.acceptance(of: id).answer == nil)
  }

  /// - Parameter looksAhead: whether the conditions of choices behind the transition are looked at.
  private func isNeeded(_ local: Local, in id: TransitionID, looksAhead: Bool) -> Bool {
    if onlyConditions { return isUsed(local.usage, looksAhead: looksAhead) }
    let usage = usage(of: local)
    if usage.isEmpty { return false }
    if traps(id) {
      var read = local
      read.usage = usage
      return read.isReadBeforeTrap
    }
    if !usage.isDisjoint(with: .needed) { return true }
    if case .stores(let folded) = change(by: id), folded[Int(local.field)] != nil { return false }
    return true
  }

  /// What the code uses of a local.
  func usage(of local: Local) -> LocalUsage {
    use == .effects ? local.usage.subtracting(.condition) : local.usage
  }

  /// Tells whether the effects of a transition end in a trap: in the word, or in a block of Swift.
  func traps(_ id: TransitionID) -> Bool { machine.rows[machine.transitions[id].row].stops }

  /// Tells whether something is looked at with a pattern: it can fail, or binds what is used.
  private func isNeeded(_ pattern: Pattern, looksAhead: Bool) -> Bool {
    if use != .effects, !pattern.isIrrefutable { return true }
    return pattern.bindings.contains { isUsed($0, looksAhead: looksAhead) }
  }

  /// Tells whether a name that a pattern binds is used in the code.
  func isUsed(_ binding: Pattern.Binding, in id: TransitionID) -> Bool {
    isUsed(binding, looksAhead: onlyConditions && model.behaviour.acceptance(of: id).answer == nil)
  }

  private func isUsed(_ binding: Pattern.Binding, looksAhead: Bool) -> Bool {
    switch use {
    case .conditions: isUsed(binding.usage, looksAhead: looksAhead)
    case .effects: !binding.usage.subtracting(.condition).isEmpty
    case .everything: !binding.usage.isEmpty
    }
  }

  private func isUsed(_ usage: LocalUsage, looksAhead: Bool) -> Bool {
    usage.contains(.condition) || looksAhead && usage.contains(.branchCondition)
  }

  // MARK: Changes of the payload

  /// What a transition does to its source's payload, where the source stays, or is looked at once more.
  enum Change {
    case none
    /// The case is built anew; by field, where the assignments stand that become its arguments.
    case stores(folded: [Int: Int])
  }

  func change(by id: TransitionID) -> Change {
    if takesOut { return mayStay(id) && !traps(id) ? .stores(folded: [:]) : .none }
    guard isWrittenBack(by: id), !traps(id) else { return .none }
    let isChanged = machine.transitions[id].locals.contains { $0.owner == .source && $0.isChanged }
    guard isChanged || mayBeChangedBefore(id) else { return .none }
    return .stores(folded: folds ? model.folded[id] : [:])
  }

  /// Tells whether something may have to be done for the payload of a transition's source: it is changed, it may have
  /// been changed on the way to the choice that the transition is a row of, or it has been taken out.
  func mayChangePayload(_ transition: Transition, _ id: TransitionID) -> Bool {
    takesOut || machine.isOfChoice(id) || transition.locals.contains { $0.owner == .source && $0.isChanged }
  }

  /// Tells whether what leads to the choice that a transition is a row of may have changed the payload before.
  private func mayBeChangedBefore(_ id: TransitionID) -> Bool {
    guard machine.isOfChoice(id) else { return false }
    guard let caller = model.inlinedChoices.caller(of: machine.transitions[id]) else { return true }
    return machine.transitions[caller].locals.contains { $0.owner == .source && $0.isChanged }
  }

  /// Tells whether the source of a transition is built anew where its payload has changed: it stays, or something is
  /// left behind the effects on the way to a choice.
  private func isWrittenBack(by id: TransitionID) -> Bool {
    if machine.isOfChoice(id), !model.behaviour.passage(of: id).exits.isEmpty { return true }
    // Stored properties are read in their place; `isInternal`, of another module, would be handed a copy.
    if machine.transitions[id].choice == nil { return machine.transitions[id].target == nil }
    return model.behaviour.passage(of: id).branchesUsePayload
  }

  /// The submachine of a transition's source, where it is looked at behind its exits, on the way through a choice: it is
  /// bound there.
  func stoppedField(by id: TransitionID) -> Int? {
    guard model.behaviour.run.hasSubmachines else { return nil }
    let source = machine.transitions[id].source
    guard machine.states[source].submachine != nil, use == .everything, !machine.transitions[id].isInternal,
      !machine.isOfChoice(id)
    else { return nil }
    let field = machine.states[source].pathFields.count - 1
    if case .stores = change(by: id) { return field }
    return handedFields(id).contains(field) ? field : nil
  }

  /// Tells whether a transition leaves its source active, or a row of the choice that it leads to does.
  private func mayStay(_ id: TransitionID) -> Bool {
    var stays = false
    machine.transitions[id].forEachArrival { if $0.isInternal { stays = true } }
    return stays
  }

  /// Tells whether a state gives up its payload before the effects on the way to another, or to a choice, change it: a
  /// collection in it then has one owner, and is not copied when it grows.
  func givesUpPayload(_ id: TransitionID) -> Bool {
    guard !traps(id), !takesOut else { return false }
    if case .stores = change(by: id) { return true }
    if model.layout.isEmptiedByLiterals(machine.transitions[id].source) { return isEmptiedByLiterals(by: id) }
    // What is replaced must be what is written in the end.
    return storingSegment(of: id).map { $0 >= model.layout.rebuiltSegment(by: id) } ?? false
  }

  /// Tells whether that is done by building the state anew with empty collections.
  func isEmptiedByLiterals(by id: TransitionID) -> Bool {
    // Most transitions change nothing in place.
    guard machine.transitions[id].locals.contains(where: { $0.owner == .source && $0.isChangedInPlace }),
      !machine.transitions[id].isInternal, !traps(id), !model.seesSource(machine.transitions[id])
    else { return false }
    let source = machine.transitions[id].source
    let fields = machine.states[source].pathFields
    let changes = machine.transitions[id].locals.contains { local in
      local.owner == .source && local.isChangedInPlace
        && machine.emptyLiteral(fields[Int(local.field)].type) != nil
    }
    return changes && !machine.states[source].isComposite && model.layout.isEmptiedByLiterals(source)
  }

  /// Tells whether a transition replaces the state of a segment of its source's path, or of one within that.
  func stores(in segment: Int, by id: TransitionID) -> Bool { storingSegment(of: id).map { $0 >= segment } ?? false }

  /// The segment of its source's path in which a transition replaces the state: the innermost of its arrivals', -1 for
  /// all regions of the machine's own body; nil where it replaces none.
  func storingSegment(of id: TransitionID) -> Int? {
    if traps(id) { return nil }
    if machine.transitions[id].isInternal {
      guard case .stores = change(by: id) else { return nil }
      return model.layout.rebuiltSegment(by: id)
    }
    let source = machine.transitions[id].source
    var segment: Int?
    if case .stores = change(by: id) { segment = model.layout.rebuiltSegment(by: id) }
    guard machine.transitions[id].choice != nil else {
      let storing = model.layout.storingSegment(of: source, domain: machine.transitions[id].domain)
      return segment.map { max($0, storing) } ?? storing
    }
    if machine.callsChoice(id) { return 0 }
    machine.transitions[id].forEachArrival { arrival in
      guard !arrival.isInternal else { return }
      let storing = model.layout.storingSegment(of: source, domain: arrival.domain)
      segment = segment.map { max($0, storing) } ?? storing
    }
    return segment
  }

  /// Tells whether a transition changes a field under its name, and not by building the case anew.
  func isVariable(_ local: Local, in id: TransitionID) -> Bool {
    guard local.owner == .source, local.isChanged else { return false }
    if traps(id) { return isNeeded(local, in: id) }
    guard machine.transitions[id].isInternal, !traps(id), case .stores(let folded) = change(by: id) else { return true }
    return folded[Int(local.field)] == nil
  }

  // MARK: Names

  /// What the event's fields are called for some transitions on one trigger.
  ///
  /// - Parameter prefersFields: whether they keep the names that the event gives them, where rows have others: those of a
  ///   method's parameters are documentation.
  func eventNames(
    _ trigger: Trigger, _ transitions: some Sequence<TransitionID>, prefersFields: Bool = false
  ) -> [LocalName?] {
    // Most triggers are events, whose fields are read in their place.
    let fields = trigger.event.map { machine.events[$0].fields } ?? machine.fields(of: trigger)
    guard !fields.isEmpty else { return [] }
    var slots = Slots(count: fields.count)
    for id in transitions {
      forEachNeed(id) { owner, field, name in
        if owner == .event { slots.need(field, prefersFields ? fields[field].name ?? name : name) }
      }
    }
    guard slots.isAnyNeeded else { return [] }
    let properties = propertyNames(of: transitions)
    let needed = slots
    func name(_ field: Int) -> LocalName? {
      let name = needed.name(of: field, fields[field]) { candidate in
        !(properties.contains(candidate) || isType(candidate)
          || transitions.contains { binds(candidate, in: $0, otherThan: .event, field) })
      }
      return name ?? needed.freshName(of: field, fields[field], owner: "event", machine.names)
    }
    return fields.count == 1 ? [name(0)] : fields.indices.map(name)
  }

  /// What the fields of a state's path are called in a `case` that matches it.
  ///
  /// - Parameters:
  ///   - groups: all transitions that run within the case; those of states within the state's regions, too.
  ///   - outer: what is bound already of the fields of the composites around it, where a case around this one does that.
  ///   - rebuildsAll: whether the case is built anew behind all transitions, which takes each of its fields.
  func sourceBindings(
    of state: StateID, _ groups: [BoundTransitions], within outer: Bindings = Bindings(), rebuildsAll: Bool = false
  ) -> Bindings {
    let fields = machine.states[state].pathFields
    var result = Bindings()
    if machine.states[state].isComposite, !onlyConditions, rebuilds(state, groups) {
      result.child = .fresh(model.names.child)
    }
    guard !fields.isEmpty else { return result }
    var slots = Slots(count: fields.count)
    // Which groups need which fields.
    var needs: [(field: Int, group: Int)] = []
    for group in groups.indices {
      for id in groups[group].transitions {
        forEachNeed(id) { owner, field, name in
          guard owner == .source, field < fields.count else { return }
          slots.need(field, name)
          if needs.last.map({ $0 != (field, group) }) ?? true { needs.append((field, group)) }
        }
      }
    }
    if rebuildsAll {
      for field in fields.indices {
        slots.need(field, nil)
        for group in groups.indices { needs.append((field, group)) }
      }
    }
    guard slots.isAnyNeeded else { return result }
    let groupsByField = needs.count > Self.fewNeeds ? Dictionary(grouping: needs, by: \.field) : nil
    if slots.isAnyDisputed {
      forEachVariable(of: groups) { if Int($0.field) < fields.count { slots.prefer($0.name, for: Int($0.field)) } }
    }
    // Whether or not they need a field, the rows of all groups see its name.
    let properties = propertyNames(of: groups.lazy.flatMap(\.transitions))
    var taken: Set<NameID> = []
    var names: [LocalName?] = outer.names
    let isLong = fields.count > Self.fewNeeds
    if isLong { for name in names { if let id = name?.id { taken.insert(id) } } }
    names.reserveCapacity(fields.count)
    for field in names.count..<max(names.count, fields.count) {
      let name =
        slots.name(of: field, fields[field]) { candidate in
          !properties.contains(candidate) && !isType(candidate)
            && !(groupsByField.map { $0[field] ?? [] } ?? needs).contains { need in
              need.field == field
                && (groups[need.group].eventNames.contains { $0?.id == candidate }
                  || groups[need.group].transitions.contains { binds(candidate, in: $0, otherThan: .source, field) })
            }
        } ?? slots.freshName(of: field, fields[field], owner: "state", machine.names)
      // A composite around the state may have a field of the same name: hidden, but needed to build it anew.
      let isTaken =
        if isLong, let id = name?.id { !taken.insert(id).inserted } else {
          name != nil && names.contains { $0 == name }
        }
      let isOfEvent = name.map { name in name.id == nil && groups.contains { $0.eventNames.contains(name) } } ?? false
      names.append(isTaken || isOfEvent ? .fresh(machine.names.fresh("stateValue\(field + 1)")) : name)
    }
    result.names = names
    result.isVariable = outer.isVariable + Array(repeating: false, count: fields.count - outer.isVariable.count)
    guard !onlyConditions else { return result }
    forEachVariable(of: groups) { local in
      let field = Int(local.field)
      guard field < fields.count, result.names[field] == .declared(local.name) else { return }
      result.isVariable[field] = true
    }
    // What is taken out is handed on as it is, and not to be changed in its place.
    for id in groups.lazy.flatMap(\.transitions) where !model.takesStateOut {
      for field in handedFields(id)
      where field < fields.count
        && model.handedFields.isChanged(field, of: machine.transitions[id].source)
      {
        result.isVariable[field] = true
      }
    }
    return result
  }

  /// Tells whether a transition of a composite changes its payload, and not what it holds.
  private func rebuilds(_ state: StateID, _ groups: [BoundTransitions]) -> Bool {
    let innermost = model.layout.segments(of: state).count - 1
    return groups.contains { group in
      group.transitions.contains { id in
        if machine.transitions[id].source == state, model.handedFields.handsChild(of: state), handsPayload(id) {
          return true
        }
        guard machine.transitions[id].source == state, case .stores = change(by: id) else { return false }
        // Of a state in a region, what is around the region may be built anew alone.
        return model.layout.rebuiltSegment(by: id) == innermost
          && model.layout.rebuiltFields(by: id) == machine.states[state].pathFields.count
      }
    }
  }

  /// The fields that transitions change in place, under the rows' names.
  private func forEachVariable(of groups: [BoundTransitions], _ body: (Local) -> Void) {
    guard !onlyConditions else { return }
    for group in groups {
      for id in group.transitions {
        for id in [id] + (model.inlinedChoices.rows(behind: id) ?? []) {
          for local in machine.transitions[id].locals where isVariable(local, in: id) { body(local) }
        }
      }
    }
  }

  /// The stored properties that transitions use by name.
  private func propertyNames(of transitions: some Sequence<TransitionID>) -> Set<NameID> {
    var names: Set<NameID> = []
    guard !machine.storedProperties.isEmpty else { return names }
    for id in transitions { machine.transitions[id].forEachRow { names.formUnion(machine.rows[$0].propertyNames) } }
    return names
  }

  /// Tells whether generated code would take a field of this name for the type that it means.
  private func isType(_ name: NameID) -> Bool {
    guard let first = machine.names.utf8(name).first, !Ascii.isLowercase(first) else { return false }
    return ["Outcome", "State", "Event", "Output", "Timer"].contains(machine.names.text(name))
  }

  /// Tells whether a transition knows something else under this name.
  private func binds(_ name: NameID, in id: TransitionID, otherThan owner: PayloadOwner, _ field: Int) -> Bool {
    machine.rows[machine.transitions[id].row].blockNames.contains(name)
      || machine.transitions[id].choice != nil
        && machine.transitions[id].branches.contains { branch in
          var isHidden = false
          branch.forEachRow { if machine.rows[$0].blockNames.contains(name) { isHidden = true } }
          return isHidden
        }
      || needs(name, in: id, otherThan: owner, field)
      || machine.transitions[id].hasPatterns
        && machine.transitions[id].patterns.contains { pattern in
          pattern.bindings.contains { $0.name.id == name }
            && !(pattern.owner == owner && Int(pattern.field) == field && hides(pattern, in: id))
        }
  }

  /// Tells whether a transition needs another field under a name.
  private func needs(_ name: NameID, in id: TransitionID, otherThan owner: PayloadOwner, _ field: Int) -> Bool {
    func isOther(_ local: Local) -> Bool {
      !(local.owner == owner && Int(local.field) == field) && isNeeded(local, in: id)
    }
    // Most transitions use one field at most, which is read in its place.
    guard machine.transitions[id].locals.count > 1 else {
      return machine.transitions[id].locals.contains { $0.name.id == name && isOther($0) }
    }
    return machine.hasLocal(named: name, in: id, where: isOther)
  }

  /// Tells whether what a pattern binds may have the name of the field that it looks into: `if let reader = reader`.
  /// Nothing behind it needs the field itself.
  private func hides(_ pattern: Pattern, in id: TransitionID) -> Bool {
    // A `guard` of a step stands beside what it looks into; what is taken out of the machine is bound once.
    guard !pattern.isIrrefutable, use == .everything, !machine.hasRegions, !model.takesStateOut else { return false }
    var isNeeded = false
    forEachNeed(id, patterns: false) { owner, field, _ in
      if owner == pattern.owner, field == Int(pattern.field) { isNeeded = true }
    }
    return !isNeeded
  }

  /// The names under which the rows need the fields.
  private struct Slots {
    private enum Slot {
      case unneeded
      case unnamed
      case named(Identifier)
      /// Rows differ; the name of those that change the field in place is best, as a copy under another is a copy.
      case disputed(Identifier?)
    }

    /// The first is kept by itself: most events have one field at most.
    private var first = Slot.unneeded
    private var others: [Slot] = []
    private(set) var isAnyNeeded = false
    private(set) var isAnyDisputed = false

    init(count: Int) {
      // Appending is specialised; `Array(repeating:count:)` looks up generic metadata each time.
      if count > 1 { for _ in 1..<count { others.append(.unneeded) } }
    }

    private subscript(field: Int) -> Slot {
      get { field == 0 ? first : others[field - 1] }
      set { if field == 0 { first = newValue } else { others[field - 1] = newValue } }
    }

    mutating func need(_ field: Int, _ name: Identifier?) {
      isAnyNeeded = true
      switch (self[field], name) {
      case (.unneeded, nil): self[field] = .unnamed
      case (.unneeded, let name?), (.unnamed, let name?): self[field] = .named(name)
      case (.named(let first), let name?) where first.id != name.id:
        self[field] = .disputed(nil)
        isAnyDisputed = true
      default: break
      }
    }

    /// The field is changed in place under this name.
    mutating func prefer(_ name: Identifier, for field: Int) {
      guard case .disputed(let preferred) = self[field] else { return }
      if preferred == nil { self[field] = .disputed(name) }
    }

    /// The name on which the rows agree, or the field's own; nil inside where the field is not needed, nil outside
    /// where neither will do.
    func name(of index: Int, _ field: Field, isFree: (NameID) -> Bool) -> LocalName?? {
      let candidate: Identifier?
      switch self[index] {
      case .unneeded: return .some(nil)
      case .unnamed: candidate = field.name
      case .named(let name): candidate = name
      case .disputed(let preferred): candidate = preferred
      }
      guard let candidate, isFree(candidate.id) else { return nil }
      return .some(.declared(candidate))
    }

    func freshName(of index: Int, _ field: Field, owner: String, _ names: NameTable) -> LocalName {
      guard let name = field.name else {
        if field.key == .finalChild || field.submachine == .machine { return .fresh(names.fresh("child")) }
        if field.submachine == .event { return .fresh(names.fresh("inner")) }
        return .fresh(names.fresh("\(owner)Value\(index + 1)"))
      }
      let text = names.text(name.id)
      return .fresh(names.fresh(owner + text.capitalizedFirst))
    }
  }
}
