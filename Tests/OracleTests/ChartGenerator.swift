import TestSupport

/// Makes random charts of bounded size. Some are invalid, for example because a label is ambiguous or an argument is
/// missing: the compiler refuses these, and the tests leave them out.
struct ChartGenerator {
  struct Features: OptionSet {
    let rawValue: Int
    static let composites = Features(rawValue: 1)
    static let history = Features(rawValue: 2)
    static let choices = Features(rawValue: 4)
    static let always = Features(rawValue: 8)
    static let done = Features(rawValue: 16)
    static let raise = Features(rawValue: 32)
    static let `defer` = Features(rawValue: 64)
    static let regions = Features(rawValue: 128)
    static let timers = Features(rawValue: 256)
    static let activities = Features(rawValue: 512)
    /// Regions, and other states, without transitions.
    static let quiet = Features(rawValue: 1024)
    /// Rows that ignore their events on purpose.
    static let ignoring = Features(rawValue: 2048)
    /// Charts with one event, or with none.
    static let fewEvents = Features(rawValue: 4096)
    /// Names that begin with other names, or that look like names in the generated code.
    static let similarNames = Features(rawValue: 8192)
    /// Rows, and rows of choices, that trap.
    static let traps = Features(rawValue: 16384)
    /// Charts with the policy `throw` for events without a transition.
    static let throwing = Features(rawValue: 32768)
    /// Effects with names, and lines of actions with guards.
    static let effects = Features(rawValue: 131072)
    /// Groups of states.
    static let groups = Features(rawValue: 65536)
    /// Guards that test whether a state is active: `[in(s1)]`.
    static let queries = Features(rawValue: 524288)
    /// Machines and composite states that begin with an arrow: `initial -> s1`.
    static let initials = Features(rawValue: 262144)
    /// Rows that throw, policies of single events, and errors of the user's.
    static let errors = Features(rawValue: 1_048_576)
    /// Rows of choices without an arrow, and rows with an arrow whose effects change the source's payload.
    static let stays = Features(rawValue: 4_194_304)
    /// Charts with `interface methods`, whose methods return results.
    static let methods = Features(rawValue: 8_388_608)
    /// Sources and events with patterns.
    static let patterns = Features(rawValue: 16_777_216)
    /// Choices whose rows use names that blocks of Swift declare in the rows to the choice.
    static let declarations = Features(rawValue: 33_554_432)
    /// Rows of methods with 'try'.
    static let attempts = Features(rawValue: 67_108_864)
    /// States with submachines.
    static let machines = Features(rawValue: 134_217_728)
  }

  var random: SeededGenerator
  let features: Features
  var chart: Chart
  /// The sources and triggers that have a row without a condition, each as the number that `key` returns. Rows for `*`
  /// have numbers of their own.
  var complete: Set<Int> = []

  /// The states that have no rows, except rows that ignore their events.
  var quiet: Set<Int> = []
  /// The states among `quiet` that have a row that ignores its event.
  var ignoring: Set<Int> = []
  var isTrapping = false
  /// The names that each named effect uses, and the names among them to which it assigns values.
  var effectNames: [(used: Set<String>, assigned: Set<String>)] = []
  var hasSimilarNames = false
  /// The names that states and regions of a chart with similar names have not used yet.
  var stateNames: [String] = []
  var regionNames: [String] = []

  static let stateLabels = ["a", "b", "c"]
  static let eventLabels = ["a", "x", "y"]

  /// Names of states that are similar: some begin with others, and some are what the generated code might call
  /// something else, such as `s1Timer`, or `s1S2` for `s1.s2`.
  static let similarStates = [
    "a", "aTimer", "aHistory", "aDone", "aB", "ab", "aTimerB", "aATimer", "s1", "s1S2", "s1S2S3", "s11", "s1Timer",
    "s1History", "s1E0", "s2", "b", "bTimer", "isOpen",
  ]
  static let similarRegions = ["r", "rA", "rATimer", "r1", "r1R2", "r11", "rS1"]
  static let similarEvents = ["e0", "e0E1", "e", "e1", "eTimer"]

  init(seed: UInt64, _ features: Features) {
    random = SeededGenerator(seed: seed)
    self.features = features
    chart = Chart(name: "Machine\(seed)", isGeneric: seed % 8 == 3)
  }

  static func chart(seed: UInt64, features: Features) -> Chart {
    var generator = ChartGenerator(seed: seed, features)
    generator.generate()
    return generator.chart
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
  mutating func chance(_ percent: Int) -> Bool { number(1...100) <= percent }
  mutating func pick<Element>(_ list: [Element]) -> Element { list[number(0...(list.count - 1))] }

  mutating func generate() {
    chart.hasMethods = features.contains(.methods)
    for name in ["p", "q"].prefix(number(0...2)) { chart.properties.append((name, number(0...3))) }
    chart.outputs = Array(["o", "r"].prefix(number(1...2)))
    var eventNames = (0..<number(2...4)).map { "e\($0)" }
    if features.contains(.fewEvents), chance(12) { eventNames = chance(35) ? [] : ["e0"] }
    if features.contains(.similarNames), chance(25) {
      hasSimilarNames = true
      stateNames = Self.similarStates.shuffled(using: &random)
      regionNames = Self.similarRegions.shuffled(using: &random)
      eventNames = Array(Self.similarEvents.shuffled(using: &random).prefix(eventNames.count))
    }
    isTrapping = features.contains(.traps) && chance(30)
    if features.contains(.regions), chance(12) {
      addRegions(parent: nil, depth: 0)
    } else {
      addStates(parent: nil, depth: 0)
    }
    for name in eventNames {
      let labels = Self.eventLabels.filter { chance($0 == "a" ? 22 : 35) }
      chart.events.append(Chart.Event(name: name, labels: labels))
    }
    if features.contains(.machines) { addMachines() }
    if features.contains(.effects) { addNamedEffects() }
    if features.contains(.quiet) { chooseQuietStates() }
    if features.contains(.groups) { addGroups() }
    for state in chart.states.indices where !chart.states[state].isRegion && !chart.states[state].isPseudostate {
      if chance(35) { chart.states[state].entry = actions(of: state, isExit: false) }
      if chance(35), !chart.states[state].isFinal { chart.states[state].exit = actions(of: state, isExit: true) }
    }
    if features.contains(.activities) { addActivities() }
    if features.contains(.history) { addHistoryDefaults() }
    if features.contains(.choices) { addChoices() }
    if features.contains(.initials) { addInitialTransitions() }
    for event in chart.events.indices { addRows(for: event) }
    if features.contains(.always) { addAlwaysRows() }
    if features.contains(.done) { addDoneRows() }
    if features.contains(.timers) { addTimers() }
    if features.contains(.ignoring) { addIgnoringRows() }
    if features.contains(.stays) { addStayingBranches() }
    nameGroups()
    chart.rows.shuffle(using: &random)
    if features.contains(.defer), !ownEvents.isEmpty { addDeferredEvents() }
    if features.contains(.throwing), chance(50) { chart.unhandled = .throw }
    if features.contains(.errors), chance(40) { addErrors() }
    if features.contains(.methods) { addMethods() }
    addTimersOfMachines()
  }
}
