/// Decides what asks for a variable whose value is known where it is asked: an `if` becomes its body or its `else`, or is
/// taken away; a `switch` becomes its arm; what reads the variable reads a constant. It follows control once, forward, with
/// the values that each variable can have.
struct Constants {
  private var code: Code
  /// By variable: the values that it can have where control is.
  private var now: [ValueSet]
  private var isReached = true
  /// By statement: the values with which jumps leave it.
  private var left: [Int: [ValueSet]] = [:]

  private enum Answer {
    case always, never, sometimes
  }

  /// - Parameter first: the statement with which the pass begins.
  static func simplify(_ code: inout Code, from first: Int = 0) {
    for index in code.variables.indices {
      code.variables[index].given = .none
      code.variables[index].found = .none
      code.variables[index].isSetOnce = true
    }
    var pass = Constants(code: code, now: Array(repeating: .all, count: code.variables.count))
    code = Code()
    let all = first..<pass.code.statements.count
    pass.walk(all)
    for place in all where pass.code.statements[place].kind == .match && pass.code.statements[place].variable >= 0 {
      pass.removeValues(of: place)
    }
    pass.removeAssignments(all)
    code = pass.code
  }

  // MARK: Following control

  private mutating func walk(_ places: Range<Int>) {
    var place = places.lowerBound
    while place < places.upperBound {
      let end = code.statements[place].end
      guard isReached else {
        if code.statements[place].kind != .directive { code.statements[place].isRemoved = true }
        place = end
        continue
      }
      let otherwise =
        end < places.upperBound && code.statements[end].kind == .alternative ? end..<code.statements[end].end : nil
      walk(statement: place, otherwise: otherwise?.lowerBound)
      place = otherwise?.upperBound ?? end
    }
  }

  private mutating func walk(statement place: Int, otherwise: Int?) {
    switch code.statements[place].kind {
    case .comment, .directive, .alternative: break
    case .line: walkLine(place)
    // One arm alone is simplified.
    case .arm: walk(code.inside(place))
    case .check: walkCheck(place, otherwise)
    case .scope:
      walk(code.inside(place))
      arrive(behind: place)
      if let otherwise { walkUnknown(otherwise) }
    case .block: walkUnknown(place)
    case .match: walkMatch(place)
    }
  }

  /// What may run at any time, or often.
  private mutating func walkUnknown(_ place: Int) {
    forget()
    walk(code.inside(place))
    forget()
  }

  private mutating func forget() {
    isReached = true
    for index in now.indices { now[index] = .all }
  }

  private mutating func walkLine(_ place: Int) {
    let statement = code.statements[place]
    let variable = Int(statement.variable)
    switch statement.operation {
    case .none, .declareType, .read, .bind: break
    case .declare: now[variable] = ValueSet(code.variables[variable].initialValue)
    case .set: set(variable, to: Int(statement.value))
    case .raise:
      if now[variable].intersection(ValueSet(upTo: Int(statement.value) - 1)) == .none {
        code.statements[place].isRemoved = true
      } else if now[variable].isSubset(of: ValueSet(upTo: Int(statement.value))) {
        code.statements[place].operation = .set
        set(variable, to: Int(statement.value))
      } else {
        code.variables[variable].given.formUnion(ValueSet(Int(statement.value)))
        // It is asked whether it is nil. What rises begins with a value that is no greater.
        if code.variables[variable].kind == .optional { code.variables[variable].found.formUnion(now[variable]) }
        now[variable] = now[variable].subtracting(ValueSet(upTo: Int(statement.value) - 1))
        now[variable].formUnion(ValueSet(Int(statement.value)))
      }
    }
    if statement.asks == .all || statement.asks == .any {
      walkGuard(place)
      return
    }
    readVariables(in: place)
    if statement.target >= 0 { leave(statement.target) }
    if statement.jump != .none { isReached = false }
  }

  private mutating func set(_ variable: Int, to value: Int) {
    if !now[variable].isSubset(of: ValueSet(0)) { code.variables[variable].isSetOnce = false }
    code.variables[variable].given.formUnion(ValueSet(value))
    now[variable] = ValueSet(value)
  }

