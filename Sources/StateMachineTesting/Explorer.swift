/// Explores a model breadth first, so that the path to each finding is a shortest one.
///
/// Configurations with the same distance from the start are a layer. Whole configurations are kept for two layers only:
/// the layer from which steps are being taken, and the next layer, to which these steps lead. For all other
/// configurations, only hashes are kept.
final class Explorer<M: Model> {
  private let model: M
  // The model's collections, stored because a model may compute them on each access.
  private let tries: [ModelTry]
  private let properties: [ModelProperty<M.Configuration>]
  private let enteredStates: [[Int]]
  private let bounds: Bounds
  private var seen = SeenConfigurations()
  private var layer: ContiguousArray<M.Configuration> = []
  private var next: ContiguousArray<M.Configuration> = []
  /// The tracing machine of each configuration in `layer`, at the same index. It is a copy of the machine in the glue
  /// that takes the same steps and reports its rows. There are two arrays instead of an array of pairs, because pairs
  /// of generic types are slow.
  private var tellings: ContiguousArray<M.Telling> = []
  private var nextTellings: ContiguousArray<M.Telling> = []
  /// Some of the configurations found, about one in 256. If a limit ends the exploration, they show which field has too
  /// many different values.
  private var sample: [M.Configuration] = []
  /// For each row, by its index, the first step that takes it. `from` is the index of the configuration before the
  /// step. Nil for a row that no step has taken.
  private(set) var firstSteps: [(from: Int, step: Int)?]
  private var rowsWithStep = 0
  /// The rows that the machine takes as it starts.
  private var startedRows: Set<Int> = []
  /// The trace of the current step: the rows that the step takes, and whether a trap stops it.
  private let trace = Trace()
  private(set) var report = Report()
  /// For each leaf state, by its index, whether it has been entered.
  private var isReached: [Bool]
  /// For each `try` statement, by its index, whether a step of the statement has been taken.
  private var isTried: [Bool]
  /// All steps from configuration to configuration. When they are all known, they decide whether each `can reach`
  /// statement holds. Nil if the file has no such statement.
  private var steps: Steps?
  /// For each statement, by its index in `properties`, whether each configuration is a source of the statement. The
  /// second index is the index of the configuration. The inner array is empty for statements other than `can reach`.
  private var sources: [ContiguousArray<Bool>]
  // Whether each configuration is a target of a `can reach`, by the property's index and the configuration's.
  private var targets: [ContiguousArray<Bool>]
  /// The indices in `properties` of the statements that are still checked in each new configuration. A statement is
  /// removed as soon as its result is known: `never open`, when a configuration with `open` is found.
  private var openProperties: [Int]
  /// For each statement, by its index in `properties`, whether a configuration in the statement's sources has been
  /// seen. A statement without such a configuration says nothing, which is a finding. Not used for `can be`.
  private var isAbout: [Bool]
  // Whether a configuration has met the condition of a `can be`, by the property's index.
  private var isMet: [Bool]
  /// The first configuration in which the machine is stuck: it is not final, and no step changes it. `states` are the
  /// indices of its active states, and `finding` is the finding about it. Nil if the machine was never stuck.
  private var standstill: (states: [Int], finding: Finding)?
  /// The faults found so far. Each fault is reported once, with the first path that leads to it, which is a shortest
  /// one.
  private var faults: Set<Fault> = []

  private enum Fault: Hashable {
    /// A `trap` in the file stops a step, although the step can occur: for example, the guard of its `try` statement is
    /// true. If the trap is the effect of a row, `row` is the row's index and `step` is nil. If it is the policy for
    /// unhandled events, `step` is the step's index and `row` is nil.
    case trap(row: Int?, step: Int?)
    case disagreement
    case lostContinuation, repeatedContinuation
  }

