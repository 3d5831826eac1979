/// Decides what the fields of a state and of an event are called in the generated `switch`.
///
/// A field is bound once, in its `case`, for all rows behind it. Nearly always its label will do. Where rows know it
/// under different names, or where its name would hide another that a row needs, it gets a name of its own, and each row
/// gives it the row's name.
///
/// A class, as every row asks it: a copy would retain each array of the machine.
final class LocalNaming {
  let machine: StateMachine
  let part: Part

  /// Which of the functions is written: each has a switch over the states.
  enum Part {
    /// What the events do.
    case events
    /// For `accepts`: whether they do something. Only what guards and patterns use is bound.
    case conditions
    case always
    case done
    /// In a machine with regions: which transition is taken, before any is.
    case selection, alwaysSelection, doneSelection
    /// In a machine with regions: what one transition does. Only what its effects and arguments use is bound.
    case effects
  }

  init(_ machine: StateMachine, _ part: Part) {
    self.machine = machine
    self.part = part
  }

  /// Whether nothing is done but to look.
  var onlyConditions: Bool {
    switch part {
    case .conditions, .selection, .alwaysSelection, .doneSelection: true
    case .events, .always, .done, .effects: false
    }
  }

  private func belongs(_ trigger: Int) -> Bool {
    switch part {
    case .events, .conditions, .selection: trigger < machine.events.count || trigger == machine.elapsed
    case .always, .alwaysSelection: trigger == machine.always
    case .done, .doneSelection: trigger == machine.done
    case .effects: true
    }
  }

  /// One state and one event: a slice of `transitionOrder`.
  struct Group {
    var event: Int
    /// For the event of the timers, which of them; else -1.
    var timer = -1
    var places: Range<Int>
    /// The names of the event's fields, once they are decided; nil where no row needs the field. Empty where none is
    /// needed.
    var names: [LocalName?] = []
  }

  /// The names of a state's fields, and whether they are variables.
  struct SourceNames {
    var names: [LocalName?] = []
    var isVariable: [Bool] = []
    /// What a composite holds, where a row builds it anew.
    var child: LocalName?
  }

  func transition(_ place: Int) -> Transition { machine.transitions[index(place)] }

  /// The index of the transition at a place of the order. Where one of its properties is enough, it is read by this: a
  /// copy of a transition would retain its arrays.
  private func index(_ place: Int) -> Int { Int(machine.transitionOrder[place]) }

  /// The state's transitions by event. What stands behind one that always applies is left out.
  func groups(of state: Int) -> [Group] {
    var groups: [Group] = []
    var isComplete = false
    for place in machine.transitions(of: state) {
      let event = Int(machine.transitions[index(place)].event)
      let timer = Int(machine.transitions[index(place)].timer)
      guard belongs(event) else { continue }
      if let last = groups.indices.last, groups[last].event == event, groups[last].timer == timer {
        if isComplete { continue }
        groups[last].places = groups[last].places.lowerBound..<place + 1
      } else {
        groups.append(Group(event: event, timer: timer, places: place..<place + 1))
      }
      isComplete = !machine.transitions[index(place)].isConditional
    }
    return groups
  }

  // MARK: Needs

  /// The fields that a transition needs, with the names under which it knows them.
  private func forEachNeed(_ index: Int, _ body: (PayloadOwner, Int, Identifier?) -> Void) {
    // Most transitions look at no payload.
    let staying = machine.transitions[index].innermostDomain
    guard
      !machine.transitions[index].locals.isEmpty || !machine.transitions[index].patterns.isEmpty
        || staying >= 0 && !onlyConditions
    else { return }
    let transition = machine.transitions[index]
    if staying >= 0, !onlyConditions {
      // What is not left is built anew around what is entered.
      for field in machine.states[staying].pathFields.indices {
        body(.source, field, transition.locals.first { $0.owner == .source && Int($0.field) == field }?.name)
      }
    }
    for local in transition.locals where isNeeded(local, in: transition) {
      body(local.owner, Int(local.field), local.name)
    }
    for pattern in transition.patterns where isNeeded(pattern) { body(pattern.owner, Int(pattern.field), nil) }
    if !onlyConditions, case .stores(let folded) = change(by: transition) {
      // The whole case is built anew.
      for field in 0..<machine.rebuiltFields(by: transition) where field != folded {
        let local = transition.locals.first { $0.owner == .source && Int($0.field) == field }
        body(.source, field, local?.name)
      }
    }
  }

