/// Compares a machine with another implementation that is not a `Hashable` value, such as an actor, by random walks:
/// both handle the same random events. If the two differ on a walk, the walk is made simpler for as long as they still
/// differ.
///
/// Each walk begins with a shortest path to a configuration of the machine, which the seed chooses, and continues with
/// random events. So rare configurations are compared as often as those that the first events lead to.
///
///     try await conform(
///       ElevatorDoor.self, to: { _ in await DoorActor() }, step: { await $0.take($1) })
///
/// The finding names a seed: pass it as `seed` to begin with the walk that failed. Walks ignore `within` statements.
///
/// - Parameters:
///   - make: creates the other implementation for each walk, from the configuration that the machine begins the walk
///     with.
///   - seed: the seed of the first walk; nil for a random one. Each further walk has the next number as its seed.
///   - walks: the number of walks.
///   - events: the largest number of events in a walk.
///   - state: returns the name of the state that the machine should be in. If nil, states are not compared.
///   - isFinal: returns whether the machine should be in a final state. If nil, this is not compared.
///   - forbids: returns whether an event cannot occur now, because it would stop the other implementation. The
///     machine's file must then forbid the event by a trap, too, and the reverse. If nil, events that the file forbids
///     are left out.
///   - step: lets the other implementation handle an event, and returns the outputs that the machine should emit.
/// - Throws: the ``Finding`` if the two differ. In a test of Swift Testing, it is recorded as an issue instead.
public func conform<M: Explorable & ~Copyable, Other>(
  _ machine: M.Type, to make: @escaping @Sendable (M.Glue.Configuration) async -> Other,
  seed: UInt64? = nil, walks: Int = 200, events: Int = 50,
  state: (@Sendable (Other) async -> String)? = nil, isFinal: (@Sendable (Other) async -> Bool)? = nil,
  forbids: (@Sendable (Other, M.Glue.Event) async -> Bool)? = nil,
  step: @escaping @Sendable (inout Other, M.Glue.Event) async -> [M.Glue.Output]
) async throws {
  try await conform(
    machine, to: make, seed: seed, walks: walks, events: events, state: state, isFinal: isFinal, forbids: forbids,
    outputs: M.Glue.Output.self, step: step)
}

/// Compares a machine by random walks with another implementation that has output types of its own. Two outputs are
/// equal if their cases, labels and values are equal. If the machine has methods, the other implementation returns the
/// result of a method as an output.
///
///     try await conform(
///       Pool.self, to: { PoolByHand(limit: $0.limit) }, outputs: Any.self,
///       step: { pool, call in
///         switch call {
///         case .released(let connection): [pool.released(connection)]
///         …
///         }
///       })
///
/// - Parameter outputs: the type of the other implementation's outputs; `Any.self` if there are several.
public func conform<M: Explorable & ~Copyable, Other, Output>(
  _ machine: M.Type, to make: @escaping @Sendable (M.Glue.Configuration) async -> Other,
  seed: UInt64? = nil, walks: Int = 200, events: Int = 50,
  state: (@Sendable (Other) async -> String)? = nil, isFinal: (@Sendable (Other) async -> Bool)? = nil,
  forbids: (@Sendable (Other, M.Glue.Event) async -> Bool)? = nil,
  outputs: Output.Type, step: @escaping @Sendable (inout Other, M.Glue.Event) async -> [Output]
) async throws {
  let model = machine.glue
  let walker = Walker<M, Other, Output>(
    model: model, steps: StepsByEvent(model, leavesOutForbidden: forbids == nil),
    beginnings: Beginnings(model, longest: events / 2), make: make, state: state, isFinal: isFinal, forbids: forbids,
    step: step)
  let first = seed ?? UInt64.random(in: 0...9_999_999)
  for seed in (0..<UInt64(max(0, walks))).lazy.map({ first &+ $0 }) {
    guard let walk = await walker.randomWalk(seed: seed, events: events) else { continue }
    let finding = walker.finding(await walker.simplest(walk), "\(theyDiffer); seed: \(seed)")
    return try tell([finding], finding)
  }
}

/// The comparison of a machine with another implementation, walk by walk.
private struct Walker<M: Explorable & ~Copyable, Other, Output> {
  let model: M.Glue
  let steps: StepsByEvent<M.Glue>
  let beginnings: Beginnings<M.Glue>
  let make: @Sendable (M.Glue.Configuration) async -> Other
  let state: (@Sendable (Other) async -> String)?
  let isFinal: (@Sendable (Other) async -> Bool)?
  let forbids: (@Sendable (Other, M.Glue.Event) async -> Bool)?
  let step: @Sendable (inout Other, M.Glue.Event) async -> [Output]

  func randomWalk(seed: UInt64, events: Int) async -> Walk? {
    guard var beginning = beginnings.beginning(seed: seed) else { return nil }
    var random = SplitMix(state: seed)
    var rest = events
    return await walk(from: beginning.start) { configuration in
      rest -= 1
      guard rest >= 0 else { return nil }
      if let step = beginning.path.popFirst(), steps.mayCome(step, in: configuration) { return step }
      if let choice = beginning.choice {
        beginning.choice = nil
        let choices = model.tries.indices.filter { steps.mayCome($0, in: configuration) }
        if !choices.isEmpty { return choices[choice % choices.count] }
      }
      return steps.random(in: configuration, using: &random)
    }
  }

