/// Conditions, values and blocks.
extension TypedMachineGenerator {
  /// An expression of a type; nil where none can be made up of what is in scope.
  mutating func expression(_ type: PayloadType, _ scope: Scope) -> String? {
    let same = scope.filter { $0.type == type }.map(\.name)
    if !same.isEmpty, types.chance(75) { return types.pick(same) }
    let derived = derivedExpressions(type, scope)
    if !derived.isEmpty, types.chance(70) { return types.pick(derived) }
    if case .optional(let wrapped, _) = type, types.chance(40), let value = expression(wrapped, scope) { return value }
    return type.literal ?? same.first ?? derived.first
  }

  private func derivedExpressions(_ type: PayloadType, _ scope: Scope) -> [String] {
    scope.flatMap { name, other -> [String] in
      var found: [String] = []
      switch other {
      case .optional(let wrapped, _) where wrapped == type:
        if let literal = type.literal, !literal.contains("{") { found.append("\(name) ?? \(literal)") }
      case .array(let element, _):
        if other == type { found += ["\(name) + \(name)", "\(name).filter { _ in true }"] }
        if case .optional(element, _) = type { found += ["\(name).first", "\(name).last"] }
      case .dictionary(let key, let value):
        if case .optional(value, _) = type, let literal = key.literal { found.append("\(name)[\(literal)]") }
      case .tuple(let elements):
        for (index, element) in elements.enumerated() where element.type == type {
          found.append("\(name).\(element.label ?? "\(index)")")
        }
      case .int where type == .int: found.append("\(name) + 1")
      case .bool where type == .bool: found.append("!\(name)")
      case .closure(let parameters, let result, let traits) where result == type:
        guard traits.isSubset(of: [.sendable]) else { break }
        if let call = call(name, parameters) { found.append(call) }
      default: break
      }
      if type == .int, other.hasCount { found.append("\(name).count") }
      return found
    }
  }

  private func call(_ name: String, _ parameters: [PayloadType]) -> String? {
    let arguments = parameters.compactMap(\.literal)
    return arguments.count == parameters.count ? "\(name)(\(arguments.joined(separator: ", ")))" : nil
  }

  /// A guard; nil where nothing in scope can be asked.
  mutating func condition(_ scope: Scope) -> String? {
    var conditions: [String] = []
    for (name, type) in scope {
      switch type {
      case .int: conditions += ["\(name) > 3", "\(name).isMultiple(of: 2)"]
      case .bool: conditions += [name, "!\(name)"]
      case .string: conditions += ["\(name).isEmpty", "\(name) == \"a\""]
      case .anyError: conditions.append("\(name) is CancellationError")
      case .optional(let wrapped, _):
        conditions += ["\(name) != nil", "nil == \(name)", "case .some = \(name)"]
        if wrapped == .int {
          conditions += ["let number = \(name), number > 3", "case let number? = \(name), number < 2"]
        }
        if wrapped == .bool { conditions.append("let flag = \(name), flag") }
      case .array, .set, .dictionary: conditions += ["\(name).count < 3", "!\(name).isEmpty"]
      case .result: conditions.append("case .success = \(name)")
      case .tuple(let elements):
        for (index, element) in elements.enumerated() where element.type == .int {
          conditions.append("\(name).\(element.label ?? "\(index)") < 4")
        }
      case .closure(let parameters, .int, let traits) where traits.isSubset(of: [.sendable]):
        if let call = call(name, parameters) { conditions.append("\(call) < 5") }
      case .void, .anySendable, .generic, .continuation, .closure: break
      }
    }
    return conditions.isEmpty ? nil : types.pick(conditions)
  }

  // MARK: Effects

  /// An effect; nil where what was tried needs more than there is.
  mutating func effect(_ scope: Scope, assignable: Scope) -> String? {
    if types.chance(20), let named = namedEffect(scope) { return named }
    return switch types.number(0...9) {
    case 0...3: output(scope)
    case 4, 5: assignment(scope, assignable)
    case 6, 7: block(scope, assignable)
    case 8: use(scope)
    default:
      types.chance(50)
        ? signature(types.pick(events), scope).map { "raise \($0)" }
        : output(scope)
    }
  }

  private mutating func output(_ scope: Scope) -> String? { signature(types.pick(outputs), scope) }

  private mutating func signature(_ signature: Signature, _ scope: Scope) -> String? {
    arguments(signature.fields, scope).map { signature.name + $0 }
  }

