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
    let candidates = machine.isOverloaded(first) ? machine.events.indices.filter { has($0, name) } : [first]
    if let labels = pattern?.labels {
      let ids = labels.map { text($0.id) == "_" ? nil : $0.id }
      if let found = candidates.first(where: { machine.events[$0].labels == ids }) { return found }
      return reportName(name, pattern, candidates)
    }
    guard candidates.count > 1 else { return first }
    guard let pattern else { return reportName(name, nil, candidates) }
    let labels = pattern.items.map(\.label?.id)
    let isUnlabelled = labels.allSatisfy { $0 == nil }
    let exact = candidates.filter { event in
      let fields = machine.events[event].labels
      return fields == labels || isUnlabelled && fields.count == labels.count
    }
    if exact.count == 1 { return exact[0] }
    let containing = candidates.filter { event in
      labels.allSatisfy { label in label == nil || machine.events[event].labels.contains(label) }
        && machine.events[event].fields.count >= labels.count
    }
    return containing.count == 1 ? containing[0] : reportName(name, pattern, candidates)
  }

  /// The event that a statement declares; nil for one that is declared a second time.
  func declaredEvent(_ name: NameSyntax) -> EventID? {
    guard let first = names[name.id].event else { return nil }
    func isHere(_ event: EventID) -> Bool { name.range.contains(machine.events[event].name.range) }
    return isHere(first) ? first : machine.events.indices.first { has($0, name) && isHere($0) }
  }

  private func has(_ event: EventID, _ name: NameSyntax) -> Bool { machine.events[event].name.id == name.id }

  private mutating func reportName(
    _ name: NameSyntax, _ pattern: ArgumentListSyntax?, _ candidates: [EventID]
  ) -> EventID? {
    let range = pattern.map { name.range.union($0.range) } ?? name.range
    var diagnostic = Diagnostic.eventByFullName(
      range, source.text(range), candidates: candidates.map { machine.fullName(of: $0) })
    for event in candidates {
      diagnostic = diagnostic.note(
        "'\(machine.fullName(of: event))' is declared here", machine.events[event].name.range)
    }
    for event in candidates { used.events[event] = true }
    diagnostics.append(diagnostic)
    row.isBroken = true
    return nil
  }
}