  /// Returns the simplest walk found on which the two implementations still differ. A walk is simpler if it has fewer
  /// steps, or steps with simpler values. The search ends if no attempt finds a simpler walk. It also ends after 10,000
  /// attempts in all.
  func simplest(_ found: Walk) async -> Walk {
    var simplest = found
    var candidates = steps.simpler(found.steps).makeIterator()
    var attempts = 10_000
    while attempts > 0, let candidate = candidates.next() {
      attempts -= 1
      var rest = candidate[...]
      let walk = await walk(from: found.start) { configuration in
        while let step = rest.popFirst() { if steps.mayCome(step, in: configuration) { return step } }
        return nil
      }
      guard let walk, walk.isSimpler(than: simplest) else { continue }
      simplest = walk
      candidates = steps.simpler(walk.steps).makeIterator()
    }
    return simplest
  }

  func finding(_ walk: Walk, _ text: String) -> Finding {
    let taken = walk.isForbidden ? walk.steps.dropLast() : walk.steps[...]
    let told = ToldPath(model, from: walk.start, taken, stoppedBy: walk.isForbidden ? walk.steps.last : nil)
    return Finding(text, walk.place, told, difference: walk.difference)
  }

  /// Lets both implementations take the same steps, and returns the walk up to the first step in which they differ. Nil
  /// if they do not differ.
  ///
  /// - Parameters:
  ///   - start: the number of the machine's start.
  ///   - next: returns the next step in a configuration; nil to end the walk.
  private func walk(from start: Int, next: (Told<M.Glue>) -> Int?) async -> Walk? {
    var walk = Walk(start: start, place: model.states.first?.place)
    var both = model.begin(with: start)
    var other = await make(both.configuration)
    var own = Deed<M.Glue.Output>(model, [], both.configuration)
    var others = Deed<Output>([], await state?(other), await isFinal?(other))
    let names = (machine: "\(M.self)", other: "\(Other.self)")
    while true {
      walk.difference = own.difference(from: others, names) ?? []
      if !walk.difference.isEmpty { return walk }
      guard let number = next(both) else { return nil }
      let event = model.events[number]
      let isForbidden = model.trace(of: number, in: both).isStopped
      let othersForbid = await forbids?(other, event) ?? isForbidden
      // A step that both forbid is not taken.
      if isForbidden, othersForbid { continue }
      walk.steps.append(number)
      walk.place = model.place(of: number, in: both)
      guard isForbidden == othersForbid else {
        walk.isForbidden = isForbidden
        walk.difference = [(names.machine, isForbidden), (names.other, othersForbid)].map { name, forbids in
          "// \(name): \(forbids ? "this cannot come" : "this can come")"
        }
        return walk
      }
      var outputs: [M.Glue.Output] = []
      let trap = TrappedPath { [walk] in
        ToldPath(model, from: walk.start, walk.steps.dropLast(), stoppedBy: number).lines
      }
      trap.watch { _ = model.take(number, in: &both, Trace()) { outputs.append($0) } }
      own = Deed(model, outputs, both.configuration)
      others = Deed(await step(&other, event), await state?(other), await isFinal?(other))
    }
  }
}

/// A walk that ends with the step in which the machine and the other implementation differ.
private struct Walk {
  var start: Int
  var steps: [Int] = []
  /// The place in the `.sm` file of the first row that the last step takes. If the step takes no row, it is the place
  /// of the first active state.
  var place: Place?
  /// Whether a `trap` in the machine's file forbids the last step, which the other implementation allows. The machine
  /// has not taken that step.
  var isForbidden = false
  /// Lines that show the outputs and states of both implementations in the last step.
  var difference: [String] = []

  func isSimpler(than other: Walk) -> Bool {
    steps.count < other.steps.count
      || steps.count == other.steps.count && steps.lexicographicallyPrecedes(other.steps)
  }
}

/// The beginnings of walks, one for each seed: a path to a configuration, and a number that chooses the next step.
/// Successive seeds visit each configuration once. Further seeds visit the configurations again, with other numbers.
private struct Beginnings<M: Model> {
  private let explorer: Explorer<M>
  private let count: Int
  /// The distance between the configurations of two successive seeds, as indices modulo the number of configurations.
  /// The distance and that number have no common divisor. So successive seeds visit each configuration once.
  private let stride: Int

  struct Beginning {
    var start: Int
    var path: ArraySlice<Int>
    /// A number that chooses the step after the path. If n steps can occur there, it is the step with the index `choice
    /// % n`. Nil after the step has been chosen.
    var choice: Int?
  }

  init(_ model: M, longest: Int) {
    // A shorter time limit would let a seed lead to another walk on a slow computer.
    explorer = Explorer(model, Bounds(configurations: 2000, depth: longest, seconds: 86_400))
    explorer.run()
    count = explorer.report.configurations
    // About 5/8 of the count, so that successive seeds begin with very different configurations.
    stride = (1...max(1, count * 5 / 8)).last { [count] in Self.haveNoDivisor($0, count) } ?? 1
  }

