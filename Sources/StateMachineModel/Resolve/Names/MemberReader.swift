import StateMachineSyntax

/// A reader of all Swift of a file, rows included, which finds names of machines in it: `.waiting(attempts: n)`,
/// `State.open`, `self.limit`, `Self(limit: 3)`, `sent(1)`.
///
/// The reader follows brackets and statements. For each expression, it knows the type that Swift expects there, as far
/// as the file shows it: after `return`, in an argument, after `case` of a `switch`. A machine's name that may mean
/// something else is left unread, so that renaming does not change it.
struct MemberReader {
  /// The reader's state between two brackets, or in the whole file.
  struct Frame {
    enum Kind { case braces, call, list }
    enum Operand: Equatable {
      case value(KnownType)
      case type(KnownType)
    }

    var kind = Kind.braces
    /// The call whose list is being read; `callee` is the call of the last name, for a list after that name.
    var call = Call()
    var callee = Call()
    /// The full name of the enclosing type, in which types are looked up.
    var scope = ""
    var ownType = KnownType.unknown
    /// The type of a value after `return`; `value`: of a value that stands alone; `subject`: that cases match.
    var result = KnownType.unknown
    var value = KnownType.unknown
    var subject: KnownType?
    /// In an expression: the type of the whole; then the operand's expected type, and the operand as read so far.
    var whole = KnownType.unknown
    var expected = KnownType.unknown
    var operand = Operand.value(.unknown)
    var path: [String] = []
    /// Whether the reader is between `case` and its colon.
    var isCase = false
    var isPattern = false
    var bindsAll = false
    var conditionals = 0
    var colon: Int?
    var arrow: Int?
    var first = 0
    var index = 0
    /// For a tuple: the expected types of its values, or the types of the values that have been read.
    var items: [KnownType] = []
    /// Whether the frame is parentheses around a value or a tuple.
    var isGroup = false
    var localCount = 0
    var mayBeSignature = true
    /// Whether rows and declarations of the language stand here, which share no names that patterns bind.
    var isBody = true
    /// The meaning of the next `{`; `branches` is the type of the value of its branches.
    var pending: Body?
    var branches = KnownType.unknown
  }

  /// The parameters of a list after a name.
  struct Call {
    /// The lists of parameters; several if several declarations have the name.
    var alternatives: [[MachineNamesInSwift.Parameter]] = []
    /// The type in which the parameters' types are looked up.
    var scope = ""
    /// The machine that declares the labels.
    var outline: MachineOutline?
    var outcome: KnownType?
  }

  /// The contents of braces.
  enum Body {
    case function(KnownType, [(String, KnownType)])
    case branch(KnownType)
    case cases(value: KnownType)
    case type(scope: String, KnownType)
  }

  let source: SourceFile
  let tokens: [SwiftToken]
  /// By opening bracket: its closer.
  let closers: [Int]
  var types: KnownTypes
  let answers: [Int: String]
  /// The offsets of names that have been understood already.
  private var known: Set<Int>
  /// The bodies of machines, in order, with the machines' names; `swift` has the ranges of Swift in the bodies.
  private let bodies: [(range: SourceRange, machine: String)]
  private let swift: [SourceRange]
  var frame = Frame()
  var frames: [Frame] = []
  private(set) var locals: [String: [KnownType]] = [:]
  private var declared: [String] = []
  /// The parameters of functions in the file's Swift, by name; `computed` has the types of its computed properties.
  private var functions: [String: [[MachineNamesInSwift.Parameter]]] = [:]
  private var computed: [String: KnownType] = [:]
  private(set) var found: [SubmachineReader.Found] = []
  private(set) var unread: [UnreadSwift] = []

  /// The length limit of a case: cases in cases are read several times.
  private static let longestCase = 2_000
  /// The limit of tokens that are searched for the end of a loop's head, of a pattern or of a function's name.
  static let longestHead = 60
  /// Whether the reader is looking ahead for a type.
  var isAhead = false

