/// Patterns for fields.
extension TypedMachineGenerator {
  /// The pattern of a source or an event, and the names that it brings into scope.
  struct Match {
    var text = ""
    var bound: Scope = []
    /// The labels that can still be used.
    var labels: Scope = []
    var all: Scope { labels.filter { label in !bound.contains { $0.name == label.name } } + bound }
  }

  /// - Parameter needsLet: whether a bare name is an expression, as in `done(.failed(error))`.
  mutating func match(_ fields: [Field], needsLet: Bool = false, taken: inout [String]) -> Match {
    var match = Match()
    let labelled = fields.compactMap { field in field.label.map { (name: $0, type: field.type) } }
    match.labels = labelled
    guard !fields.isEmpty, types.chance(60) else { return match }
    var parts: [String] = []
    if needsLet || types.chance(60) || labelled.count < fields.count {
      // All of them, without labels.
      for field in fields { parts.append(pattern(field, needsLet, &match, &taken)) }
    } else {
      let isLooked = fields.map { _ in types.chance(60) }
      for (field, isLooked) in zip(fields, isLooked) where isLooked {
        parts.append("\(field.label ?? ""): \(pattern(field, needsLet, &match, &taken))")
      }
    }
    // Swift (6.3) finds no match for a tuple that binds nothing and lacks the label of its field.
    if needsLet, fields.count == 1, let label = fields[0].label, case .tuple = fields[0].type {
      parts[0] = "\(label.filter { $0 != "`" }): \(parts[0])"
    }
    if !parts.isEmpty { match.text = "(\(parts.joined(separator: ", ")))" }
    return match
  }

  private mutating func pattern(
    _ field: Field, _ needsLet: Bool, _ match: inout Match, _ taken: inout [String]
  ) -> String {
    let (text, bound) = pattern(field.type, preferred: field.label, depth: needsLet ? 1 : 0, taken: &taken)
    match.bound += bound
    // What is bound as a whole, or dropped, has no other name.
    if let label = field.label, text == "_" || bound.count == 1 && bound[0].type == field.type {
      match.labels.removeAll { $0.name == label }
    }
    return text
  }

  /// A name that is not bound in the row yet.
  private mutating func bindable(_ preferred: String?, _ taken: inout [String]) -> String {
    if let preferred, types.chance(40), !taken.contains(preferred) {
      taken.append(preferred)
      return preferred
    }
    var name = types.pick(TypedMachineNames.values + TypedMachineNames.plain)
    while taken.contains(name) { name = types.pick(TypedMachineNames.values + TypedMachineNames.plain) }
    taken.append(name)
    return name
  }

  private mutating func pattern(
    _ type: PayloadType, preferred: String?, depth: Int, taken: inout [String]
  ) -> (String, Scope) {
    if types.chance(18) { return ("_", []) }
    if depth < 2, types.chance(55), let deeper = deeperPattern(type, depth: depth, taken: &taken) { return deeper }
    let name = bindable(preferred, &taken)
    return (depth == 0 && types.chance(60) ? name : "let \(name)", [(name, type)])
  }

  /// A pattern that looks into a value; nil for types that have none.
  private mutating func deeperPattern(
    _ type: PayloadType, depth: Int, taken: inout [String]
  ) -> (String, Scope)? {
    switch type {
    case .int: return (types.pick(["0...9", "3", "10...", "...4", "..<5", "-1"]), [])
    case .bool: return (types.pick(["true", "false"]), [])
    case .string: return (types.pick(["\"a\"", "\"a\"...\"b\""]), [])
    case .anyError:
      if types.chance(40) { return ("is CancellationError", []) }
      let name = bindable(nil, &taken)
      // What is known of it now, nothing asks.
      return ("let \(name) as CancellationError", [(name, .anySendable)])
    case .optional(let wrapped, _): return optionalPattern(wrapped, depth: depth, taken: &taken)
    case .result(let success, let failure):
      return resultPattern(success, failure, depth: depth, taken: &taken)
    case .tuple(let elements): return tuplePattern(elements, depth: depth, taken: &taken)
    case .void, .anySendable, .generic, .array, .set, .dictionary, .continuation, .closure: return nil
    }
  }

  private mutating func optionalPattern(
    _ wrapped: PayloadType, depth: Int, taken: inout [String]
  ) -> (String, Scope) {
    switch types.number(0...6) {
    case 0: return ("nil", [])
    case 1: return (".some", [])
    case 2: return (types.chance(50) ? ".none" : "_?", [])
    case 3, 4:
      let name = bindable(nil, &taken)
      return ("let \(name)?", [(name, wrapped)])
    default:
      let (text, bound) = pattern(wrapped, preferred: nil, depth: max(depth, 1), taken: &taken)
      return (".some(\(text))", bound)
    }
  }

  private mutating func resultPattern(
    _ success: PayloadType, _ failure: PayloadType.Failure, depth: Int, taken: inout [String]
  ) -> (String, Scope) {
    // A failure that there is none of has no code.
    if failure == .anyError, types.chance(45) {
      if types.chance(40) { return (types.pick([".failure", ".failure(_)"]), []) }
      let (text, bound) = pattern(.anyError, preferred: nil, depth: max(depth, 1), taken: &taken)
      return (".failure(\(text))", bound)
    }
    if types.chance(25) { return (".success", []) }
    let (text, bound) = pattern(success, preferred: nil, depth: max(depth, 1), taken: &taken)
    return (".success(\(text))", bound)
  }

  private mutating func tuplePattern(
    _ elements: [PayloadType.Element], depth: Int, taken: inout [String]
  ) -> (String, Scope) {
    if types.chance(50) {
      let bound = elements.map { element in (name: bindable(element.label, &taken), type: element.type) }
      return ("let (\(bound.map(\.name).joined(separator: ", ")))", bound)
    }
    var parts: [String] = []
    var bound: Scope = []
    for element in elements {
      let part = pattern(element.type, preferred: nil, depth: max(depth, 1), taken: &taken)
      parts.append(part.0)
      bound += part.1
    }
    return ("(\(parts.joined(separator: ", ")))", bound)
  }
}
