import JSON
import StateMachineModel
import StateMachineSyntax

/// Reads the statements of a block of Swift as trees of JSON, for a player that does not run Swift. Such a player
/// executes the trees. The statements can be `let` and `var`, assignments, and calls of mutating methods. If a block
/// contains any other statement, no tree is made for it.
struct BlockReader {
  private var scope: SwiftScope
  private var reader: ExpressionReader
  private let code: SwiftCode

  /// Returns one tree for each statement of a block: `["set", ["property", 0], 1]` for `count = 1`, if `count` is the
  /// first property. Nil if one of the statements cannot be read.
  static func statements(_ code: SwiftCode, _ scope: SwiftScope) -> [JSONValue]? {
    var block = BlockReader(scope: scope, reader: ExpressionReader(code, scope, allowsChanges: true), code: code)
    return block.statements()
  }

  private mutating func statements() -> [JSONValue]? {
    var statements: [JSONValue] = []
    while !reader.isAtEnd {
      guard let statement = statement() else { return nil }
      statements.append(statement)
      guard reader.skip(Ascii.semicolon) || reader.isAtEnd || reader.token?.followsNewline == true else { return nil }
    }
    return statements
  }

  /// Reads one statement; nil if it is none of those that can be read. `_ = call()` is read as the call alone.
  private mutating func statement() -> JSONValue? {
    if let token = reader.token, token.kind == .identifier, ["let", "var"].contains(reader.word(reader.index)) {
      return declaration()
    }
    if reader.token?.kind == .identifier, reader.word(reader.index) == "_" {
      reader.advance()
      guard skipOperator("=") != nil else { return nil }
      return call()
    }
    let start = reader.index
    guard let target = reader.expression() else { return nil }
    guard let operation = skipOperator("=", "+=", "-=", "*=", "/=", "%=") else {
      reader.rewind(to: start)
      return call()
    }
    guard Self.isPlace(target), let value = reader.expression() else { return nil }
    return ["set", target, operation == "=" ? value : [.string(String(operation.dropLast())), target, value]]
  }

  private mutating func declaration() -> JSONValue? {
    reader.advance()
    guard reader.token?.kind == .identifier else { return nil }
    let name = reader.name(reader.index)
    reader.advance()
    guard skipOperator("=") != nil, let value = reader.expression() else { return nil }
    let place = reader.index
    scope.bind(name)
    reader = ExpressionReader(code, scope, allowsChanges: true)
    reader.rewind(to: place)
    return ["let", .string(name), value]
  }

  /// Reads a call of a mutating method, such as `list.append(1)`; nil if no such call follows.
  private mutating func call() -> JSONValue? {
    guard let call = reader.expression(), case .array(let parts) = call, parts.count > 2, parts[0] == "call",
      Self.isPlace(parts[1]), case .string(let method) = parts[2], ExpressionReader.changingMethods.contains(method)
    else { return nil }
    return call
  }

  private mutating func skipOperator(_ names: String...) -> String? {
    guard let token = reader.token, token.kind == .infixOrPrefix else { return nil }
    let name = reader.word(reader.index)
    guard names.contains(name) else { return nil }
    reader.advance()
    return name
  }

  /// Returns whether a tree stands for something that can be assigned or changed. Examples are a field, `["field", 0]`,
  /// and an element of a field, `["subscript", ["field", 0], 1]`.
  private static func isPlace(_ tree: JSONValue) -> Bool {
    guard case .array(let parts) = tree, case .string(let kind)? = parts.first else { return false }
    switch kind {
    case "field", "property", "let": return true
    case "subscript", "member", "unwrap": return isPlace(parts[1])
    default: return false
    }
  }
}
