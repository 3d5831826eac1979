import StateMachineSyntax

/// The behavior of a method that is called in one state, as a tree. The tree has tests, which decide between paths, and
/// the statements on each path. If the method's parameter is an enum of events, the tree is for one state and one
/// event.
indirect enum Course {
  typealias Tokens = SwiftCode.Tokens

  /// Executes a statement that does not assign a value to the state, and continues.
  case run(Tokens, Course)
  /// Stores the value of a condition with side effects in a constant, and continues:
  /// `let outcome = set.insert(x).inserted`. The tests in the continuation use the constant. The condition is thus
  /// evaluated only once.
  case keep(String, Tokens, Course)
  /// Assigns a value to the state, and continues.
  case write(Tokens, Course)
  /// Continues with an arm of a `switch` that is certain to match, such as `case .open(let count):` in the state
  /// `open`. The patterns give names to values in the payloads of the state and of the event. `arm` is an index of
  /// `CourseReader.arms`; nil for an `if` or a `guard`, and for a `switch` that tests neither the state nor the event.
  case bind(arm: Int?, state: [FieldPattern], event: [FieldPattern], Course)
  /// Continues with the first alternative that matches: its tests are all true. If no alternative matches, continues
  /// with `otherwise`.
  case test([Alternative], otherwise: Course)
  /// Ends a path. `Exit` says how. The tokens are the value that the method returns, or the error that it throws. For a
  /// call that stops the program, they are its arguments.
  case end(SwiftStatement.Exit, Tokens)
  /// Swift that rows cannot express. The path is not read any further.
  case unknown(Tokens)

  /// One of the continuations between which a method decides at an `if`, a `guard` or a `switch`. Its `course` has the
  /// statements that follow: for an arm of a `switch`, those of the arm and those after the `switch`. It is followed if
  /// its patterns match and its conditions are true.
  struct Alternative {
    var arm: Int?
    var state: [FieldPattern]
    var event: [FieldPattern]
    /// The conditions as Swift. All of them must be true.
    var conditions: [String]
    var course: Course
  }

  /// The range of tokens from the first statement of the tree to the last. Empty if the tree has no statements.
  var span: Tokens {
    switch self {
    case .run(let range, let next), .keep(_, let range, let next), .write(let range, let next):
      Self.union(range, next.span)
    case .end(_, let range), .unknown(let range): range
    case .bind(_, _, _, let next): next.span
    case .test(let alternatives, let otherwise):
      alternatives.reduce(otherwise.span) { Self.union($0, $1.course.span) }
    }
  }

  private static func union(_ range: Tokens, _ other: Tokens) -> Tokens {
    if range.isEmpty { return other }
    return other.isEmpty
      ? range : min(range.lowerBound, other.lowerBound)..<max(range.upperBound, other.upperBound)
  }

  /// Returns whether a condition is true at the end of each path. The condition gets the value that the path assigned
  /// to the state last, such as `.open(count)`; nil if it assigned none. A path that traps, or that has Swift which
  /// rows cannot express, is not tested.
  ///
  /// - Parameter written: the value that was assigned to the state before this part of the tree; nil for none.
  func ends(allSatisfy condition: (Tokens?) -> Bool, written: Tokens? = nil) -> Bool {
    switch self {
    case .run(_, let next), .keep(_, _, let next), .bind(_, _, _, let next):
      next.ends(allSatisfy: condition, written: written)
    case .write(let value, let next): next.ends(allSatisfy: condition, written: value)
    case .test(let alternatives, let otherwise):
      alternatives.allSatisfy { $0.course.ends(allSatisfy: condition, written: written) }
        && otherwise.ends(allSatisfy: condition, written: written)
    case .end(.trap, _), .unknown: true
    case .end: condition(written)
    }
  }

  /// The number of paths in the tree, from its beginning to its ends.
  var endCount: Int {
    switch self {
    case .run(_, let next), .keep(_, _, let next), .write(_, let next), .bind(_, _, _, let next): next.endCount
    case .test(let alternatives, let otherwise): alternatives.reduce(otherwise.endCount) { $0 + $1.course.endCount }
    case .end, .unknown: 1
    }
  }
}

/// A pattern for one value of a payload, in a `case` of Swift.
enum FieldPattern: Equatable {
  case nothing
  /// The pattern binds the value to a name: `let persons` or `var persons`.
  case bind(String, isVariable: Bool)
  /// The pattern compares the value, so that it may not match: `nil` or `0`.
  case test(String)
  /// The pattern compares the value, for example with `nil`, but it always matches here. If the value were another one,
  /// an earlier arm of the `switch` would have matched.
  case implied(String)

