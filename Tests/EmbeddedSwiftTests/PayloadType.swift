/// A type of Swift as a `.sm` file has it, and what the random machines can do with its values.
indirect enum PayloadType: Hashable {
  case int, bool, string, void, anyError, anySendable
  case generic(String, isHashable: Bool)
  case optional(PayloadType, isSugar: Bool)
  case array(PayloadType, isSugar: Bool)
  case set(PayloadType)
  case dictionary(key: PayloadType, value: PayloadType)
  case tuple([Element])
  case result(PayloadType, failure: Failure)
  case continuation(PayloadType, failure: Failure, isChecked: Bool)
  case closure([PayloadType], result: PayloadType, Traits)

  struct Element: Hashable {
    var label: String?
    var type: PayloadType
  }

  enum Failure: String {
    case never = "Never"
    case anyError = "any Error"
  }

  struct Traits: OptionSet, Hashable {
    let rawValue: Int
    static let sendable = Traits(rawValue: 1)
    static let async = Traits(rawValue: 2)
    static let throwing = Traits(rawValue: 4)
    static let mainActor = Traits(rawValue: 8)
  }

  var text: String {
    switch self {
    case .int: "Int"
    case .bool: "Bool"
    case .string: "String"
    case .void: "Void"
    case .anyError: "any Error"
    case .anySendable: "any Sendable"
    case .generic(let name, _): name
    case .optional(let wrapped, let isSugar): isSugar ? "\(wrapped.operand)?" : "Optional<\(wrapped.text)>"
    case .array(let element, let isSugar): isSugar ? "[\(element.text)]" : "Array<\(element.text)>"
    case .set(let element): "Set<\(element.text)>"
    case .dictionary(let key, let value): "[\(key.text): \(value.text)]"
    case .tuple(let elements):
      "(" + elements.map { ($0.label.map { "\($0): " } ?? "") + $0.type.text }.joined(separator: ", ") + ")"
    case .result(let success, let failure): "Result<\(success.text), \(failure.rawValue)>"
    case .continuation(let value, let failure, let isChecked):
      "\(isChecked ? "Checked" : "Unsafe")Continuation<\(value.text), \(failure.rawValue)>"
    case .closure(let parameters, let result, let traits):
      (traits.contains(.sendable) ? "@Sendable " : "") + (traits.contains(.mainActor) ? "@MainActor " : "") + "("
        + parameters.map(\.text).joined(separator: ", ") + ") " + (traits.contains(.async) ? "async " : "")
        + (traits.contains(.throwing) ? "throws " : "") + "-> \(result.text)"
    }
  }

  /// The type as text to which a `?` can be appended.
  private var operand: String {
    switch self {
    case .anyError, .anySendable, .closure: "(\(text))"
    default: text
    }
  }

  /// Whether values of the type are equal or not, in the eyes of Swift.
  var isHashable: Bool {
    switch self {
    case .int, .bool, .string: true
    case .generic(_, let isHashable): isHashable
    case .optional(let type, _), .array(let type, _): type.isHashable
    case .set: true
    case .dictionary(_, let value): value.isHashable
    case .result(let success, let failure): success.isHashable && failure == .never
    case .void, .anyError, .anySendable, .tuple, .continuation, .closure: false
    }
  }

  /// An expression of the type that needs nothing in scope; nil where there is none.
  var literal: String? {
    switch self {
    case .int: "3"
    case .bool: "true"
    case .string: "\"a\""
    case .void: "()"
    case .anyError: "CancellationError()"
    case .anySendable: "4"
    case .generic, .continuation: nil
    case .optional: "nil"
    case .array, .set: "[]"
    case .dictionary: "[:]"
    case .tuple(let elements):
      // Swift does not look into a tuple for what a closure is to be.
      elements.contains { $0.type.isSendableClosure } ? nil : Self.list(elements.map { ($0.label, $0.type.literal) })
    case .result(let success, let failure):
      success.literal.map { ".success(\($0))" } ?? (failure == .never ? nil : ".failure(CancellationError())")
    case .closure(let parameters, let result, _):
      result.literal.map { value in
        let head = parameters.isEmpty ? "" : parameters.map { _ in "_" }.joined(separator: ", ") + " in"
        let body = result == .void ? "" : value
        return "{ " + [head, body].filter { !$0.isEmpty }.joined(separator: " ") + " }"
      }
    }
  }

  private var isSendableClosure: Bool {
    switch self {
    case .closure(_, _, let traits): traits.contains(.sendable)
    case .optional(let type, _), .array(let type, _), .dictionary(_, let type): type.isSendableClosure
    case .result(let type, _): type.isSendableClosure
    case .tuple(let elements): elements.contains { $0.type.isSendableClosure }
    default: false
    }
  }

  /// `(a: 1, 2)`; nil where one of the values is missing.
  private static func list(_ values: [(label: String?, value: String?)]) -> String? {
    var parts: [String] = []
    for (label, value) in values {
      guard let value else { return nil }
      parts.append((label.map { "\($0): " } ?? "") + value)
    }
    return "(\(parts.joined(separator: ", ")))"
  }
}
