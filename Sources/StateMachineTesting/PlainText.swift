/// Returns a value as text: `Address(city: "Rome")`. The text is the same in each run of a test: module names are left
/// out, and the elements of sets and dictionaries are sorted.
///
/// - Parameter depth: the number of values that contain this value. Within more than 19 other values, a value becomes
///   `…`.
func plainText(of value: Any, depth: Int = 0) -> String {
  guard depth < 20 else { return "…" }
  if let continuation = StateMachineTesting.text(of: value) { return continuation }
  let mirror = Mirror(reflecting: value)
  func text(_ value: Any) -> String { plainText(of: value, depth: depth + 1) }
  func texts() -> [String] {
    mirror.children.map { child in
      // The elements of a tuple without labels are '.0' and so on.
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return label + text(child.value)
    }
  }
  switch mirror.displayStyle {
  case .enum:
    guard let payload = mirror.children.first, let name = payload.label else { return String(describing: value) }
    let isTuple = Mirror(reflecting: payload.value).displayStyle == .tuple
    return name + (isTuple ? text(payload.value) : "(\(text(payload.value)))")
  case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
  case .tuple: return "(\(texts().joined(separator: ", ")))"
  case .collection: return "[\(texts().joined(separator: ", "))]"
  case .set, .dictionary: return "[\(texts().sorted().joined(separator: ", "))]"
  case .struct where !(value is any CustomStringConvertible):
    return "\(type(of: value))(\(texts().joined(separator: ", ")))"
  case .class: return "\(type(of: value))"
  default: return value is String ? String(reflecting: value) : String(describing: value)
  }
}

/// Returns a value as text. Glue calls it for values that a mirror of the machine does not show.
public func text<Value>(of value: Value) -> String { plainText(of: value) }

/// Returns `…`, because a value that cannot be copied has no text.
@_disfavoredOverload
public func text<Value: ~Copyable>(of value: borrowing Value) -> String { "…" }

/// Returns several values as text, separated by commas; `nothing` for no values.
func plainText(ofAll values: [some Any]) -> String {
  values.isEmpty ? "nothing" : values.map { plainText(of: $0) }.joined(separator: ", ")
}