  var isTest: Bool { if case .test = self { true } else { false } }

  /// The pattern for the last arm of a `switch`, which is certain to match when all earlier arms do not. `test` becomes
  /// `implied`; any other pattern is unchanged.
  var implied: FieldPattern { if case .test(let text) = self { .implied(text) } else { self } }
}

/// Reads the statements of a method as a tree (a `Course`), for a call in one state. If the method's parameter is an
/// enum of events, the tree is for one event, too.
struct CourseReader {
  typealias Tokens = SwiftCode.Tokens

  let machine: SwiftMachine
  /// The method's enum of events: its cases, and the name of the parameter that has this type. Nil for a method without
  /// such a parameter, which is an event itself.
  let events: (enumeration: [SwiftMachine.State], parameter: String)?
  var reader: SwiftStatementReader
  /// The names of states that methods assign only temporarily, while they change a payload, such as `modifying`.
  let transient: Set<String>
  /// Whether the method returns nothing but the state. The machine's method then needs no result, because callers can
  /// read the machine's state.
  var returnsOnlyState = false
  /// For each arm of a `switch`, its first token. The order is that in which the arms were read.
  private(set) var arms: [Int] = []
  /// For each call of a lock (`lock.withLock { … }`), its first token. The imported machine does not take locks.
  private(set) var locks: [Int] = []

  /// The names of the method's variables and `inout` parameters. A call such as `items.removeLast()` may change them;
  /// it cannot change a constant.
  private let variables: Set<String>

  /// The names of variables that only store the next state until it is assigned to the machine's state. In
  /// `next = .open` and then `state = next`, this is `next`.
  private let nextNames: Set<String>

  /// The name of the constant that the row declares for the result of a condition with side effects. It is `outcome`,
  /// or `outcome2` if the method already uses that name.
  private let outcome: String

  /// The largest number of paths for which the rows would still be readable. The user has to import a method with more
  /// paths by hand.
  private static let maximumEnds = 48
  /// The largest number of statements that are read, on all paths together. Only a method with very many paths reaches
  /// this limit.
  private static let maximumSteps = 2_000
  private var steps = 0
  private var depth = 0

  private var code: SwiftCode { machine.code }

  /// Creates a reader for the statements of a method.
  init(
    _ machine: SwiftMachine, _ method: SwiftMember, events: (enumeration: [SwiftMachine.State], parameter: String)?,
    transient: Set<String>
  ) {
    self.machine = machine
    self.events = events
    reader = machine.reader(for: method)
    self.transient = transient
    let code = machine.code
    var variables: Set<String> = []
    for index in method.all where code.word(index) == "var" {
      if code.isName(index + 1) { variables.insert(code.word(index + 1)) }
      // The names in `var (a, b)`, or in `case .open(var (a, b))` and the like.
      for open in [index + 1, index + 3] where code.word(open) == "(" {
        variables.formUnion(code.inside(open).filter(code.isName).map(code.word))
      }
    }
    for index in method.all where code.word(index) == "inout" { variables.insert(code.word(index - 2)) }
    self.variables = variables
    nextNames = Self.nextNames(in: method, reader)
    outcome = "outcome".unused(in: Set(code.words[method.all]))
  }

  /// Returns the names of variables that only store the next state until it is assigned. Such a variable is only
  /// declared, assigned, and used in `state = next`.
  private static func nextNames(in method: SwiftMember, _ reader: SwiftStatementReader) -> Set<String> {
    let code = reader.code
    guard let body = method.body else { return [] }
    func isWritten(_ index: Int) -> Bool { code.word(index - 1) == "=" && reader.isState(index - 2) }
    let written = Set(body.filter { code.isName($0) && isWritten($0) && code.word($0 + 1) != "." }.map(code.word))
    return written.filter { name in
      body.allSatisfy { index in
        guard code.word(index) == name, code.isUse(index) else { return true }
        return ["let", "var"].contains(code.word(index - 1)) || code.word(index + 1) == "=" || isWritten(index)
      }
    }
  }

  /// The facts about the state and the event that the reader knows before it reads a statement.
  struct Position {
    /// The index of the state in which the machine is. Nil after the method has assigned another value to the state.
    var state: Int?
    var event: Int?
    /// The value that each variable stores for the machine's next state, by the name of the variable. After
    /// `next = .open`, the key is `next`, and the value the tokens `.open`. `state = next` will assign the value.
    var next: [String: Tokens] = [:]
  }

