import StateMachineSyntax

/// Makes the rows of one event from the trees (`Course`) of its method, one tree for each state.
struct SwiftRows {
  typealias Tokens = SwiftCode.Tokens

  /// A row without its sources. States whose texts are equal share one row.
  struct Text: Hashable {
    /// The pattern after the source, in parentheses; empty for no pattern.
    var pattern = ""
    /// The values of the payload and the parameters that the row uses, such as `persons: Int`.
    var uses: [String] = []
    /// The pattern after the event, in parentheses; empty for no pattern.
    var trigger = ""
    var target: String?
    var condition: String?
    var effects: [String] = []
    var lead: [String] = []
    /// The rows of the choice to which the row leads; empty if it leads to a state.
    var choice: [Text] = []
    /// The kind of the row if it does only one thing; otherwise `other`.
    var kind = Kind.other

    enum Kind: Hashable { case other, nothing, result, trap, error }
  }

  /// The method from which the rows are read.
  struct Method {
    var name: String
    /// The types of the parameters, by their names.
    var types: [String: String]
    /// The labels and names of the method's parameters, in their order; empty for a case of an enum of events.
    var list: [(label: String, name: String)] = []
    var parameters: [String] { Array(types.keys) }
    /// The names that occur in the method, including those of parameters and variables.
    var uses: Set<String>
    /// The names that the method uses without `self.` before them, and those of its parameters.
    var bareNames: Set<String>
    var returnsValue: Bool
    /// The cases of the action that the method returns; empty if it returns no action of the machine.
    var results: [SwiftMachine.State] = []
  }

  let machine: SwiftMachine
  let method: Method
  let properties: Set<String>
  let transient: Set<String>
  /// The names of the methods that assign the state, which are events.
  private let eventNames: Set<String>
  /// The names of the members that read the state, directly or through other members.
  private let stateReaders: Set<String>
  /// Whether the method has a variable with the name of the state's property. Only `self.state` then means the state.
  var hidesState = false
  /// The event as a case of an enum, with its payload; nil for a method that is itself an event.
  var event: SwiftMachine.State?
  /// For each path through the method, its last arm of a `switch`, and whether a finding reports this arm. An arm is an
  /// index of `CourseReader.arms`; nil for a path that goes through no arm.
  private(set) var arms: [(arm: Int?, isTold: Bool)] = []
  /// The arms of `switch` statements that contain another `switch` over the state or the event.
  private(set) var passed: Set<Int> = []
  /// The values of payloads that rows change, each as the index of the state and of the field.
  var changed: Set<[Int]> = []
  /// Whether the user has to write the rows of the state that is being read. Generated rows would not do the same as
  /// the Swift. In their place, rows with a `TODO` are written.
  private var isByHand = false
  /// Whether rows call `todo()`, a function in place of values that the user has to write.
  private(set) var usesTodo = false

  var code: SwiftCode { machine.code }

  init(
    _ machine: SwiftMachine, _ method: Method, properties: Set<String>, transient: Set<String>,
    event: SwiftMachine.State?
  ) {
    (self.machine, self.method, self.properties, self.event) = (machine, method, properties, event)
    self.transient = transient
    eventNames = Set(machine.decidingMethods.map(\.name))
    stateReaders = machine.stateReaders
  }

  /// A statement that a row executes: a statement on the path through the method, or one that the row needs in
  /// addition.
  enum Step {
    case run(Tokens)
    case write(Tokens)
    /// Declares a constant. It stores an argument of the target, or the result of a condition with side effects. The
    /// case has the name of the constant and the tokens of its value.
    case keep(String, Tokens)
    /// Declares a variable that is a copy of a value of the payload: `var newCount = count`. The first text is the name
    /// of the value, and the second is the name of the variable.
    case copy(String, String)

    /// The tokens of a statement from the Swift file that the row executes. Nil for other steps.
    var range: Tokens? { if case .run(let range) = self { range } else { nil } }
  }