  func isNeeded(_ local: Local, in transition: Transition) -> Bool {
    if onlyConditions { return local.usage.contains(.condition) }
    let usage = part == .effects ? local.usage.subtracting(.condition) : local.usage
    if usage.isEmpty { return false }
    if !usage.isDisjoint(with: [.condition, .body, .carried]) { return true }
    if case .stores(let folded) = change(by: transition), folded == Int(local.field) { return false }
    return true
  }

  /// Whether something is looked at with a pattern: it can fail, or binds what is used.
  private func isNeeded(_ pattern: Pattern) -> Bool {
    if part != .effects, !pattern.isIrrefutable { return true }
    return pattern.bindings.contains { isUsed($0) }
  }

  /// Whether a name that a pattern binds is used in the part that is written.
  func isUsed(_ binding: Pattern.Binding) -> Bool {
    if onlyConditions { return binding.usage.contains(.condition) }
    return part == .effects ? !binding.usage.subtracting(.condition).isEmpty : !binding.usage.isEmpty
  }

  /// What an internal transition does to its state's payload.
  enum Change {
    case none
    /// The case is built anew; `folded` is the field whose only assignment becomes the argument.
    case stores(folded: Int?)
  }

  func change(by transition: Transition) -> Change {
    guard transition.isInternal else { return .none }
    let changed = transition.locals.filter {
      $0.owner == .source && $0.isChanged
    }
    guard let first = changed.first else { return .none }
    let isFolded =
      changed.count == 1
      && machine.foldsAssignment(machine.rows[Int(transition.row)].effects, to: first, in: transition)
    return .stores(folded: isFolded ? Int(first.field) : nil)
  }

  /// Whether a transition changes a field under its name, and not by building the case anew.
  func isVariable(_ local: Local, in transition: Transition) -> Bool {
    if !transition.isInternal { return local.owner == .source && local.isChanged }
    guard local.owner == .source, local.isChanged,
      case .stores(let folded) = change(by: transition)
    else { return false }
    return Int(local.field) != folded
  }

  // MARK: Names

  /// What the event's fields are called in a group.
  func eventNames(_ group: Group) -> [LocalName?] {
    let fields = machine.fields(ofTrigger: group.event)
    guard !fields.isEmpty else { return [] }
    var slots = Slots(count: fields.count)
    for place in group.places {
      forEachNeed(index(place)) { owner, field, name in
        if owner == .event { slots.need(field, name) }
      }
    }
    guard slots.isAnyNeeded else { return [] }
    return fields.indices.map { field in
      slots.name(of: field, fields[field]) { candidate in
        !group.places.contains { binds(candidate, in: transition($0), otherThan: .event, field) }
      } ?? slots.freshName(of: field, fields[field], owner: "event", machine.names)
    }
  }

  func sourceNames(of state: Int, _ groups: [Group]) -> SourceNames {
    let fields = machine.states[state].pathFields
    var result = SourceNames()
    if machine.states[state].isComposite, !onlyConditions, rebuilds(groups) {
      result.child = .fresh(machine.names.fresh("child"))
    }
    guard !fields.isEmpty else { return result }
    var slots = Slots(count: fields.count)
    var groupsOfField: [[Int]] = []
    for _ in fields { groupsOfField.append([]) }
    for group in groups.indices {
      for place in groups[group].places {
        forEachNeed(index(place)) { owner, field, name in
          guard owner == .source else { return }
          slots.need(field, name)
          if groupsOfField[field].last != group { groupsOfField[field].append(group) }
        }
      }
    }
    guard slots.isAnyNeeded else { return result }
    forEachVariable(of: groups) { slots.prefer($0.name, for: Int($0.field)) }
    var names: [LocalName?] = []
    for field in fields.indices {
      let name =
        slots.name(of: field, fields[field]) { candidate in
          !groupsOfField[field].contains { index in
            groups[index].names.contains { $0?.id == candidate }
              || groups[index].places.contains { binds(candidate, in: transition($0), otherThan: .source, field) }
          }
        } ?? slots.freshName(of: field, fields[field], owner: "state", machine.names)
      // A composite around the state may have a field of the same name: hidden, but needed to build it anew.
      let isTaken = name != nil && names.contains { $0 == name }
      names.append(isTaken ? .fresh(machine.names.fresh("stateValue\(field + 1)")) : name)
    }
    result.names = names
    result.isVariable = Array(repeating: false, count: fields.count)
    guard !onlyConditions else { return result }
    forEachVariable(of: groups) { local in
      if result.names[Int(local.field)] == .declared(local.name) { result.isVariable[Int(local.field)] = true }
    }
    return result
  }