  /// The part of a block that has not been read yet. The reader has a list of frames: the outermost block is first, and
  /// the current block last. At the end of a block, reading continues in the frame before it.
  private struct Frame {
    var statements: ArraySlice<SwiftStatement>
    /// Whether these statements come after a `switch` whose arms are being read. A `break` in an arm continues with
    /// them.
    var isAfterSwitch = false
    /// If the frame is an arm of a `switch`: the bodies of the later arms of this `switch`, in order. A `fallthrough`
    /// continues with the first of them.
    var following: [[SwiftStatement]] = []
  }

  /// Returns the tree for the statements of the method. If the method has so many paths that rows would not be
  /// readable, returns `unknown`. The user then has to write the rows.
  mutating func course(of statements: [SwiftStatement], in position: Position) -> Course {
    steps = 0
    depth = 0
    let course = follow([Frame(statements: statements[...])], position)
    guard let first = statements.first, let last = statements.last else { return course }
    let isLong = steps > Self.maximumSteps || course.endCount > Self.maximumEnds
    return isLong ? .unknown(first.range.lowerBound..<last.range.upperBound) : course
  }

  /// Returns the tree for the statements in `frames`, which have not been read yet. The function reads one statement,
  /// and calls itself for the statements after it.
  ///
  /// - Parameter frames: for each block around the current statement, its statements that have not been read; the
  ///   innermost block is last.
  private mutating func follow(_ frames: [Frame], _ position: Position) -> Course {
    steps += 1
    depth += 1
    defer { depth -= 1 }
    // `depth` limits the recursion, and `steps` the time for a method with very many paths.
    guard steps <= Self.maximumSteps, depth < 400 else { return .unknown(0..<0) }
    var frames = frames
    guard !frames.isEmpty else { return .end(.leave, 0..<0) }
    guard let statement = frames[frames.count - 1].statements.popFirst() else {
      frames.removeLast()
      return follow(frames, position)
    }
    switch statement {
    case .plain(let range):
      if let lent = lent(range) {
        // A `return` in the closure ends only the closure. This ends the method, too, if no statement follows.
        guard !lent.returns || frames.allSatisfy(\.statements.isEmpty) else { return .unknown(range) }
        return follow(frames + [Frame(statements: lent.statements[...])], position)
      }
      if nextNames.contains(code.word(range.lowerBound)), code.word(range.lowerBound + 1) == "=",
        case let value = range.lowerBound + 2..<range.upperBound, writtenCase(value) != nil
      {
        var position = position
        position.next[code.word(range.lowerBound)] = value
        return follow(frames, position)
      }
      return .run(range, follow(frames, position))
    case .write(let range, let value): return write(value, range, frames, position)
    case .exit(.leave, let range, _):
      while let last = frames.last, !last.isAfterSwitch { frames.removeLast() }
      return frames.isEmpty ? .unknown(range) : follow(frames, position)
    case .exit(.next, let range, _):
      guard var last = frames.popLast(), !last.following.isEmpty else { return .unknown(range) }
      let next = last.following.removeFirst()
      return follow(frames + [Frame(statements: next[...], following: last.following)], position)
    case .exit(let kind, let range, let value):
      if kind == .value, let lent = lent(value) {
        return follow([Frame(statements: lent.statements[...])], position)
      }
      // A function that returns the next state assigns it by its `return`.
      if kind == .value, machine.function?.returnsState == true {
        return isState(value) ? .end(.leave, 0..<0) : write(value, range, [], position)
      }
      if kind == .value, isState(value), returnsOnlyState { return .end(.leave, 0..<0) }
      if kind != SwiftStatement.Exit.trap, reader.writesState(value) { return .unknown(range) }
      return .end(kind, value)
    case .unknown(let range):
      if let lent = lent(range), !lent.returns || frames.allSatisfy(\.statements.isEmpty) {
        return follow(frames + [Frame(statements: lent.statements[...])], position)
      }
      return .unknown(range)
    case .branch(let range, let conditions, let then, let otherwise):
      return decide(
        conditions, range, position, then: frames + [Frame(statements: then[...])],
        otherwise: frames + [Frame(statements: otherwise[...])])
    case .check(let range, let conditions, let otherwise):
      return decide(
        conditions, range, position, then: frames, otherwise: frames + [Frame(statements: otherwise[...])])
    case .choice(let range, let subject, let choiceArms):
      if !frames.isEmpty { frames[frames.count - 1].isAfterSwitch = true }
      return choose(subject, choiceArms, range, frames, position)
    }
  }

