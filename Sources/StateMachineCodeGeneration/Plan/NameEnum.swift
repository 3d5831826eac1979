import StateMachineModel

/// The enum of the names of states, or of events, without payloads. States with regions and leaf states have a case
/// each.
struct NameEnum: Equatable {
  /// The name of one state or event.
  struct Case: Equatable {
    /// The case, `signedInIdle`, without back-ticks.
    var identifier: String
    /// The text, `signedIn.idle`.
    var text: String
  }

  /// `Name`, or `StateName` if the file uses the name `Name` for something else.
  var type: String
  var cases: [Case]

  /// - Parameter paths: the words that lead to each state or event. A path of one word becomes a case as it is; the
  ///   words of others are joined, with a number if the name is taken.
  fileprivate init(type: String, paths: [[String]], texts: [String]) {
    // `CaseIterable` adds the static member `allCases`, which no case may share its name with.
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
  /// Returns the names of the leaf states, and the states with regions, of a region or, for nil, the machine.
  func nameEnum(ofStatesIn body: StateID?) -> NameEnum {
    let leaves = behaviour.tree.leaves(of: body)
    let paths = leaves.map { leaf in
      machine.path(of: leaf).filter { level in body.map { level > $0 } ?? true }.map(name(of:))
    }
    return NameEnum(type: nameType(ofStatesIn: body), paths: paths, texts: leaves.map(layout.pathText))
  }

  /// The names of the events, and after them those of the timers' events.
  var nameEnumOfEvents: NameEnum {
    let timers = machine.timers.indices.map { ["elapsed", names.word(timer: $0)] }
    let paths = machine.events.map { [text($0.name)] } + timers
    let isTaken = machine.events.contains { text($0.name) == StateMachine.nameType }
    let type = machine.hasMethods ? names.fresh("EventName") : names.nameType(of: "Event", isTaken: isTaken)
    return NameEnum(
      type: type, paths: paths, texts: paths.map { $0.joined(separator: ".") })
  }

  /// The type of the names of events, as code in the machine writes the type.
  var typeOfEventNames: String { (machine.hasMethods ? "" : "Event.") + nameEnumOfEvents.type }

  /// Returns the type of the names of the states of a region or, for nil, the machine. The names of those states, and
  /// the types of the composite ones, are taken.
  func nameType(ofStatesIn body: StateID?) -> String {
    let isTaken = machine.children(of: body).contains {
      name(of: $0) == StateMachine.nameType || names.children(of: $0) == StateMachine.nameType
    }
    return names.nameType(of: "State", isTaken: isTaken)
  }

  /// The property of `State` that contains the name. A region of the machine with the name `name` excludes that name.
  var nameOfState: String {
    let isTaken = machine.isParallel && machine.topStates.contains { name(of: $0) == "name" }
    return isTaken ? names.fresh("stateName") : "name"
  }

  /// Returns the property for a region in the struct with the names of the states of all regions of the machine.
  func nameProperty(of region: StateID) -> String {
    let name = name(of: region)
    // The struct's conformances require members of these names.
    return name == "description" || name == "hashValue" ? names.fresh(name + "Name") : name
  }
}
