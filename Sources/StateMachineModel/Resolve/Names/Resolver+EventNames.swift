import StateMachineSyntax

/// Events by their names: in a machine with methods, several may have one base name, as methods have in Swift.
extension Resolver {
  /// The event that a trigger names; nil where that is reported.
  mutating func event(_ name: NameSyntax, _ pattern: ArgumentListSyntax?) -> EventID? {
    guard let event = findEvent(name, pattern) else { return nil }
    note(name.range, machine.events[event].name, .event)
    for (label, field) in zip(pattern?.labels ?? [], machine.events[event].fields) { note(label: label, of: field) }
    return event
  }

  private mutating func findEvent(_ name: NameSyntax, _ pattern: ArgumentListSyntax?) -> EventID? {
    guard let first = names[name.id].event else {
      undeclared("event", name, among: machine.events.lazy.map(\.name), orWords: ["always", "done"])
      return nil
    }
    let overloads = machine.overloads[name.id]
    if let labels = pattern?.labels {
      let ids = labels.map { text($0.id) == "_" ? nil : $0.id }
      if let found = overloads?.event(labels: ids) { return found }
      if overloads == nil, machine.events[first].labels == ids { return first }
      return reportName(name, pattern, overloads?.events ?? [first])
    }
    guard let overloads else { return first }
    guard let pattern, let found = overloads.event(fitting: pattern.items.map(\.label?.id), in: machine) else {
      return reportName(name, pattern, overloads.events)
    }
    return found
  }

  /// The event that a statement declares; nil for one that is declared a second time.
  func declaredEvent(_ name: NameSyntax) -> EventID? {
    names[name.id].event.flatMap { machine.event(declaredIn: name.range, first: $0) }
  }

  private mutating func reportName(
    _ name: NameSyntax, _ pattern: ArgumentListSyntax?, _ candidates: [EventID]
  ) -> EventID? {
    let range = pattern.map { name.range.union($0.range) } ?? name.range
    // Beyond the limit, nobody reads what they are.
    let named = diagnostics.diagnostics.count < DiagnosticList.limit ? candidates : []
    var diagnostic = Diagnostic.eventByFullName(
      range, source.text(range), candidates: named.map { machine.fullName(of: $0) })
    for event in named {
      diagnostic = diagnostic.note(
        "'\(machine.fullName(of: event))' is declared here", machine.events[event].name.range)
    }
    for event in candidates { used.events[event] = true }
    reject(diagnostic)
    return nil
  }
}
