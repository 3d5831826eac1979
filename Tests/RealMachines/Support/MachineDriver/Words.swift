/// A value says by itself what it is called in a transcript: what has an identity and no readable description.
public protocol Worded {
  var word: String { get }
}

extension UnsafeContinuation: Worded {
  public var word: String { "continuation \((unsafeBitCast(self, to: Int.self) - 65536) / 64)" }

  /// A continuation that nobody resumes. Enums keep their case in the bits that addresses leave free, so that it has to
  /// be one as far as they can tell.
  public init(number: Int) { self = unsafeBitCast(65536 + number * 64, to: Self.self) }
}

private let tasks: [Task<Void, Never>] = (0..<8).map { _ in Task {} }

/// One of eight tasks, which do nothing.
public func task(number: Int) -> Task<Void, Never> { tasks[number % tasks.count] }

extension Task: Worded {
  public var word: String {
    "task \(tasks.firstIndex { AnyHashable($0) == AnyHashable(self) }.map { "\($0)" } ?? "of somebody else")"
  }
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
