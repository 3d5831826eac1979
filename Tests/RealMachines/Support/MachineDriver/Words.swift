/// A value says by itself what it is called in a transcript: what has an identity and no readable description.
public protocol Worded {
  var word: String { get }
}

extension UnsafeContinuation: Worded {
  /// Drivers make continuations of numbers, and nobody resumes them.
  public var word: String { "continuation \(unsafeBitCast(self, to: UInt.self))" }
}

extension UnsafeContinuation {
  public init(number: Int) { self = unsafeBitCast(UInt(number), to: Self.self) }
}

/// What a value is, with the cases and the labels of all that is in it; without the names of types, which differ.
public func words(_ value: Any) -> String {
  if let worded = value as? any Worded { return worded.word }
  let mirror = Mirror(reflecting: value)
  func parts() -> [String] {
    mirror.children.map { child in
      // Fields without a label have a dot and a number.
      let label = child.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? ""
      return label + words(child.value)
    }
  }
  switch mirror.displayStyle {
  case .optional:
    return mirror.children.first.map { words($0.value) } ?? "nil"
  case .enum:
    guard let child = mirror.children.first, let name = child.label else { return "\(value)" }
    let payload = words(child.value)
    return name + (payload.hasPrefix("(") ? payload : "(\(payload))")
  case .set:
    return "[\(parts().sorted().joined(separator: ", "))]"
  case .dictionary:
    return "[\(parts().sorted().joined(separator: ", "))]"
  case .collection:
    return "[\(parts().joined(separator: ", "))]"
  case .tuple, .struct:
    let parts = parts()
    return parts.isEmpty ? "\(value)" : "(\(parts.joined(separator: ", ")))"
  case .class:
    // An object is what it is, whatever its address.
    return "\(type(of: value))"
  default:
    return "\(value)"
  }
}

/// The stored property of this name of a value; what a machine keeps to itself as well.
public func stored(_ name: String, of value: Any) -> Any? {
  Mirror(reflecting: value).children.first { $0.label == name }?.value
}
