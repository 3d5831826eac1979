/// Takes away what sets a variable that nothing reads behind it, what asks a question of which nothing follows, and jumps
/// over nothing. It follows control once, backward, with the variables that are read behind each place.
struct Unneeded {
  private var code: Code
  /// By variable: whether something behind the statement at hand reads it.
  private var isLive: [Bool]
  /// The same behind the statements that jumps leave.
  private var behind: [Int: [Bool]] = [:]
  /// The statements around the one at hand of which nothing is written from here to their ends.
  private var ends: Set<Int> = []
  private var isRead: [Bool]
  private var isSet: [Bool]

  /// - Parameter first: the statement with which the pass begins.
  static func simplify(_ code: inout Code, from first: Int = 0) {
    let none = Array(repeating: false, count: code.variables.count)
    var pass = Unneeded(code: code, isLive: none, isRead: none, isSet: none)
    code = Code()
    let all = first..<pass.code.statements.count
    // An arm that is simplified alone ends where its `switch` does.
    for place in pass.code.open { pass.behind[place] = none }
    pass.walk(all)
    pass.removeDeclarations(all)
    code = pass.code
  }

  private mutating func walk(_ places: Range<Int>) {
    var beside: [Int] = []
    code.forEach(in: places) { beside.append($0) }
    while let place = beside.popLast() {
      switch code.statements[place].kind {
      case .comment, .directive: break
      case .line: walkLine(place)
      // One arm alone is simplified.
      case .arm: walk(code.inside(place))
      case .check: walkCheck(place, nil)
      case .scope, .match: walkStatement(place)
      case .block: walkBlock(place)
      case .alternative:
        guard let first = beside.popLast() else { break }
        if code.statements[first].kind == .check { walkCheck(first, place) } else { walkBlock(first) }
      }
    }
  }

  /// What may run often, or end anywhere.
  private mutating func walkBlock(_ place: Int) {
    for index in isLive.indices { isLive[index] = true }
    isRead = isLive
    ends = []
  }

  private mutating func walkLine(_ place: Int) {
    let statement = code.statements[place]
    switch statement.operation {
    case .declareType, .declare, .read: return
    case .set, .raise:
      if isLive[Int(statement.variable)] {
        if statement.operation == .set { isLive[Int(statement.variable)] = false }
        isSet[Int(statement.variable)] = true
        ends = []
      } else {
        code.statements[place].isRemoved = true
      }
      return
    case .none, .bind: break
    }
    if statement.target >= 0, ends.contains(statement.target) {
      code.statements[place].isRemoved = true
      return
    }
    switch statement.jump {
    case .none: if let other = behind[statement.target] { join(other) }
    case .leavesFunction, .ends: for index in isLive.indices { isLive[index] = false }
    case .leavesTarget: isLive = behind[statement.target] ?? isLive
    }
    read(place)
    ends = []
  }

  private mutating func walkCheck(_ place: Int, _ otherwise: Int?) {
    let (after, endsAfter) = (isLive, ends)
    if let otherwise { walk(code.inside(otherwise)) }
    let without = isLive
    (isLive, ends) = (after, endsAfter)
    walk(code.inside(place))
    guard isEmpty(place), otherwise.map(isEmpty) ?? true else {
      join(without)
      read(place)
      ends = []
      return
    }
    (isLive, ends) = (after, endsAfter)
    code.statements[place].isRemoved = true
    if let otherwise { code.statements[otherwise].isRemoved = true }
  }

  /// A statement that jumps may leave.
  private mutating func walkStatement(_ place: Int) {
    let (after, endsAfter) = (isLive, ends)
    behind[place] = after
    let isMatch = code.statements[place].kind == .match
    var before = isMatch ? Array(repeating: false, count: after.count) : after
    var isWritten = false
    var part = isMatch ? place + 1 : place
    repeat {
      (isLive, ends) = (after, endsAfter.union([place]))
      walk(code.inside(part))
      if !isEmpty(part) { isWritten = true }
      if isMatch, !code.statements[part].isRemoved {
        for index in before.indices where isLive[index] { before[index] = true }
      } else if !isMatch {
        before = isLive
      }
      part = code.statements[part].end
    } while part < code.statements[place].end
    guard isWritten else {
      (isLive, ends) = (after, endsAfter)
      code.statements[place].isRemoved = true
      return
    }
    isLive = before
    read(place)
    ends = []
  }

  private func isEmpty(_ place: Int) -> Bool { code.isEmpty(code.inside(place)) }

  private mutating func join(_ other: [Bool]) {
    for index in isLive.indices where other[index] { isLive[index] = true }
  }

  /// Notes the variables that a statement reads itself.
  private mutating func read(_ place: Int) {
    let statement = code.statements[place]
    if statement.variable >= 0 { note(Int(statement.variable)) }
    let asks = code.asks(place)
    for index in statement.pieces {
      let piece = code.pieces[index]
      if piece.kind == .term || piece.kind == .variable || piece.kind == .variableIfAsked && asks {
        note(Int(piece.first))
      }
    }
  }

  private mutating func note(_ variable: Int) { (isLive[variable], isRead[variable]) = (true, true) }

  private mutating func removeDeclarations(_ places: Range<Int>) {
    for index in isRead.indices {
      code.variables[index].isRead = isRead[index]
      if code.variables[index].kind == .copy { code.variables[index].isSetOnce = !isSet[index] }
    }
    for place in places where code.statements[place].variable >= 0 && !isRead[Int(code.statements[place].variable)] {
      let operation = code.statements[place].operation
      if operation == .declare || operation == .declareType { code.statements[place].isRemoved = true }
    }
  }
}