  /// `guard terms else { … }`: where they never hold, what stands in the braces is all that is written.
  private mutating func walkGuard(_ place: Int) {
    let answer = ask(place)
    guard answer != .always else {
      code.statements[place].isRemoved = true
      return
    }
    readVariables(in: place)
    let statement = code.statements[place]
    if statement.target >= 0 {
      let before = now
      suppose(place, false)
      leave(statement.target)
      now = before
    }
    guard answer == .never else {
      suppose(place, true)
      return
    }
    isReached = false
    code.statements[place].asks = .nothing
    code.statements[place].jump = statement.target >= 0 ? .leavesTarget : .ends
    let end = statement.pieces.upperBound - 1
    code.statements[place].pieces = end - Int(statement.value)..<end
  }

  private mutating func walkCheck(_ place: Int, _ otherwise: Int?) {
    let before = now
    let answer = ask(place)
    if answer == .never {
      code.statements[place].isRemoved = true
      isReached = false
    } else {
      suppose(place, true)
      walk(code.inside(place))
    }
    let (behind, isBehindReached) = (now, isReached)
    now = before
    isReached = answer != .always
    suppose(place, false)
    if let otherwise {
      if isReached {
        walk(code.inside(otherwise))
        if answer == .never { removeBraces(of: otherwise) }
      } else {
        code.statements[otherwise].isRemoved = true
      }
    }
    if isBehindReached { join(behind) }
    if answer == .always { removeBraces(of: place) }
  }

  private mutating func walkMatch(_ place: Int) {
    let before = now
    let variable = Int(code.statements[place].variable)
    if variable < 0 { readVariables(in: place) }
    var behind: [ValueSet]?
    var reached: [Int] = []
    var arm = place + 1
    while arm < code.statements[place].end {
      (now, isReached) = (before, true)
      if variable >= 0 {
        var values = ValueSet.none
        for piece in code.statements[arm].pieces where code.pieces[piece].kind == .value {
          values.formUnion(ValueSet(Int(code.pieces[piece].last)))
        }
        now[variable] = now[variable].intersection(values)
        isReached = now[variable] != .none
      }
      if isReached { reached.append(arm) }
      walk(code.inside(arm))
      if isReached { behind = behind.map { joined($0, now) } ?? now }
      arm = code.statements[arm].end
    }
    (now, isReached) = (behind ?? before, behind != nil)
    arrive(behind: place)
    guard variable >= 0 else { return }
    if reached.count == 1 {
      keepOnly(reached[0], of: place)
    } else {
      code.variables[variable].found.formUnion(before[variable])
    }
  }

  // MARK: Values

  /// Answers the terms of a statement as far as they are known, and removes those that say nothing more.
  private mutating func ask(_ place: Int) -> Answer {
    let isAll = code.statements[place].asks == .all
    guard code.statements[place].asks != .nothing else { return .sometimes }
    var isOpen = false
    for index in code.statements[place].pieces where code.pieces[index].kind == .term {
      let (variable, value, isEqual) = term(index)
      let holds = now[variable].intersection(ValueSet(value)) != .none
      let fails = now[variable].only != value && now[variable] != .none
      let canBe = isEqual ? holds : fails
      let canFail = isEqual ? fails : holds
      if isAll ? !canBe : !canFail { return isAll ? .never : .always }
      if isAll ? !canFail : !canBe {
        code.pieces[index] = Code.Piece(kind: .text, first: 0, last: 0)
      } else {
        isOpen = true
      }
    }
    guard isOpen else { return isAll ? .always : .never }
    for index in code.statements[place].pieces where code.pieces[index].kind == .term {
      let variable = term(index).variable
      code.variables[variable].found.formUnion(now[variable])
    }
    return .sometimes
  }

  private func term(_ index: Int) -> (variable: Int, value: Int, isEqual: Bool) {
    let piece = code.pieces[index]
    return (Int(piece.first), Int(piece.last) / 2, piece.last % 2 == 1)
  }