  /// The step that is being taken: the index of the configuration before it, and the step's index. If Swift traps in
  /// the step, the path with the step is printed.
  private var current: (from: Int, step: Int) = (0, 0)
  /// For each step, by its index, the continuations in the payload of its event. With them, exploring checks that no
  /// step loses or repeats a continuation. Empty if no event has continuations.
  private let waitersOfSteps: [[Waiter]]
  /// The continuations in events to which no `try` statement gives values, in one array for each event. If a
  /// configuration keeps all continuations of an array, exploring cannot send the event with a further one. The report
  /// then names the default bound `within * [waiters <= 2]`.
  private let waitersByDefault: [[Waiter]]
  /// Whether a step has led to a configuration that is more than `bounds.depth` steps from the start.
  private var isMoreBeyondDepth = false
  /// Whether exploring ends as soon as a path to each row has been found.
  private let endsWithRows: Bool

  /// Creates an explorer.
  ///
  /// - Parameter endsWithRows: whether exploring ends as soon as a path to each row has been found.
  init(_ model: M, _ bounds: Bounds, endsWithRows: Bool = false) {
    self.model = model
    tries = model.tries
    properties = model.properties
    enteredStates = model.rows.map(\.entered)
    openProperties = Array(properties.indices)
    self.bounds = bounds
    self.endsWithRows = endsWithRows
    let waiters = model.tries.indices.map { model.waiters(ofStep: $0) }
    waitersOfSteps = waiters.contains { !$0.isEmpty } ? waiters : []
    let given = zip(model.tries, waiters).filter { !$0.isGiven && !$1.isEmpty }
    waitersByDefault = Dictionary(grouping: given) { Self.event(ofStep: $0.0.swift) }.values.map { $0.flatMap(\.1) }
    firstSteps = Array(repeating: nil, count: model.rows.count)
    isReached = Array(repeating: false, count: model.states.count)
    isTried = Array(repeating: false, count: model.triedStatements.count)
    isAbout = Array(repeating: false, count: model.properties.count)
    isMet = isAbout
    sources = Array(repeating: [], count: model.properties.count)
    targets = sources
    let asksWhatIsReached = model.properties.contains { if case .canReach = $0.condition { true } else { false } }
    if asksWhatIsReached { steps = Steps() }
  }

  /// Returns the beginning of a step's Swift, which is equal for all payloads of its event. It is `door.handle(event:
  /// .open` for `door.handle(event: .open(caller))`, and `door.open` for `door.open(caller)`.
  private static func event(ofStep swift: String) -> Substring {
    let name = swift.firstRange(of: "(event: ")?.upperBound ?? swift.startIndex
    return swift[..<(swift[name...].firstIndex(of: "(") ?? swift.endIndex)]
  }

  /// Explores the model, and fills `report`. Rows and states that were not reached are findings only if the exploration
  /// is complete.
  func run() {
    if let staleness = model.source?.staleness, !endsWithRows {
      report.findings.append(staleness)
      return
    }
    let trap = TrappedPath { [unowned self] in self.linesOfStop }
    trap.watch { explore() }
    report.configurations = seen.count
    if endsWithRows { return }
    guard report.ending == nil else {
      if let standstill { report.findings.append(standstill.finding) }
      return
    }
    let untried = Untried(model, rowsWithoutPath: rowsWithoutPath, isReached: isReached)
    if let standstill, untried.sources.isDisjoint(with: standstill.states) {
      report.findings.append(standstill.finding)
    }
    if untried.isEmpty { checkWhatIsReached() }
    checkWhatIsThere(untried)
  }

  /// Returns the Swift of the path to a configuration: one line for the start, and one for each step.
  ///
  /// - Parameters:
  ///   - index: the index of the configuration.
  ///   - step: a further step to add at the end; nil to add no step.
  func path(to index: Int, then step: Int? = nil) -> [String] {
    let path = seen.path(to: index)
    return [model.starts[path.start].swift] + (path.steps + (step.map { [$0] } ?? [])).map { model.tries[$0].swift }
  }

