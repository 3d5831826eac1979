import StateMachineSyntax

/// Arms of a `switch` that do the same are one: the first of them, or the last where nothing is done. Arms that tell apart
/// anything but a variable of the generator's own are one if they are written for the same rows, and bind the same names.
struct Share {
  private var code: Code
  private let source: [UInt8]

  /// - Parameters:
  ///   - first: the statement with which the pass begins.
  ///   - source: the bytes of which pieces of the code are ranges.
  static func simplify(_ code: inout Code, from first: Int = 0, source: [UInt8]) {
    var pass = Share(code: code, source: source)
    code = Code()
    for place in first..<pass.code.statements.count {
      let statement = pass.code.statements[place]
      guard statement.kind == .match, !statement.keepsArms, !statement.isRemoved else { continue }
      if statement.variable >= 0 {
        pass.shareArms(ofVariable: place)
      } else {
        pass.shareArms(of: place)
      }
    }
    code = pass.code
  }

  private mutating func shareArms(ofVariable match: Int) {
    var arms: [Int] = []
    code.forEach(in: code.inside(match)) { arms.append($0) }
    let empty = arms.filter { code.isEmpty(code.inside($0)) }
    if let last = empty.last { merge(empty, into: last) }
    let others = arms.filter { !empty.contains($0) }
    share(Dictionary(grouping: others) { code.hash(of: code.inside($0)) }.values)
  }

  private mutating func shareArms(of match: Int) {
    /// By row: the arms that begin with a statement that is written for it.
    var alike: [Int32: [Int]] = [:]
    var last: Int32 = -1
    var isAnyAlike = false
    code.forEach(in: code.inside(match)) { arm in
      guard let row = row(of: arm) else { return }
      // Most arms have rows of their own, which stand in the order of the source.
      if row <= last { isAnyAlike = true }
      last = max(row, last)
    }
    guard isAnyAlike else { return }
    code.forEach(in: code.inside(match)) { arm in
      if let row = row(of: arm) { alike[row, default: []].append(arm) }
    }
    share(alike.values)
  }

  private func row(of arm: Int) -> Int32? {
    code.inside(arm).lazy.map { code.statements[$0] }.first { !$0.isRemoved && $0.row >= 0 }?.row
  }

  private mutating func share(_ groups: some Sequence<[Int]>) {
    for group in groups where group.count > 1 {
      var rest = group
      while let first = rest.first {
        let same = rest.filter { code.isSame(code.inside(first), code.inside($0)) && bindsSame(first, $0) }
        merge(same, into: first)
        rest.removeAll(where: same.contains)
      }
    }
  }

  /// Whether the labels of two arms bind the same names to values of the same types.
  private func bindsSame(_ one: Int, _ other: Int) -> Bool {
    guard one != other else { return true }
    let (first, second) = (bindings(of: one), bindings(of: other))
    guard first.count == second.count else { return false }
    return first.allSatisfy { name, binding in
      guard let type = binding.type, let match = second[name], let otherType = match.type else { return false }
      return binding.isVariable == match.isVariable
        && source[type.lowerBound..<type.upperBound]
          .elementsEqual(source[otherType.lowerBound..<otherType.upperBound])
    }
  }

  private func bindings(of arm: Int) -> [String: Code.Binding] {
    var bindings: [String: Code.Binding] = [:]
    for index in code.statements[arm].pieces where code.pieces[index].kind == .binding {
      let binding = Int(code.pieces[index].first)
      if code.bindings[binding].isRead { bindings[code.name(of: binding)] = code.bindings[binding] }
    }
    return bindings
  }

  /// Some arms, in their order, in the place of one of them.
  private mutating func merge(_ arms: [Int], into one: Int) {
    guard arms.count > 1 else { return }
    let start = code.pieces.count
    for arm in arms {
      var pieces = code.statements[arm].pieces
      if arm != arms[0], let word = pieces.popFirst() { appendLabel(behind: code.pieces[word], pieces) }
      for index in pieces { code.pieces.append(code.pieces[index]) }
      code.statements[arm].isRemoved = arm != one
      if arm != one, !code.rowParts.isEmpty { code.moveRowParts(from: arm, to: one) }
    }
    code.statements[one].pieces = start..<code.pieces.count
  }

  /// What stands between a label and the next, whose first piece begins with the word `case`: values bring a comma with
  /// them.
  private mutating func appendLabel(behind word: Code.Piece, _ rest: Range<Int>) {
    let pattern = Int(word.first) + "case ".utf8.count..<Int(word.last)
    guard !pattern.isEmpty else { return }
    let width = pattern.count + rest.reduce(0) { $0 + code.width(of: code.pieces[$1]) }
    code.append(apart: ",")
    // A blank, and the colon.
    code.append(.lineBreak, width + 2)
    code.append(.text, SourceRange(pattern.lowerBound, pattern.upperBound))
  }
}

extension Code {
  /// How many bytes are written of a piece of a label.
  fileprivate func width(of piece: Piece) -> Int {
    switch piece.kind {
    case .text, .source, .alignedSource: Int(piece.last - piece.first)
    case .binding: bindings[Int(piece.first)].isRead ? name(of: Int(piece.first)).utf8.count + 4 : 1
    default: 0
    }
  }

  /// The same for statements of which the same is written.
  fileprivate func hash(of places: Range<Int>) -> UInt64 {
    // FNV-1a: Swift's own is slow for pieces of some bytes each.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01b3 }
    for place in places {
      for piece in statements[place].pieces {
        let piece = pieces[piece]
        switch piece.kind {
        case .text: text.withBytes(piece.range) { for byte in $0 { add(UInt64(byte)) } }
        case .source, .swift, .value, .variable: add(UInt64(piece.first))
        default: break
        }
      }
    }
    return hash
  }

  /// Tells whether the same is written of some statements as of others.
  fileprivate func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    if first == second { return true }
    guard first.count == second.count else { return false }
    let offset = second.lowerBound - first.lowerBound
    return first.allSatisfy { place in
      let (one, other) = (statements[place], statements[place + offset])
      let target = first.contains(one.target) ? one.target + offset : one.target
      return one.kind == other.kind && one.jump == other.jump && one.isRemoved == other.isRemoved
        && one.end + offset == other.end && target == other.target && one.operation == other.operation
        && one.variable == other.variable && one.value == other.value
        && isSamePieces(one.pieces, other.pieces)
    }
  }

  private func isSamePieces(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
    guard first.count == second.count else { return false }
    return zip(first, second).allSatisfy { isSame(pieces[$0], pieces[$1]) }
  }

  private func isSame(_ first: Piece, _ second: Piece) -> Bool {
    guard first.kind == second.kind else { return false }
    switch first.kind {
    case .text, .ifAsked:
      return text.withBytes(first.range) { one in text.withBytes(second.range) { one.elementsEqual($0) } }
    case .embedded, .block:
      let (one, other) = (embedded[Int(first.first)], embedded[Int(second.first)])
      return one.code.range == other.code.range && (!one.code.namesState || one.stateName == other.stateName)
        && (!one.code.namesEvent || one.eventName == other.eventName)
    case .comments: return comments[Int(first.first)] == comments[Int(second.first)]
    case .binding:
      let (one, other) = (bindings[Int(first.first)], bindings[Int(second.first)])
      guard one.isRead || other.isRead else { return true }
      return one.isRead == other.isRead && one.isVariable == other.isVariable
        && name(of: Int(first.first)) == name(of: Int(second.first))
    default: return first.first == second.first && first.last == second.last
    }
  }
}
