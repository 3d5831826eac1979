import StateMachineModel
import StateMachineSyntax

/// Does not bind names that nothing reads, and makes constants of those that nothing changes. A name that a pattern binds
/// is visible in the statement that the pattern belongs to, or behind its line.
struct Unread {
  private var code: Code
  private let source: [UInt8]
  /// By name that something binds: its number.
  private var numbers: [String: Int] = [:]
  /// By number: the statements that name it, those that read it, and those that change it, in order.
  private var uses: [[Int]] = []
  private var reads: [[Int]] = []
  private var changes: [[Int]] = []
  /// By binding: the number of its name.
  private var names: [Int] = []
  /// By number: the name.
  private var texts: [[UInt8]] = []
  /// By byte: whether a name that something binds begins with it.
  private var mayBegin = Array(repeating: false, count: 256)

  /// - Parameters:
  ///   - first: the statement with which the pass begins.
  ///   - source: the bytes of which pieces of the code are ranges.
  static func simplify(_ code: inout Code, from first: Int = 0, source: [UInt8]) {
    var pass = Unread(code: code, source: source)
    code = Code()
    let all = first..<pass.code.statements.count
    for binding in pass.code.bindings.indices { pass.add(pass.code.name(of: binding)) }
    pass.note(all)
    pass.simplify(all, limit: all.upperBound)
    code = pass.code
  }

  private init(code: Code, source: [UInt8]) {
    self.code = code
    self.source = source
  }

  private mutating func add(_ name: String) {
    let number = numbers[name] ?? numbers.count
    names.append(number)
    guard number == uses.count else { return }
    numbers[name] = number
    texts.append(Array(name.utf8))
    uses.append([])
    reads.append([])
    changes.append([])
    if let first = name.utf8.first { mayBegin[Int(first)] = true }
  }

  // MARK: Uses

  private mutating func note(_ places: Range<Int>) {
    var place = places.lowerBound
    while place < places.upperBound {
      let statement = code.statements[place]
      if !statement.isRemoved {
        if statement.operation != .read, statement.pieces.contains(where: mayName) || statement.variable >= 0 {
          note(place)
        }
        if statement.end > place + 1 { note(code.inside(place)) }
      }
      place = statement.end
    }
  }

  /// Whether a piece may name anything that is bound: most do not, and are not read any further.
  private func mayName(_ index: Int) -> Bool {
    let piece = code.pieces[index]
    switch piece.kind {
    case .text, .ifAsked: return code.text.withBytes(piece.range, mayName)
    case .source, .alignedSource, .swift:
      return source.withUnsafeBufferPointer {
        mayName(UnsafeBufferPointer(rebasing: $0[piece.range.lowerBound..<piece.range.upperBound]))
      }
    case .changes, .embedded, .block: return true
    default: return false
    }
  }

  private func mayName(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = 0
    while start < bytes.count {
      var end = start + 1
      let isWord = Ascii.continuesIdentifier(bytes[start])
      while isWord, end < bytes.count, Ascii.continuesIdentifier(bytes[end]) { end += 1 }
      if mayBegin[Int(bytes[start])] {
        // What stands between back-ticks is looked at no further.
        if bytes[start] == Ascii.backtick { return true }
        let word = UnsafeBufferPointer(rebasing: bytes[start..<end])
        if texts.contains(where: { $0.elementsEqual(word) }) { return true }
      }
      start = end
    }
    return false
  }

  private mutating func note(_ place: Int) {
    let (text, changed) = text(of: place)
    for name in changed { if let number = numbers[name] { changes[number].append(place) } }
    SwiftAnalysis.forEachUsedName(in: SourceRange(0, text.count), text) { name, beginsStatement in
      guard let number = numbers[name] else { return }
      uses[number].append(place)
      // `x = y` and `x.change()` do not read it, for all that Swift knows.
      if beginsStatement { changes[number].append(place) } else { reads[number].append(place) }
    }
  }

  /// The text of a statement without what it binds, and the names that it changes.
  private func text(of place: Int) -> (text: [UInt8], changed: [String]) {
    var text: [UInt8] = []
    var changed: [String] = []
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
    append(embedded.code, to: &text)
    var pending = embedded.code.expansions
    var seen: Set<NamedGuardID> = []
    while let expansion = pending.popLast() {
      guard seen.insert(expansion.namedGuard).inserted else { continue }
      let expression = embedded.guards[expansion.namedGuard].expression
      text.append(Ascii.space)
      append(expression, to: &text)
      pending += expression.expansions
    }
  }

  /// The text of Swift without its questions for states, `in(open.left)`, whose names are no values.
  private func append(_ code: SwiftCode, to text: inout [UInt8]) {
    var start = code.range.lowerBound
    for query in code.queries {
      text += source[start..<query.range.lowerBound]
      text.append(Ascii.space)
      start = query.range.upperBound
    }
    text += source[start..<code.range.upperBound]
  }

  /// Where some places begin and end among others, which are in order.
  private func indices(of range: Range<Int>, in places: [Int]) -> Range<Int> {
    func first(from place: Int) -> Int {
      var (low, high) = (0, places.count)
      while low < high {
        let middle = (low + high) / 2
        if places[middle] < place { low = middle + 1 } else { high = middle }
      }
      return low
    }
    return first(from: range.lowerBound)..<first(from: range.upperBound)
  }

  private func isAny(_ places: [Int], in range: Range<Int>) -> Bool { !indices(of: range, in: places).isEmpty }

  private mutating func forget(_ name: Int, in range: Range<Int>) {
    uses[name].removeSubrange(indices(of: range, in: uses[name]))
    reads[name].removeSubrange(indices(of: range, in: reads[name]))
    changes[name].removeSubrange(indices(of: range, in: changes[name]))
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
      var hidden: [Int] = []
      for index in statement.pieces where code.pieces[index].kind == .binding {
        let binding = Int(code.pieces[index].first)
        let name = names[binding]
        code.bindings[binding].isRead = isAny(uses[name], in: scope)
        if !isAny(changes[name], in: scope) { code.bindings[binding].isVariable = false }
        if statement.operation == .read {
          let isWritten = isAny(changes[name], in: scope) && !isAny(reads[name], in: scope)
          code.statements[place].isRemoved = !isWritten
        } else if statement.operation == .bind, !code.bindings[binding].isRead {
          code.statements[place].isRemoved = true
          for name in uses.indices { forget(name, in: place..<place + 1) }
        }
        hidden.append(name)
      }
      // A name hides that of the same name further out.
      if statement.operation != .read { for name in hidden { forget(name, in: scope) } }
    }
  }
}
