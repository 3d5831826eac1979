import StateMachineModel

extension Diagram {
  /// Creates the boxes and arrows that show a machine.
  package init(_ machine: StateMachine, options: DiagramOptions = DiagramOptions()) {
    var builder = DiagramBuilder(machine: machine, options: options)
    self = builder.build()
  }
}

/// Creates the diagram of a machine. Decides how each row is drawn: as an arrow, or as a line in the box of its source.
/// If the source `*` stands for more than three states, one arrow leads from a box such as `any state`.
private struct DiagramBuilder {
  /// The largest number of states for which the source `*` of a row is drawn as one arrow each. If `*` stands for more
  /// states, one arrow is drawn from a box that stands for all of them.
  static let maximumWildcardArrows = 3

  let machine: StateMachine
  let options: DiagramOptions
  let text: MachineText
  var diagram: Diagram
  /// The indices of the boxes that stand for many states. The key is the path of such a box.
  var frames: [String: Int] = [:]
  /// The kinds of rows that were left out of the diagram because of the options.
  var omitted: Set<DiagramOptions.Hidden> = []
  /// The indices of the boxes for choices, in the order in which the machine declares the choices.
  var choices: [Int] = []
  /// The indices of the boxes for histories. The key is the path of such a box, such as `playing.history`.
  var histories: [String: Int] = [:]
  /// The indices of the boxes for forks. The key names the targets of the fork: `fork to a and b`.
  var forks: [String: Int] = [:]
  /// For each transition, its position in the order in which the machine tries transitions.
  let ranks: [Int]

  init(machine: StateMachine, options: DiagramOptions) {
    self.machine = machine
    self.options = options
    text = MachineText(machine)
    var ranks = Array(repeating: 0, count: machine.transitions.count)
    for (rank, transition) in machine.transitionOrder.enumerated() { ranks[transition.index] = rank }
    self.ranks = ranks
    diagram = Diagram(title: text.title, documentation: text.documentation(machine.documentation))
  }

  /// Creates the diagram. It adds the boxes of states and choices. Then it adds the arrows and lines of all rows in the
  /// order of the file. Finally, it removes or highlights parts as the options demand.
  mutating func build() -> Diagram {
    diagram.boxes.reserveCapacity(machine.states.count)
    diagram.arrows.reserveCapacity(machine.transitions.count)
    for state in machine.states.indices { addBox(state) }
    for choice in machine.choices { addChoice(choice) }
    var branches: [RowID: [(choice: ChoiceID, branch: Choice.Branch)]] = [:]
    for choice in machine.choices.indices {
      for branch in machine.choices[choice].branches { branches[branch.row, default: []].append((choice, branch)) }
    }
    var transitions: [RowID: Range<TransitionID>] = [:]
    for id in machine.transitions.indices {
      let row = machine.transitions[id].row
      // The transitions of a row have consecutive indices.
      transitions[row] = (transitions[row]?.lowerBound ?? id)..<id.advanced(by: 1)
    }
    for id in machine.rows.indices {
      let row = machine.rows[id]
      if let branches = branches[id] {
        if omits(row, isInternal: branches[0].branch.isInternal && !row.traps) { continue }
        for (choice, branch) in branches { add(row, from: choice, branch) }
      } else if let range = transitions[id] {
        if omits(row, isInternal: machine.transitions[range.lowerBound].isInternal) { continue }
        add(row, machine.transitions[range])
      } else {
        diagram.remarks.append("never applies: \(text.row(row))")
      }
    }
    if options.heat != nil {
      markUnseenBoxes()
    } else if options.labels != .full {
      removeDuplicates()
    }
    remarkOmissions()
    let statements = machine.claims.map { text.swift($0.range) }
    if options.showsStatements { diagram.statements = statements } else { diagram.remarks += statements }
    diagram.declarations = text.declarations()
    return diagram
  }

  /// Returns whether the options hide a row, and notes in `omitted` why the row is hidden.
  ///
  /// - Parameter isInternal: whether the transitions of the row are internal: either all or none are.
  private mutating func omits(_ row: Row, isInternal: Bool = false) -> Bool {
    let reason: DiagramOptions.Hidden? =
      if row.traps, options.hidden.contains(.trapped) {
        .trapped
      } else if isInternal, options.hidden.contains(.internal) {
        .internal
      } else {
        nil
      }
    guard let reason else { return false }
    omitted.insert(reason)
    return true
  }

  /// Adds remarks to the diagram about the kinds of rows that the options leave out.
  private mutating func remarkOmissions() {
    diagram.isPartial = !omitted.isEmpty
    if omitted.contains(.internal) { diagram.remarks.append("not shown: internal transitions") }
    if omitted.contains(.trapped) { diagram.remarks.append("not shown: rows that trap") }
  }