  /// Returns whether some tokens call a method of the machine that is an event.
  private func callsEvent(_ range: Tokens) -> Bool {
    range.contains { index in
      code.word(index + 1) == "(" && eventNames.contains(code.word(index))
        && (code.word(index - 1) != "." || code.word(index - 2) == "self")
    }
  }

  /// One path through the method: the tests and statements from its beginning to one of its ends. While the tree is
  /// read, the path only reaches to the current place.
  struct Path {
    var state: Int
    var fields: [FieldPattern] = []
    var event: [FieldPattern] = []
    var conditions: [String] = []
    var steps: [Step] = []
    var arm: Int?
    var isInChoice = false
    /// The names that the row replaces, such as `count` by `newCount`. A variable of the method is renamed if a value
    /// of the payload or a parameter has its name. If the row changes a copy of a value, the name of the copy replaces
    /// that of the value.
    var shadows: [Shadow] = []
    /// The state that the path has assigned; nil before the assignment. The row itself assigns the state only at its
    /// end. So where the Swift reads the state after the assignment, the row has this value in place of `state`.
    var written: Tokens?
  }

  /// A name that the row replaces.
  struct Shadow {
    var name: String
    var replacement: String
    var from: Int
    /// The token that declares the variable; nil for a copy of a value.
    var declaration: Int?
  }

  /// Returns the rows for one state. If they would not do the same as the Swift, returns rows with a `TODO` for the
  /// user.
  ///
  /// - Parameter course: the tree of the method's statements for this state.
  mutating func texts(of course: Course, state: Int) -> [Text] {
    var rows: [Text] = []
    isByHand = false
    write(course, Path(state: state), &rows)
    guard isByHand else { return rows }
    rows = []
    arms = arms.map { ($0.arm, true) }
    writeByHand(course.span, Path(state: state), &rows)
    return rows
  }

  /// Adds to `rows` the rows for a tree of statements: one row for each path through the tree. If statements come
  /// before a test, it adds one row that executes them and leads to a choice.
  ///
  /// - Parameter path: the tests and statements from the beginning of the method to this tree.
  private mutating func write(_ course: Course, _ path: Path, _ rows: inout [Text]) {
    var path = path
    switch course {
    case .run(let range, let next):
      path.steps.append(.run(range))
      noteShadows(range, &path)
      write(next, path, &rows)
    case .keep(let name, let range, let next):
      path.steps.append(.keep(name, range))
      write(next, path, &rows)
    case .write(let value, let next):
      path.steps.append(.write(value))
      path.written = value
      write(next, path, &rows)
    case .bind(let arm, let state, _, _) where hidesUsed(state, [], path): leaveByHand(arm ?? path.arm)
    case .bind(let arm, let state, let event, let next):
      keepTests(arm, state, event, in: &path)
      merge(arm, state, event, into: &path)
      write(next, path, &rows)
    case .test(let alternatives, let otherwise):
      // Statements before a test need a choice. Assignments of the state do not, nor do declarations without a value.
      let runs = path.steps.contains { step in
        switch step {
        case .run(let range): declaration(range) == nil
        case .keep: true
        case .write, .copy: false
        }
      }
      if runs || path.isInChoice && alternatives.contains(where: { ($0.state + $0.event).contains(where: \.isTest) }) {
        return writeChoice(course, path, &rows)
      }
      for alternative in alternatives {
        if hidesUsed(alternative.state, alternative.conditions, path) {
          leaveByHand(alternative.arm ?? path.arm)
          continue
        }
        var found = path
        keepTests(alternative.arm, alternative.state, alternative.event, in: &found)
        merge(alternative.arm, alternative.state, alternative.event, into: &found)
        found.conditions += alternative.conditions
        write(alternative.course, found, &rows)
      }
      write(otherwise, path, &rows)
    case .end(let exit, let value):
      if isMisplaced(value, path) { return leaveByHand(path.arm) }
      rows.append(end(exit, value, path))
    case .unknown(let range): writeByHand(range, path, &rows)
    }
  }

