import StateMachineSyntax

/// Resolves the events that outputs send while they are performed: `validated` and `failed` in
/// `output validate(String) async -> validated, failed`.
extension Resolver {
  /// Looks up the events that each output sends. Reports events of an output that is neither `async` nor `stream`,
  /// because such an output ends at once.
  mutating func resolveSentEvents(_ items: [ItemSyntax]) {
    row.clear()
    for case .output(let signature, let kind) in items where !signature.sent.isEmpty {
      guard let output = names[signature.name.id].output,
        machine.outputs[output].name.range == file.identifier(signature.name).range
      else { continue }
      if kind == .plain {
        diagnostics.append(.sendsAtOnce(signature.sent[0].range, text(signature.name.id)))
        isIncomplete = true
        names[signature.name.id].isUnsupported = true
        continue
      }
      namedEvents.clear()
      for name in signature.sent {
        addSentEvent(name, to: output)
        let isAlso = signature.alsoSent.contains { $0.range == name.range }
        if isAlso, let event = names[name.id].event { machine.outputs[output].alsoSent.append(event) }
      }
    }
    row.clear()
  }

  /// Adds an event to those that an output sends. Reports an unknown event, an event of a submachine, and an event that
  /// is named twice.
  private mutating func addSentEvent(_ name: NameSyntax, to output: OutputID) {
    guard let event = names[name.id].event else {
      let isType = !Ascii.isLowercase(source.bytes[name.range.lowerBound])
      undeclared(
        "event", name, among: machine.events.lazy.map(\.name),
        remedy: isType ? "an output gives no value: declare an event with it, and name that here" : nil)
      return
    }
    note(name.range, machine.events[event].name, .event)
    guard machine.events[event].owner == nil else {
      diagnostics.append(.sendsToSubmachine(name.range, text(name.id)))
      return
    }
    guard namedEvents.insert(event) else {
      diagnostics.append(.namedTwice("event", text(name.id), name.range))
      return
    }
    machine.outputs[output].sent.append(event)
  }
}
