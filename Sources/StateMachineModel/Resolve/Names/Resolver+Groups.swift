import StateMachineSyntax

/// The facts about groups that are needed while they are resolved. The members of a group are in the model.
struct GroupTable {
  /// The groups with errors. A statement that names such a group counts as broken, and has no further findings.
  var broken: Set<GroupID> = []
  fileprivate var progress: IDMap<Group, Progress>
  /// The groups that the current list of states, such as the sources of a row, has named so far. A group that is named
  /// twice is reported.
  fileprivate var named: Set<GroupID> = []
  /// The states that the current list of states includes, by name or in a group.
  fileprivate var memberStates: Marks<State>

  fileprivate enum Progress { case untouched, active, done }

  init(of machine: StateMachine) {
    progress = IDMap(repeating: .untouched, count: machine.groups.count)
    memberStates = Marks(count: machine.states.count)
  }
}

/// Looks up groups, and the states that they include.
extension Resolver {
  /// The limit for a chain of groups in which each one contains the next.
  private static let maximumGroupDepth = 32

  /// Returns the group that a path names. Nil if the path names something else.
  func group(_ path: PathSyntax) -> GroupID? {
    path.count == 1 ? names[path.first.id].group : nil
  }

  /// Returns the states that a path names: one state, or the members of a group. If the path names neither, reports
  /// this and returns an empty list. Then, and for a group with an error, sets `row.isBroken` of the current statement.
  mutating func resolveStates(_ path: PathSyntax) -> [StateID] {
    guard let group = group(path) else {
      if let state = resolveState(path) { return [state] }
      return []
    }
    note(path.first.range, machine.groups[group].name, .group)
    if groups.broken.contains(group) { row.isBroken = true }
    return machine.groups[group].members
  }

  /// Begins a list of states and groups, such as the sources of a row. `resolveNewStates` is called for each element of
  /// it.
  mutating func beginStates() {
    namedStates.clear()
    groups.memberStates.clear()
    groups.named.removeAll(keepingCapacity: true)
  }

  /// Notes that the current list includes a state, so that the state is not added again.
  mutating func addNamed(_ state: StateID) {
    _ = namedStates.insert(state)
    _ = groups.memberStates.insert(state)
  }

  /// Returns the states that an element adds to the current list of states. A state is left out if an earlier element
  /// includes it, because two groups may share states. Reports an element that is written twice, and a state that is
  /// written although a group of the list contains it.
  ///
  /// - Parameters:
  ///   - path: the element, a state or a group.
  ///   - place: the kind of statement that contains the list, for messages: `row`.
  mutating func resolveNewStates(_ path: PathSyntax, in place: String) -> [StateID] {
    guard let group = group(path) else { return resolveNewState(path, in: place).map { [$0] } ?? [] }
    let states = resolveStates(path)
    let last = path[path.count - 1]
    guard groups.named.insert(group).inserted else {
      reportNamedTwice("group", last, in: place)
      return []
    }
    if let written = states.first(where: { namedStates.contains($0) }) {
      reportNamedTwice("state", NameSyntax(id: machine.states[written].name.id, range: last.range), in: place)
    }
    return states.filter { groups.memberStates.insert($0) }
  }

  /// Returns the state that an element of the current list names, if the element is no group. Nil if there is no such
  /// state, or if the list includes the state already; both are reported.
  ///
  /// - Parameter place: the kind of statement that contains the list, for messages: `row`.
  mutating func resolveNewState(_ path: PathSyntax, in place: String) -> StateID? {
    guard let state = resolveState(path) else { return nil }
    if namedStates.insert(state), groups.memberStates.insert(state) { return state }
    reportNamedTwice("state", path[path.count - 1], in: place)
    return nil
  }

  private mutating func reportNamedTwice(_ what: String, _ name: NameSyntax, in place: String) {
    reject(.namedTwice(what, text(name.id), name.range, in: place))
  }

  // MARK: Members

  /// Looks up the members of all groups. This happens before rows are resolved, because rows may name groups.
  mutating func resolveGroups(_ items: [ItemSyntax]) {
    guard !machine.groups.isEmpty else { return }
    var declarations = IDMap<Group, GroupSyntax>()
    for item in items {
      // Of two with one name, the first counts.
      guard case .group(let syntax) = item, names[syntax.name.id].group == declarations.ids.upperBound else { continue }
      declarations.append(syntax)
    }
    for group in declarations.ids { resolve(group, declarations, depth: 0) }
  }

  /// Looks up the members of a group, after those of the groups that it names.
  ///
  /// - Parameters:
  ///   - declarations: the declarations of all groups.
  ///   - depth: the number of groups in the chain that led to this one. In a chain, each group names the next. Limits
  ///     the recursion.
  private mutating func resolve(_ id: GroupID, _ declarations: IDMap<Group, GroupSyntax>, depth: Int) {
    guard groups.progress[id] == .untouched else { return }
    groups.progress[id] = .active
    let paths = declarations[id].members
    for index in 0..<paths.count {
      guard let inner = group(paths[index]), depth < Self.maximumGroupDepth else { continue }
      resolve(inner, declarations, depth: depth + 1)
    }
    row.clear()
    beginStates()
    var members: [StateID] = []
    for index in 0..<paths.count {
      if let inner = group(paths[index]), groups.progress[inner] != .done {
        report(paths[index].first, of: inner, in: declarations[id].name)
      } else {
        members += resolveNewStates(paths[index], in: "group")
      }
    }
    if row.isBroken { groups.broken.insert(id) }
    groups.progress[id] = .done
    machine.groups[id].members = members
  }

  /// Reports a group that contains itself, directly or through other groups. Also reports the place at which a chain
  /// becomes too long, in which each group contains the next.
  ///
  /// - Parameters:
  ///   - name: the place where `outer` names the group `inner`.
  ///   - outer: the name of the group in which `inner` is named.
  private mutating func report(_ name: NameSyntax, of inner: GroupID, in outer: NameSyntax) {
    let diagnostic = Diagnostic.groupInItself(
      name.range, text(name.id), in: text(outer.id), isDeep: groups.progress[inner] == .untouched)
    let isOther = name.id != outer.id
    reject(
      isOther
        ? diagnostic.note("'\(text(name.id))' is declared here", machine.groups[inner].name.range) : diagnostic)
  }
}
