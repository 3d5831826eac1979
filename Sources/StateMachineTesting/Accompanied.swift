/// A model together with a companion that observes it. The companion is a watch, which is a user's check of the steps,
/// or another implementation of the machine. It follows each step of the model and may report a finding. A
/// configuration is a pair: a configuration of the model, and the companion's value.
struct Accompanied<Base: Model, Companion: Hashable>: Model {
  struct Configuration: Composed {
    var base: Base.Configuration
    var companion: Companion
    /// Whether the companion has reported a finding in the step that led to this configuration. Exploring takes no
    /// steps from such a configuration. It may still take steps from others.
    var isWrong = false

    var part: Any { base }
    var besides: String { plainText(of: companion) }
  }

  /// A step of the model, as it is shown to the companion: to a watch, or to another implementation.
  struct Followed {
    var step: Int
    var before: Told<Base>
    var after: Told<Base>
    var outputs: [Base.Output]
  }

  typealias Follow = (Followed, inout Companion) -> Finding?

  let base: Base
  let starts: [ModelStart<Configuration>]
  let properties: [ModelProperty<Configuration>]
  private let follow: Follow
  private let outcome: Outcome

  /// Stores the first finding of the companion, which is a watch or another implementation of the machine. `Outcome` is
  /// a class, because the functions of ``Accompanied``, which is a struct, cannot change its properties.
  final class Outcome {
    var finding: Finding?
    let endsExploring: Bool
    var isEnd: Bool { endsExploring && finding != nil }
    /// Returns the path to the step that is being taken, including that step. ``explore(_:_:_:endsWithWrong:_:)`` sets
    /// this function.
    var path: () -> ToldPath = { ToldPath() }

    init(endsExploring: Bool) { self.endsExploring = endsExploring }
  }

  /// Creates the model whose configurations are pairs of a configuration of `base` and a companion.
  ///
  /// - Parameter companions: the companion at each start of `base`, in the order of the starts: a watch, or another
  ///   implementation of the machine.
  private init(_ base: Base, _ companions: [Companion], _ outcome: Outcome, _ follow: @escaping Follow) {
    (self.base, self.outcome, self.follow) = (base, outcome, follow)
    starts = zip(base.starts, companions).map { start, companion in
      ModelStart(
        Configuration(base: start.configuration, companion: companion), swift: start.swift, rows: start.rows)
    }
    properties = base.properties.map { property in
      let condition: ModelProperty<Configuration>.Condition =
        switch property.condition {
        case .never(let holds): .never { holds($0.base) }
        case .canBe(let holds): .canBe { holds($0.base) }
        case .within(let holds): .within { holds($0.base) }
        case .canReach(let source, let target): .canReach(from: { source($0.base) }, to: { target($0.base) })
        }
      return ModelProperty(
        property.statement.text, property.statement.place, condition, documentation: property.statement.documentation)
    }
  }

  /// Explores a model together with a companion, which is a watch or another implementation of the machine. Returns the
  /// report, and the companion's first finding. The finding contains the path to it, and is nil if the companion has
  /// none.
  ///
  /// - Parameters:
  ///   - companions: the companion at each start of the model, in the order of the starts.
  ///   - endsWithWrong: whether exploring ends with the companion's first finding.
  ///   - follow: shows the companion a step, which may change the companion. It returns a finding if the step is wrong;
  ///     otherwise nil.
  static func explore(
    _ base: Base, _ companions: [Companion], _ bounds: Bounds, endsWithWrong: Bool, _ follow: @escaping Follow
  ) -> (report: Report, wrong: Finding?) {
    let outcome = Outcome(endsExploring: endsWithWrong)
    let explorer = Explorer(Accompanied(base, companions, outcome, follow), bounds)
    outcome.path = { [unowned explorer] in explorer.currentPath }
    explorer.run()
    return (explorer.report, outcome.finding)
  }

  // MARK: Model

  var events: [Base.Event] { base.events }
  var tries: [ModelTry] { base.tries }
  var payloads: [ModelPayload] { base.payloads }
  var source: ModelSource? { base.source }
  func description(of pair: Configuration) -> String? {
    base.description(of: pair.base).map { _ in base.text(of: pair.base) }
  }
  var rows: [ModelRow] { base.rows }
  var states: [ModelState] { base.states }
  var triedStatements: [ModelStatement] { base.triedStatements }

  func permits(_ step: Int, in pair: Configuration) -> Bool { base.permits(step, in: pair.base) }
  // No steps are taken from a wrong configuration, and none at all after a finding that ends exploring.
  func isWithin(_ pair: Configuration) -> Bool { !pair.isWrong && !outcome.isEnd && base.isWithin(pair.base) }
  func bound(beyond pair: Configuration) -> ModelBound? { base.bound(beyond: pair.base) }
  func waiters(ofStep step: Int) -> [Waiter] { base.waiters(ofStep: step) }
  func feed(_ pair: Configuration, to hasher: inout Hasher) {
    base.feed(pair.base, to: &hasher)
    hasher.combine(pair.companion)
    hasher.combine(pair.isWrong)
  }
  func isFinal(_ pair: Configuration) -> Bool { base.isFinal(pair.base) }
  func forEachState(of pair: Configuration, _ body: (Int) -> Void) { base.forEachState(of: pair.base, body) }

  var tellings: [Base.Telling] { base.tellings }
  func feed(_ telling: Base.Telling, of pair: Configuration, to hasher: inout Hasher) {
    base.feed(telling, of: pair.base, to: &hasher)
    hasher.combine(pair.companion)
    hasher.combine(pair.isWrong)
  }
  func agrees(_ telling: Base.Telling, with pair: Configuration) -> Bool? { base.agrees(telling, with: pair.base) }
  func share(_ pair: Configuration, with telling: inout Base.Telling) { base.share(pair.base, with: &telling) }
  func feedHidden(_ telling: Base.Telling, to hasher: inout Hasher) { base.feedHidden(telling, to: &hasher) }

  /// Takes a step with the model, and shows it to the companion. If the companion reports a finding, the configuration
  /// is marked as wrong. A step that changes only the companion counts as a change, too.
  func take(
    _ step: Int, in pair: inout Configuration, _ telling: inout Base.Telling, _ trace: Trace,
    emit: (Base.Output) -> Void
  ) -> Bool {
    let (before, beforeTelling) = (pair, telling)
    var outputs: [Base.Output] = []
    let isChanged = base.take(step, in: &pair.base, &telling, trace) { output in
      outputs.append(output)
      emit(output)
    }
    if trace.isStopped { return false }
    let followed = Followed(
      step: step, before: Told(configuration: before.base, telling: beforeTelling),
      after: Told(configuration: pair.base, telling: telling), outputs: outputs)
    if var wrong = follow(followed, &pair.companion) {
      pair.isWrong = true
      if outcome.finding == nil {
        // Making the path takes the steps again, and so calls this function: the finding must be set before.
        outcome.finding = wrong
        wrong.told = outcome.path()
        outcome.finding = wrong
      }
    }
    return isChanged || pair.isWrong || pair.companion != before.companion
  }
}
