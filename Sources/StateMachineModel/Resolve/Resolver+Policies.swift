import StateMachineSyntax

/// Resolves the errors and messages of policies, `unhandled throw Failure(state)`, in which names of the machine and
/// named guards may stand.
extension Resolver {
  /// Resolves the policies of the machine and of its events.
  mutating func resolvePolicies(_ items: [ItemSyntax]) {
    var pieces: [SourceRange] = []
    for item in items {
      switch item {
      case .unhandled(let policy):
        if text(policy.word.id) == UnhandledPolicy.trap.rawValue, var other = machine.unhandledElsewhere {
          resolve(policy, &other, &pieces)
          machine.unhandledElsewhere = other
          continue
        }
        var unhandled = machine.unhandled
        resolve(policy, &unhandled, &pieces)
        machine.unhandled = unhandled
      case .event(let signature):
        guard let policy = signature.policy, let event = declaredEvent(signature.name),
          var unhandled = machine.events[event].unhandled
        else { continue }
        resolve(policy, &unhandled, &pieces)
        machine.events[event].unhandled = unhandled
      default: break
      }
    }
    machine.namesEventInPoliciesAlone = isEventNamed(in: pieces)
  }

  private mutating func resolve(_ syntax: PolicySyntax, _ unhandled: inout Unhandled, _ pieces: inout [SourceRange]) {
    if let error = syntax.error {
      unhandled.error = resolve(error: error)
      if machine.hasMethods { unhandled.error?.names = file.namePlaces(in: error) }
      pieces.append(error.range)
    }
    if let message = syntax.message {
      unhandled.message = resolve(error: message)
      unhandled.message?.names = file.namePlaces(in: message)
      pieces.append(message.range)
    }
  }

  /// Returns the code of a policy's error or message. It can use the properties of the machine, but no payload, because
  /// it applies to many states and events.
  private mutating func resolve(error: SwiftText) -> SwiftCode {
    row.clear(.policy)
    enterCarrier()
    use(error, .body)
    return code(error)
  }

  /// Returns whether `event` in a policy such as `unhandled throw Failure(event)` means the event that has no
  /// transition. It does if the file uses the name nowhere else, and the machine declares nothing with that name.
  private func isEventNamed(in errors: [SourceRange]) -> Bool {
    guard !errors.isEmpty, let event = tree.names.find(text: "event"), !names[event].isTracked else { return false }
    return tree.nameUses.allSatisfy { use in
      use.name != event || errors.contains { $0.contains(file.range(of: use)) }
    }
  }
}