  private static func haveNoDivisor(_ one: Int, _ other: Int) -> Bool {
    var (one, other) = (one, other)
    while other != 0 { (one, other) = (other, one % other) }
    return one == 1
  }

  func beginning(seed: UInt64) -> Beginning? {
    guard count > 0 else { return nil }
    let (round, place) = seed.quotientAndRemainder(dividingBy: UInt64(count))
    let index = Int(place) * stride % count
    let (start, path) = explorer.steps(to: index)
    return Beginning(start: start, path: path[...], choice: Int(round % 65_536) + index)
  }
}

/// The steps of a model, in one list for each event name. Several steps have the same event with different payloads. In
/// a list, steps with simpler values come first.
private struct StepsByEvent<M: Model> {
  private let model: M
  /// Whether to leave out steps that a `trap` in the file forbids.
  private let leavesOutForbidden: Bool
  private var groups: [[Int]] = []
  /// For each step, by its index, the index of its list in `groups`.
  private var groupOfStep: [Int] = []
  private let waitersOfStep: [[Waiter]]

  init(_ model: M, leavesOutForbidden: Bool) {
    (self.model, self.leavesOutForbidden) = (model, leavesOutForbidden)
    waitersOfStep = model.tries.indices.map { model.waiters(ofStep: $0) }
    var numbers: [String: Int] = [:]
    for (step, event) in model.events.enumerated() {
      let name = Mirror(reflecting: event).children.first?.label ?? "\(event)"
      let number = numbers[name] ?? groups.count
      numbers[name] = number
      if number == groups.count { groups.append([]) }
      groups[number].append(step)
      groupOfStep.append(number)
    }
  }

  /// Returns a random step that can occur; nil if no step can occur. Each event is equally likely, even if more values
  /// are tried for its payload.
  func random(in configuration: Told<M>, using random: inout SplitMix) -> Int? {
    groups.map { $0.filter { mayCome($0, in: configuration) } }.filter { !$0.isEmpty }
      .randomElement(using: &random)?.randomElement(using: &random)
  }

  /// Returns whether a step can occur. The model must permit it. No continuation in its event may be in the
  /// configuration already. If `leavesOutForbidden` is true, no `trap` in the file may forbid the step.
  func mayCome(_ step: Int, in configuration: Told<M>) -> Bool {
    guard model.permits(step, in: configuration.configuration) else { return false }
    let brought = waitersOfStep[step]
    if !brought.isEmpty, waiters(in: configuration.configuration).contains(where: brought.contains) { return false }
    return !leavesOutForbidden || !model.trace(of: step, in: configuration).isStopped
  }

  /// Returns walks that are simpler than `walk`, to be tried in this order:
  ///
  /// - without some steps: without half of them first, and without a single one last,
  /// - with a simpler value in one step,
  /// - if the walk is short, with one step in place of several,
  /// - if the walk is very short, without one step and with another value in a different step. For example, two steps
  ///   `add(1)` may have the same effect as one step `add(2)`.
  func simpler(_ walk: [Int]) -> some Sequence<[Int]> {
    func without(_ range: Range<Int>) -> [Int] { Array(walk[..<range.lowerBound] + walk[range.upperBound...]) }
    func variants(_ walk: [Int], at index: Int, _ values: some Sequence<Int>) -> some Sequence<[Int]> {
      values.lazy.map { value in walk.indices.map { $0 == index ? value : walk[$0] } }
    }
    // The numbers of steps that are left out together: half of the steps, a quarter, and so on, down to 1.
    let sizes = sequence(first: max(1, (walk.count + 1) / 2)) { $0 > 1 ? ($0 + 1) / 2 : nil }
    let pieces = sizes.lazy.flatMap { size in
      stride(from: 0, to: walk.count, by: size).lazy.map { without($0..<min($0 + size, walk.count)) }
    }
    let values = walk.indices.lazy.flatMap { index in
      // In a group, steps with simpler values have lower indices.
      variants(walk, at: index, groups[groupOfStep[walk[index]]].prefix { $0 < walk[index] })
    }
    let lengths = walk.count > 20 ? [] : Array((0...walk.count).dropFirst(2).reversed())
    let joined = lengths.lazy.flatMap { length in
      (0...walk.count - length).lazy.flatMap { begin in
        groups[groupOfStep[walk[begin]]].lazy.map { Array(walk[..<begin] + [$0] + walk[(begin + length)...]) }
      }
    }
    let merged = (walk.count > 10 ? 0..<0 : walk.indices).lazy.flatMap { removed in
      let rest = without(removed..<removed + 1)
      return rest.indices.lazy.flatMap { variants(rest, at: $0, groups[groupOfStep[rest[$0]]]) }
    }
    return [AnySequence(pieces), AnySequence(values), AnySequence(joined), AnySequence(merged)].joined()
  }
}

/// A random number generator that returns the same numbers for the same seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