  /// Notes that the user has to write the rows of this state, and that a finding reports an arm of a `switch`.
  private mutating func leaveByHand(_ arm: Int?) {
    arms.append((arm, true))
    isByHand = true
  }

  /// Returns whether the row for a path would not do the same as the Swift. A row assigns the state only at its end.
  /// The path may assign the state or change a value of its payload, and call the method of an event. The row would
  /// then overwrite the state that this event assigns. Or a member reads the state after the assignment. In the row, it
  /// would read the old state.
  private func isMisplaced(_ value: Tokens, _ path: Path) -> Bool {
    let ranges = path.steps.compactMap(\.range) + [value]
    // A value that is bound with `var` is written into the state at the end of the row.
    let writesBack = path.fields.contains { if case .bind(_, isVariable: true) = $0 { true } else { false } }
    if path.written != nil || writesBack, ranges.contains(where: callsEvent) { return true }
    guard let written = path.written else { return false }
    return ranges.contains { range in
      range.lowerBound >= written.upperBound && range.contains { asksForState($0, path) }
    }
  }

  /// Returns whether a pattern for the source hides a parameter that the path uses. For example,
  /// `case .open(let force)` hides the parameter `force`. A row cannot name both of them, so the user has to write the
  /// rows.
  ///
  /// - Parameters:
  ///   - state: the patterns for the payload of the source.
  ///   - conditions: the conditions that are tested together with the patterns.
  private func hidesUsed(_ state: [FieldPattern], _ conditions: [String], _ path: Path) -> Bool {
    // Of a condition `case 1 = count`, only `count` can use a parameter; `1` is the pattern.
    let subjects = conditions.filter { $0.hasPrefix("case ") }.compactMap {
      $0.split(separator: " = ").last.map(String.init)
    }
    let texts = path.conditions + path.steps.compactMap(\.range).map(code.line) + subjects
    return state.contains { pattern in
      let names =
        switch pattern {
        case .bind(let name, _): [name]
        case .test(let text), .implied(let text): text.split { !$0.isNamePart }.map(String.init)
        case .nothing: [String]()
        }
      return names.contains { name in
        method.parameters.contains(name) && texts.contains { uses(name, $0) }
      }
    }
  }

  /// Returns whether a token reads the state through a member of the type, such as `isOpen`. The token may be the name
  /// of the member. It may also be a string literal that contains the name in an interpolation: `"\(isOpen)"`.
  private func asksForState(_ index: Int, _ path: Path) -> Bool {
    let word = code.word(index)
    if code.isName(index), code.word(index - 1) != ".", isLocal(word, path) || !code.isUse(index) { return false }
    guard code.isName(index) else {
      return word.contains("\\(") && stateReaders.contains { word.contains($0) && uses($0, Self.interpolated(word)) }
    }
    return stateReaders.contains(word) && (code.word(index - 1) != "." || code.word(index - 2) == "self")
  }

  /// Returns whether a name means a parameter, a variable or a constant in the row. If not, it means a member of the
  /// machine.
  private func isLocal(_ name: String, _ path: Path) -> Bool {
    let isBound = path.fields.contains { if case .bind(name, _) = $0 { true } else { false } }
    let isDeclared = path.steps.compactMap(\.range).contains { range in
      range.contains { code.word($0) == name && ["let", "var"].contains(code.word($0 - 1)) }
    }
    return isBound || isDeclared || method.parameters.contains(name)
      || path.conditions.contains { $0.contains("let \(name)") }
  }

  /// Returns the Swift in the interpolations of a string literal. The text after each interpolation is included,
  /// because its end is not looked for: `count) items"` for `"\(count) items"`.
  private static func interpolated(_ literal: String) -> String {
    literal.split(separator: "\\(").dropFirst().joined(separator: " ; ")
  }