  /// Returns the index of a state's box, which is the index of the state itself because the boxes of the states are
  /// created first.
  private func box(of state: StateID) -> Int { state.index }

  /// Adds the box of a state, with its payload. Lines for `entry`, `exit`, activities and `defer` are added only if the
  /// options show full texts.
  private mutating func addBox(_ id: StateID) {
    let state = machine.states[id]
    let path = machine.path(of: id).map { text.name(machine.states[$0].name) }.joined(separator: ".")
    var box = Diagram.Box(
      state: id, name: text.name(state.name), path: path, parent: state.parent.map(box), isComposite: state.isComposite,
      isRegion: state.isRegion, documentation: text.documentation(state.documentation), isFinal: state.isFinal)
    if let pseudostate = state.pseudostate {
      makePseudostate(&box, pseudostate, in: state.parent)
      diagram.boxes.append(box)
      return
    }
    box.isInitial = !state.isRegion && machine.isInitial(id)
    if options.showsPayloads { box.payload = text.payload(of: state) }
    if options.labels == .full {
      let written = state.written
      let activities = written.activities.isEmpty ? [] : [ActionLine(effects: written.activities)]
      for (keyword, lines) in [("entry", written.entry), ("do", activities), ("exit", written.exit)] {
        for line in lines {
          let guards = line.condition.map { [text.swift($0.range)] } ?? []
          let label = Diagram.Label(trigger: keyword, guards: guards, effects: line.effects.map(text.effect))
          let tried = Diagram.Tried(event: keyword, rank: box.lines.count)
          box.lines.append(.init(label: label, events: keyword, tried: [tried]))
        }
      }
      if !state.deferred.isEmpty {
        let events = state.deferred.map { text.name(machine.events[$0].name) }.joined(separator: ", ")
        box.lines.append(.init(label: Diagram.Label(trigger: events, effects: ["defer"]), events: events))
      }
    }
    diagram.boxes.append(box)
  }

  /// Makes the box of a state show a pseudostate instead. For the row `history -> a / f`, it becomes `H`, or `H*` for
  /// `deepHistory`. For the row `initial -> a / f`, it becomes the dot before an initial state.
  private mutating func makePseudostate(_ box: inout Diagram.Box, _ kind: Pseudostate, in parent: StateID?) {
    guard kind == .historyDefault, let parent else {
      box.kind = .initial
      return
    }
    let isShallow = machine.states[parent].histories.contains(.shallow)
    box.kind = isShallow ? .history : .deepHistory
    box.name = isShallow ? "H" : "H*"
    box.path = diagram.boxes[self.box(of: parent)].path + (isShallow ? ".history" : ".deepHistory")
    histories[box.path] = diagram.boxes.count
  }

  private mutating func addChoice(_ choice: Choice) {
    let name = text.name(choice.name)
    let parent = choice.parent.map(box)
    choices.append(diagram.boxes.count)
    diagram.boxes.append(
      Diagram.Box(
        kind: .choice, name: name, path: (parent.map { diagram.boxes[$0].path + "." } ?? "") + name, parent: parent,
        documentation: text.documentation(choice.documentation)))
  }

  /// Returns the index of the box for a composite state's history (`H`, or `H*` for a deep history). If there is no
  /// such box yet, the box is added. An arrow then leads from it to the history's default target, if there is one.
  private mutating func history(of composite: StateID, _ kind: HistoryKind) -> Int {
    let path = diagram.boxes[box(of: composite)].path + (kind == .deep ? ".deepHistory" : ".history")
    if let box = histories[path] { return box }
    let box = diagram.boxes.count
    histories[path] = box
    diagram.boxes.append(
      Diagram.Box(
        kind: kind == .deep ? .deepHistory : .history, name: kind == .deep ? "H*" : "H", path: path,
        parent: self.box(of: composite)))
    if let first = machine.states[composite].historyDefault {
      diagram.arrows.append(
        Diagram.Arrow(
          source: box, target: self.box(of: first), label: Diagram.Label(), events: "",
          text: text.historyDefault(of: composite, first)))
    }
    return box
  }

  /// Returns the index of the box for a fork to the given states. If there is no such box yet, the box and its arrows
  /// are added. The fork is next to the composite state that contains all of the states.
  private mutating func fork(to targets: [StateID]) -> Int {
    let targets = targets.map { box(of: $0) }
    let path = "fork to " + targets.map { diagram.boxes[$0].path }.joined(separator: " and ")
    if let box = forks[path] { return box }
    let fork = diagram.boxes.count
    forks[path] = fork
    let parent = diagram.innermostBody(of: targets).flatMap { diagram.boxes[$0].parent }
    diagram.boxes.append(Diagram.Box(kind: .fork, name: "fork", path: path, parent: parent))
    for target in targets {
      let text = "-> \(diagram.boxes[target].path)"
      diagram.arrows.append(
        Diagram.Arrow(source: fork, target: target, label: Diagram.Label(), events: "", text: text))
    }
    return fork
  }

