import StateMachineModel

/// The enum of the names of states, or of events, without their payloads: `case idle, open`. An enum of states has a
/// case for each leaf state. A composite state with regions is a single case, too.
struct NameEnum: Equatable {
  /// A case of the enum: the name of one state or of one event.
  struct Case: Equatable {
    /// The case without back-ticks, such as `signedInIdle` for the state `signedIn.idle`.
    var identifier: String
    /// The text that `description` returns for the case, such as `signedIn.idle`.
    var text: String
  }

  /// `Name`, or `StateName` if the file uses the name `Name` for something else.
  var type: String
  var cases: [Case]

  /// Creates the enum from the paths of states or events.
  ///
  /// - Parameters:
  ///   - paths: the names that lead to each state or event: `signedIn`, `idle`. A path with one name becomes the case
  ///     `idle`, one with several names `signedInIdle`. A number is appended to a joined name that another case has. It
  ///     is also appended to `allCases`, which is a member of each such enum.
  ///   - texts: the text of each case, `signedIn.idle`.
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
  /// Returns the enum of the names of states.
  ///
  /// - Parameter body: the region whose states get names; nil for the states of the machine.
  func nameEnum(ofStatesIn body: StateID?) -> NameEnum {
    let leaves = behaviour.tree.leaves(of: body)
    let paths = leaves.map { leaf in
      // A state within the region has a larger ID than the region, and a state around it has a smaller one.
      machine.path(of: leaf).filter { level in body.map { level > $0 } ?? true }.map(name(of:))
    }
    return NameEnum(type: nameType(ofStatesIn: body), paths: paths, texts: leaves.map(layout.pathText))
  }

  /// The enum of names for the events. The names of elapsed timers come last.
  var nameEnumOfEvents: NameEnum {
    let timers = machine.timers.indices.map { ["elapsed", names.word(timer: $0)] }
    let paths = machine.events.map { [text($0.name)] } + timers
    let isTaken = machine.events.contains { text($0.name) == StateMachine.nameType }
    let type = machine.hasMethods ? names.fresh("EventName") : names.nameType(of: "Event", isTaken: isTaken)
    return NameEnum(
      type: type, paths: paths, texts: paths.map { $0.joined(separator: ".") })
  }

  /// The type of the names of events, as code within the machine spells it: `Event.Name`. If events are methods, it is
  /// `EventName`, because there is no type `Event`.
  var typeOfEventNames: String { (machine.hasMethods ? "" : "Event.") + nameEnumOfEvents.type }

  /// Returns the name of the enum for names of states: `Name`, or `StateName` if `Name` is taken. It is taken if a
  /// state, a composite state's enum or a type in a payload has that name.
  ///
  /// - Parameter body: the region that has the states; nil for the machine.
  func nameType(ofStatesIn body: StateID?) -> String {
    let isTaken = machine.children(of: body).contains {
      name(of: $0) == StateMachine.nameType || names.children(of: $0) == StateMachine.nameType
    }
    return names.nameType(of: "State", isTaken: isTaken)
  }

  /// The property of `State` that returns the name: `name`, or `stateName` if a region of the machine has the name
  /// `name`.
  var nameOfState: String {
    let isTaken = machine.isParallel && machine.topStates.contains { name(of: $0) == "name" }
    return isTaken ? names.fresh("stateName") : "name"
  }

  /// Returns the name of the property for a region, in the struct with the names of all regions' active states. The
  /// property has the region's name. Only regions called `description` or `hashValue` get another: `descriptionName` or
  /// `hashValueName`, because the struct's conformances require members with these names.
  func nameProperty(of region: StateID) -> String {
    let name = name(of: region)
    // The struct's conformances require members of these names.
    return name == "description" || name == "hashValue" ? names.fresh(name + "Name") : name
  }
}