  init(_ source: SourceFile, _ tree: SyntaxTree, _ context: MachineContext, _ occurrences: Occurrences) {
    self.source = source
    tokens = SwiftLexer.tokens(of: source.bytes, in: SourceRange(0, source.bytes.count))
    closers = tokens.closers
    types = KnownTypes(context)
    answers = occurrences.answerTypes
    known = Set(occurrences.all.map(\.range.lowerBound) + occurrences.foreign.map(\.range.lowerBound))
    bodies = tree.machines.compactMap { machine in machine.bodyRange.map { ($0, machine.fullName(tree.names)) } }
    var blocks = tree.swift.map(\.range)
    for machine in tree.machines {
      machine.body.forEachDeep { if case .swift(let block) = $0 { blocks.append(block.range) } }
    }
    swift = blocks.sorted { $0.lowerBound < $1.lowerBound }
  }

  // MARK: Members of the file's types

  mutating func declareMembers(at index: Int) {
    guard index + 2 < tokens.count, tokens[index + 1].kind == .identifier else { return }
    let name = text(index + 1)
    if isWord(index, "func"), let opener = opener(behind: index + 1), closers[opener] > opener {
      functions[name, default: []].append(parameters(between: opener, closers[opener]))
    } else if isWord(index, "var"), isByte(index + 2, Ascii.colon), let brace = endOfType(from: index + 3),
      brace < tokens.count, isByte(brace, Ascii.leftBrace)
    {
      let type = types.type(text(index + 3..<brace), in: body(at: tokens[index].start) ?? "")
      computed[name] = computed[name].map { $0 == type ? type : .unknown } ?? type
    }
  }

  /// Returns the index of the `(` after a name and its generic parameters; nil if there is none.
  func opener(behind name: Int) -> Int? {
    var index = name + 1
    while index < tokens.count, !isByte(index, Ascii.leftParen) {
      guard index < name + Self.longestHead else { return nil }
      guard tokens[index].kind != .punctuation || isByte(index, Ascii.comma) || isByte(index, Ascii.colon) else {
        return nil
      }
      index += 1
    }
    return index < tokens.count ? index : nil
  }

  private func parameters(between opener: Int, _ closer: Int) -> [MachineNamesInSwift.Parameter] {
    tokens.elements(of: opener + 1..<closer).map { item in
      let colon = item.first { isByte($0, Ascii.colon) } ?? item.upperBound
      let label = item.isEmpty || isWord(item.lowerBound, "_") ? nil : text(item.lowerBound)
      let end = item.first { isEquals($0) } ?? item.upperBound
      return .init(label: label, type: colon < end ? text(colon + 1..<end) : "")
    }
  }

  /// Returns the index after a type that stands outside of brackets; nil if a bracket is not closed.
  func endOfType(from start: Int) -> Int? {
    var index = start
    while index < tokens.count {
      if isByte(index, Ascii.leftParen) || isByte(index, Ascii.leftBracket) {
        guard closers[index] > index else { return nil }
        index = closers[index] + 1
        continue
      }
      let isEnd =
        isEquals(index) || tokens[index].kind == .punctuation && !isByte(index, Ascii.dot)
        || index > start && tokens[index].followsNewline || isWord(index, "where") || isWord(index, "in")
      if isEnd { return index }
      index += 1
    }
    return index
  }

  /// Returns the name of the machine whose body contains an offset; nil if there is none.
  func body(at offset: Int) -> String? {
    Self.last(of: bodies.map(\.range), at: offset).map { bodies[$0].machine }
  }

  func isInSwift(_ index: Int) -> Bool { Self.last(of: swift, at: tokens[index].start) != nil }