  /// Whether a row of a composite changes its payload, and not what it holds.
  private func rebuilds(_ groups: [Group]) -> Bool {
    groups.contains { group in
      group.places.contains { place in
        let transition = transition(place)
        guard case .stores = change(by: transition) else { return false }
        return machine.rebuiltFields(by: transition) == machine.states[Int(transition.source)].pathFields.count
      }
    }
  }

  /// The fields that rows change in place, under the rows' names.
  private func forEachVariable(of groups: [Group], _ body: (Local) -> Void) {
    guard !onlyConditions else { return }
    for group in groups {
      for place in group.places {
        let transition = transition(place)
        for local in transition.locals where isVariable(local, in: transition) { body(local) }
      }
    }
  }

  /// Whether a transition knows something else under this name.
  private func binds(
    _ name: NameID, in transition: Transition, otherThan owner: PayloadOwner, _ field: Int
  ) -> Bool {
    var isHidden = false
    transition.forEachRow { if machine.rows[$0].blockNames.contains(name) { isHidden = true } }
    return isHidden
      || transition.locals.contains {
        $0.name.id == name && !($0.owner == owner && Int($0.field) == field) && isNeeded($0, in: transition)
      } || transition.patterns.contains { $0.bindings.contains { $0.name.id == name } }
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

    private var slots: [Slot]
    private(set) var isAnyNeeded = false

    init(count: Int) {
      // Appending is specialised; `Array(repeating:count:)` looks up generic metadata each time.
      slots = []
      for _ in 0..<count { slots.append(.unneeded) }
    }

    mutating func need(_ field: Int, _ name: Identifier?) {
      isAnyNeeded = true
      switch (slots[field], name) {
      case (.unneeded, nil): slots[field] = .unnamed
      case (.unneeded, let name?), (.unnamed, let name?): slots[field] = .named(name)
      case (.named(let first), let name?) where first.id != name.id: slots[field] = .disputed(nil)
      default: break
      }
    }

    /// The field is changed in place under this name.
    mutating func prefer(_ name: Identifier, for field: Int) {
      guard case .disputed(let preferred) = slots[field] else { return }
      if preferred == nil { slots[field] = .disputed(name) }
    }

    /// The name on which the rows agree, or the field's own; nil inside where the field is not needed, nil outside where
    /// neither will do.
    func name(of index: Int, _ field: Field, isFree: (NameID) -> Bool) -> LocalName?? {
      let candidate: Identifier?
      switch slots[index] {
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
        if field.typeID == Field.finalChild || field.submachine == .machine { return .fresh(names.fresh("child")) }
        if field.submachine == .event { return .fresh(names.fresh("inner")) }
        return .fresh(names.fresh("\(owner)Value\(index + 1)"))
      }
      let text = names.text(name.id)
      return .fresh(names.fresh(owner + text.capitalizedFirst))
    }
  }
}

extension StateMachine {
  /// How many of the fields of its source's path an internal transition that changes some of them builds anew: those of
  /// the region of the innermost one, and of what is around it.
  func rebuiltFields(by transition: Transition) -> Int {
    let source = Int(transition.source)
    let all = states[source].pathFields.count
    guard hasRegions else { return all }
    let innermost = transition.locals.filter { $0.owner == .source && $0.isChanged }.map { Int($0.field) }.max() ?? 0
    var end = all
    var region = region(of: source)
    // A region's own place tells where the fields of what is in it begin.
    while region >= 0, innermost < states[region].pathFields.count {
      end = states[region].pathFields.count
      region = self.region(of: region)
    }
    return end
  }

  /// Whether the assignment to `local` can become the argument of the case that is built anew: it is the last effect, no
  /// other effect could see it, and nothing that lives on the heap is copied by it.
  func foldsAssignment(_ effects: [Effect], to local: Local, in transition: Transition) -> Bool {
    guard case .assignField(let name, let symbol, _)? = effects.last, name.id == local.name.id else { return false }
    for effect in effects.dropLast() {
      switch effect {
      case .block, .assignField: return false
      case .output, .assignProperty, .raise, .trap, .begin, .end, .schedule, .unschedule: break
      }
    }
    return source.bytes[symbol.lowerBound] == Ascii.equals
      || isNumber(states[Int(transition.source)].pathFields[Int(local.field)].type)
  }

  /// Whether a type, as written, is one of the standard library's numbers.
  func isNumber(_ type: SourceRange) -> Bool {
    switch source.text(type) {
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
      "Float", "Float16", "Double", "Duration":
      true
    default: false
    }
  }
}