  /// The lines to print if Swift traps in the current step: the last row that was taken, and the path that ends with
  /// the step.
  private var linesOfStop: [String] {
    let row = trace.rows.last.map { "\(model.rows[$0].place): in this row: \(model.rows[$0].text)" }
    return (row.map { [$0] } ?? []) + told(current.from, stoppedBy: current.step).lines
  }

  /// The path to the current step, including that step, in the form in which findings print it.
  var currentPath: ToldPath { told(current.from, then: current.step) }

  private func told(_ index: Int, then step: Int? = nil, stoppedBy stop: Int? = nil) -> ToldPath {
    let path = seen.path(to: index)
    return ToldPath(model, from: path.start, path.steps + (step.map { [$0] } ?? []), stoppedBy: stop)
  }

  /// Returns a shortest path to the configuration with an index: the number of the start, and the steps from that
  /// start.
  func steps(to index: Int) -> (start: Int, steps: [Int]) { seen.path(to: index) }

  // MARK: Layers

  /// Explores one layer after the other. It ends if the last layer has led to no new configurations, or at a limit of
  /// `bounds`.
  private func explore() {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(bounds.seconds)
    for (number, start) in model.starts.enumerated() {
      insert(start.configuration, model.tellings[number], hasher(start.configuration), from: nil, by: number)
      startedRows.formUnion(start.rows)
      for row in start.rows { noteEntered(row) }
    }
    var first = 0
    while !next.isEmpty {
      swap(&layer, &next)
      swap(&tellings, &nextTellings)
      next.removeAll(keepingCapacity: true)
      nextTellings.removeAll(keepingCapacity: true)
      for position in layer.indices {
        visit(layer[position], tellings[position], first + position)
        if endsWithRows, rowsWithStep == model.rows.count { return }
        if seen.count > bounds.configurations { return end("\(bounds.configurations) configurations") }
        // Reading the clock is slow, so it is read for one configuration in 1024.
        if (first + position) & 1023 == 0, clock.now > deadline { return end("\(bounds.seconds) seconds") }
      }
      if isMoreBeyondDepth { return end("\(bounds.depth) steps") }
      first += layer.count
      if !next.isEmpty { report.depth += 1 }
    }
  }

  private func end(_ bound: String) {
    report.ending = bound
    report.unseen =
      rowsWithoutPath.map { "no path yet to this row: \(model.rows[$0].text)" }
      + statesNotReached.map { "not reached yet: '\(model.states[$0].name)'" }
    report.growth = Growth(sample.map { ($0, activeStates(of: $0)) }).advice { model.states[$0].name }
  }

  private func activeStates(of configuration: M.Configuration) -> [Int] {
    var states: [Int] = []
    model.forEachState(of: configuration) { states.append($0) }
    return states
  }

  /// Adds a configuration to those that have been seen, and returns its index. If the configuration is new, the next
  /// layer explores it. Nil if the configuration is new and more than `bounds.depth` steps from the start.
  ///
  /// - Parameters:
  ///   - hasher: a hasher to which ``hasher(_:)`` has fed the visible values. The private values are then added to a
  ///     copy.
  ///   - parent: the index of the configuration before the step; nil for a start.
  ///   - step: the step that has led to the configuration, or the number of the start.
  @discardableResult
  private func insert(
    _ configuration: M.Configuration, _ telling: M.Telling, _ hasher: Hasher, from parent: Int?, by step: Int
  ) -> Int? {
    var hasher = hasher
    model.feedHidden(telling, to: &hasher)
    if parent != nil, report.depth >= bounds.depth {
      let index = seen.index(of: hasher.finalize())
      if index == nil { isMoreBeyondDepth = true }
      return index
    }
    let (index, isNew) = seen.insert(hasher.finalize(), from: parent, by: step)
    guard isNew else { return index }
    next.append(configuration)
    nextTellings.append(telling)
    model.share(configuration, with: &nextTellings[nextTellings.count - 1])
    // One configuration in 256 is enough for the sample.
    if index & 255 == 0, sample.count < 512 { sample.append(configuration) }
    return index
  }