  /// Narrows the values to those with which a statement's terms hold, or do not, as far as each term tells that alone.
  private mutating func suppose(_ place: Int, _ holds: Bool) {
    let terms = code.statements[place].pieces.filter { code.pieces[$0].kind == .term }
    guard terms.count == 1 || holds == (code.statements[place].asks == .all) else { return }
    for index in terms {
      let (variable, value, isEqual) = term(index)
      let values = ValueSet(value)
      now[variable] = isEqual == holds ? now[variable].intersection(values) : now[variable].subtracting(values)
    }
  }

  /// A variable that is read where one value is known is that value; one of two where it is known which one.
  private mutating func readVariables(in place: Int) {
    if code.statements[place].asks == .either, ask(place) == .always { keepVariable(in: place) }
    for index in code.statements[place].pieces where code.pieces[index].kind == .variable {
      let variable = Int(code.pieces[index].first)
      guard code.variables[variable].kind != .copy else { continue }
      var values = now[variable]
      if code.variables[variable].kind == .rising { values = values.subtracting(ValueSet(0)) }
      if let only = values.only {
        code.pieces[index].kind = .constant
        code.pieces[index].last = Int32(only)
      } else {
        code.variables[variable].found.formUnion(values)
      }
    }
  }

  private mutating func leave(_ target: Int) { left[target] = left[target].map { joined($0, now) } ?? now }

  /// Jumps lead behind a statement.
  private mutating func arrive(behind place: Int) { if let left = left[place] { join(left) } }

  private mutating func join(_ other: [ValueSet]) {
    now = isReached ? joined(now, other) : other
    isReached = true
  }

  private func joined(_ first: [ValueSet], _ second: [ValueSet]) -> [ValueSet] {
    var first = first
    for index in first.indices { first[index].formUnion(second[index]) }
    return first
  }

  // MARK: What is decided

  private mutating func removeBraces(of place: Int) {
    code.statements[place].kind = .scope
    code.statements[place].pieces = 0..<0
    code.hasScopes = true
  }

  /// `(terms ? variable : other)` is the variable: the parts that are written where there are terms stand around these, and
  /// around the other text.
  private mutating func keepVariable(in place: Int) {
    var parts = 0
    for index in code.statements[place].pieces {
      switch code.pieces[index].kind {
      case .ifAsked: parts += 1
      case .term: break
      case .variableIfAsked:
        code.pieces[index].kind = .variable
        continue
      default:
        guard parts == 3 else { continue }
      }
      code.pieces[index] = Code.Piece(kind: .text, first: 0, last: 0)
    }
  }

  /// A `switch` is one of its arms.
  private mutating func keepOnly(_ arm: Int, of place: Int) {
    var other = place + 1
    while other < code.statements[place].end {
      if other == arm {
        removeBraces(of: other)
        code.statements[other].isDissolved = true
      } else {
        code.statements[other].isRemoved = true
      }
      other = code.statements[other].end
    }
    let label = code.statements[place].pieces.lowerBound
    removeBraces(of: place)
    code.statements[place].variable = -1
    if code.statements[place].label != .none { code.statements[place].pieces = label..<label + 1 }
  }

  /// A value that a variable never has is no case of its type.
  private mutating func removeValues(of place: Int) {
    let variable = code.variables[Int(code.statements[place].variable)]
    var arm = place + 1
    while arm < code.statements[place].end {
      var isEmpty = true
      for index in code.statements[arm].pieces where code.pieces[index].kind == .value {
        let value = Int(code.pieces[index].last)
        if value == 0 ? variable.mayBeUnset : variable.given.contains(value) {
          isEmpty = false
        } else {
          code.pieces[index] = Code.Piece(kind: .text, first: 0, last: 0)
        }
      }
      if isEmpty { code.statements[arm].isRemoved = true }
      arm = code.statements[arm].end
    }
  }

  /// What rises is declared with the least value that is read: nothing has to set that.
  private mutating func removeAssignments(_ places: Range<Int>) {
    for place in places where code.statements[place].variable >= 0 {
      let statement = code.statements[place]
      guard statement.operation == .set || statement.operation == .raise else { continue }
      let variable = code.variables[Int(statement.variable)]
      if variable.kind == .rising, statement.value <= variable.least { code.statements[place].isRemoved = true }
    }
  }
}