  /// Notes in the path that the row must rename a variable: `newCount` for `let count = …`. This is so if a value of
  /// the payload or a parameter is called `count`, too. In the method, the variable hides this value; in a row, both
  /// would have the same name.
  private func noteShadows(_ range: Tokens, _ path: inout Path) {
    let index = range.lowerBound
    guard ["let", "var"].contains(code.word(index)) else { return }
    let names = code.word(index + 1) == "(" ? Array(code.inside(index + 1)).filter(code.isName) : [index + 1]
    for place in names {
      let name = renames(path)[code.word(place)] ?? code.word(place)
      guard machine.states[path.state].fields.contains(where: { $0.name == name }) || method.parameters.contains(name)
      else {
        continue
      }
      path.shadows.append(
        Shadow(name: name, replacement: fresh(name), from: range.upperBound, declaration: place))
    }
  }

  /// Returns the name for the unchanged value if the row changes a copy of the value: `originalCount` for `count`.
  func original(_ name: String) -> String { prefixed("original", name) }

  /// Returns a new name for a variable whose own name is used in the row already: `newCount` for `count`.
  private func fresh(_ name: String) -> String { prefixed("new", name) }

  private func prefixed(_ prefix: String, _ name: String) -> String {
    (prefix + name.prefix(1).uppercased() + name.dropFirst()).unused(in: method.uses)
  }

  /// Returns the values of the payload that the row must copy, as pairs such as `("count", "newCount")`. A value must
  /// be copied if the path changes it and does not assign it to the same field: the change would be lost in Swift, but
  /// stay in a row. Also returns the path, in which the copies replace the values.
  ///
  /// - Parameters:
  ///   - written: the state that the path assigns; nil if it assigns no state.
  ///   - value: the tokens of the value that the method returns.
  private func copying(_ path: Path, _ written: Tokens?, _ value: Tokens) -> (path: Path, copies: [(String, String)]) {
    var (result, copies) = (path, [(String, String)]())
    let ranges = path.steps.compactMap(\.range) + [value]
    for (index, pattern) in path.fields.enumerated() {
      guard case .bind(let bound, isVariable: true) = pattern else { continue }
      guard let name = fieldName(index, path), name == bound || renames(path)[bound] != nil else {
        copies.append((original(bound), bound))
        continue
      }
      guard isChanged(bound, ranges), !carries(index, bound, written, path) else { continue }
      copies.append((name, fresh(name)))
      result.shadows.append(Shadow(name: name, replacement: fresh(name), from: 0))
    }
    return (result, copies)
  }

  /// Returns whether the Swift in some ranges of tokens changes the variable with this name.
  private func isChanged(_ name: String, _ ranges: [Tokens]) -> Bool {
    ranges.contains { range in range.contains { code.word($0) == name && code.isUse($0) && changes($0) } }
  }

  /// Returns whether the assigned state gets the current value of a field of the source, as in
  /// `state = .shut(count: count)`. The field of the target must have the same name and type. If the source itself is
  /// assigned again, it must be the same field.
  ///
  /// - Parameters:
  ///   - index: the index of the field in the source.
  ///   - bound: the name to which the path binds the value.
  ///   - written: the tokens of the assigned state; nil if no state is assigned.
  private func carries(_ index: Int, _ bound: String, _ written: Tokens?, _ path: Path) -> Bool {
    guard let written, let open = written.first(where: { code.word($0) == "(" }),
      let target = machine.state(named: code.word(open - 1))
    else { return false }
    let field = machine.states[path.state].fields[index]
    for (number, part) in code.elements(code.inside(open)).enumerated()
    where number < machine.states[target].fields.count {
      let part = code.value(ofArgument: part)
      let other = machine.states[target].fields[number]
      if part.count == 1, code.word(part.lowerBound) == bound, other.type == field.type,
        target == path.state ? number == index : other.label != nil && other.name == field.name
      {
        return true
      }
    }
    return false
  }

