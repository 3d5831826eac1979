import StateMachineSyntax

/// Looks up events by name. In a machine with methods, several events may have the same base name and different labels,
/// like methods in Swift: `next(for:)` and `next(after:)`.
extension Resolver {
  /// Returns the event that a trigger names. Nil if no event has the name, or if several events may be meant; both are
  /// reported.
  ///
  /// - Parameter pattern: the list after the name; nil without a list.
  mutating func event(_ name: NameSyntax, _ pattern: ArgumentListSyntax?) -> EventID? {
    guard let event = findEvent(name, pattern) else { return nil }
    note(name.range, machine.events[event].name, .event)
    for (label, field) in zip(pattern?.labels ?? [], machine.events[event].fields) { note(label: label, of: field) }
    return event
  }

  private mutating func findEvent(_ name: NameSyntax, _ pattern: ArgumentListSyntax?) -> EventID? {
    if let event = eventNamed(name, pattern) { return event }
    if let first = names[name.id].event {
      return reportName(name, pattern, machine.overloads[name.id]?.events ?? [first])
    }
    undeclared("event", name, among: machine.events.lazy.map(\.name), orWords: ["always", "done"])
    return nil
  }

  /// Returns the event that a trigger names. Nil if no event has the name, or if several events may be meant. Nothing
  /// is reported.
  ///
  /// - Parameter pattern: the list after the name; nil without a list.
  @inline(__always)
  func eventNamed(_ name: NameSyntax, _ pattern: ArgumentListSyntax?) -> EventID? {
    guard let first = names[name.id].event else { return nil }
    let overloads = machine.overloads[name.id]
    if let labels = pattern?.labels {
      let ids = labels.map { text($0.id) == "_" ? nil : $0.id }
      if let overloads { return overloads.event(labels: ids) }
      return machine.events[first].labels == ids ? first : nil
    }
    guard let overloads else { return first }
    return pattern.flatMap { overloads.event(fitting: $0.items.map(\.label?.id), in: machine) }
  }

  /// Returns the event that a statement declares. Nil if the statement is refused, because an earlier statement
  /// declares the same event.
  ///
  /// - Parameter name: the name in the statement.
  func declaredEvent(_ name: NameSyntax) -> EventID? {
    names[name.id].event.flatMap { machine.event(declaredIn: name.range, first: $0) }
  }

  /// Reports an event's name that may mean several events, and always returns nil. The finding lists `candidates`,
  /// which count as used.
  private mutating func reportName(
    _ name: NameSyntax, _ pattern: ArgumentListSyntax?, _ candidates: [EventID]
  ) -> EventID? {
    let range = pattern.map { name.range.union($0.range) } ?? name.range
    // Beyond the limit of findings, the candidates are not listed.
    let named = diagnostics.isOpen ? candidates : []
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