  /// The names of functions that call a closure exactly once before they return, such as the methods of locks.
  private static let locks: Set<String> = ["withLock", "withLockVoid", "withLockUnchecked", "synchronized", "sync"]

  /// Returns the statements of a closure that a method runs before it returns, as in `lock.withLock { … }` or
  /// `modify { $0 = .open }`. The second method gives the state to the closure, which changes it. Nil for other Swift,
  /// such as a closure that is stored. `returns` is whether the closure contains a `return`.
  private mutating func lent(_ range: Tokens) -> (statements: [SwiftStatement], returns: Bool)? {
    guard
      let brace = range.last.flatMap({ last in
        code.first(in: range) { code.word($0) == "{" && code.closers[$0] == last }
      })
    else { return nil }
    let called = code.word(brace - 1) == ")" ? nil : code.word(brace - 1)
    let isLock = called.map(Self.locks.contains) ?? false
    // The guard on `brace` allows only a short receiver before the closure, such as `self.lock.withLock`.
    guard isLock || called.map(machine.lenders.contains) ?? false, brace - range.lowerBound < 8 else { return nil }
    var body = code.inside(brace)
    if let end = code.first(in: body, where: { code.word($0) == "in" || code.word($0) == "{" }), code.word(end) == "in"
    {
      let parameter = code.word(brace + 1) == "(" ? code.word(brace + 2) : code.word(brace + 1)
      if isLock || !code.isName(end - 1) && code.word(end - 1) != ")" { return nil }
      body = end + 1..<body.upperBound
      reader.aliases[parameter] = body
    } else if !isLock {
      reader.aliases["$0"] = body
    }
    if isLock, reader.writesState(body) || reader.asksForState(body) { locks.append(range.lowerBound) }
    return (reader.statements(body), body.contains { code.word($0) == "return" })
  }

  // MARK: Writes

  /// Returns the tree that begins with an assignment to the state. If the value is `isEmpty ? .idle : .full`, the tree
  /// begins with a test of `isEmpty`. Each path then assigns one of the two values.
  ///
  /// - Parameters:
  ///   - value: the tokens of the assigned value.
  ///   - range: the tokens of the whole statement.
  ///   - frames: the statements that follow.
  private mutating func write(_ value: Tokens, _ range: Tokens, _ frames: [Frame], _ position: Position) -> Course {
    if let mark = code.first(in: value, where: { code.word($0) == "?" && code.tokens[$0].kind != .postfix }),
      let colon = code.first(in: mark + 1..<value.upperBound, where: { code.word($0) == ":" })
    {
      let then = write(mark + 1..<colon, range, frames, position)
      let otherwise = write(colon + 1..<value.upperBound, range, frames, position)
      switch verdict(value.lowerBound..<mark, position) {
      case .always: return then
      case .never: return otherwise
      case .unknown: return .unknown(range)
      case .tests(_, _, let conditions):
        return .test(
          [Course.Alternative(state: [], event: [], conditions: conditions, course: then)], otherwise: otherwise)
      }
    }
    if value.count == 1, let next = position.next[code.word(value.lowerBound)] {
      return write(next, range, frames, position)
    }
    guard let name = writtenCase(value) else { return .unknown(range) }
    if transient.contains(name) { return follow(frames, position) }
    return .write(value, follow(frames, Position(state: nil, event: position.event)))
  }

  /// Returns the name of the state in a value that is assigned to the state, such as `.idle` or
  /// `State.open(persons: 3)`. Nil if the value is not a case of the enum of states.
  func writtenCase(_ value: Tokens) -> String? {
    guard let place = caseName(value, machine.enumeration.name) else { return nil }
    let name = code.word(place)
    let end = code.word(place + 1) == "(" ? code.closers[place + 1] + 1 : place + 1
    return end == value.upperBound && machine.state(named: name) != nil ? name : nil
  }

  /// Returns the index of the token that is the name of an enum case: `name` in `.name`, `State.name` or
  /// `Door.State.name`. Nil if the Swift does not begin with such a case.
  ///
  /// - Parameter type: the name of the enum.
  private func caseName(_ range: Tokens, _ type: String) -> Int? {
    var index = range.lowerBound
    while code.isName(index), code.word(index + 1) == ".",
      type.split(separator: ".").last.map(String.init) == code.word(index)
        || code.word(index).first?.isUppercase == true
    {
      index += 2
      if index >= range.upperBound { return nil }
    }
    if index == range.lowerBound {
      guard code.word(index) == "." else { return nil }
      index += 1
    }
    return code.isName(index) && index < range.upperBound ? index : nil
  }