  /// Returns the index of the box to which an arrow leads: the box of a choice, a fork, a history or a state. Nil for
  /// an internal transition, which has no target.
  ///
  /// - Parameter others: the targets in other regions. If there are any, the arrow leads to a fork.
  private mutating func target(
    _ state: StateID?, choice: ChoiceID?, _ history: HistoryKind?, _ others: [StateID]
  ) -> Int? {
    if let choice { return choices[choice.index] }
    guard let state else { return nil }
    if !others.isEmpty { return fork(to: [state] + others) }
    return history.map { self.history(of: state, $0) } ?? box(of: state)
  }

  /// Adds the arrow for a row of a choice. If the row keeps the active state, the arrow leads back to the choice. Its
  /// text then ends with `(stays)`. A row that keeps the active state and only traps gets no arrow, but a remark such
  /// as `cannot happen: …`.
  private mutating func add(_ row: Row, from choice: ChoiceID, _ branch: Choice.Branch) {
    if row.traps, branch.isInternal {
      diagram.remarks.append("cannot happen: \(text.row(row))")
      return
    }
    let box = choices[choice.index]
    let target = target(branch.target, choice: branch.choice, branch.history, branch.otherTargets)
    var label = Diagram.Label(stays: target == nil)
    if options.labels == .full {
      label.guards = row.isElse ? ["else"] : row.condition.map { [text.swift($0.range)] } ?? []
      label.effects = row.effects.map(text.effect)
    }
    let heat = heat(of: row)
    label.count = heat?.label ?? ""
    diagram.arrows.append(
      Diagram.Arrow(
        source: box, target: target ?? box, label: label, events: "", row: branch.row,
        documentation: text.documentation(row.documentation), text: text.row(row),
        tried: [.init(event: "", rank: branch.row.index)], change: heat?.change ?? .none, heat: heat))
  }

  /// Returns how often tests have taken a row. Nil if the picture does not show such numbers.
  private func heat(of row: Row) -> Diagram.Heat? { options.heat?[row.range.lowerBound] }

  /// Adds the arrows of a row: one from each source. If the row is internal, adds lines in the boxes of its sources
  /// instead. If the source `*` stands for more than `maximumWildcardArrows` states, these states have only one arrow
  /// or line. It is at a box that stands for all of them.
  private mutating func add(_ row: Row, _ transitions: Slice<Table<Transition>>) {
    var groups: [Slice<Table<Transition>>] = []
    // Transitions of the row from one source have successive indices. So each group is a prefix of the remaining
    // transitions.
    var rest = transitions
    while let first = rest.first {
      let group = rest.prefix { $0.source == first.source }
      groups.append(group)
      rest = rest.dropFirst(group.count)
    }
    if row.isWildcard {
      // Sources after `*` and a comma have arrows of their own.
      let parent = machine.states[groups[0][groups[0].startIndex].source].parent
      let ofWildcard = groups.filter { group in
        let state = machine.states[group[group.startIndex].source]
        return !state.isFinal && state.parent == parent
      }
      if ofWildcard.count > Self.maximumWildcardArrows {
        add(
          row, ofWildcard[0], from: frame(for: ofWildcard.map { $0[$0.startIndex].source }),
          standingFor: ofWildcard.flatMap(\.indices))
        let sources = Set(ofWildcard.map { $0[$0.startIndex].source })
        groups.removeAll { sources.contains($0[$0.startIndex].source) }
      }
      for group in groups { add(row, group, from: box(of: group[group.startIndex].source)) }
    } else {
      for group in groups { add(row, group, from: box(of: group[group.startIndex].source)) }
    }
  }

  /// Adds one arrow for the transitions of a row from one source. If the row is internal, adds a line in the box
  /// instead, unless its label is empty. The row has one transition for each of its events.
  ///
  /// - Parameter all: the transitions from all sources, if `box` stands for several states; otherwise nil.
  private mutating func add(
    _ row: Row, _ transitions: Slice<Table<Transition>>, from box: Int, standingFor all: [TransitionID]? = nil
  ) {
    guard let first = transitions.first else { return }
    // Transitions from an initial pseudostate have no event.
    let isInitial = machine.states[first.source].isPseudostate
    let events = isInitial ? "" : transitions.map { text.trigger($0) }.joined(separator: ", ")
    var label = label(row, first, events: events)
    if isInitial { label.trigger = "" }
    let documentation = text.documentation(row.documentation)
    let (heat, isShown) = (heat(of: row), !label.isEmpty)
    let tried = transitions.indices.map {
      Diagram.Tried(event: isInitial ? "" : text.trigger(transitions[$0]), rank: ranks[$0.index])
    }
    label.count = heat?.label ?? ""
    if let target = target(first.target, choice: first.choice, first.history, first.otherTargets) {
      diagram.arrows.append(
        Diagram.Arrow(
          source: box, target: target, label: label, events: events, arguments: text.arguments(first), row: first.row,
          transitions: all ?? Array(transitions.indices), documentation: documentation, text: text.row(row),
          tried: tried, change: heat?.change ?? .none, heat: heat))
    } else if isShown {
      diagram.boxes[box].lines.append(
        .init(
          label: label, events: events, row: first.row, transitions: all ?? Array(transitions.indices),
          documentation: documentation, tried: tried, change: heat?.change ?? .none))
    }
  }