  /// Explores from one configuration. It checks statements such as `never open` in the configuration, and takes all
  /// steps that can occur in it. It reports the faults of these steps, and adds each new configuration to the next
  /// layer.
  private func visit(_ configuration: M.Configuration, _ telling: M.Telling, _ index: Int) {
    var both: Told<M> { Told(configuration: configuration, telling: telling) }
    model.forEachState(of: configuration) { if !isReached[$0] { isReached[$0] = true } }
    let isWithin = model.isWithin(configuration)
    if !openProperties.isEmpty { check(configuration, index, isWithin: isWithin) }
    defer { steps?.endConfiguration() }
    guard isWithin else {
      report.note(model.bound(beyond: configuration) ?? ModelBound("within"))
      return
    }
    var isStuck = !model.isFinal(configuration)
    let before = waitersOfSteps.isEmpty ? [] : waiters(in: configuration)
    // All continuations that are tried for an event wait already, so that the event cannot be tried again.
    if !before.isEmpty, waitersByDefault.contains(where: { $0.allSatisfy(before.contains) }) {
      report.note(ModelBound("within * [waiters <= 2]", isDefault: true), isBeyond: false)
    }
    for step in tries.indices where model.permits(step, in: configuration) {
      // A continuation that already waits is not tried again.
      if !before.isEmpty, waitersOfSteps[step].contains(where: before.contains) { continue }
      current = (index, step)
      var (changed, changedTelling) = (configuration, telling)
      var handedOut: [Waiter] = []
      trace.clear()
      let isChanged = model.take(step, in: &changed, &changedTelling, trace) { output in
        if !waitersOfSteps.isEmpty { handedOut += waiters(in: output) }
      }
      let (rows, isStopped) = (trace.rows, trace.isStopped)
      for row in rows where firstSteps[row] == nil { noteFirst(row, (index, step)) }
      if !isStopped { for row in rows { noteEntered(row) } }
      // A trap later in the run, in a raised or deferred event, does not mean that the event cannot occur.
      if isStopped, !tries[step].isGuarded, !trace.followsEvent {
        report.forbidden += 1
        continue
      }
      report.steps += 1
      if let statement = tries[step].statement, !isTried[statement] { isTried[statement] = true }
      if isStopped {
        findStop(index, step, both)
        continue
      }
      if !waitersOfSteps.isEmpty {
        let kept = waiters(in: changed)
        check(before + waitersOfSteps[step], kept, handedOut, index, step, from: both)
      }
      guard isChanged else { continue }
      let hasher = hasher(changed)
      // Values that do not equal themselves, as NaN, are compared by their hashes.
      if model.agrees(changedTelling, with: changed) != true, !feeds(hasher, changed, changedTelling),
        faults.insert(.disagreement).inserted
      {
        find(disagreement(step, both), model.place(of: step, in: both), told(index, then: step))
      }
      isStuck = false
      if let target = insert(changed, changedTelling, hasher, from: index, by: step) { steps?.append(target) }
    }
    if isStuck, standstill == nil {
      let states = activeStates(of: configuration)
      let text = "nothing happens any more in '\(model.stateNames(of: configuration))', which is not final"
      standstill = (states, Finding(text, states.first.map { model.states[$0].place }, told(index)))
    }
  }

  /// Returns a hasher to which the visible values of a configuration have been fed: its state, and the properties that
  /// are not private.
  private func hasher(_ configuration: M.Configuration) -> Hasher {
    var hasher = Hasher()
    model.feed(configuration, to: &hasher)
    return hasher
  }

