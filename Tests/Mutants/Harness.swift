import Foundation

@testable import StateMachineTesting

// Tells what finds a mutant. 'mutants.py' compiles this file with a machine and its mutants, and with a list of them:
// `find(argument)` calls `explore` or `compare` below. One process for each question, as a mutant may stop it.

/// Prints a line for each finding of an exploration.
func explore<Mutant: Explorable>(_ mutant: Mutant.Type) {
  do { try explore(mutant, nil as Bounds?) } catch {
    for finding in (error as? Report)?.findings ?? [] { print("found", finding.text) }
  }
}

/// Prints the differences of a mutant: of all pairs of configurations, or of random walks with seeds.
func compare<Original: Explorable, Mutant: Explorable>(_ original: Original.Type, _ mutant: Mutant.Type) async {
  let twins = Twins(original.glue, mutant.glue)
  if CommandLine.arguments[2] == "pairs" {
    do {
      let report = try conform(
        Told<Original>.self, to: twins.first, Bounds(seconds: 300),
        state: \.name, isFinal: \.isFinal, begin: { $0 = twins.twin(of: $1) }, step: { $0.take($1) })
      if report.ending != nil { print("without an end") }
    } catch { print("differ") }
  } else {
    for seed in CommandLine.arguments[2].split(separator: ",") {
      do {
        try await conform(
          Told<Original>.self, to: { twins.twin(of: $0) }, seed: UInt64(seed), state: { $0.name },
          isFinal: { $0.isFinal }, step: { $0.take($1) })
      } catch { print("differ", seed) }
      fflush(nil)
    }
  }
}

/// A machine whose outputs and events are told as text: those of a mutant are of other types.
enum Told<Base: Explorable>: Explorable {
  static var glue: ToldModel<Base.Glue> { ToldModel(base: Base.glue) }
}

struct ToldModel<Base: Model>: Model {
  let base: Base
  let events: [ToldEvent]

  init(base: Base) {
    self.base = base
    events = zip(base.tries, base.events).map { ToldEvent(swift: $0.swift, event: $1) }
  }

  var starts: [ModelStart<Base.Configuration>] { base.starts }
  var tries: [ModelTry] { base.tries }
  var untried: [String] { base.untried }
  var rows: [ModelRow] { base.rows }
  var states: [ModelState] { base.states }
  var triedStatements: [ModelStatement] { base.triedStatements }
  func permits(_ step: Int, in configuration: Base.Configuration) -> Bool { base.permits(step, in: configuration) }
  func isWithin(_ configuration: Base.Configuration) -> Bool { base.isWithin(configuration) }
  func waiters(ofStep step: Int) -> [Waiter] { base.waiters(ofStep: step) }
  func take(
    _ step: Int, in configuration: inout Base.Configuration, _ telling: inout Base.Telling, _ trace: Trace,
    emit: (String) -> Void
  ) -> Bool {
    base.take(step, in: &configuration, &telling, trace) { emit(told($0)) }
  }
  var tellings: [Base.Telling] { base.tellings }
  func feed(_ telling: Base.Telling, of configuration: Base.Configuration, to hasher: inout Hasher) {
    base.feed(telling, of: configuration, to: &hasher)
  }
  func feedHidden(_ telling: Base.Telling, to hasher: inout Hasher) { base.feedHidden(telling, to: &hasher) }
  func feed(_ configuration: Base.Configuration, to hasher: inout Hasher) { base.feed(configuration, to: &hasher) }
  func isFinal(_ configuration: Base.Configuration) -> Bool { base.isFinal(configuration) }
  func forEachState(of configuration: Base.Configuration, _ body: (Int) -> Void) {
    base.forEachState(of: configuration, body)
  }
}

/// An event by its Swift. Walks choose among events by their names, which are those of the event itself.
struct ToldEvent: CustomReflectable, CustomStringConvertible, @unchecked Sendable {
  let swift: String
  let event: Any

  var customMirror: Mirror { Mirror(reflecting: event) }
  var description: String { "\(event)" }
}

/// A value as text. The types of mutants have numbers after their names.
func told(_ value: Any) -> String {
  plainText(of: value).replacingOccurrences(of: "_M[0-9]+", with: "", options: .regularExpression)
}

/// Makes mutants for the starts of the original.
final class Twins<Original: Model, Mutant: Model>: @unchecked Sendable {
  let model: Mutant
  let tries: [ModelTry]
  let states: [ModelState]
  private let starts: [(configuration: Mutant.Configuration, telling: Mutant.Telling)]
  private let original: Original
  private let originals: [Int]
  private let numbers: [String: Int]

  init(_ original: Original, _ mutant: Mutant) {
    (self.original, model) = (original, mutant)
    (tries, states) = (mutant.tries, mutant.states)
    starts = zip(mutant.starts, mutant.tellings).map { ($0.configuration, $1) }
    originals = original.starts.map { fingerprint($0.configuration, original) }
    numbers = Dictionary(tries.indices.map { (mutant.tries[$0].swift, $0) }, uniquingKeysWith: { first, _ in first })
  }

  var first: Twin<Original, Mutant> { twin(0) }

  private func twin(_ start: Int) -> Twin<Original, Mutant> {
    Twin(twins: self, configuration: starts[start].configuration, telling: starts[start].telling)
  }

  func twin(of start: Original.Configuration) -> Twin<Original, Mutant> {
    let number = originals.firstIndex(of: fingerprint(start, original)) ?? 0
    return twin(min(number, starts.count - 1))
  }

  func number(of event: ToldEvent) -> Int? { numbers[event.swift] }
}

/// A mutant as another implementation.
struct Twin<Original: Model, Mutant: Model>: Hashable, @unchecked Sendable {
  let twins: Twins<Original, Mutant>
  var configuration: Mutant.Configuration
  var telling: Mutant.Telling

  var name: String {
    var names: [String] = []
    twins.model.forEachState(of: configuration) { names.append(twins.states[$0].name) }
    return names.joined(separator: ", ")
  }
  var isFinal: Bool { twins.model.isFinal(configuration) }

  mutating func take(_ event: ToldEvent) -> [String] {
    // A mutant may lack a timer.
    guard let step = twins.number(of: event) else { return [] }
    var outputs: [String] = []
    _ = twins.model.take(step, in: &configuration, &telling, Trace()) { outputs.append(told($0)) }
    return outputs
  }

  private var fingerprint: Int {
    var hasher = Hasher()
    hash(into: &hasher)
    return hasher.finalize()
  }

  static func == (one: Twin, other: Twin) -> Bool { one.fingerprint == other.fingerprint }

  func hash(into hasher: inout Hasher) {
    twins.model.feed(configuration, to: &hasher)
    twins.model.feedHidden(telling, to: &hasher)
  }
}

private func fingerprint<M: Model>(_ configuration: M.Configuration, _ model: M) -> Int {
  var hasher = Hasher()
  model.feed(configuration, to: &hasher)
  return hasher.finalize()
}
