import StateMachineModel
import StateMachineSyntax

/// The names that the generated code needs besides the names of the `.sm` file. They hide no names of the file, and no
/// name of the file hides them.
package final class GeneratedNames: Sendable {
  private let machine: StateMachine
  /// The name of the event, the first parameter of `handle`. Nothing in the file's Swift hides this name.
  let event: String
  /// The name of the closure that gets the outputs, a parameter of generated functions.
  let emit: String
  /// The name of the parameter for the run. The run is a value to which generated functions add raised events and
  /// completion events.
  let run: String
  /// The name of the private type of the run, a value to which events are raised. It is `Run`, or another name if the
  /// `.sm` file contains `Run`.
  let runType: String
  /// The name of the private enum with a case for each state that has a completion event.
  let completion: String
  /// The name of the private enum whose values are raised events and completion events.
  let pending: String
  /// The name of the property with the deferred events.
  package let deferredEvents: String
  /// The name of the variable for an associated value of a state: `child` in `case .player(let child)`. It is the state
  /// within a composite state, or the submachine.
  let child: String
  /// The name of the variable for the event of a submachine: `inner` in `case .player(let inner)`. That event is an
  /// associated value of the owner's event.
  let inner: String
  /// The cases of the enum of timers, without back-ticks.
  private let timers: [String]
  /// The name of the type that belongs to each state. For a composite state, it is the enum of the states within it;
  /// for another state, the struct for its payload. Empty for a state without such a type.
  private let enums: [String]
  private let queries: IDMap<StateQuery, String>
  /// The names with an upper-case first letter that several states share: `Open` if there are the states `open` and
  /// `Open`. A function of such a state is called `enter_open` or `enter_Open`, because `enterOpen` would mean both.
  private let disputed: Set<String>
  /// The names that no generated function may have, because the machine has them already: names of properties, of
  /// declarations in the file's Swift, and of events that are methods.
  private let members: Set<String>
  /// The word for the machine in names of functions that otherwise contain the name of a state: `Machine` in
  /// `exitInsideMachine`.
  let machineWord: String

  package init(_ machine: StateMachine) {
    self.machine = machine
    event = machine.namesEventInPoliciesAlone ? "event" : machine.names.fresh("event")
    emit = machine.names.fresh("emit")
    run = machine.names.fresh("run")
    runType = machine.names.fresh("Run")
    completion = machine.names.fresh("Completion")
    pending = machine.names.fresh("Pending")
    deferredEvents = machine.names.fresh("deferredEvents")
    child = machine.names.fresh("child")
    inner = machine.names.fresh("inner")
    timers = machine.timerNames
    enums = Self.enumNames(of: machine)
    queries = Self.queryNames(of: machine)
    disputed = Self.disputedNames(of: machine)
    let declared =
      machine.storedProperties.map(\.name) + (machine.hasMethods ? machine.events.map(\.name) : [])
      + machine.interfaceMembers.map(\.name)
    members = machine.swift.names.union(declared.map { machine.source.text($0.range) })
    machineWord = Self.machineWord(of: machine)
  }

  func fresh(_ base: String) -> String { machine.names.fresh(base) }

  package func timer(_ timer: TimerID) -> String { timers[timer.index].spelledAsCase }

  /// Returns the name of a timer without back-ticks.
  func word(timer: TimerID) -> String { timers[timer.index] }

  /// Returns the name of the enum of the states within a composite state. For a composite state with regions, it is the
  /// name of the struct of its regions.
  func children(of composite: StateID) -> String { enums[composite.index] }

  /// Returns the name of the struct for the payload of a leaf state. Nil if there is no such struct, because the
  /// state's case itself contains the payload.
  func payload(of state: StateID) -> String? {
    machine.states[state].isComposite || enums[state.index].isEmpty ? nil : enums[state.index]
  }

  /// Returns the name of the property of `State` that replaces a query in a guard. A query tests which state is active.
  /// The name is `isInActiveMuted` for the query `in(active.muted)`.
  package func query(_ query: ID<StateQuery>) -> String { queries[query] }

  /// Returns the name of the variable for the result of a query, a test of the active state: `in1` for `in(open)`. It
  /// is for code with source locations: the name is short, so that spaces can fill the columns of the replaced query.
  func locatedQuery(_ query: ID<StateQuery>) -> String { fresh("in\(query.index + 1)") }

  // MARK: Names without payloads

  /// Returns the name of the enum that contains the names of states or of events: `Name`. It is `StateName` or
  /// `EventName` if something else is called `Name`, such as the type of a payload.
  ///
  /// - Parameters:
  ///   - what: `State` for the names of states, `Event` for those of events.
  ///   - isTaken: whether the type around the enum has a member `Name` already, such as the case of an event `Name`.
  func nameType(of what: String, isTaken: Bool) -> String {
    let name = StateMachine.nameType
    return isTaken || machine.typesOfPayloads.contains(name) ? fresh(what + name) : name
  }

  // MARK: Functions

  /// Returns the name of a state's function: `enterOpen` for `enter` and the state `open`. If a state `Open` has
  /// functions, too, it is `enter_open`. An underscore is appended while a member of the machine has the same name.
  func function(_ verb: String, _ state: StateID) -> String {
    let name = machine.source.text(machine.states[state].name.range)
    let capitalized = name.capitalizedFirst
    var action = disputed.contains(capitalized) ? "\(verb)_\(name)" : verb + capitalized
    while members.contains(action) { action += "_" }
    return action.spelledAsName
  }

  /// Returns the name of a function for all active states within a composite state: `exitInsidePlayer` for `exitInside`
  /// and the state `player`.
  ///
  /// - Parameter body: the composite state; nil for the machine, for which the name is `exitInsideMachine`.
  func function(_ verb: String, within body: StateID?) -> String {
    body.map { function(verb, $0) } ?? verb + machineWord
  }

  /// Returns the word for the machine in names of functions: `Machine`. If a state is called `machine`, underscores are
  /// appended.
  private static func machineWord(of machine: StateMachine) -> String {
    let words = Set(machine.states.lazy.map { machine.source.text($0.name.range).capitalizedFirst })
    var word = "Machine"
    while words.contains(word) { word += "_" }
    return word
  }

  /// Returns the name of the output that begins a timer of `every`: `schedule`. If there are also timers of `after`, it
  /// is `repeat`, because their output is `schedule`. Swift has no patterns for two cases with one base name, such as
  /// `schedule(_:after:)` and `schedule(_:every:)`.
  package static func repeating(besideAfter: Bool) -> String { besideAfter ? "repeat" : "schedule" }

  // MARK: Microsteps

  /// Returns the names of a variable and of its type: `inPlayback` and `InPlayback` for the region `playback`. The
  /// variable contains the transition that a microstep has selected for the region.
  ///
  /// The names of two regions may differ only in the case of their first letter. If `types` contains the type already,
  /// the names are therefore `in_playback` and `In_playback`.
  ///
  /// - Parameter types: the types for the regions that have got names already.
  func slot(_ region: String, besides types: [String]) -> (variable: String, type: String) {
    let type = fresh("In" + region.capitalizedFirst).spelledAsName
    guard types.contains(type) else { return (fresh("in" + region.capitalizedFirst).spelledAsName, type) }
    return (fresh("in_" + region).spelledAsName, fresh("In_" + region).spelledAsName)
  }

  /// Returns the name of the enum's case for a transition that a microstep may select. It is `playing` for the first
  /// row of the state `playing`, and `playing_2` for the second. `none` and `some` are avoided: an optional has cases
  /// with these names, too.
  func choice(_ state: StateID, _ number: Int) -> String {
    var name = machine.source.text(machine.states[state].name.range)
    // All pseudostates have the same name.
    if machine.states[state].isPseudostate, let body = machine.states[state].parent {
      name = fresh(name + machine.source.text(machine.states[body].name.range).capitalizedFirst)
    }
    return (number == 1 && name != "none" && name != "some" ? name : "\(name)_\(number)").spelledAsName
  }

  /// Returns the name of the enum's case for a transition that leads to a choice. The case also says which target the
  /// choice selects: `playing_to1` stands for the transition `playing` and its first target.
  ///
  /// - Parameters:
  ///   - choice: the name of the transition's own case, `playing`.
  ///   - number: the number of the target, counted from 1.
  static func arrival(_ choice: String, _ number: Int) -> String {
    "\(choice.filter { $0 != "`" })_to\(number)".spelledAsName
  }

  // MARK: History

  /// Returns the name of the property that keeps the history of a state: `playerHistory`.
  func history(of state: StateID) -> String {
    fresh(machine.source.text(machine.states[state].name.range) + "History").spelledAsName
  }

  /// Returns the name of the type of a state's history: `PlayerHistory`. If the property for the history has this name
  /// already, it is `PlayerHistoryValue`.
  func historyType(of state: StateID) -> String {
    let property = history(of: state)
    return property.capitalizedFirst == property
      ? fresh(machine.source.text(machine.states[state].name.range) + "HistoryValue").spelledAsName
      : property.capitalizedFirst
  }

  // MARK: Computed once

  /// Returns the name of each state's generated type: `Loaded` for `loaded`. The type is the enum of the states within
  /// it, or the struct of its payload. For a state without such a type, the name is empty. `States` is appended while
  /// the name means something else: a state in the same enum, a payload's type, or a type of Swift. Swift declares
  /// types whose names end in `CodingKeys`, for example (SE-0295).
  private static func enumNames(of machine: StateMachine) -> [String] {
    let holdsStructs = machine.holdsPayloadsInStructs
    guard holdsStructs || machine.states.contains(where: \.isComposite) else { return machine.states.map { _ in "" } }
    struct Place: Hashable {
      var parent: StateID?
      var name: String
    }
    let places = machine.states.map { Place(parent: $0.parent, name: machine.source.text($0.name.range)) }
    var taken = Set(places)
    return zip(machine.states, places).map { state, place in
      guard state.isComposite || holdsStructs && !state.fields.isEmpty else { return "" }
      var candidate = Place(parent: place.parent, name: place.name.capitalizedFirst)
      while taken.contains(candidate) || machine.typesOfPayloads.contains(candidate.name)
        || SwiftKeyword.isUnusable(type: candidate.name) || candidate.name.hasSuffix("CodingKeys")
      {
        candidate.name += "States"
      }
      taken.insert(candidate)
      return candidate.name.spelledAsName
    }
  }

  /// Returns the name of the property for each query, a test of the active state: `isInActiveMuted` for
  /// `in(active.muted)`. If another query or a group has a property with this name, it is `isIn_active_muted`. For a
  /// query of a group, it is the group's property: `isMoving` for `in(moving)`.
  private static func queryNames(of machine: StateMachine) -> IDMap<StateQuery, String> {
    let groups = machine.groups.map { StateQuery.property(ofGroup: machine.source.text($0.name.range)) }
    let words = machine.queries.map { query in
      "isIn" + query.text.split(separator: ".").map { String($0).capitalizedFirst }.joined()
    }
    var counts: [String: Int] = [:]
    for word in groups + words { counts[word, default: 0] += 1 }
    var names = IDMap<StateQuery, String>()
    for (query, word) in zip(machine.queries, words) {
      if let group = query.group {
        names.append(groups[group.index])
      } else if counts[word] == 1 {
        names.append(machine.names.fresh(word))
      } else {
        names.append(machine.names.fresh("isIn_" + query.text.split(separator: ".").joined(separator: "_")))
      }
    }
    return names
  }

  /// Returns the names with an upper-case first letter that several states share, such as `Open` for `open` and `Open`.
  /// States without functions of their own, such as `enterOpen`, do not count.
  private static func disputedNames(of machine: StateMachine) -> Set<String> {
    var seen: Set<String> = []
    var disputed: Set<String> = []
    for state in machine.states
    where state.entry != nil || state.exit != nil || state.isComposite || state.submachine != nil {
      let name = machine.source.text(state.name.range).capitalizedFirst
      if !seen.insert(name).inserted { disputed.insert(name) }
    }
    return disputed
  }
}
