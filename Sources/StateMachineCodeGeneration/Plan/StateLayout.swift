import StateMachineModel
import StateMachineSyntax

/// The Swift types of states. A state is a case of the enum `State`; a state within a composite state is a case of that
/// state's own enum: `.player(.playing)`.
///
/// The value of a composite state with regions is a struct with a property for each region. The path to a state is
/// therefore cut into segments: each segment is the part of the path that lies within one region.
final class StateLayout: Sendable {
  private let machine: StateMachine
  /// The first leaf state without a payload outside of composite states; nil if there is none. A method stores it in
  /// the machine while a variable contains the real state. A change of the payload in the variable then copies nothing.
  let emptyState: StateID?
  let storage: StateStorage
  /// The events whose methods consume the state and then assign a new value to the whole machine. Only a noncopyable
  /// machine has such events.
  let consumingMethods: Set<EventID>
  /// The segments of the path to each state. A segment is the part of the path that lies within one region.
  private let segmentsOfStates: IDMap<State, [Segment]>
  /// The first leaf state without a payload directly within each composite state or region. A method stores it in the
  /// machine while variables contain the payload of the real state. The key nil is for the states outside of composite
  /// states.
  private let emptyStates: [StateID?: StateID]
  /// The name of the stored property for the state: `state`, or `storedState` if `state` has to be a computed property.
  /// It has to be if the state is stored as an optional, which `state` unwraps. It also has to be in a public inlinable
  /// machine. Inlined functions set the stored property, and other modules must not set `state`.
  let storedProperty: String
  /// The Swift expression by which the machine's functions read the state, such as `self.state`.
  let state: String
  /// The Swift expression to which the machine's functions assign a state, such as `self.storedState`.
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
    // `state` is a computed property in both cases (see `storedProperty`).
    let isHidden = machine.isInlinable && machine.access == .public
    let isUnwrapped = storage == .optional && !machine.isNoncopyable
    storedProperty = isHidden || isUnwrapped ? machine.names.fresh("storedState") : "state"
    storedState = "self." + storedProperty
    state = isUnwrapped ? "self.state" : storedState
  }

  /// The part of a state's path that lies within one region, or outside of all regions.
  struct Segment {
    /// The region that the segment is in; nil outside of regions.
    var region: StateID?
    /// The innermost state of the segment.
    var last: StateID
  }

  /// Returns the segments of the path to a state, outer segments first. A segment is the part of the path that lies
  /// within one region. If the state `player` has the region `audio`, the path to `loud` in it has two: `player` and
  /// `loud`.
  func segments(of state: StateID) -> [Segment] { segmentsOfStates[state] }

  /// Cuts the path to a state into segments: a new one begins at the first state of each region on the path.
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

  /// Returns the index of the first field of the states in a segment. A segment is the part of a state's path within
  /// one region. All fields of the path are counted, outer states first. The index is 0 for the first segment.
  func firstField(of segment: Segment) -> Int {
    segment.region.map { machine.states[$0].pathFields.count } ?? 0
  }

  /// Returns the name of the variable for the struct of regions in which a segment of a path ends: `regions` for the
  /// first segment, `regions2` for the second.
  func regionsName(_ segment: Int) -> String {
    machine.names.fresh(segment == 0 ? "regions" : "regions\(segment + 1)")
  }

  // MARK: Defaults

  /// Returns whether a state can be entered without arguments: all its fields have defaults, and so have those of the
  /// states that are entered within it.
  func hasDefault(_ state: StateID) -> Bool {
    let declaration = machine.states[state]
    guard declaration.fields.allSatisfy(\.hasDefault) else { return false }
    if machine.isParallel(state) { return declaration.children.allSatisfy(hasDefault) }
    guard declaration.isComposite else { return true }
    return declaration.initialChild.map(hasDefault) ?? false
  }

  /// Whether a new machine can begin in its initial state without arguments from the caller.
  var initialStateHasDefault: Bool {
    if machine.isParallel { return machine.topStates.allSatisfy(hasDefault) }
    return machine.otherInitialStates.isEmpty && machine.initialState.map(hasDefault) ?? false
  }

  /// Whether `Machine()` compiles, because neither the initial state nor a stored property needs an argument.
  var hasDefaultInit: Bool {
    initialStateHasDefault && machine.hasNonisolatedInit
      && machine.storedProperties.allSatisfy { $0.initialValue != nil }
  }

  /// Returns the path of a state as the `.sm` file spells it: `loaded.empty`.
  func pathText(_ state: StateID) -> String {
    machine.path(of: state).map { machine.source.text(machine.states[$0].name.range) }.joined(separator: ".")
  }

  // MARK: Storing

  /// Whether the machine needs a private initializer with a parameter for every stored property. Methods that have
  /// consumed the state call it to assign a whole new machine to `self`. It is needed only if a private property has a
  /// default: the initializer for callers has no parameter for that property.
  var hasWholeInit: Bool {
    storage == .state && !consumingMethods.isEmpty && !machine.storedProperties.allSatisfy(\.isParameter)
  }

  /// Returns the index of the path segment in which an external transition stores a new value. A path segment is the
  /// part of the source's path within one region. Let the source be `loud` in the region `audio` of `player`. The index
  /// is 1 if the domain is within `audio`, and 0 if it is not. It is -1 if the transition replaces the states of all
  /// regions of the machine.
  func storingSegment(of source: StateID, domain: StateID?) -> Int {
    guard let domain else { return machine.isParallel ? -1 : 0 }
    let region = machine.states[domain].isRegion ? domain : machine.region(of: domain)
    return segments(of: source).firstIndex { $0.region == region } ?? 0
  }

  /// Returns whether a method may replace a state's payload in the machine by empty literals, as in `.open([])`.
  /// Variables contain the payload meanwhile, and a change of them then copies nothing. False in a machine with
  /// regions. Also false if the method can store something else meanwhile: a state without a payload, or nil.
  func isEmptiedByLiterals(_ state: StateID) -> Bool {
    !machine.hasRegions && storage == .state && emptyStates(of: state, through: 0) == nil
  }

  /// Returns the states without payloads that a method stores in the machine while variables contain the payload of
  /// `state`. There is one for each segment of the path: each part of it that lies within one region. Nil if one of
  /// these regions directly contains no leaf state without a payload.
  ///
  /// - Parameter segment: the index of the last segment that gets a state; 0 for the outermost.
  func emptyStates(of state: StateID, through segment: Int) -> [Identifier]? {
    var states: [Identifier] = []
    for segment in segments(of: state).prefix(segment + 1) {
      guard let empty = emptyStates[segment.region] else { return nil }
      states.append(machine.states[empty].name)
    }
    return states
  }
}