  // MARK: Conditions

  /// The meaning of a condition in the current state: it is always true, never true, or true if some tests are.
  /// `unknown` is for a condition that the reader does not understand.
  private enum Verdict {
    case always, never
    case tests(state: [FieldPattern], event: [FieldPattern], conditions: [String])
    case unknown
  }

  /// Returns the tree for an `if` or a `guard`. A condition is left out if the current state already decides it, such
  /// as `state == .open`.
  ///
  /// - Parameters:
  ///   - range: the tokens of the whole statement.
  ///   - then: the statements that follow if all conditions are true.
  ///   - otherwise: the statements that follow if a condition is false.
  private mutating func decide(
    _ conditions: [Tokens], _ range: Tokens, _ position: Position, then: [Frame], otherwise: [Frame]
  ) -> Course {
    var alternative = Course.Alternative(state: [], event: [], conditions: [], course: .end(.leave, 0..<0))
    var conditions = conditions
    var change: (name: String?, range: Tokens)?
    if let first = conditions.first, changesSomething(first) {
      // `if let element = buffer.popFirst()` becomes an effect, and a choice tests its result.
      let isBinding = code.word(first.lowerBound) == "let" && code.word(first.lowerBound + 2) == "="
      let name = isBinding ? code.word(first.lowerBound + 1) : ""
      if name == "_" {
        change = (outcome, first.lowerBound + 3..<first.upperBound)
        alternative.conditions.append("\(outcome) != nil")
      } else {
        change = (isBinding ? nil : outcome, first)
        alternative.conditions.append(isBinding ? "let \(name)" : outcome)
      }
      conditions.removeFirst()
    }
    func afterChange(_ course: Course) -> Course {
      guard let change else { return course }
      return change.name.map { .keep($0, change.range, course) } ?? .run(change.range, course)
    }
    for condition in conditions {
      switch verdict(condition, position) {
      case .always: continue
      case .never: return afterChange(follow(otherwise, position))
      case .unknown: return .unknown(range)
      case .tests(let state, let event, let texts):
        if !state.isEmpty { alternative.state = state }
        if !event.isEmpty { alternative.event = event }
        alternative.conditions += texts
      }
    }
    return afterChange(test([(alternative, then)], position) { $0.follow(otherwise, position) })
  }

  /// The names of methods that do not change the value on which they are called.
  private static let readers: Set<String> = [
    "contains", "first", "last", "firstIndex", "lastIndex", "allSatisfy", "map", "compactMap", "flatMap", "filter",
    "min",
    "max", "reduce", "hasPrefix", "hasSuffix", "starts", "elementsEqual", "index", "prefix", "suffix", "sorted",
    "joined",
    "dropFirst", "dropLast", "advanced", "distance", "count", "isSubset", "isSuperset", "union", "subtracting",
  ]

  /// Returns whether a condition counts as having side effects, such as `set.insert(x).inserted`. The guard of a row
  /// must have none. The condition counts if it passes a variable with `&`, or calls a method of a variable. Only the
  /// methods in the list `readers`, such as `contains`, do not count.
  private func changesSomething(_ range: Tokens) -> Bool {
    if range.contains(where: { code.word($0) == "&" && code.tokens[$0].kind == .infixOrPrefix && code.isName($0 + 1) })
    {
      return true
    }
    return range.contains { index in
      guard code.isName(index), variables.contains(code.word(index)), code.isUse(index), code.word(index + 1) == "."
      else { return false }
      // In `a.b.c(…)`, `end` becomes the index of `c`, the method that is called.
      var end = index
      while code.word(end + 1) == ".", code.isName(end + 2) { end += 2 }
      return code.word(end + 1) == "(" && !Self.readers.contains(code.word(end))
    }
  }

