/// Explores a model breadth first, so that the way to each finding is a shortest one. Whole configurations are kept of two
/// layers alone: those that are gone on from, and those that are found on the way.
final class Explorer<M: Model> {
  private let model: M
  private let bounds: Bounds
  private var seen = SeenConfigurations()
  private var layer: ContiguousArray<M.Configuration> = []
  private var next: ContiguousArray<M.Configuration> = []
  /// By row: the first step that takes it.
  private(set) var stepTaking: [Int: (from: Int, step: Int)] = [:]
  private(set) var report = Report()
  private var reachedStates: Set<Int> = []
  /// The steps, where a property asks what can be reached.
  private var steps: Steps?
  /// By property that asks what can be reached: the configurations that it is about, and those that it wants.
  private var sources: [ContiguousArray<Bool>]
  private var targets: [ContiguousArray<Bool>]
  /// The properties that have been found not to hold, by index; -1 stands for a configuration in which nothing happens.
  private var failed: Set<Int> = []
  /// The step that is being taken: what a trap stops.
  private var current: (from: Int, step: Int) = (0, 0)
  /// Is true where exploring ends as soon as each row has a way.
  private let endsWithRows: Bool

  init(_ model: M, _ bounds: Bounds, endsWithRows: Bool = false) {
    self.model = model
    self.bounds = bounds
    self.endsWithRows = endsWithRows
    sources = Array(repeating: [], count: model.properties.count)
    targets = sources
    let asksWhatIsReached = model.properties.contains { if case .canReach = $0.condition { true } else { false } }
    if asksWhatIsReached { steps = Steps() }
  }

  func run() {
    let trap = TrappedWay { [unowned self] in self.way(to: self.current.from, then: self.current.step) }
    trap.watch { explore() }
    report.configurations = seen.count
    guard report.ending == nil, !endsWithRows else { return }
    checkWhatIsReached()
    checkRowsAndStates()
  }

  /// The Swift that leads to a configuration, and one step on.
  func way(to index: Int, then step: Int? = nil) -> [String] {
    let way = seen.way(to: index)
    return [model.starts[way.start].swift] + (way.steps + (step.map { [$0] } ?? [])).map { model.tries[$0].swift }
  }

  /// The steps that lead to a configuration.
  func steps(to index: Int) -> (start: Int, steps: [Int]) { seen.way(to: index) }

  // MARK: Layers

  private func explore() {
    let clock = ContinuousClock()
    let deadline = clock.now + .seconds(bounds.seconds)
    for (number, start) in model.starts.enumerated() { _ = insert(start.configuration, from: nil, by: number) }
    var first = 0
    while !next.isEmpty {
      if report.depth > bounds.depth { return end("\(bounds.depth) steps") }
      swap(&layer, &next)
      next.removeAll(keepingCapacity: true)
      for position in layer.indices {
        visit(layer[position], first + position)
        if endsWithRows, stepTaking.count == model.rows.count { return }
        if seen.count > bounds.configurations { return end("\(bounds.configurations) configurations") }
        if (first + position) & 1023 == 0, clock.now > deadline { return end("\(bounds.seconds) seconds") }
      }
      first += layer.count
      if !next.isEmpty { report.depth += 1 }
    }
  }

  private func end(_ bound: String) { report.ending = bound }

  private func insert(_ configuration: M.Configuration, from parent: Int?, by step: Int) -> Int {
    var hasher = Hasher()
    model.feed(configuration, to: &hasher)
    let (index, isNew) = seen.insert(hasher.finalize(), from: parent, by: step)
    if isNew { next.append(configuration) }
    return index
  }

  /// Looks at a configuration, and takes all steps from there.
  private func visit(_ configuration: M.Configuration, _ index: Int) {
    let state = model.state(of: configuration)
    reachedStates.insert(state)
    let isWithin = model.isWithin(configuration)
    check(configuration, index, isWithin: isWithin)
    defer { steps?.endConfiguration() }
    guard isWithin else {
      report.beyond += 1
      return
    }
    var isStuck = !model.isFinal(configuration)
    for step in model.tries.indices where model.permits(step, in: configuration) {
      let row = model.row(for: step, in: configuration)
      if !model.tries[step].isGuarded, row.map({ model.rows[$0].traps }) ?? model.tries[step].trapsUnhandled {
        report.forbidden += 1
        if let row, stepTaking[row] == nil { stepTaking[row] = (index, step) }
        continue
      }
      report.steps += 1
      current = (index, step)
      if let row, stepTaking[row] == nil { stepTaking[row] = (index, step) }
      var changed = configuration
      guard model.take(step, in: &changed, emit: { _ in }) else { continue }
      isStuck = false
      let target = insert(changed, from: index, by: step)
      steps?.append(target)
    }
    if isStuck, failed.insert(-1).inserted {
      let name = model.states[state].name
      find("nothing happens any more in '\(name)', which is not final", model.states[state].place, way(to: index))
    }
  }

  private func find(_ text: String, _ place: Place?, _ way: [String]) {
    report.findings.append(Finding(text: text, place: place, way: way))
  }

  // MARK: Properties

  private func check(_ configuration: M.Configuration, _ index: Int, isWithin: Bool) {
    for (number, property) in model.properties.enumerated() {
      switch property.condition {
      case .never(let holds):
        guard !failed.contains(number), holds(configuration) else { continue }
        failed.insert(number)
        find("'\(property.text)' does not hold", property.place, way(to: index))
      case .canReach(let source, let target):
        sources[number].append(source(configuration))
        // What can be reached from beyond the bounds is not known: nothing is held against it.
        targets[number].append(!isWithin || target(configuration))
      }
    }
  }

  private func checkWhatIsReached() {
    guard let steps else { return }
    for (number, property) in model.properties.enumerated() {
      guard case .canReach = property.condition else { continue }
      let reaching = steps.reaching(targets[number])
      guard let lost = reaching.indices.first(where: { sources[number][$0] && !reaching[$0] }) else { continue }
      find("'\(property.text)' does not hold", property.place, way(to: lost))
    }
  }

  private func checkRowsAndStates() {
    for (number, row) in model.rows.enumerated() where stepTaking[number] == nil {
      find("there is no way to this row: \(row.text)", row.place, [])
    }
    for (number, state) in model.states.enumerated() where !reachedStates.contains(number) {
      find("'\(state.name)' is never reached", state.place, [])
    }
  }
}
