import StateMachineModel
import StateMachineSyntax

/// Where states stand in Swift: a case of the enum `State` or, within composites, of the enum of each composite around
/// it. A composite with regions holds a struct with one property for each; a path leads from the machine's state through
/// such structs, one segment of nested cases for each region on the way.
final class StateLayout: Sendable {
  private let machine: StateMachine
  /// The first state at the top level without payload: it stands where the state is taken out of the machine.
  let emptyState: StateID?
  let storage: StateStorage
  /// The events of a machine that cannot be copied whose methods consume the state, and write the machine as a whole.
  let consumingMethods: Set<EventID>
  /// By state: the segments of its path.
  private let segmentsOfStates: IDMap<State, [Segment]>
  /// By body, the first state in it without payload.
  private let emptyStates: [StateID?: StateID]
  /// The name of the property that is stored: one of its own behind a public one that cannot be set from functions that
  /// are inlined elsewhere, and behind one that is no optional.
  let storedProperty: String
  /// What the machine's state is read from by its functions.
  let state: String
  /// What it is written to.
  let storedState: String

  init(_ behaviour: Behaviour) {
    let machine = behaviour.machine
    self.machine = machine
    var emptyStates: [StateID?: StateID] = [:]
    for id in machine.states.indices {
      let state = machine.states[id]
      guard state.fields.isEmpty, !state.isComposite, !state.isRegion, emptyStates[state.parent] == nil else {
        continue
      }
      emptyStates[state.parent] = id
    }
    self.emptyStates = emptyStates
    var segments = IDMap<State, [Segment]>()
    for state in machine.states.indices { segments.append(Self.segments(of: state, machine)) }
    segmentsOfStates = segments
    emptyState = emptyStates[nil]
    consumingMethods = StateStorage.consumingMethods(behaviour)
    storage = StateStorage(behaviour, emptyState: emptyState, consumingMethods)
    let isHidden = machine.isInlinable && machine.access == .public
    let isUnwrapped = storage == .optional && !machine.isNoncopyable
    storedProperty = isHidden || isUnwrapped ? machine.names.fresh("storedState") : "state"
    storedState = "self." + storedProperty
    state = isUnwrapped ? "self.state" : storedState
  }

  /// The part of a state's path within one region, or within the machine's own body.
  struct Segment {
    /// Nil for the machine's body.
    var region: StateID?
    /// The innermost state of the path in this segment.
    var last: StateID
  }

  /// The segments of a state's path, outer first.
  func segments(of state: StateID) -> [Segment] { segmentsOfStates[state] }

  private static func segments(of state: StateID, _ machine: StateMachine) -> [Segment] {
    guard machine.hasRegions else { return [Segment(region: nil, last: state)] }
    var segments: [Segment] = []
    for step in machine.path(of: state) where !machine.states[step].isRegion {
      let region = machine.region(of: step)
      if let last = segments.indices.last, segments[last].region == region {
        segments[last].last = step
      } else {
        segments.append(Segment(region: region, last: step))
      }
    }
    return segments
  }

  /// How many of the path's fields stand before those of a segment.
  func firstField(of segment: Segment) -> Int {
    segment.region.map { machine.states[$0].pathFields.count } ?? 0
  }

  /// The variable that holds the regions of the composite that a segment ends in.
  func regionsName(_ segment: Int) -> String {
    machine.names.fresh(segment == 0 ? "regions" : "regions\(segment + 1)")
  }

  // MARK: Defaults

  /// Whether a state can be entered without arguments.
  func hasDefault(_ state: StateID) -> Bool {
    let declaration = machine.states[state]
    guard declaration.fields.allSatisfy(\.hasDefault) else { return false }
    if machine.isParallel(state) { return declaration.children.allSatisfy(hasDefault) }
    guard declaration.isComposite else { return true }
    return declaration.initialChild.map(hasDefault) ?? false
  }

  /// Whether the initial state needs nothing from the caller.
  var initialStateHasDefault: Bool {
    if machine.isParallel { return machine.topStates.allSatisfy(hasDefault) }
    return machine.otherInitialStates.isEmpty && machine.initialState.map(hasDefault) ?? false
  }

  /// Whether `Machine()` compiles.
  var hasDefaultInit: Bool {
    initialStateHasDefault && machine.hasNonisolatedInit
      && machine.storedProperties.allSatisfy { $0.initialValue != nil }
  }

  /// `loaded.empty`, as the `.sm` file has it.
  func pathText(_ state: StateID) -> String {
    machine.path(of: state).map { machine.source.text(machine.states[$0].name.range) }.joined(separator: ".")
  }

  // MARK: Storing

  /// Whether there is an initializer for all that the machine stores, as methods write it as a whole. That for callers
  /// has no parameter for what is private and begins with a value.
  var hasWholeInit: Bool {
    storage == .state && !consumingMethods.isEmpty && !machine.storedProperties.allSatisfy(\.isParameter)
  }

  /// The segment of a source's path in which an external transition replaces the state; -1 where it replaces all regions
  /// of the machine's own body.
  func storingSegment(of source: StateID, domain: StateID?) -> Int {
    guard let domain else { return machine.isParallel ? -1 : 0 }
    let region = machine.states[domain].isRegion ? domain : machine.region(of: domain)
    return segments(of: source).firstIndex { $0.region == region } ?? 0
  }

  /// Whether a state gives up its payload by being built anew with empty collections: the whole path is one value, and
  /// neither a state nor nil could stand in its place.
  func isEmptiedByLiterals(_ state: StateID) -> Bool {
    !machine.hasRegions && storage == .state && emptyStates(of: state, through: 0) == nil
  }

  /// For each segment of a state's path, up to one, a state of the same body without payload; nil where one has none.
  func emptyStates(of state: StateID, through segment: Int) -> [Identifier]? {
    var states: [Identifier] = []
    for segment in segments(of: state).prefix(segment + 1) {
      guard let empty = emptyStates[segment.region] else { return nil }
      states.append(machine.states[empty].name)
    }
    return states
  }
}