  /// Returns the index of the box that stands for the sources of a row with the source `*`. If there is no such box
  /// yet, the box is added. Its text names the states that are no sources: `any state except closed, final states`.
  private mutating func frame(for sources: [StateID]) -> Int {
    var isSource = IDSet<State>(count: machine.states.count)
    for source in sources { isSource[source] = true }
    let parent = sources.first.flatMap { machine.states[$0].parent }
    let others = machine.states.indices
      .filter { machine.states[$0].parent == parent && !isSource[$0] && !machine.states[$0].isPseudostate }
    var exceptions = others.filter { !machine.states[$0].isFinal }.map { text.name(machine.states[$0].name) }
    if exceptions.count < others.count { exceptions.append("final states") }
    let name = exceptions.isEmpty ? "any state" : "any state except " + exceptions.joined(separator: ", ")
    let outer = parent.map(box)
    let path = (outer.map { diagram.boxes[$0].path + "." } ?? "") + name
    if let frame = frames[path] { return frame }
    frames[path] = diagram.boxes.count
    diagram.boxes.append(Diagram.Box(kind: .anyState, name: name, path: path, parent: outer))
    return diagram.boxes.count - 1
  }

  /// Returns the text at the arrow for the transitions of a row. Depending on the options, it is empty, contains only
  /// the events, or contains everything.
  private func label(_ row: Row, _ transition: Transition, events: String) -> Diagram.Label {
    switch options.labels {
    case .none: Diagram.Label()
    case .events: Diagram.Label(trigger: events)
    case .full:
      Diagram.Label(
        trigger: text.triggers(row), guards: text.guards(transition), effects: row.effects.map(text.effect),
        isIgnored: transition.isInternal && row.effects.isEmpty)
    }
  }

  /// Highlights as untaken the states and choices that tests have not entered, because no taken row leads to them.
  /// Three assumptions avoid mistakes. A row without a number counts as taken. A history leads to all descendants of
  /// its composite state. An initial state is entered together with its composite state.
  private mutating func markUnseenBoxes() {
    var isSeen = Array(repeating: false, count: diagram.boxes.count)
    func see(_ box: Int) {
      var next: Int? = box
      while let current = next, !isSeen[current] {
        isSeen[current] = true
        next = diagram.boxes[current].parent
      }
    }
    for arrow in diagram.arrows where arrow.row != nil && arrow.change != .untaken { see(arrow.target) }
    for arrow in diagram.arrows where arrow.row == nil && isSeen[arrow.source] { see(arrow.target) }
    // `isOpen`: all descendants of the box may have been entered, through a history.
    var isOpen = Array(repeating: false, count: diagram.boxes.count)
    for (index, box) in diagram.boxes.enumerated() where isSeen[index] {
      if diagram.composite(ofHistory: index) != nil, let parent = box.parent { isOpen[parent] = true }
    }
    for (index, box) in diagram.boxes.enumerated() {
      isOpen[index] = isOpen[index] || box.parent.map { isOpen[$0] } ?? false
      // A state that is initial, or a region, is entered together with its composite state. At the top level, it is
      // entered at the start.
      let beginsWithBody = (box.isInitial || box.isRegion) && box.parent.map { isSeen[$0] } ?? true
      isSeen[index] = isSeen[index] || isOpen[index] || beginsWithBody
      let isMarked = box.kind == .state && !box.isRegion || box.kind == .choice
      if isMarked, !isSeen[index] { diagram.boxes[index].change = .untaken }
    }
  }

  /// Removes arrows that look like an earlier arrow, and lines that look like an earlier line of the same box. They
  /// differ only in parts that the options hide.
  private mutating func removeDuplicates() {
    struct Connection: Hashable {
      var source: Int
      var target: Int
      var label: Diagram.Label
    }
    var seen: Set<Connection> = []
    diagram.arrows.removeAll { arrow in
      !seen.insert(Connection(source: arrow.source, target: arrow.target, label: arrow.label)).inserted
    }
    for index in diagram.boxes.indices {
      var lines: Set<Diagram.Label> = []
      diagram.boxes[index].lines.removeAll { !lines.insert($0.label).inserted }
    }
  }
}