  /// Returns the index of the range that contains an offset, among ascending ranges; nil if none does.
  private static func last(of ranges: [SourceRange], at offset: Int) -> Int? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 && offset < ranges[low - 1].upperBound ? low - 1 : nil
  }

  // MARK: Tokens

  func isByte(_ index: Int, _ byte: UInt8) -> Bool { tokens[index].isPunctuation(byte) }

  func isWord(_ index: Int, _ word: String) -> Bool {
    tokens.indices.contains(index) && tokens[index].kind == .identifier
      && source.bytes[tokens[index].start..<tokens[index].end].elementsEqual(word.utf8)
  }

  func isOperator(_ index: Int, _ word: String) -> Bool {
    tokens.indices.contains(index) && [.infixOrPrefix, .postfix].contains(tokens[index].kind)
      && source.bytes[tokens[index].start..<tokens[index].end].elementsEqual(word.utf8)
  }

  func isEquals(_ index: Int) -> Bool { isOperator(index, "=") }

  /// Returns the range of a token, without back-ticks.
  func range(_ index: Int) -> SourceRange { source.bare(SourceRange(tokens[index].start, tokens[index].end)) }

  func text(_ index: Int) -> String { source.text(range(index)) }

  func text(_ range: Range<Int>) -> String {
    range.isEmpty ? "" : source.text(SourceRange(tokens[range.lowerBound].start, tokens[range.upperBound - 1].end))
  }

  /// Returns whether a dot begins an expression, and belongs to nothing before it.
  func isLeading(_ dot: Int) -> Bool {
    guard dot > 0 else { return true }
    let before = tokens[dot - 1]
    switch before.kind {
    case .identifier: return before.byte != Ascii.backtick && Self.wordsBeforeOperands.contains(text(dot - 1))
    case .number, .literal, .postfix: return false
    case .infixOrPrefix, .end: return true
    case .punctuation:
      return ![Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace].contains(before.byte)
    }
  }

  private static let wordsBeforeOperands: Set<String> = [
    "return", "case", "let", "var", "in", "where", "else", "try", "await", "throw", "if", "while", "guard", "switch",
    "is", "as",
  ]

  // MARK: Words

  /// Reads a name that follows no dot.
  mutating func readPlainName(at index: Int) {
    let name = text(index)
    frame.path = [name]
    if let type = locals[name]?.last { return set(type) }
    if name == "self" { return set(frame.ownType) }
    if let type = types.path([name], in: frame.scope) { return readType(index, type) }
    if noteWrapper(at: index) { return set(.unknown) }
    frame.callee = Call(alternatives: functions[name] ?? [], scope: frame.scope)
    guard case .machine(let machine) = frame.ownType, let own = types.names(of: machine) else {
      if noteQuery(at: index, of: frame.ownType) { return set(.other) }
      return set(frame.ownType.isState && name == "name" ? named(frame.ownType) : computed[name] ?? .unknown)
    }
    if !isInSwift(index) || frame.callee.alternatives.isEmpty { frame.callee.alternatives += own.calls[name] ?? [] }
    if isInSwift(index) {
      if readMethod(at: index, own) { return }
      if let member = own.outline.members.first(where: { $0.label?.text == name }), let label = member.label {
        note(index, label, .property, own.outline)
        return set(types.type(member.type, in: machine))
      }
    }
    if name == "state" { return set(.state(machine, path: [])) }
    if name == "event" { return set(.event(machine)) }
    if let type = computed[name] { return set(type) }
    set(isInSwift(index) ? .unknown : own.variables[name].map { types.type($0, in: machine) } ?? .unknown)
  }

  private func named(_ type: KnownType) -> KnownType {
    if case .state(let machine, let path, _) = type { .state(machine, path: path, isName: true) } else { type }
  }

  /// Reads a call of an event of a machine with methods; returns whether there is one.
  private mutating func readMethod(at index: Int, _ own: MachineNamesInSwift) -> Bool {
    guard own.outline.hasMethods, index + 1 < tokens.count, isByte(index + 1, Ascii.leftParen),
      own.outline.event(named: text(index)) != nil, index == 0 || !isWord(index - 1, "func")
    else { return false }
    let all = own.outline.events.filter { $0.name.text == text(index) }
    // Methods of one name differ in their labels.
    guard all.count == 1, let event = all.first else {
      leave(index..<index + 1, own.outline.machine)
      return false
    }
    note(index, event.name, .event, own.outline)
    frame.callee = Call(
      alternatives: [MachineNamesInSwift.parameters(event.fields)], scope: own.outline.machine, outline: own.outline)
    set(.unknown)
    return true
  }

  /// Reads a type of a machine, which may be followed by the arguments of its initializer.
  private mutating func readType(_ index: Int, _ type: KnownType) {
    frame.operand = .type(type)
    noteType(index, type, text(index))
    if case .machine(let machine) = type { callInitializer(of: machine) }
  }

  private mutating func callInitializer(of machine: String) {
    guard let own = types.names(of: machine) else { return }
    frame.callee = Call(
      alternatives: [own.initializer], scope: machine, outline: own.outline, outcome: .machine(machine))
  }

  private mutating func noteType(_ index: Int, _ type: KnownType, _ name: String) {
    guard let machine = type.machine, let own = types.names(of: machine)?.outline else { return }
    switch type {
    case .machine where own.name.text == name: note(index, own.name, .machine, own)
    case .answer(_, let action) where action == name:
      if let declared = own.actions.first(where: { $0.name.text == action }) {
        note(index, declared.name, .actionEnum, own)
      }
    case .state(_, let path, false) where !path.isEmpty:
      guard let state = own.state(at: path), NameForm.type.text(state.name.text) == name else { return }
      note(index, state.name, state.isRegion ? .region : .state, own, .type)
    default:
      if let alias = own.aliases.first(where: { $0.name.text == name }) { note(index, alias.name, .typeAlias, own) }
    }
  }

  /// Notes the name of a wrapper; returns whether there is one.
  private mutating func noteWrapper(at index: Int) -> Bool {
    guard let (name, kind, outline) = types.wrapper(text(index)) else { return false }
    note(index, name, kind, outline, kind == .machine ? .wrapper : .itself)
    return true
  }

  // MARK: Members

  /// Reads a name after a dot, which belongs to the operand before it.
  mutating func readMember(at index: Int) {
    let name = text(index)
    frame.path.append(name)
    switch frame.operand {
    case .type(let type): readMember(at: index, ofType: type)
    case .value(let type): readMember(at: index, of: type)
    }
  }

  private mutating func readMember(at index: Int, ofType type: KnownType) {
    if let inner = types.path(frame.path, in: frame.scope) { return readType(index, inner) }
    if case .machine = type { return readMember(at: index, of: type) }
    readCase(at: index - 1, of: type)
  }

  mutating func readMember(at index: Int, of type: KnownType) {
    let name = text(index)
    switch type {
    case .machine(let machine):
      guard let own = types.names(of: machine) else { return set(.unknown) }
      if name == "state" { return set(.state(machine, path: [])) }
      if name == "init" { return callInitializer(of: machine) }
      if readMethod(at: index, own) { return }
      frame.callee = Call(alternatives: (functions[name] ?? []) + (own.calls[name] ?? []), scope: machine)
      if let member = own.outline.members.first(where: { $0.label?.text == name }), let label = member.label {
        note(index, label, .property, own.outline)
        return set(types.type(member.type, in: machine))
      }
      set(computed[name] ?? .unknown)
    case .state where name == "name": set(named(type))
    case .state where noteQuery(at: index, of: type): set(.other)
    case .unknown, .state:
      if !type.isKnown, let inner = types.path(frame.path, in: frame.scope) { return readType(index, inner) }
      for machine in machines(at: index) where types.names(of: machine)?.members.contains(name) == true {
        if !known.contains(range(index).lowerBound) { leave(index - 1..<index + 1, machine) }
      }
      set(.unknown)
    case .other: set(.other)
    case .event, .output, .answer, .tuple, .list, .optional: set(.unknown)
    }
  }

  /// Notes a group's property, such as `isOpen`; returns whether there is one.
  private mutating func noteQuery(at index: Int, of type: KnownType) -> Bool {
    guard case .state(let machine, _, _) = type, let own = types.names(of: machine)?.outline,
      let group = own.groups.first(where: { NameForm.query.text($0.text) == text(index) })
    else { return false }
    note(index, group, .group, own, .query)
    return true
  }

  /// Returns the machines to which Swift at a place may refer: outside of machines, all machines of the file.
  private func machines(at index: Int) -> [String] {
    (frame.ownType.machine ?? body(at: tokens[index].start)).map { [$0] } ?? bodies.map(\.machine)
  }

  // MARK: Cases

  /// Reads a case of a type that is known, or expected there.
  mutating func readCase(at dot: Int, of written: KnownType) {
    let name = dot + 1
    let isOfOptional = if case .optional = written { ["none", "some"].contains(text(name)) } else { false }
    let type = isOfOptional ? .other : written.unwrapped
    let hasList = name + 1 < tokens.count && isByte(name + 1, Ascii.leftParen) && !tokens[name + 1].followsNewline
    let end = hasList ? max(closers[name + 1], name + 1) + 1 : name + 1
    let range = SourceRange(tokens[dot].start, tokens[end - 1].end)
    if case .unknown = type {
      if !known.contains(self.range(name).lowerBound) {
        for machine in machines(at: dot) where types.names(of: machine)?.cases.contains(text(name)) == true {
          leave(dot..<end, machine)
        }
      }
    } else if let machine = type.machine, let outline = types.names(of: machine)?.outline {
      guard range.upperBound - range.lowerBound < Self.longestCase else { return leave(dot..<end, machine) }
      read(range, of: type, outline)
      if let parameters = types.names(of: machine)?.parameters(of: text(name), in: type) {
        frame.callee = Call(alternatives: [parameters], scope: machine, outline: outline, outcome: type)
      }
    }
    set(type)
  }

  private mutating func read(_ range: SourceRange, of type: KnownType, _ outline: MachineOutline) {
    let types = types
    var reader = SubmachineReader(source, range, isPattern: frame.isPattern, find: types.outline)
    switch type {
    case .state(_, let path, _): reader.readState(in: path, of: outline)
    case .event: reader.readEvent(of: outline)
    case .output: reader.readOutput(of: outline)
    case .answer(_, let action): reader.readAnswer(of: outline, action)
    default: break
    }
    for found in reader.found where known.insert(found.range.lowerBound).inserted { self.found.append(found) }
  }

  // MARK: Notes

  mutating func set(_ type: KnownType) { frame.operand = .value(type) }

  mutating func note(
    _ index: Int, _ name: MachineOutline.Name, _ kind: Occurrence.Kind, _ outline: MachineOutline,
    _ form: NameForm = .itself
  ) {
    let range = range(index)
    guard known.insert(range.lowerBound).inserted else { return }
    found.append(.init(range: range, name: name, kind: kind, outline: outline, form: form))
  }

  mutating func leave(_ range: Range<Int>, _ machine: String) {
    let text = SourceRange(tokens[range.lowerBound].start, tokens[range.upperBound - 1].end)
    unread.append(UnreadSwift(range: text, machine: machine))
  }

  mutating func declare(_ name: String, _ type: KnownType) {
    locals[name, default: []].append(type)
    declared.append(name)
  }

  /// Removes the names that have been declared after the first ones.
  mutating func forgetLocals(to count: Int) {
    while declared.count > count, let name = declared.popLast() { _ = locals[name]?.popLast() }
  }

  var localCount: Int { declared.count }

  /// The type of the current operand, as far as it has been read.
  var operandType: KnownType { if case .value(let type) = frame.operand { type } else { .unknown } }
}