  /// Returns the tree that tests alternatives in their order. An alternative without tests is always followed, so later
  /// alternatives are left out.
  ///
  /// - Parameters:
  ///   - alternatives: each alternative, with the statements that follow if it matches.
  ///   - otherwise: returns the tree that follows if no alternative matches. It is called only if all alternatives have
  ///     tests.
  private mutating func test(
    _ alternatives: [(Course.Alternative, [Frame])], _ position: Position,
    otherwise: (inout CourseReader) -> Course
  ) -> Course {
    var tests: [Course.Alternative] = []
    for (alternative, frames) in alternatives {
      let course = follow(frames, position)
      if alternative.conditions.isEmpty, !(alternative.state + alternative.event).contains(where: \.isTest) {
        let bound = Course.bind(arm: alternative.arm, state: alternative.state, event: alternative.event, course)
        return tests.isEmpty ? bound : .test(tests, otherwise: bound)
      }
      var found = alternative
      found.course = course
      tests.append(found)
    }
    return tests.isEmpty ? otherwise(&self) : .test(tests, otherwise: otherwise(&self))
  }

  /// Returns what is known about a condition in the current state: whether it is always true, never true, or true if
  /// some tests are.
  private func verdict(_ condition: Tokens, _ position: Position) -> Verdict {
    if code.word(condition.lowerBound) == "case" {
      guard let equals = code.first(in: condition, where: { code.word($0) == "=" }) else { return .unknown }
      let subject = equals + 1..<condition.upperBound
      return match(condition.lowerBound + 1..<equals, subject, position)
    }
    guard reader.asksForState(condition) else {
      return .tests(state: [], event: [], conditions: [code.line(condition)])
    }
    // For example, `state == .idle || state == .paused`.
    let parts = code.split(condition) { ["||", "&&"].contains(code.word($0)) }
    let verdicts = parts.map { comparison($0, position) }
    // The token after each part but the last is the operator. Mixed operators are not understood.
    let operators = Set(parts.dropLast().map { code.word($0.upperBound) })
    guard operators.count <= 1 else { return .unknown }
    if operators == ["||"] {
      if verdicts.contains(where: { $0 == true }) { return .always }
      let open = zip(parts, verdicts).filter { $0.1 == nil }.map { $0.0 }
      if open.contains(where: reader.asksForState) { return .unknown }
      return open.isEmpty
        ? .never : .tests(state: [], event: [], conditions: [open.map(code.line).joined(separator: " || ")])
    }
    if verdicts.contains(where: { $0 == false }) { return .never }
    let open = zip(parts, verdicts).filter { $0.1 == nil }.map { $0.0 }
    if open.isEmpty { return .always }
    if open.contains(where: reader.asksForState), position.state == nil { return .unknown }
    return .tests(state: [], event: [], conditions: [open.map(code.line).joined(separator: " && ")])
  }

  /// Returns whether a comparison such as `state == .idle` or `state != .idle` is true in the current state. Nil for a
  /// condition that is not such a comparison, and if the current state is unknown.
  private func comparison(_ range: Tokens, _ position: Position) -> Bool? {
    guard let state = position.state,
      let sign = code.first(in: range, where: { ["==", "!="].contains(code.word($0)) }),
      isState(range.lowerBound..<sign), let place = caseName(sign + 1..<range.upperBound, machine.enumeration.name),
      place + 1 == range.upperBound, let compared = machine.state(named: code.word(place))
    else { return nil }
    return (compared == state) == (code.word(sign) == "==")
  }

  /// Returns whether an expression means the state: `state`, `self.state`, `consume state` or, for a state that is an
  /// enum with methods, `self`.
  private func isState(_ range: Tokens) -> Bool {
    var range = range
    if code.word(range.lowerBound) == "consume" { range = range.lowerBound + 1..<range.upperBound }
    switch range.count {
    case 1: return reader.isState(range.lowerBound) || reader.isSelfState && code.word(range.lowerBound) == "self"
    case 3: return code.word(range.lowerBound) == "self" && reader.isState(range.lowerBound + 2)
    default: return false
    }
  }

  /// Returns whether an expression means the event: it is the name of the method's parameter.
  private func isEvent(_ range: Tokens) -> Bool {
    range.count == 1 && events?.parameter == code.word(range.lowerBound)
  }

  // MARK: Switches