  /// Adds conditions for tests that a row's pattern cannot contain, because it has one pattern for each value. An outer
  /// `switch` may bind a value to `count`, and an inner one may test it for 0. The condition is then `case 0 = count`.
  /// If both test it differently, the user has to write the rows. The same is true if a test of the event would be
  /// lost.
  ///
  /// - Parameters:
  ///   - arm: the arm of the inner `switch`.
  ///   - state: its patterns for the payload of the source.
  ///   - event: its patterns for the payload of the event.
  ///   - path: the path so far, with the patterns of the outer `switch`. It gets the conditions.
  private mutating func keepTests(
    _ arm: Int?, _ state: [FieldPattern], _ event: [FieldPattern], in path: inout Path
  ) {
    for (outer, inner) in zip(path.fields, state) {
      switch (outer, inner) {
      case (.bind(let name, _), .test(let test)), (.test(let test), .bind(let name, _)):
        path.conditions.append("case \(test) = \(name)")
      case (.test(let one), .test(let other)) where one != other: leaveByHand(arm ?? path.arm)
      default: break
      }
    }
    if !event.isEmpty, event != path.event, path.event.contains(where: \.isTest) { leaveByHand(arm ?? path.arm) }
  }

  /// Adds the patterns of an arm of a `switch`, or of an alternative of a test, to a path. The path may have patterns
  /// from an outer `switch`. A pattern that binds a value of the source, `let count`, replaces an outer one. A pattern
  /// that tests the value replaces an outer one only if this neither binds nor tests the value. Patterns for the event
  /// replace all earlier ones.
  private mutating func merge(_ arm: Int?, _ state: [FieldPattern], _ event: [FieldPattern], into path: inout Path) {
    if !state.isEmpty {
      path.fields = zip(path.fields + Array(repeating: .nothing, count: max(0, state.count - path.fields.count)), state)
        .map { outer, inner in
          switch (outer, inner) {
          case (_, .bind), (.nothing, _), (.implied, .test): inner
          default: outer
          }
        }
    }
    if !event.isEmpty { path.event = event }
    if let arm {
      if let outer = path.arm { passed.insert(outer) }
      path.arm = arm
    }
  }

  // MARK: Choices

  /// Adds a row that executes the statements before a test, and leads to a choice. The choice has a row for each
  /// alternative of the test. A guard of the first row could not do the test: it is evaluated before the row's effects.
  private mutating func writeChoice(_ course: Course, _ path: Path, _ rows: inout [Text]) {
    var path = path
    var lost: [Step] = []
    // If some rows of the choice do not assign a changed value, the change must be lost there. So the row changes a
    // copy.
    for (index, pattern) in path.fields.enumerated() {
      guard case .bind(let bound, isVariable: true) = pattern, let name = fieldName(index, path),
        name == bound || renames(path)[bound] != nil, isChanged(bound, path.steps.compactMap(\.range)),
        !course.ends(allSatisfy: { carries(index, bound, $0 ?? path.written, path) })
      else { continue }
      lost.append(.copy(name, fresh(name)))
      path.shadows.append(Shadow(name: name, replacement: fresh(name), from: 0))
    }
    var inner = path
    inner.conditions = []
    inner.isInChoice = true
    inner.steps = path.steps.filter { if case .write = $0 { true } else { false } }
    var choice: [Text] = []
    if case .test(let alternatives, let otherwise) = course {
      for alternative in alternatives {
        var found = inner
        guard let event = eventConditions(of: alternative) else {
          leaveByHand(alternative.arm ?? path.arm)
          continue
        }
        // A choice has no patterns, so the values of the payload are tested by conditions.
        found.conditions = conditions(of: alternative, path) + event + alternative.conditions
        merge(alternative.arm, alternative.state.map(\.implied), [], into: &found)
        write(alternative.course, found, &choice)
      }
      write(otherwise, inner, &choice)
    }
    if choice.last?.condition == nil, !choice.isEmpty { choice[choice.count - 1].condition = "else" }
    let copies = copying(path, nil, 0..<0).copies.filter { $0.0 == original($0.1) }.map { Step.copy($0.0, $0.1) }
    let steps = path.steps.filter { if case .write = $0 { false } else { true } }
    var text = text(path, steps: lost + copies + steps, value: nil)
    text.choice = choice
    rows.append(text)
  }

