import StateMachineModel
import StateMachineSyntax

/// The names that the compiler adds to a machine. No name of the file hides them, and they hide none.
package final class GeneratedNames: Sendable {
  private let machine: StateMachine
  /// The names of the parameters of `handle`. No name in the file's Swift hides them.
  let event: String
  let emit: String
  let run: String
  /// The names of private types and properties, none of which the file contains.
  let runType: String
  let completion: String
  let pending: String
  package let deferredEvents: String
  /// The names of variables for associated values: the state within a composite state, and the event of a submachine.
  let child: String
  let inner: String
  /// The cases of the enum of timers, without back-ticks.
  private let timers: [String]
  /// By state: a composite state's enum of children, another state's struct of the payload, or an empty string.
  private let enums: [String]
  private let queries: IDMap<StateQuery, String>
  /// The capitalised names that several states share, as the states differ in the case of their first letter.
  private let disputed: Set<String>
  /// The names of properties, of declarations in the file's Swift, and of events that are methods. No generated
  /// function has one of them.
  private let members: Set<String>
  /// The word for the machine in names that otherwise contain a state's name: `Machine`.
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

  /// Returns the name of a composite state's enum of children, or of the struct of its regions.
  func children(of composite: StateID) -> String { enums[composite.index] }

  /// Returns the name of the struct for the payload of a leaf state; nil if the fields are in the state's case.
  func payload(of state: StateID) -> String? {
    machine.states[state].isComposite || enums[state.index].isEmpty ? nil : enums[state.index]
  }

  /// Returns the property of `State` that a guard's query, `in(active.muted)`, reads: `isInActiveMuted`.
  package func query(_ query: ID<StateQuery>) -> String { queries[query] }

  /// Returns the variable for the result of a query with source locations: `in1`, which is shorter than `in(a)`.
  func locatedQuery(_ query: ID<StateQuery>) -> String { fresh("in\(query.index + 1)") }

  // MARK: Names without payloads

  /// Returns `Name`, or `StateName` or `EventName` if `Name` would hide the type of a payload.
  ///
  /// - Parameter isTaken: whether another member of the type has the name `Name`.
  func nameType(of what: String, isTaken: Bool) -> String {
    let name = StateMachine.nameType
    return isTaken || machine.typesOfPayloads.contains(name) ? fresh(what + name) : name
  }

  // MARK: Functions

  /// Returns `enterOpen` or `exitOpen`. `enter_open` avoids a state whose name differs in the case of its first letter,
  /// and an underscore at the end avoids a member with the same name.
  func function(_ verb: String, _ state: StateID) -> String {
    let name = machine.source.text(machine.states[state].name.range)
    let capitalized = name.capitalizedFirst
    var action = disputed.contains(capitalized) ? "\(verb)_\(name)" : verb + capitalized
    while members.contains(action) { action += "_" }
    return action.spelledAsName
  }

  /// Returns `exitInsidePlayer`, or `exitInsideMachine` for nil.
  func function(_ verb: String, within body: StateID?) -> String {
    body.map { function(verb, $0) } ?? verb + machineWord
  }

  /// Returns a word that differs from all states' names, as a state may have the name `machine`.
  private static func machineWord(of machine: StateMachine) -> String {
    let words = Set(machine.states.lazy.map { machine.source.text($0.name.range).capitalizedFirst })
    var word = "Machine"
    while words.contains(word) { word += "_" }
    return word
  }

  /// Returns the case that begins a timer of `every`: `schedule`, or `repeat` beside timers of `after`, as Swift has no
  /// patterns for two cases with the same base name.
  package static func repeating(besideAfter: Bool) -> String { besideAfter ? "repeat" : "schedule" }

  // MARK: Microsteps

  /// Returns `inPlayback` and `InPlayback`, the variable and the type for the transition that a microstep selects in a
  /// region. Names of regions may differ in the case of their first letter.
  func slot(_ region: String, besides types: [String]) -> (variable: String, type: String) {
    let type = fresh("In" + region.capitalizedFirst).spelledAsName
    guard types.contains(type) else { return (fresh("in" + region.capitalizedFirst).spelledAsName, type) }
    return (fresh("in_" + region).spelledAsName, fresh("In_" + region).spelledAsName)
  }

  /// Returns the case for a transition that a microstep selects in a region: `playing`, or `playing_2` for the second
  /// row. The variable is an optional, which already has `none` and `some`.
  func choice(_ state: StateID, _ number: Int) -> String {
    var name = machine.source.text(machine.states[state].name.range)
    // All pseudostates have the same name.
    if machine.states[state].isPseudostate, let body = machine.states[state].parent {
      name = fresh(name + machine.source.text(machine.states[body].name.range).capitalizedFirst)
    }
    return (number == 1 && name != "none" && name != "some" ? name : "\(name)_\(number)").spelledAsName
  }

  /// Returns the case for a selected transition that a choice leads to its first branch: `playing_to1`.
  static func arrival(_ choice: String, _ number: Int) -> String {
    "\(choice.filter { $0 != "`" })_to\(number)".spelledAsName
  }

  // MARK: History

  /// Returns the property for the history of a state: `playerHistory`.
  func history(of state: StateID) -> String {
    fresh(machine.source.text(machine.states[state].name.range) + "History").spelledAsName
  }

  /// Returns the type of a history, `PlayerHistory`, or another name if the property has that name.
  func historyType(of state: StateID) -> String {
    let property = history(of: state)
    return property.capitalizedFirst == property
      ? fresh(machine.source.text(machine.states[state].name.range) + "HistoryValue").spelledAsName
      : property.capitalizedFirst
  }

  // MARK: Computed once

  /// Returns by state the names of generated types: `Loaded` for `loaded`. `States` is appended if a state beside it,
  /// or the type of a payload, has the name, or if Swift needs the name: a `Codable` enum codes the payload of its case
  /// `open` by a type `OpenCodingKeys` (SE-0295).
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

  /// Returns `isInActiveMuted` for `in(active.muted)`, or `isIn_active_muted` if another path makes the same word, or a
  /// group has a property of that name.
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

  /// Returns the capitalised names that two states with functions share.
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
