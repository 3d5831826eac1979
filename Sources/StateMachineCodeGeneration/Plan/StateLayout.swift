import StateMachineModel
import StateMachineSyntax

/// The places of states in Swift types: cases of the enum `State` or, within composite states, of the enum of each
/// ancestor. The value of a composite state with regions is a struct with a property for each region. A path leads from
/// the machine's state through such structs, with a segment of nested cases for each region on it.
final class StateLayout: Sendable {
  private let machine: StateMachine
  /// The first top-level leaf state without payload, which replaces the state that is taken out of the machine; or nil.
  let emptyState: StateID?
  let storage: StateStorage
  /// For a noncopyable machine, the events whose methods consume the state, and write the machine as a whole.
  let consumingMethods: Set<EventID>
  /// The segments of each state's path.
  private let segmentsOfStates: IDMap<State, [Segment]>
  /// By region (or nil for the machine), the first state in it without payload.
  private let emptyStates: [StateID?: StateID]
  /// The name of the stored property. It is not `state` if `state` is a public property that inlined functions cannot
  /// set, or is the unwrapped value of an optional.
  let storedProperty: String
  /// The expression from which the machine's functions read the state.
  let state: String
  /// The expression to which the machine's functions write the state.
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

  /// The part of a state's path within one region, or within the machine outside of regions.
  struct Segment {
    /// The region that the segment is in; nil outside of regions.
    var region: StateID?
    /// The innermost state of the path in the segment.
    var last: StateID
  }

  /// Returns the segments of a state's path, outer first.
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

  /// Returns the number of the path's fields before those of a segment.
  func firstField(of segment: Segment) -> Int {
    segment.region.map { machine.states[$0].pathFields.count } ?? 0
  }

  /// Returns the variable for the struct of regions at the end of a segment.
  func regionsName(_ segment: Int) -> String {
    machine.names.fresh(segment == 0 ? "regions" : "regions\(segment + 1)")
  }

  // MARK: Defaults

  /// Returns whether a state can be entered without arguments.
  func hasDefault(_ state: StateID) -> Bool {
    let declaration = machine.states[state]
    guard declaration.fields.allSatisfy(\.hasDefault) else { return false }
    if machine.isParallel(state) { return declaration.children.allSatisfy(hasDefault) }
    guard declaration.isComposite else { return true }
    return declaration.initialChild.map(hasDefault) ?? false
  }

  /// Whether the initial state needs no arguments from the caller.
  var initialStateHasDefault: Bool {
    if machine.isParallel { return machine.topStates.allSatisfy(hasDefault) }
    return machine.otherInitialStates.isEmpty && machine.initialState.map(hasDefault) ?? false
  }

  /// Whether `Machine()` compiles.
  var hasDefaultInit: Bool {
    initialStateHasDefault && machine.hasNonisolatedInit
      && machine.storedProperties.allSatisfy { $0.initialValue != nil }
  }

  /// Returns the path of a state as the `.sm` file spells it: `loaded.empty`.
  func pathText(_ state: StateID) -> String {
    machine.path(of: state).map { machine.source.text(machine.states[$0].name.range) }.joined(separator: ".")
  }

  // MARK: Storing

  /// Whether an initializer for all stored properties is needed, as methods write the machine as a whole. The
  /// initializer for callers has no parameter for private properties that have a value.
  var hasWholeInit: Bool {
    storage == .state && !consumingMethods.isEmpty && !machine.storedProperties.allSatisfy(\.isParameter)
  }

  /// Returns the segment of a source's path in which an external transition replaces the state; -1 if the transition
  /// replaces all regions of the machine.
  func storingSegment(of source: StateID, domain: StateID?) -> Int {
    guard let domain else { return machine.isParallel ? -1 : 0 }
    let region = machine.states[domain].isRegion ? domain : machine.region(of: domain)
    return segments(of: source).firstIndex { $0.region == region } ?? 0
  }

  /// Returns whether empty literals replace a state's payload while it is changed: the whole path is one value, and
  /// neither another state nor nil can replace it.
  func isEmptiedByLiterals(_ state: StateID) -> Bool {
    !machine.hasRegions && storage == .state && emptyStates(of: state, through: 0) == nil
  }

  /// Returns a state without payload for each segment of a state's path up to one; nil if a segment has none.
  func emptyStates(of state: StateID, through segment: Int) -> [Identifier]? {
    var states: [Identifier] = []
    for segment in segments(of: state).prefix(segment + 1) {
      guard let empty = emptyStates[segment.region] else { return nil }
      states.append(machine.states[empty].name)
    }
    return states
  }
}
