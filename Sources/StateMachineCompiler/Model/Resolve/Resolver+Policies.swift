/// The errors of policies: what they use of the machine, and the guards that they name.
extension Resolver {
  mutating func resolvePolicies(_ items: [ItemSyntax]) {
    var errors: [SourceRange] = []
    for item in items {
      switch item {
      case .unhandled(let policy):
        guard let error = policy.error else { continue }
        let resolved = resolve(error: error)
        machine.unhandled.error = resolved
        errors.append(error.range)
      case .event(let signature):
        guard let error = signature.policy?.error, let event = names[signature.name.id].event else { continue }
        let resolved = resolve(error: error)
        machine.events[event].unhandled?.error = resolved
        errors.append(error.range)
      default: break
      }
    }
    machine.namesEventInPoliciesAlone = isEventNamed(in: errors)
  }

  /// An error sees the machine: no payload is in scope.
  private mutating func resolve(error: SwiftText) -> SwiftCode {
    row.clear()
    scope.clear()
    use(error, .body)
    return code(error)
  }

  /// Whether `event` is a name of these errors, and of nothing else that the machine declares or uses.
  private func isEventNamed(in errors: [SourceRange]) -> Bool {
    guard !errors.isEmpty, let event = tree.names.find(text: "event"), !names[event].isTracked else { return false }
    return tree.nameUses.allSatisfy { use in
      use.name != event || errors.contains { $0.contains(file.range(of: use)) }
    }
  }
}
