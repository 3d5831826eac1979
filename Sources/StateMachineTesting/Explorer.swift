/// Explores a model breadth first, so that the way to each finding is a shortest one. Whole configurations are kept of two
/// layers alone: those that are gone on from, and those that are found on the way.
final class Explorer<M: Model> {
  private let model: M
  private let bounds: Bounds
  private var seen = SeenConfigurations()
  private var layer: ContiguousArray<M.Configuration> = []
  private var next: ContiguousArray<M.Configuration> = []
  /// Some of those that were found, which tell what makes them many where exploring has no end.
  private var sample: [M.Configuration] = []
  /// By row: the first step that takes it.
  private(set) var firstSteps: [(from: Int, step: Int)?]
  private var rowsWithStep = 0
  /// The rows that follow others and have been taken in no step yet.
  private var awaited: [ModelFollowing]
  /// The rows that may have been taken as the machine started.
  private var startedRows: Set<Int> = []
  private(set) var report = Report()
  /// By state.
  private var isReached: [Bool]
  /// By statement `try`: whether a step of it has been taken.
  private var isTried: [Bool]
  /// The steps, where a property asks what can be reached.
  private var steps: Steps?
  /// By property that asks what can be reached: the configurations that it is about, and those that it wants.
  private var sources: [ContiguousArray<Bool>]
  private var targets: [ContiguousArray<Bool>]
  /// What has been found wrong: each is told once, as the first way is a shortest one.
  private var faults: Set<Fault> = []

  private enum Fault: Hashable {
    /// A property does not hold, by its index.
    case property(Int)
    /// Nothing happens any more.
    case standstill
    case lostContinuation, repeatedContinuation
  }

  /// The step that is being taken: what a trap stops.
  private var current: (from: Int, step: Int) = (0, 0)
  /// By step: the continuations that it brings. Empty where no step brings any.
  private let waitersOfSteps: [[Waiter]]
  /// Is true where a step has led farther away than the bounds allow.
  private var isMoreBeyondDepth = false
  /// Is true where exploring ends as soon as each row has a way.
  private let endsWithRows: Bool

  init(_ model: M, _ bounds: Bounds, endsWithRows: Bool = false) {
    self.model = model
    self.bounds = bounds
    self.endsWithRows = endsWithRows
    let waiters = model.tries.indices.map { model.waiters(ofStep: $0) }
    waitersOfSteps = waiters.contains { !$0.isEmpty } ? waiters : []
    firstSteps = Array(repeating: nil, count: model.rows.count)
    awaited = model.following
    isReached = Array(repeating: false, count: model.states.count)
    isTried = Array(repeating: false, count: model.triedStatements.count)
    sources = Array(repeating: [], count: model.properties.count)
    targets = sources
    let asksWhatIsReached = model.properties.contains { if case .canReach = $0.condition { true } else { false } }
    if asksWhatIsReached { steps = Steps() }
  }

  func run() {
    let trap = TrappedWay { [unowned self] in self.wayToStop.lines }
    trap.watch { explore() }
    report.configurations = seen.count
    guard report.ending == nil, !endsWithRows else { return }
    checkWhatIsReached()
    checkWhatIsThere()
  }

  /// The Swift that leads to a configuration, and one step on.
  func way(to index: Int, then step: Int? = nil) -> [String] {
    let way = seen.way(to: index)
    return [model.starts[way.start].swift] + (way.steps + (step.map { [$0] } ?? [])).map { model.tries[$0].swift }
  }

  /// The way to the step that is being taken, which Swift stops within.
  private var wayToStop: ToldWay { told(current.from, stoppedBy: current.step) }

  /// The way to the step that is being taken, and behind it.
  var currentWay: ToldWay { told(current.from, then: current.step) }

  private func told(_ index: Int, then step: Int? = nil, stoppedBy stop: Int? = nil) -> ToldWay {
    let way = seen.way(to: index)
    return ToldWay(model, from: way.start, way.steps + (step.map { [$0] } ?? []), stoppedBy: stop)
  }

