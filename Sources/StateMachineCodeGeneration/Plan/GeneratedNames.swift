import StateMachineModel
import StateMachineSyntax

/// What the compiler calls the things that it adds to a machine, so that no name of the file hides them or is hidden.
package final class GeneratedNames: Sendable {
  private let machine: StateMachine
  /// The parameters of `handle`, called so that no name in the embedded Swift hides them.
  let event: String
  let emit: String
  let run: String
  /// Private types and properties: their names are found nowhere in the file.
  let runType: String
  let completion: String
  let pending: String
  package let deferredEvents: String
  /// What is bound of an enum's case: the state within a composite, the event of a submachine.
  let child: String
  let inner: String
  /// The cases of the enum of timers, without back-ticks.
  private let timers: [String]
  /// By composite, the enum of its children; by other states, the struct of the payload; empty where there is none.
  private let enums: [String]
  private let queries: IDMap<StateQuery, String>
  /// Names of states that differ in the case of their first letter, capitalised.
  private let disputed: Set<String>
  /// The names of properties, of what Swift in the file declares, and of events that are methods: no generated function has
  /// one of them.
  private let members: Set<String>
  /// What stands for the machine in names made of those of states: `Machine`.
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

  /// The same without back-ticks.
  func word(timer: TimerID) -> String { timers[timer.index] }

  /// The enum that holds a composite's children, or the struct of its regions.
  func children(of composite: StateID) -> String { enums[composite.index] }

  /// The struct that holds the payload of a state without states within it; nil where its case holds the fields.
  func payload(of state: StateID) -> String? {
    machine.states[state].isComposite || enums[state.index].isEmpty ? nil : enums[state.index]
  }

  /// The property of the state that says whether what a guard asks for is active: `isInActiveMuted`.
  package func query(_ query: ID<StateQuery>) -> String { queries[query] }

  /// What the answer to a question is called with source locations: `in1`, which is shorter than `in(a)`.
  func locatedQuery(_ query: ID<StateQuery>) -> String { fresh("in\(query.index + 1)") }

  // MARK: Names without payloads

  /// `Name`; `StateName` or `EventName` where a payload has a type of that name, which it would hide.
  ///
  /// - Parameter isTaken: whether something else in the type is called `Name`.
  func nameType(of what: String, isTaken: Bool) -> String {
    let name = StateMachine.nameType
    return isTaken || machine.typesOfPayloads.contains(name) ? fresh(what + name) : name
  }

  // MARK: Functions

  /// `enterOpen`, `exitOpen`: with an underscore where another state's name differs in the case of its first letter, and
  /// behind it where a member is called so.
  func function(_ verb: String, _ state: StateID) -> String {
    let name = machine.source.text(machine.states[state].name.range)
    let capitalized = name.capitalizedFirst
    var action = disputed.contains(capitalized) ? "\(verb)_\(name)" : verb + capitalized
    while members.contains(action) { action += "_" }
    return action.spelledAsName
  }

  /// `exitInsidePlayer`; `exitInsideMachine` for nil.
  func function(_ verb: String, within body: StateID?) -> String {
    body.map { function(verb, $0) } ?? verb + machineWord
  }

  /// A state may be called `machine`, too.
  private static func machineWord(of machine: StateMachine) -> String {
    let words = Set(machine.states.lazy.map { machine.source.text($0.name.range).capitalizedFirst })
    var word = "Machine"
    while words.contains(word) { word += "_" }
    return word
  }

  /// The case that begins a timer of `every`. Swift has no patterns for two cases of one name, so it is another where
  /// there are timers of `after` too.
  package static func repeating(besideAfter: Bool) -> String { besideAfter ? "repeat" : "schedule" }

  // MARK: Steps

  /// `inPlayback` and `InPlayback`, for what a step keeps of a region. Regions may differ in the case of their first
  /// letter.
  func slot(_ region: String, besides types: [String]) -> (variable: String, type: String) {
    let type = fresh("In" + region.capitalizedFirst).spelledAsName
    guard types.contains(type) else { return (fresh("in" + region.capitalizedFirst).spelledAsName, type) }
    return (fresh("in_" + region).spelledAsName, fresh("In_" + region).spelledAsName)
  }

  /// `playing`, and `playing_2` for its second row, for the transition that a step has chosen in a region. The variable is
  /// an optional, which has a `none` and a `some` itself.
  func choice(_ state: StateID, _ number: Int) -> String {
    var name = machine.source.text(machine.states[state].name.range)
    // All pseudostates are called the same.
    if machine.states[state].isPseudostate, let body = machine.states[state].parent {
      name = fresh(name + machine.source.text(machine.states[body].name.range).capitalizedFirst)
    }
    return (number == 1 && name != "none" && name != "some" ? name : "\(name)_\(number)").spelledAsName
  }

  /// `playing_to1`, for where the first branch of a choice has led behind the transition that a step has chosen.
  static func arrival(_ choice: String, _ number: Int) -> String {
    "\(choice.filter { $0 != "`" })_to\(number)".spelledAsName
  }

  // MARK: History

  /// `playerHistory`
  func history(of state: StateID) -> String {
    fresh(machine.source.text(machine.states[state].name.range) + "History").spelledAsName
  }

  /// `PlayerHistory`, or another name where the property has this one.
  func historyType(of state: StateID) -> String {
    let property = history(of: state)
    return property.capitalizedFirst == property
      ? fresh(machine.source.text(machine.states[state].name.range) + "HistoryValue").spelledAsName
      : property.capitalizedFirst
  }

  // MARK: Made once

  /// `Loaded` for `loaded`; with `States` behind where a state beside it is called so, as its case would be the same
  /// declaration, where a payload has a type of that name, and where the name is needed for another type: a `Codable` enum
  /// codes the payload of its case `open` by a type `OpenCodingKeys` (SE-0295).
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

  /// `isInActiveMuted` for `in(active.muted)`, and `isIn_active_muted` where another path makes the same word, or a group
  /// has a property of that name.
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

  /// Capitalised names that two states with functions share.
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