  /// Returns conditions for an alternative's patterns for the event: `case nil = next` for the pattern `nil`. Rows of a
  /// choice need conditions, because they cannot have patterns. Nil if a value of the event needs a condition and has
  /// no name.
  private func eventConditions(of alternative: Course.Alternative) -> [String]? {
    guard let event else { return [] }
    var conditions: [String] = []
    for (field, pattern) in zip(event.fields, alternative.event) {
      switch pattern {
      case .nothing, .implied: continue
      case .bind(let name, _) where name == field.name: continue
      case .bind(let name, _):
        guard let own = field.name else { return nil }
        conditions.append("case let \(name) = \(own)")
      case .test(let text):
        guard let own = field.name else { return nil }
        conditions.append("case \(text) = \(own)")
      }
    }
    return conditions
  }

  /// Returns conditions for an alternative's patterns for the source: `case nil = next` for the pattern `nil`. Rows of
  /// a choice need conditions, because they cannot have patterns. A value of the payload that has no name gets no
  /// condition.
  private mutating func conditions(of alternative: Course.Alternative, _ path: Path) -> [String] {
    var bound = path
    merge(nil, alternative.state, [], into: &bound)
    return zip(alternative.state.indices, alternative.state).compactMap { index, pattern in
      guard let name = fieldName(index, path) else { return nil }
      switch pattern {
      case .nothing, .implied: return nil
      case .test(let text): return "case \(text) = \(name)"
      case .bind(let own, let isVariable):
        // A value that is bound to its own name is visible anyway.
        if own == name || renames(bound)[own] != nil { return nil }
        return "case \(isVariable ? "var" : "let") \(own) = \(name)"
      }
    }
  }

  // MARK: Ends

  /// Returns the row for a path through the method that is complete. The row has the effects, the target and the result
  /// of the path.
  ///
  /// - Parameters:
  ///   - exit: the end of the path.
  ///   - value: the tokens of the value that is returned or thrown; empty if there is none.
  private mutating func end(_ exit: SwiftStatement.Exit, _ value: Tokens, _ path: Path) -> Text {
    var path = path
    var (exit, value) = (exit, value)
    arms.append((path.arm, false))
    var kept: [Int: String] = [:]
    // The last statement is a single expression, whose value the method returns without `return`.
    if exit == .leave, method.returnsValue, case .run(let range)? = path.steps.last {
      path.steps.removeLast()
      (exit, value) = (.value, range)
    }
    if exit == .value, !method.returnsValue, !value.isEmpty {
      path.steps.append(.run(value))
      (exit, value) = (.leave, 0..<0)
    }
    if exit == .value, value.isEmpty || code.line(value) == "()" { exit = .leave }
    let last = path.steps.lastIndex { if case .write = $0 { true } else { false } }
    let written = last.map { index -> Tokens in if case .write(let value) = path.steps[index] { value } else { 0..<0 } }
    var steps = path.steps
    // A row computes the arguments of its target after all effects, so their values must not change before. (See
    // `hoist`.)
    if let last, let written { kept = hoist(written, at: last, &steps, value) }
    if exit == .value { inlineResult(&steps, &value) }
    let copied = copying(path, written, value)
    path = copied.path
    // A choice's rows use the copies of the row that leads to the choice, so they are not declared again.
    let copies = copied.copies.filter { !path.isInChoice || $0.0 != original($0.1) }
    steps = copies.map { Step.copy($0.0, $0.1) } + steps
    if exit == .trap {
      var text = text(path, steps: steps, value: nil)
      if text.effects.isEmpty { text.kind = .trap }
      text.effects.append(value.isEmpty ? "trap" : "trap(\(trapText(value)))")
      return text
    }
    var text = text(path, steps: steps, value: exit == .leave ? nil : value)
    if let written { setTarget(written, path, kept, exit == .leave ? 0..<0 : value, &text) }
    let isPlain = text.effects.isEmpty && text.target == nil && text.choice.isEmpty
    switch exit {
    case .value:
      text.effects.append(result(value, path) ?? "return " + word(value, path))
      text.kind = isPlain ? .result : .other
    case .error:
      text.effects.append("throw " + word(value, path))
      text.kind = isPlain ? .error : .other
    default: text.kind = isPlain ? .nothing : .other
    }
    return text
  }