  /// Returns whether the visible values of a configuration and of its tracing machine have the same hash. The tracing
  /// machine is a copy of the machine in the glue.
  ///
  /// - Parameter hasher: a hasher to which the visible values of the configuration have been fed.
  private func feeds(_ hasher: Hasher, _ configuration: M.Configuration, _ telling: M.Telling) -> Bool {
    var (first, second) = (hasher, Hasher())
    model.feed(telling, of: configuration, to: &second)
    return first.finalize() == second.finalize()
  }

  /// Returns the text of a finding about a step after which a machine and its tracing machine differ. The function
  /// takes the step twice again. If both results are equal, the glue is out of date. Otherwise, and for a model without
  /// a `.sm` file, the step is not deterministic.
  private func disagreement(_ step: Int, _ both: Told<M>) -> String {
    func prints() -> [Int] {
      var both = both
      _ = model.take(step, in: &both, Trace()) { _ in }
      var (one, other) = (hasher(both.configuration), Hasher())
      model.feed(both.telling, of: both.configuration, to: &other)
      return [one.finalize(), other.finalize()]
    }
    let isSame = model.source != nil && prints() == prints()
    return isSame
      ? "the machine does something else than its glue has of it: the generated file and the glue are of two versions of "
        + "the file; write both anew" : Self.disagreement
  }

  private static var disagreement: String {
    "a step leads elsewhere when it is taken once more, so that exploring proves nothing: what it calls must depend on "
      + "nothing but the machine, as a clock, a random number and an object do"
  }

  /// Reports that a `trap` in the file stops the current step, although the step can occur. One reason is that the
  /// guard of its `try` statement is true. Another is that the trap is in a later event of the run, such as a raised
  /// event.
  private func findStop(_ index: Int, _ step: Int, _ both: Told<M>) {
    let row = trace.stop == .stop ? trace.rows.last : nil
    guard faults.insert(.trap(row: row, step: row == nil ? step : nil)).inserted else { return }
    let text =
      row.map { "this row stops the program: \(model.rows[$0].text)" }
      ?? (trace.followsEvent
        ? "a raised or deferred event is not handled, and stops the program"
        : "an event that is not handled stops the program in '\(model.stateNames(of: both.configuration))'")
    let place = row.map { model.rows[$0].place } ?? model.place(of: step, in: both)
    find(text, place, told(index, stoppedBy: step))
  }

  private func noteFirst(_ row: Int, _ step: (from: Int, step: Int)) {
    firstSteps[row] = step
    rowsWithStep += 1
  }

  private func noteEntered(_ row: Int) {
    for state in enteredStates[row] { isReached[state] = true }
  }

  private func find(_ text: String, _ place: Place?, _ path: ToldPath = ToldPath()) {
    report.findings.append(Finding(text, place, path))
  }

  // MARK: Properties

  /// Checks the statements in `openProperties` in a configuration. Statements whose result is then known are not
  /// checked again.
  private func check(_ configuration: M.Configuration, _ index: Int, isWithin: Bool) {
    for number in openProperties {
      let property = properties[number]
      switch property.condition {
      case .never(let holds):
        guard let isWrong = holds(configuration) else { continue }
        isAbout[number] = true
        guard isWrong else { continue }
        close(number)
        find(property.statement.saying("does not hold"), property.statement.place, told(index))
      case .canBe(let holds):
        guard holds(configuration) == true else { continue }
        isMet[number] = true
        close(number)
      case .within(let holds):
        guard holds(configuration) != nil else { continue }
        isAbout[number] = true
        close(number)
      case .canReach(let source, let target):
        sources[number].append(source(configuration))
        if sources[number].last == true { isAbout[number] = true }
        // Beyond the bounds it is unknown what can be reached: those configurations count as targets.
        targets[number].append(!isWithin || target(configuration))
      }
    }
  }

  /// Removes a statement such as `never open` from the statements to check, because its result is known.
  ///
  /// - Parameter number: the index of the statement in `properties`.
  private func close(_ number: Int) { openProperties.removeAll { $0 == number } }

