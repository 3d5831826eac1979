/// Arms of a `switch` over a variable that do the same are one: the first of them, or the last where nothing is done.
struct Share {
  private var code: Code

  /// - Parameter first: the statement with which the pass begins.
  static func simplify(_ code: inout Code, from first: Int = 0) {
    var pass = Share(code: code)
    code = Code()
    for place in first..<pass.code.statements.count {
      let statement = pass.code.statements[place]
      if statement.kind == .match, statement.variable >= 0 { pass.shareArms(of: place) }
    }
    code = pass.code
  }

  private mutating func shareArms(of match: Int) {
    var arms: [Int] = []
    code.forEach(in: code.inside(match)) { arms.append($0) }
    let empty = arms.filter { code.isEmpty(code.inside($0)) }
    if let last = empty.last { merge(empty, into: last) }
    var alike: [Int: [Int]] = [:]
    for arm in arms where !empty.contains(arm) { alike[code.hash(of: code.inside(arm)), default: []].append(arm) }
    for arm in arms {
      guard var rest = alike.removeValue(forKey: code.hash(of: code.inside(arm))) else { continue }
      while let first = rest.first {
        let same = rest.filter { code.isSame(code.inside(first), code.inside($0)) }
        merge(same, into: first)
        rest.removeAll(where: same.contains)
      }
    }
  }

  /// Some arms, in the order of their values, in the place of one of them.
  private mutating func merge(_ arms: [Int], into one: Int) {
    guard arms.count > 1 else { return }
    let start = code.pieces.count
    for arm in arms {
      let pieces = code.statements[arm].pieces
      // Each begins with the word `case`.
      for index in arm == arms[0] ? pieces : pieces.dropFirst() { code.pieces.append(code.pieces[index]) }
      code.statements[arm].isRemoved = arm != one
    }
    code.statements[one].pieces = start..<code.pieces.count
  }
}

extension Code {
  /// The same for statements of which the same is written.
  fileprivate func hash(of places: Range<Int>) -> Int {
    var hasher = Hasher()
    for place in places {
      hasher.combine(statements[place].kind)
      for piece in statements[place].pieces where pieces[piece].kind == .text {
        text.withBytes(pieces[piece].range) { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
      }
    }
    return hasher.finalize()
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
        && one.variable == other.variable && one.value == other.value && isSamePieces(one.pieces, other.pieces)
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
      return one.code.range == other.code.range && one.stateName == other.stateName && one.eventName == other.eventName
    case .comments: return comments[Int(first.first)] == comments[Int(second.first)]
    case .binding:
      let (one, other) = (bindings[Int(first.first)], bindings[Int(second.first)])
      return one.name == other.name && one.isVariable == other.isVariable
    default: return first.first == second.first && first.last == second.last
    }
  }
}