  /// The steps that lead to a configuration.
  func steps(to index: Int) -> (start: Int, steps: [Int]) { seen.way(to: index) }

  // MARK: Layers

  private func explore() {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(bounds.seconds)
    for (number, start) in model.starts.enumerated() {
      insert(start.configuration, from: nil, by: number)
      let states = activeStates(start.configuration)
      for following in awaited where following.followsStart && following.mayLead(to: states) {
        startedRows.insert(following.row)
      }
    }
    var first = 0
    while !next.isEmpty {
      swap(&layer, &next)
      next.removeAll(keepingCapacity: true)
      for position in layer.indices {
        visit(layer[position], first + position)
        if endsWithRows, rowsWithStep == model.rows.count { return }
        if seen.count > bounds.configurations { return end("\(bounds.configurations) configurations") }
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
      rowsWithoutWay.map { "no way yet to this row: \(model.rows[$0].text)" }
      + statesNotReached.map { "not reached yet: '\(model.states[$0].name)'" }
    report.growth = Growth(sample).field
  }

  /// The index of a configuration; nil for one that has not been seen and is farther away than the bounds allow.
  @discardableResult
  private func insert(_ configuration: M.Configuration, from parent: Int?, by step: Int) -> Int? {
    var hasher = Hasher()
    model.feed(configuration, to: &hasher)
    if parent != nil, report.depth >= bounds.depth {
      let index = seen.index(of: hasher.finalize())
      if index == nil { isMoreBeyondDepth = true }
      return index
    }
    let (index, isNew) = seen.insert(hasher.finalize(), from: parent, by: step)
    guard isNew else { return index }
    next.append(configuration)
    if index & 255 == 0, sample.count < 512 { sample.append(configuration) }
    return index
  }

  /// Looks at a configuration, and takes all steps from there.
  private func visit(_ configuration: M.Configuration, _ index: Int) {
    var firstState: Int?
    model.forEachState(of: configuration) { state in
      if firstState == nil { firstState = state }
      if !isReached[state] { isReached[state] = true }
    }
    let isWithin = model.isWithin(configuration)
    check(configuration, index, isWithin: isWithin)
    defer { steps?.endConfiguration() }
    guard isWithin else {
      report.beyond += 1
      return
    }
    var isStuck = !model.isFinal(configuration)
    let before = waitersOfSteps.isEmpty ? [] : waiters(in: configuration)
    for step in model.tries.indices where model.permits(step, in: configuration) {
      // Nobody waits with one continuation twice.
      if !before.isEmpty, waitersOfSteps[step].contains(where: before.contains) { continue }
      var leaders: [Int] = []
      let isForbidden = model.isForbidden(step, in: configuration) { row in
        if firstSteps[row] == nil { noteFirst(row, (index, step)) }
        if !awaited.isEmpty { leaders.append(row) }
      }
      if isForbidden {
        report.forbidden += 1
        continue
      }
      report.steps += 1
      if let statement = model.tries[step].statement, !isTried[statement] { isTried[statement] = true }
      current = (index, step)
      var changed = configuration
      let candidates = awaited.isEmpty ? [] : awaited.filter { mayFollow($0, leaders) }
      var outputs: Set<String> = []
      var answered: [Waiter] = []
      let isChanged = model.take(step, in: &changed) { output in
        if !candidates.isEmpty { outputs.insert(name(of: output)) }
        if !waitersOfSteps.isEmpty { answered += waiters(in: output) }
      }
      if !waitersOfSteps.isEmpty {
        check(before + waitersOfSteps[step], waiters(in: changed), answered, index, step, from: configuration)
      }
      guard isChanged else { continue }
      if !candidates.isEmpty { note(candidates, (index, step), activeStates(changed), outputs) }
      isStuck = false
      if let target = insert(changed, from: index, by: step) { steps?.append(target) }
    }
    if isStuck, faults.insert(.standstill).inserted {
      let state = firstState.map { model.states[$0] }
      find("nothing happens any more in '\(state?.name ?? "")', which is not final", state?.place, told(index))
    }
  }

  /// Tells whether a row may be taken in a step that takes others.
  private func mayFollow(_ following: ModelFollowing, _ leaders: [Int]) -> Bool {
    leaders.isEmpty ? following.followsUntold : leaders.contains(where: following.leaders.contains)
  }

  /// Notes the rows that a step may have taken behind others, by what it has led to and handed out.
  private func note(
    _ candidates: [ModelFollowing], _ step: (from: Int, step: Int), _ states: Set<Int>, _ outputs: Set<String>
  ) {
    for following in candidates where following.mayLead(to: states) && outputs.isSuperset(of: following.outputs) {
      noteFirst(following.row, step)
      awaited.removeAll { $0.row == following.row }
    }
  }

  private func activeStates(_ configuration: M.Configuration) -> Set<Int> {
    var states: Set<Int> = []
    model.forEachState(of: configuration) { states.insert($0) }
    return states
  }

  /// The name of the case of an output.
  private func name(of output: M.Output) -> String { Mirror(reflecting: output).children.first?.label ?? "\(output)" }

  private func noteFirst(_ row: Int, _ step: (from: Int, step: Int)) {
    firstSteps[row] = step
    rowsWithStep += 1
  }

  private func find(_ text: String, _ place: Place?, _ way: ToldWay = ToldWay()) {
    report.findings.append(Finding(text, place, way))
  }

  // MARK: Properties

  private func check(_ configuration: M.Configuration, _ index: Int, isWithin: Bool) {
    for (number, property) in model.properties.enumerated() {
      switch property.condition {
      case .never(let holds):
        guard !faults.contains(.property(number)), holds(configuration) else { continue }
        faults.insert(.property(number))
        find(property.statement.saying("does not hold"), property.statement.place, told(index))
      case .canReach(let source, let target):
        sources[number].append(source(configuration))
        // What can be reached from beyond the bounds is not known: nothing is held against it.
        targets[number].append(!isWithin || target(configuration))
      }
    }
  }

  /// Each continuation is in the state once, or is handed out once: whoever waits with it is answered exactly once.
  private func check(
    _ waiting: [Waiter], _ kept: [Waiter], _ answered: [Waiter], _ index: Int, _ step: Int,
    from configuration: M.Configuration
  ) {
    for waiter in Set(waiting) {
      let count = kept.count { $0 == waiter } + answered.count { $0 == waiter }
      guard count != 1, faults.insert(count == 0 ? .lostContinuation : .repeatedContinuation).inserted else { continue }
      let what =
        count == 0
        ? "a continuation is lost: neither the state nor an output has it"
        : kept.contains(waiter)
          ? "a continuation is answered, or kept, more than once" : "a continuation is answered twice"
      find(what, model.place(of: step, in: configuration), told(index, then: step))
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

  private var rowsWithoutWay: [Int] {
    model.rows.indices.filter { firstSteps[$0] == nil && !startedRows.contains($0) && model.rows[$0].isDemanded }
  }

  private var statesNotReached: [Int] {
    model.states.indices.filter { !isReached[$0] && !model.states[$0].isTransient }
  }

  private func checkWhatIsThere() {
    guard !model.starts.isEmpty else {
      let remedy = "write some behind 'try init', or let their types conform to 'Tried'"
      return find("the machine has no start, as no values of its properties are known: \(remedy)", nil)
    }
    for event in model.untried {
      let remedy = "write some behind 'try \(event)', or let its types conform to 'Tried'"
      find("'\(event)' is not tried, as no values of its payload are known: \(remedy)", nil)
    }
    for row in rowsWithoutWay.map({ model.rows[$0] }) { find("there is no way to this row: \(row.text)", row.place) }
    for state in statesNotReached.map({ model.states[$0] }) {
      find("'\(state.name)' is never reached", state.place)
    }
    for (number, statement) in model.triedStatements.enumerated() where !isTried[number] {
      let brings = model.tries.contains { $0.statement == number && $0.isGuarded }
      find(statement.saying(brings ? "never comes, as its guard never holds" : "never comes"), statement.place)
    }
  }
}
