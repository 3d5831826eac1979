import TestSupport
import Testing

@testable import StateMachineCodeGeneration
@testable import StateMachineModel

/// Plans in words, so that tests can say what they expect of them.
struct PlanWords {
  let small: SmallMachine
  let model: SwiftModel

  init(_ text: String) throws {
    small = try SmallMachine(text)
    model = SwiftModel(small.behaviour)
  }

  /// A composite `a` with two regions, and rows of its own.
  static func composite(_ p: String, _ q: String = "", _ own: String = "") throws -> PlanWords {
    try PlanWords(
      """
      initial state a {
        region p { initial state p1 ; state p2 ; \(p) }
        region q { initial state q1 ; state q2 ; \(q) }
      }
      state z
      event x, y
      output o
      let n: Bool
      \(own)
      """)
  }

  var behaviour: Behaviour { model.behaviour }

  func state(_ name: String) throws -> StateID { try small.state(name) }

  func trigger(_ event: String) throws -> Trigger { try .event(small.event(event)) }

  /// The first transition of a state on an event.
  func transition(_ source: String, _ event: String) throws -> TransitionID { try small.transition(source, event) }

  /// The states within a composite or, for nil, the machine that have something for an event.
  func reactors(_ event: String, within composite: String? = nil) throws -> [StateID] {
    let within = try small.machine.descendants(of: composite.map(state))
    return try behaviour.reactors(to: small.event(event)).filter(within.contains)
  }

  // MARK: Names

  func text(_ name: LocalName?) -> String {
    switch name {
    case .declared(let identifier): small.machine.source.text(identifier.range)
    case .fresh(let text): text
    case nil: "_"
    }
  }

  /// `track, var position | regions`: the fields, and what a composite holds.
  func words(_ bindings: Bindings) -> String {
    var words = bindings.names.indices.map { field in
      (bindings.isVariable[field] ? "var " : "") + text(bindings.names[field])
    }.joined(separator: ", ")
    if let child = bindings.child { words += " | " + (bindings.childIsVariable ? "var " : "") + text(child) }
    return words
  }

  // MARK: Functions

  func words(_ verdict: Verdict) -> String {
    switch verdict {
    case .delegated(let state): "delegated to \(small.name(state))"
    case .released(let state): "released to \(small.name(state))"
    default: "\(verdict)"
    }
  }

  /// A line for each arm: `a on x(size): a -> b : x | unhandled`.
  func words(_ function: PlannedFunction) -> [String] {
    switch function.form {
    case .noEvents: ["no events"]
    case .regions(let body): words(body, "machine")
    case .states: function.cases.flatMap { words($0.body, small.names($0.states).joined(separator: ", ")) }
    }
  }

  func words(_ body: StateCase.Body, _ subject: String) -> [String] {
    switch body {
    case .verdict(let verdict): ["\(subject): \(words(verdict))"]
    case .arm(let arm): ["\(subject): \(words(arm))"]
    case .events(let arms): arms.map { "\(subject) on \(words($0.pattern)): \(words($0.body))" }
    }
  }

  private func words(_ pattern: EventArm.Pattern) -> String {
    switch pattern {
    case .event(let event, let names):
      small.machine.name(of: .event(event))
        + (names.isEmpty ? "" : "(" + names.map(text).joined(separator: ", ") + ")")
    case .timer(let timer): "timer \(model.names.timer(timer))"
    case .others(let events, let timers):
      (events.map { small.machine.name(of: .event($0)) } + (timers ? ["timers"] : [])).joined(separator: ", ")
    }
  }

  /// What is tried, one after the other, and the end.
  func words(_ body: ArmBody) -> String {
    var words = body.submachine.map { ["submachine of \(small.name($0.state))"] } ?? []
    words += body.levels.map(self.words)
    if let flag = body.asks { words.append("if \(flag)") }
    words += body.attempts.transitions.map { small.text($0.transition) }
    if let otherwise = body.attempts.otherwise { words.append(self.words(otherwise)) }
    return words.joined(separator: " | ")
  }

  private func words(_ level: Level) -> String {
    switch level {
    case .states(let switched):
      var cases = switched.cases.map { "\(small.name($0.state)): \(words($0.body))" }
      if !switched.others.isEmpty {
        cases.append(small.names(switched.others).joined(separator: ", ") + ": " + words(switched.otherwise))
      }
      return "\(small.name(switched.region)) { \(cases.joined(separator: "; ")) }"
    case .composite(let one, _): return "\(small.name(one.state)) { \(words(one.body)) }"
    case .step(let step): return "step \(step.name)"
    case .answers(let answers): return "answers { \(answers.selections.map(words).joined(separator: "; ")) }"
    case .selection(let selection): return words(selection)
    case .body(let body): return words(body)
    }
  }

  func words(_ selection: Selection) -> String {
    "\(selection.label): " + selection.levels.map(words).joined(separator: " | ")
  }
}

/// All that is planned of a function that tells states apart.
struct PlannedFunction {
  var form: ReducerFunction
  var cases: [StateCase] = []
  /// The composites that a second `switch` asks.
  var released: [StateID] = []

  init(_ model: SwiftModel, _ purpose: ReducerFunction.Purpose) {
    var flat = FlatReducer(model, purpose)
    var regions = RegionReducer(model, purpose)
    form = flat.function(&regions)
    guard case .states = form else { return }
    var cases: [StateCase] = []
    released = flat.forEachCase(&regions) { cases.append($0) }
    self.cases = cases
  }
}