  /// Adds steps that store arguments of the target in constants. Returns the names of the constants by the index of the
  /// argument. For example, the Swift has `state = .open(count)` and then `count += 1`. A row computes its arguments at
  /// its end, when `count` has changed already. So a constant `next` stores `count` before.
  ///
  /// - Parameters:
  ///   - written: the tokens of the assigned state.
  ///   - index: the index in `steps` of the assignment.
  ///   - value: the tokens of the value that the method returns.
  private func hoist(_ written: Tokens, at index: Int, _ steps: inout [Step], _ value: Tokens) -> [Int: String] {
    guard let open = written.first(where: { code.word($0) == "(" }) else { return [:] }
    let after = steps[(index + 1)...].compactMap { if case .run(let range) = $0 { range } else { nil } } + [value]
    var names: [Int: String] = [:]
    for (number, part) in code.elements(code.inside(open)).enumerated() {
      let part = code.value(ofArgument: part)
      let used = Set(part.filter { code.isName($0) && code.isUse($0) }.map { code.word($0) })
      let isChanged = after.contains { range in range.contains { used.contains(code.word($0)) && changes($0) } }
      guard isChanged else { continue }
      let name = "next".unused(in: method.uses.union(names.values))
      names[number] = name
      // The constants come directly before the assignment of the state, in the order of the arguments.
      steps.insert(.keep(name, part), at: index + names.count - 1)
    }
    return names
  }

  /// Returns whether the Swift around a name may change the value that the name means: `&count`, an assignment such as
  /// `count += 1`, or a call of one of the value's methods.
  ///
  /// - Parameter index: the index of the name's token.
  func changes(_ index: Int) -> Bool { code.change(at: index) != .none }

  /// Shortens the statements `let result: T`, `result = x` and `return result` to `return x`. It removes `result = x`
  /// from `steps`, and sets `value` to `x`. It does so only if no other statement uses the name `result`, and if none
  /// comes after `result = x`.
  private func inlineResult(_ steps: inout [Step], _ value: inout Tokens) {
    guard value.count == 1, case let name = code.word(value.lowerBound),
      let index = steps.lastIndex(where: { if case .run(let range) = $0 { assigns(name, range) } else { false } }),
      case .run(let range) = steps[index]
    else { return }
    let others = steps.enumerated().filter { $0.offset != index }
    let isUsed = others.contains { _, step in
      if case .run(let other) = step { declaration(other) != name && code.uses(name, in: other) } else { false }
    }
    let runsAfter = steps[(index + 1)...].contains { if case .run = $0 { true } else { false } }
    guard !isUsed, !runsAfter else { return }
    value = range.lowerBound + 2..<range.upperBound
    steps.remove(at: index)
  }

  /// Returns whether a statement assigns the variable with this name.
  private func assigns(_ name: String, _ range: Tokens) -> Bool {
    code.word(range.lowerBound) == name && code.word(range.lowerBound + 1) == "="
  }