  /// Returns the tree for a `switch`. Arms that cannot match in the current state and for the current event are left
  /// out.
  private mutating func choose(
    _ subject: Tokens, _ choiceArms: [SwiftStatement.Arm], _ range: Tokens, _ frames: [Frame], _ position: Position
  ) -> Course {
    let parts = code.word(subject.lowerBound) == "(" ? code.elements(code.inside(subject.lowerBound)) : [subject]
    let asks = parts.contains { isState($0) || isEvent($0) }
    if parts.contains(where: isState), position.state == nil { return .unknown(range) }
    var kept: Tokens?
    if parts.count == 1, !asks, changesSomething(parts[0]) { kept = parts[0] }
    var found: [(Course.Alternative, [Frame])] = []
    for (index, arm) in choiceArms.enumerated() {
      let following = choiceArms[(index + 1)...].map(\.body)
      let number = asks ? armNumber(arm.start) : nil
      let body = frames + [Frame(statements: arm.body[...], following: following)]
      for pattern in arm.patterns.isEmpty ? [nil] : arm.patterns.map(Optional.some) {
        var verdict = Verdict.always
        if let pattern { verdict = match(pattern, subject, position) }
        var alternative = Course.Alternative(state: [], event: [], conditions: [], course: .end(.leave, 0..<0))
        switch verdict {
        case .always: break
        case .never: continue
        case .unknown: return .unknown(range)
        case .tests(let state, let event, let conditions):
          (alternative.state, alternative.event, alternative.conditions) = (state, event, conditions)
          if let kept {
            alternative.conditions = conditions.map { $0.replacing("= \(code.line(kept))", with: "= \(outcome)") }
          }
        }
        alternative.arm = number
        found.append((alternative, body))
      }
    }
    // A `switch` is exhaustive, so the last arm needs no tests, unless they bind names.
    if let last = found.last, !last.0.conditions.contains(where: Self.binds),
      !(last.0.state + last.0.event).contains(where: {
        if case .test(let text) = $0 { Self.binds(text) } else { false }
      }),
      choiceArms.last?.patterns.count == 1, !code.line(choiceArms.last?.patterns.first ?? 0..<0).contains(" where ")
    {
      found[found.count - 1].0.conditions = []
      found[found.count - 1].0.state = last.0.state.map(\.implied)
      found[found.count - 1].0.event = last.0.event.map(\.implied)
    }
    let course = test(found, position) { _ in .end(.trap, 0..<0) }
    return kept.map { .keep(outcome, $0, course) } ?? course
  }

  /// Returns whether a pattern binds names: it contains `let` or `var`.
  private static func binds(_ text: String) -> Bool {
    text.split { !$0.isLetter && $0 != "_" }.contains { $0 == "let" || $0 == "var" }
  }

  /// Returns the index of an arm in `arms`, and adds the arm to `arms` if it is new.
  ///
  /// - Parameter start: the first token of the arm.
  private mutating func armNumber(_ start: Int) -> Int {
    if let index = arms.firstIndex(of: start) { return index }
    arms.append(start)
    return arms.count - 1
  }

  // MARK: Patterns

  /// Returns in which cases a pattern matches a value. If the value is the state, the pattern is compared with the
  /// state for which the tree is made. The same is done for the event. If the value is any other one, the result is a
  /// condition: `case 1 = count`.
  private func match(_ pattern: Tokens, _ subject: Tokens, _ position: Position) -> Verdict {
    var pattern = pattern
    var conditions: [String] = []
    if let filter = code.first(in: pattern, where: { code.word($0) == "where" }) {
      conditions.append(code.line(filter + 1..<pattern.upperBound))
      pattern = pattern.lowerBound..<filter
    }
    var isVariable: Bool?
    if ["let", "var"].contains(code.word(pattern.lowerBound)), [".", "("].contains(code.word(pattern.lowerBound + 1)) {
      isVariable = code.word(pattern.lowerBound) == "var"
      pattern = pattern.lowerBound + 1..<pattern.upperBound
    }
    var (subjects, patterns) = ([subject], [pattern])
    if code.word(subject.lowerBound) == "(", code.word(pattern.lowerBound) == "(" {
      subjects = code.elements(code.inside(subject.lowerBound))
      patterns = code.elements(code.inside(pattern.lowerBound))
    }
    guard subjects.count == patterns.count else { return .unknown }
    var (state, event): ([FieldPattern], [FieldPattern]) = ([], [])
    var others: [(Tokens, Tokens)] = []
    for (subject, pattern) in zip(subjects, patterns) {
      if code.word(pattern.lowerBound) == "_", pattern.count == 1 { continue }
      if isState(subject) {
        guard let known = position.state else { return .unknown }
        switch fields(pattern, machine.states[known], machine.enumeration.name, isVariable) {
        case nil: return .unknown
        case .some(nil): return .never
        case .some(.some(let found)): state = found
        }
      } else if isEvent(subject), let events, let known = position.event {
        switch fields(pattern, events.enumeration[known], "", isVariable) {
        case nil: return .unknown
        case .some(nil): return .never
        case .some(.some(let found)): event = found
        }
      } else {
        others.append((subject, pattern))
      }
    }
    if !others.isEmpty {
      let word = isVariable.map { $0 ? "var " : "let " } ?? ""
      let (values, texts) = (others.map { code.line($0.0) }, others.map { word + code.line($0.1) })
      let isOne = others.count == 1
      let value = isOne ? values[0] : "(\(values.joined(separator: ", ")))"
      conditions.insert("case \(isOne ? texts[0] : "(\(texts.joined(separator: ", ")))") = \(value)", at: 0)
    }
    if conditions.isEmpty, state.isEmpty, event.isEmpty { return .always }
    return .tests(state: state, event: event, conditions: conditions)
  }

