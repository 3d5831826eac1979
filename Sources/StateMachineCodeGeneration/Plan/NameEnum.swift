import StateMachineModel

/// The enum that names the states of a body, or the events, without what they hold: a case for each that can be told
/// apart.
struct NameEnum: Equatable {
  /// What one state or event is called.
  struct Case: Equatable {
    /// `signedInIdle`, without back-ticks.
    var identifier: String
    /// `signedIn.idle`
    var text: String
  }

  /// `Name`, or `StateName` where the file needs that name for something else.
  var type: String
  var cases: [Case]

  /// - Parameter paths: the words that lead to each state or event. A path of one word keeps it; others are joined, and
  ///   numbered where the name is taken.
  fileprivate init(type: String, paths: [[String]], texts: [String]) {
    // The list that `CaseIterable` asks for is a static member, as each case is.
    var taken: Set<String> = ["allCases"]
    for path in paths where path.count == 1 { taken.insert(path[0]) }
    self.type = type
    cases = zip(paths, texts).map { path, text in
      let base = (path.prefix(1) + path.dropFirst().map(\.capitalizedFirst)).joined()
      if path.count == 1, base != "allCases" { return Case(identifier: base, text: text) }
      return Case(identifier: taken.insertNumbered(base), text: text)
    }
  }
}

extension SwiftModel {
  /// The names of the states that can be told apart within a region or, for nil, the machine: see `StateTree.leaves`.
  func nameEnum(ofStatesIn body: StateID?) -> NameEnum {
    let leaves = behaviour.tree.leaves(of: body)
    let paths = leaves.map { leaf in
      machine.path(of: leaf).filter { level in body.map { level > $0 } ?? true }.map(name(of:))
    }
    return NameEnum(type: nameType(ofStatesIn: body), paths: paths, texts: leaves.map(layout.pathText))
  }

  /// The names of the events, those of timers behind them.
  var nameEnumOfEvents: NameEnum {
    let timers = machine.timers.indices.map { ["elapsed", names.word(timer: $0)] }
    let paths = machine.events.map { [text($0.name)] } + timers
    let isTaken = machine.events.contains { text($0.name) == StateMachine.nameType }
    let type = machine.hasMethods ? names.fresh("EventName") : names.nameType(of: "Event", isTaken: isTaken)
    return NameEnum(
      type: type, paths: paths, texts: paths.map { $0.joined(separator: ".") })
  }

  /// The type of the names of events, as the machine knows it.
  var typeOfEventNames: String { (machine.hasMethods ? "" : "Event.") + nameEnumOfEvents.type }

  /// What the names of a body's states are called. A state of the body is a case or a property beside that type, and
  /// composites have a type there.
  func nameType(ofStatesIn body: StateID?) -> String {
    let isTaken = machine.children(of: body).contains {
      name(of: $0) == StateMachine.nameType || names.children(of: $0) == StateMachine.nameType
    }
    return names.nameType(of: "State", isTaken: isTaken)
  }

  /// The property of `State` that has the name: another one where a region of the machine is called so.
  var nameOfState: String {
    let isTaken = machine.isParallel && machine.topStates.contains { name(of: $0) == "name" }
    return isTaken ? names.fresh("stateName") : "name"
  }

  /// The property that has the name of a region's state, in the struct that names those of all regions of the machine.
  func nameProperty(of region: StateID) -> String {
    let name = name(of: region)
    // These are what the struct's conformances ask for.
    return name == "description" || name == "hashValue" ? names.fresh(name + "Name") : name
  }
}