  /// Returns the name in a declaration without a value, `let name: Type`; nil for any other statement.
  func declaration(_ range: Tokens) -> String? {
    guard ["let", "var"].contains(code.word(range.lowerBound)), code.word(range.lowerBound + 2) == ":",
      !range.contains(where: { code.word($0) == "=" || code.word($0) == "{" })
    else { return nil }
    return code.word(range.lowerBound + 1)
  }

  /// Returns the text of a trap as the row writes it. The state's property gets its name in the machine, `state`. The
  /// name of the method becomes `\(event)`, because several events may share the text.
  private func trapText(_ value: Tokens) -> String {
    code.text(code.elements(value).first ?? value, renaming: [machine.property: "state"])
      .replacing(word: "self.state", with: "state").replacing(word: "self.\(machine.property)", with: "state")
      .replacing("\\(state)", with: "\u{1}").replacing(word: method.name, with: "\\(event)")
      .replacing("\u{1}", with: "\\(state)")
  }

  // MARK: By hand

  /// Returns the payload for a target, which the user has to complete: `(persons: todo())`. Empty if the target needs
  /// no values.
  private func todoArguments(of name: String) -> String {
    guard let state = machine.state(named: name) else { return "" }
    let fields = machine.states[state].fields.filter { $0.value == nil }
    if fields.isEmpty { return "" }
    return "(\(fields.map { ($0.label.map { "\($0): " } ?? "") + "todo()" }.joined(separator: ", ")))"
  }

  /// Adds rows in place of Swift that rows cannot express. Each state that the Swift assigns is the target of one row.
  /// The user has to write the guards of these rows. One more row has no target. All have the effect `trap("TODO")`,
  /// and the Swift is a comment above the first.
  private mutating func writeByHand(_ range: Tokens, _ path: Path, _ rows: inout [Text]) {
    arms.append((path.arm, true))
    if path.isInChoice { isByHand = true }
    var targets: [String] = []
    for index in range where code.word(index) == "=" && code.word(index + 1) == "." {
      let name = code.word(index + 2)
      if machine.state(named: name) != nil, !transient.contains(name), !targets.contains(name) { targets.append(name) }
    }
    let lines = code.text(range).split(separator: "\n").map { "//   " + $0 }
    var row = Text()
    row.lead = ["// TODO: say by rows what this does:"] + lines
    row.condition = condition(path)
    row.pattern = pattern(path, texts: [row.condition ?? ""])
    for target in targets {
      var found = row
      found.target = target + todoArguments(of: target)
      found.condition = [condition(path), "\(method.name)LeadsTo\(target.prefix(1).uppercased())\(target.dropFirst())"]
        .compactMap { $0 }.joined(separator: ", ")
      found.effects = ["trap(\"TODO\")"]
      rows.append(found)
      row.lead = []
    }
    usesTodo = usesTodo || targets.contains { !todoArguments(of: $0).isEmpty }
    row.effects = ["trap(\"TODO\")"]
    rows.append(row)
  }
}

extension SwiftCode {
  /// Returns the text of some tokens in which names are replaced.
  ///
  /// - Parameters:
  ///   - renames: the new name for each old name. In `self.mode`, `mode` is replaced only if its new name is `state`. A
  ///     name after another dot, and the label of an argument, are not replaced.
  ///   - replacement: returns the text in place of the name at an index; nil if `renames` decides.
  func text(
    _ range: Tokens, renaming renames: [String: String], replacement: (Int) -> String? = { _ in nil }
  ) -> String {
    let place = place(range)
    var (text, start) = ("", place.lowerBound)
    for index in range where isUse(index) {
      let isMember = word(index - 1) == "."
      let other = replacement(index)
      guard let name = other ?? (isMember && renames[words[index]] != "state" ? nil : renames[words[index]]) else {
        continue
      }
      text += source.text(SourceRange(start, tokens[index].start)) + name
      start = tokens[index].end
    }
    text += source.text(SourceRange(start, place.upperBound))
    return dedented(text, at: place.lowerBound)
  }
}