  /// Reports continuations that a step loses or repeats. After the step, each continuation must be in the state or in
  /// an output, and exactly once.
  ///
  /// `waiting` has the continuations in the state before the step and in the step's event. `kept` has those in the
  /// state after the step, and `handedOut` has those in the outputs of the step.
  private func check(
    _ waiting: [Waiter], _ kept: [Waiter], _ handedOut: [Waiter], _ index: Int, _ step: Int,
    from both: Told<M>
  ) {
    for waiter in Set(waiting) {
      let count = kept.count { $0 == waiter } + handedOut.count { $0 == waiter }
      guard count != 1, faults.insert(count == 0 ? .lostContinuation : .repeatedContinuation).inserted else { continue }
      let what =
        count == 0
        ? "a continuation is lost: neither the state nor an output has it"
        : kept.contains(waiter)
          ? "a continuation is resumed, or kept, more than once" : "a continuation is resumed twice"
      find(what, model.place(of: step, in: both), told(index, then: step))
    }
  }

  private func checkWhatIsReached() {
    guard let steps else { return }
    for (number, property) in model.properties.enumerated() {
      guard case .canReach = property.condition else { continue }
      let reaching = steps.reaching(targets[number])
      guard let lost = reaching.indices.first(where: { sources[number][$0] && !reaching[$0] }) else { continue }
      find(property.statement.saying("does not hold"), property.statement.place, told(lost))
    }
  }

  private var rowsWithoutPath: [Int] {
    // Rows that the machine takes as it starts have no step, but are reached.
    model.rows.indices.filter { firstSteps[$0] == nil && !startedRows.contains($0) && model.rows[$0].isDemanded }
  }

  private var statesNotReached: [Int] {
    model.states.indices.filter { !isReached[$0] && model.states[$0].isDemanded }
  }

  /// Reports rows, states and `try` statements that exploring has not reached. Rows and states in `untried` have
  /// findings of their own, and are left out.
  private func checkWhatIsThere(_ untried: Untried) {
    guard !model.starts.isEmpty else {
      let remedy = "write some after 'try init', or let their types conform to 'Tried'"
      return find("the machine has no start, as no values of its properties are known: \(remedy)", nil)
    }
    for finding in untried.findings { report.findings.append(finding) }
    for row in rowsWithoutPath where !untried.rows.contains(row) {
      let row = model.rows[row]
      let sender = report.bounds.isEmpty ? row.sender.map { "; " + $0 } ?? "" : ""
      find("no path leads to this row\(report.limits): \(row.text)\(sender)", row.place)
    }
    for state in statesNotReached where !untried.states.contains(state) {
      let state = model.states[state]
      let what = report.bounds.isEmpty ? "never reached" : "not reached"
      find("'\(state.name)' is \(what)\(report.limits)", state.place)
    }
    for (number, statement) in model.triedStatements.enumerated() where !isTried[number] {
      let brings = model.tries.contains { $0.statement == number && $0.isGuarded }
      let what = report.bounds.isEmpty ? "never comes" : "does not come"
      find(
        statement.saying(brings ? "\(what), as its guard never holds\(report.limits)" : what + report.limits),
        statement.place)
    }
    if untried.isEmpty { checkStatements() }
  }

  /// Reports each `can be` statement whose condition no configuration meets. For other statements, such as `never
  /// open`, reports those that say nothing, because no configuration is in their sources.
  private func checkStatements() {
    for (number, property) in model.properties.enumerated() {
      if case .canBe = property.condition {
        if isMet[number] { continue }
        find(property.statement.saying("does not hold\(report.limits)"), property.statement.place)
      } else if !isAbout[number] {
        let what = "says nothing: no configuration is of its sources\(report.limits)"
        find(property.statement.saying(what), property.statement.place)
      }
    }
  }
}
