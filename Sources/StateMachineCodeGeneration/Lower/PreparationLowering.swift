import StateMachineModel
import StateMachineSyntax

/// Writes what events do in every state, before their transitions are tried, and how `accepts` looks behind that.
struct PreparationLowering {
  private let model: SwiftModel
  private let states: StateLowering
  private var machine: StateMachine { model.machine }
  private var names: GeneratedNames { model.names }

  init(_ model: SwiftModel) {
    self.model = model
    states = StateLowering(model: model)
  }

  /// Writes the call before the transitions are tried; where steps follow, with a constant that says whether the event
  /// has done something.
  func writeCall(_ event: String, _ out: inout SwiftWriter) {
    guard machine.hasPreparations else { return }
    out.line(string: "\(model.settlesPreparations ? "let isPrepared = " : "")self.\(names.prepare)(for: \(event))")
  }

  /// Writes the function that all events go through.
  func write(_ out: inout SwiftWriter) {
    guard machine.hasPreparations else { return }
    let answers = model.settlesPreparations
    out.lines(
      """

      /// Does what an event does in every state, before its transitions are tried.\(answers ? " Returns whether that is anything." : "")
      """)
    out.write(string: "private mutating func \(names.prepare)(for \(names.event): Event)\(answers ? " -> Bool" : "")")
    out.openBrace()
    if model.run.canEnd { out.line(string: "if self.isFinal { return\(answers ? " false" : "") }") }
    out.openSwitch(over: names.event)
    for event in machine.events where event.preparation != nil { write(event, &out) }
    if let others { writeOthers(others, answers ? "return false" : "break", &out) }
    out.closeSwitch()
    out.closeBrace()
  }

  private func write(_ event: Event, _ out: inout SwiftWriter) {
    guard let preparation = event.preparation else { return }
    let effects = EffectLowering(model: model)
    let bound: [LocalName?] = event.fields.indices.map { field in
      preparation.locals.first { Int($0.field) == field }.map { .declared($0.name) }
    }
    out.write("case .")
    out.write(member: event.name)
    states.writeBindings(preparation.locals.isEmpty ? [] : bound, of: event.fields, &out)
    out.openCase()
    for effect in preparation.effects { effects.write(effect, &out) }
    if model.settlesPreparations { out.line("return true") }
    out.closeCase()
  }

  /// `accepts`, which asks a copy where the event does something before its transitions are tried.
  func writeAccepts(_ out: inout SwiftWriter) {
    out.openBrace()
    out.openSwitch(over: names.event)
    states.writeCaseList(machine.events.lazy.filter { $0.preparation != nil }.map(\.name), last: nil, &out)
    out.openCase()
    out.lines(
      """
      var machine = self
      \(model.settlesPreparations ? "_ = " : "")machine.\(names.prepare)(for: \(names.event))
      return machine.\(names.acceptsPrepared)(\(names.event))
      """)
    out.closeCase()
    if let others { writeOthers(others, "return self.\(names.acceptsPrepared)(\(names.event))", &out) }
    out.closeSwitch()
    out.closeBrace()
    out.lines(
      """

      /// What `accepts` says of an event that has done what it does in every state.
      """)
    out.write(string: "private func \(names.acceptsPrepared)(_ \(names.event): Event) -> Bool")
  }

  /// The events that do nothing by themselves; nil where there is no other.
  private var others: [Identifier]? {
    let others = machine.events.filter { $0.preparation == nil }.map(\.name)
    return others.isEmpty && machine.timers.isEmpty ? nil : others
  }

  private func writeOthers(_ others: [Identifier], _ statement: String, _ out: inout SwiftWriter) {
    states.writeCaseList(others, last: machine.timers.isEmpty ? nil : "elapsed", &out)
    out.openCase()
    out.line(string: statement)
    out.closeCase()
  }
}
