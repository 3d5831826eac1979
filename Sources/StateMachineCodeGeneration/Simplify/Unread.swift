import StateMachineModel
import StateMachineSyntax

/// Does not bind names that nothing reads, and makes constants of those that nothing changes. A name that a pattern binds
/// is visible in the statement that the pattern belongs to, or behind its line.
struct Unread {
  private var code: Code
  private let source: [UInt8]
  /// By name, the statements that name it, those that read it, and those that change it, in order.
  private var uses: [String: [Int]] = [:]
  private var reads: [String: [Int]] = [:]
  private var changes: [String: [Int]] = [:]

  /// - Parameters:
  ///   - first: the statement with which the pass begins.
  ///   - source: the bytes of which pieces of the code are ranges.
  static func simplify(_ code: inout Code, from first: Int = 0, source: [UInt8]) {
    var pass = Unread(code: code, source: source)
    code = Code()
    let all = first..<pass.code.statements.count
    for binding in pass.code.bindings.indices {
      let name = pass.code.name(of: binding)
      (pass.uses[name], pass.reads[name], pass.changes[name]) = ([], [], [])
    }
    pass.note(all)
    pass.simplify(all, limit: all.upperBound)
    code = pass.code
  }

  // MARK: Uses

  private mutating func note(_ places: Range<Int>) {
    code.forEach(in: places) { place in
      let (text, changed) = text(of: place)
      for name in changed { changes[name]?.append(place) }
      if !text.isEmpty { note(text, place) }
      if code.statements[place].end > place + 1 { note(code.inside(place)) }
    }
  }

  /// The text of a statement without what it binds, and the names that it changes.
  private func text(of place: Int) -> (text: [UInt8], changed: [String]) {
    var text: [UInt8] = []
    var changed: [String] = []
    guard code.statements[place].operation != .read else { return (text, changed) }
    let variable = Int(code.statements[place].variable)
    if variable >= 0, code.variables[variable].kind == .copy { text += code.variables[variable].text(1).utf8 }
    for index in code.statements[place].pieces {
      let piece = code.pieces[index]
      switch piece.kind {
      case .text: code.text.withBytes(piece.range) { text += $0 }
      case .changes: changed.append(code.text.withBytes(piece.range) { String(decoding: $0, as: UTF8.self) })
      case .source, .alignedSource, .swift: text += source[piece.range.lowerBound..<piece.range.upperBound]
      case .embedded, .block: append(code.embedded[Int(piece.first)], to: &text)
      case .lineBreak: text.append(Ascii.space)
      case .ifAsked where code.asks(place): code.text.withBytes(piece.range) { text += $0 }
      default: break
      }
    }
    return (text, changed)
  }

  private func append(_ embedded: Code.Embedded, to text: inout [UInt8]) {
    text += source[embedded.code.range.lowerBound..<embedded.code.range.upperBound]
    var pending = embedded.code.expansions
    var seen: Set<NamedGuardID> = []
    while let expansion = pending.popLast() {
      guard seen.insert(expansion.namedGuard).inserted else { continue }
      let expression = embedded.guards[expansion.namedGuard].expression
      text.append(Ascii.space)
      text += source[expression.range.lowerBound..<expression.range.upperBound]
      pending += expression.expansions
    }
  }

  private mutating func note(_ text: [UInt8], _ place: Int) {
    SwiftAnalysis.forEachUsedName(in: SourceRange(0, text.count), text) { name, beginsStatement in
      guard uses[name] != nil else { return }
      uses[name]?.append(place)
      // `x = y` and `x.change()` do not read it, for all that Swift knows.
      if beginsStatement { changes[name]?.append(place) } else { reads[name]?.append(place) }
    }
  }

  private func isAny(_ places: [String: [Int]], _ name: String, in range: Range<Int>) -> Bool {
    places[name]?.contains(where: range.contains) ?? false
  }

  private mutating func forget(_ range: Range<Int>, _ names: [String]) {
    for name in names {
      uses[name]?.removeAll(where: range.contains)
      reads[name]?.removeAll(where: range.contains)
      changes[name]?.removeAll(where: range.contains)
    }
  }

  // MARK: What is bound

  private mutating func simplify(_ places: Range<Int>, limit: Int) {
    var beside: [Int] = []
    code.forEach(in: places) { beside.append($0) }
    // What comes last may be all that reads what is bound before.
    while let place = beside.popLast() {
      let statement = code.statements[place]
      let isLine = statement.kind == .line
      if !isLine { simplify(code.inside(place), limit: statement.end) }
      // What stands behind a pattern in its line may read what it binds; the value of a `let` does not.
      let first = statement.operation == .none ? place : place + 1
      let scope = first..<(isLine ? limit : statement.end)
      var hidden: [String] = []
      for index in statement.pieces where code.pieces[index].kind == .binding {
        let binding = Int(code.pieces[index].first)
        let name = code.name(of: binding)
        code.bindings[binding].isRead = isAny(uses, name, in: scope)
        if !isAny(changes, name, in: scope) { code.bindings[binding].isVariable = false }
        if statement.operation == .read {
          let isWritten = isAny(changes, name, in: scope) && !isAny(reads, name, in: scope)
          code.statements[place].isRemoved = !isWritten
        } else if statement.operation == .bind, !code.bindings[binding].isRead {
          code.statements[place].isRemoved = true
          forget(place..<place + 1, Array(uses.keys))
        }
        hidden.append(name)
      }
      // A name hides that of the same name further out.
      if statement.operation != .read { forget(scope, hidden) }
    }
  }
}
