import StateMachineSyntax

/// The facts about groups besides their members.
struct GroupTable {
  /// The groups with errors: a use of one has no findings that its members may cause.
  var broken: Set<GroupID> = []
  fileprivate var progress: IDMap<Group, Progress>
  /// The groups that the current list names; `memberStates` has the states that the list includes.
  fileprivate var named: Set<GroupID> = []
  fileprivate var memberStates: Marks<State>

  fileprivate enum Progress { case untouched, active, done }

  init(of machine: StateMachine) {
    progress = IDMap(repeating: .untouched, count: machine.groups.count)
    memberStates = Marks(count: machine.states.count)
  }
}

/// Groups, and the states that they include in a row and in another group.
extension Resolver {
  /// The limit for groups within groups.
  private static let maximumGroupDepth = 32

  /// Returns the group that a path names; nil if the path names a state, or nothing.
  func group(_ path: PathSyntax) -> GroupID? {
    path.count == 1 ? names[path.first.id].group : nil
  }

  /// Returns the states and regions that a path names: one, or the members of a group. If there are none, this has been
  /// reported, and the row is broken.
  mutating func resolveStates(_ path: PathSyntax) -> [StateID] {
    guard let group = group(path) else {
      if let state = resolveState(path) { return [state] }
      return []
    }
    note(path.first.range, machine.groups[group].name, .group)
    if groups.broken.contains(group) { row.isBroken = true }
    return machine.groups[group].members
  }

  /// Begins a list of states and groups, for `resolveNewStates`.
  mutating func beginStates() {
    namedStates.clear()
    groups.memberStates.clear()
    groups.named.removeAll(keepingCapacity: true)
  }

  /// Notes that the list includes this state already.
  mutating func addNamed(_ state: StateID) {
    _ = namedStates.insert(state)
    _ = groups.memberStates.insert(state)
  }

  /// Returns the states that an item of a list includes, and no item before it. Groups may share states; an item that
  /// is written twice, or beside a group that includes it, is reported.
  ///
  /// - Parameter place: the statement that contains the list.
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

  /// Returns the state of an item that names no group; nil if there is none, or it is named twice, which is reported.
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

  /// Finds the members of all groups, before any row names one.
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

  /// Finds the members of a group, and first those of the groups that it names.
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

  /// Reports a group that names itself, or leads through too many others.
  private mutating func report(_ name: NameSyntax, of inner: GroupID, in outer: NameSyntax) {
    let diagnostic = Diagnostic.groupInItself(
      name.range, text(name.id), in: text(outer.id), isDeep: groups.progress[inner] == .untouched)
    let isOther = name.id != outer.id
    reject(
      isOther
        ? diagnostic.note("'\(text(name.id))' is declared here", machine.groups[inner].name.range) : diagnostic)
  }
}