  /// Returns the patterns for the payload in a pattern for a state or an event: `let count` in `.open(let count)`.
  /// There are two other results: `.some(nil)` if the pattern names another case than `state`, and nil if the reader
  /// does not understand the pattern.
  ///
  /// - Parameters:
  ///   - state: the case with which the pattern is compared: a state, or a case of the enum of events.
  ///   - type: the name of the enum.
  ///   - isVariable: the word before the whole pattern: true for `var`, false for `let`, nil for neither.
  private func fields(
    _ pattern: Tokens, _ state: SwiftMachine.State, _ type: String, _ isVariable: Bool?
  ) -> [FieldPattern]?? {
    guard let place = caseName(pattern, type) else { return nil }
    let name = code.word(place)
    guard state.name == name || state.name == "`\(name)`" else { return .some(nil) }
    guard code.word(place + 1) == "(" else { return .some([]) }
    let parts = code.elements(code.inside(place + 1))
    var isVariable = isVariable
    // `.active(let (a, b))` is one pattern for all values of the payload, and not understood.
    if parts.count == 1, state.fields.count > 1 { return code.word(parts[0].lowerBound) == "_" ? .some([]) : nil }
    guard parts.count == state.fields.count else { return nil }
    // A name alone (`.open(count)`) is compared as a value in Swift, but a pattern of a row would bind it.
    let compares = parts.contains { part in
      let value = code.value(ofArgument: part)
      return isVariable == nil && value.count == 1 && code.isName(value.lowerBound)
        && !["_", "nil", "true", "false"].contains(code.word(value.lowerBound))
    }
    if compares { return nil }
    return .some(
      parts.map { part in
        var part = part
        part = code.value(ofArgument: part)
        if ["let", "var"].contains(code.word(part.lowerBound)), part.count == 2 {
          isVariable = code.word(part.lowerBound) == "var"
          part = part.lowerBound + 1..<part.upperBound
          defer { isVariable = nil }
          return .bind(code.word(part.lowerBound), isVariable: isVariable ?? false)
        }
        if code.word(part.lowerBound) == "_", part.count == 1 { return .nothing }
        if let isVariable, part.count == 1, code.isName(part.lowerBound) {
          return .bind(code.word(part.lowerBound), isVariable: isVariable)
        }
        return .test(test(part, isVariable))
      })
  }

  /// Returns the text of a pattern that matches only some values, as rows write it. It is `nil` for `.none`, and
  /// `let value?` for `.some(let value)`. Any other pattern is unchanged, with the word `let` or `var` if the pattern
  /// binds names.
  ///
  /// - Parameter isVariable: whether that word is `var`; nil for no word.
  private func test(_ part: Tokens, _ isVariable: Bool?) -> String {
    if ["let", "var"].contains(code.word(part.lowerBound)), part.count > 1 {
      return test(part.lowerBound + 1..<part.upperBound, code.word(part.lowerBound) == "var")
    }
    let text = code.line(part)
    if [".none", "Optional.none"].contains(text) { return "nil" }
    let binds = part.contains { code.isName($0) && code.word($0 - 1) != "." && !["nil", "_"].contains(code.word($0)) }
    let word = binds ? isVariable.map { $0 ? "var " : "let " } ?? "" : ""
    if text.hasPrefix(".some("), code.closers[part.lowerBound + 2] == part.upperBound - 1 {
      let value = code.inside(part.lowerBound + 2)
      let isName = value.count == 1 || value.count == 2 && ["let", "var"].contains(code.word(value.lowerBound))
      if isName { return word + code.line(value) + "?" }
    }
    return word + text
  }
}