  /// `(label: value)`; what has a default is left out now and then.
  mutating func arguments(_ fields: [Field], _ scope: Scope, carries: Bool = false) -> String? {
    var parts: [String] = []
    for field in fields {
      // What has no label stands in its place.
      if field.hasDefault, field.label != nil, types.chance(45) { continue }
      if carries, field.label != nil, types.chance(50) { continue }
      guard let value = expression(field.type, scope) else { return nil }
      // Swift warns of back-ticks that a label does not need.
      parts.append((field.label.map { $0.filter { $0 != "`" } + ": " } ?? "") + value)
    }
    return parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))"
  }

  private mutating func assignment(_ scope: Scope, _ assignable: Scope) -> String? {
    guard !assignable.isEmpty else { return nil }
    let (name, type) = types.pick(assignable)
    if types.chance(35) {
      switch type {
      case .int, .array:
        if let value = expression(type, scope) { return "\(name) += \(value)" }
      default: break
      }
    }
    guard let value = expression(type, scope), value != name else { return nil }
    return "\(name) = \(value)"
  }

  /// A block that changes something.
  private mutating func block(_ scope: Scope, _ assignable: Scope) -> String? {
    guard !assignable.isEmpty else { return nil }
    let (name, type) = types.pick(assignable)
    let changes = changes(of: name, type, scope)
    return changes.isEmpty ? nil : "{ \(types.pick(changes)) }"
  }

  private mutating func changes(of name: String, _ type: PayloadType, _ scope: Scope) -> [String] {
    var changes: [String] = []
    if let value = expression(type, scope), value != name { changes.append("\(name) = \(value)") }
    switch type {
    case .int: changes += ["\(name) += 1", "for _ in 0..<2 { \(name) += 1 }"]
    case .bool: changes.append("\(name).toggle()")
    case .string: changes += ["\(name).append(\"b\")", "\(name) += \"c\""]
    case .array(let element, _):
      changes += ["\(name).removeAll()", "\(name).reverse()"]
      if let value = expression(element, scope) {
        changes += ["\(name).append(\(value))", "\(name)[0] = \(value)", "\(name) += [\(value)]"]
      }
      changes += self.changes(of: "\(name)[0]", element, []).prefix(2)
    case .set(let element):
      changes.append("\(name).removeAll()")
      if let value = expression(element, scope) { changes.append("\(name).insert(\(value))") }
    case .dictionary(let key, let value):
      guard let key = expression(key, scope) else { break }
      changes.append("\(name)[\(key)] = nil")
      if let value = expression(value, scope) { changes.append("\(name)[\(key)] = \(value)") }
      changes += self.changes(of: "\(name)[\(key)]!", value, []).prefix(2)
    case .optional(let wrapped, _):
      changes.append("\(name) = nil")
      switch wrapped {
      case .array(let element, _):
        if let value = expression(element, scope) { changes.append("\(name)?.append(\(value))") }
      case .bool: changes.append("\(name)?.toggle()")
      default: break
      }
    case .tuple(let elements):
      for (index, element) in elements.enumerated() {
        changes += self.changes(of: "\(name).\(element.label ?? "\(index)")", element.type, scope).prefix(1)
      }
    case .void, .anyError, .anySendable, .generic, .result, .continuation, .closure: break
    }
    return changes
  }

  /// A block that does something with what is in scope.
  private mutating func use(_ scope: Scope) -> String? {
    var uses: [String] = []
    for (name, type) in scope {
      switch type {
      case .closure(let parameters, let result, let traits) where traits.isSubset(of: [.sendable]):
        if let call = call(name, parameters) { uses.append("{ \(result == .void ? "" : "_ = ")\(call) }") }
      case .continuation(let value, _, _):
        if value == .void { uses.append("{ \(name).resume() }") }
        if let value = value.literal { uses.append("{ \(name).resume(returning: \(value)) }") }
      case .optional(.closure(let parameters, let result, let traits), _) where traits.isSubset(of: [.sendable]):
        if let call = call("\(name)?", parameters) { uses.append("{ \(result == .void ? "" : "_ = ")\(call) }") }
      case .optional: uses += ["{ if let \(name) { _ = \(name) } }", "{ guard \(name) != nil else { fatalError() } }"]
      case .array: uses.append("{ for each1 in \(name) { _ = each1 } }")
      default: uses.append("{ _ = \(name) }")
      }
    }
    return uses.isEmpty ? nil : types.pick(uses)
  }
}

extension PayloadType {
  var hasCount: Bool {
    switch self {
    case .array, .set, .dictionary, .string: true
    default: false
    }
  }
}
