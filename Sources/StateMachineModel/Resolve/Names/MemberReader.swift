import StateMachineSyntax

/// Reads all Swift in a file, including that in rows, and finds names of machines' declarations in it:
/// `.waiting(attempts: n)`, `State.open`, `self.limit`, `Self(limit: 3)`, `sent(1)`.
///
/// The reader follows brackets and statements. For each expression it knows the type that Swift expects there, as far
/// as the file shows it: after `return`, in an argument, after `case` in a `switch`. It skips a name that may mean
/// something else than a machine's declaration, so that renaming the declaration does not change it.
struct MemberReader {
  /// The facts that the reader knows about the code between two matching brackets. The outermost frame is for the whole
  /// file.
  struct Frame {
    enum Kind { case braces, call, list }
    enum Operand: Equatable {
      case value(KnownType)
      case type(KnownType)
    }

    var kind = Kind.braces
    /// The function or case whose list in parentheses is being read.
    var call = Call()
    /// The function or case whose name was read last, such as `open` in `.open(3)`. If a list in parentheses follows,
    /// the frame of this list gets it as its `call`.
    var callee = Call()
    /// The full name of the type around the brackets. Names of types are looked up in it first.
    var scope = ""
    var ownType = KnownType.unknown
    /// The type that Swift expects after `return`.
    var result = KnownType.unknown
    /// The type that Swift expects of an expression that is a statement by itself.
    var value = KnownType.unknown
    /// The type of the value that the patterns after `case` match; nil where no value is matched.
    var subject: KnownType?
    /// The type that Swift expects of the whole expression that is being read.
    var whole = KnownType.unknown
    /// The type that Swift expects of the next operand.
    var expected = KnownType.unknown
    /// The operand as far as it has been read.
    var operand = Operand.value(.unknown)
    var path: [String] = []
    /// Whether the reader is between a `case` and its colon.
    var isCase = false
    var isPattern = false
    var bindsAll = false
    var conditionals = 0
    var colon: Int?
    var arrow: Int?
    var first = 0
    var index = 0
    /// If Swift expects a tuple of known types here, these are the types of its values. Otherwise, these are the types
    /// of the values in the brackets that have been read so far.
    var items: [KnownType] = []
    /// Whether the brackets are parentheses around a value or a tuple, and not a list of arguments.
    var isGroup = false
    var localCount = 0
    var mayBeSignature = true
    /// Whether the brackets contain statements of a machine, such as rows, and not Swift. A name that a pattern binds
    /// in one statement is unknown in the next.
    var isBody = true
    /// The contents of the next pair of braces, if the code before the braces shows them: a function after `func f()`,
    /// a branch after `if isOpen`. Nil if it does not.
    var pending: Body?
    /// The type that Swift expects of a value in a branch of an `if` or a `switch`.
    var branches = KnownType.unknown
  }

  /// The parameters of the function or case whose list in parentheses is being read.
  struct Call {
    /// The lists of parameters that the call may have, one for each declaration of the name.
    var alternatives: [[MachineNamesInSwift.Parameter]] = []
    /// The full name of the type in which the types of the parameters are looked up.
    var scope = ""
    /// The outline of the machine that declares the labels; nil if no machine does.
    var outline: MachineOutline?
    var outcome: KnownType?
  }

  /// The contents of braces: a function with its result and parameters, a branch, the cases of a `switch`, or a type.
  enum Body {
    case function(KnownType, [(String, KnownType)])
    case branch(KnownType)
    case cases(value: KnownType)
    case type(scope: String, KnownType)
  }

  let source: SourceFile
  let tokens: [SwiftToken]
  /// The index of the closing bracket for each opening bracket.
  let closers: [Int]
  var types: KnownTypes
  let results: [Int: String]
  /// The offsets of names that need not be added to `found`. An earlier pass or this reader has collected them already.
  private var known: Set<Int>
  /// The bodies of the file's machines, in order, with the machines' names.
  private let bodies: [(range: SourceRange, machine: String)]
  /// The ranges of Swift: of blocks in the bodies of machines, and of the text outside of machines.
  private let swift: [SourceRange]
  var frame = Frame()
  var frames: [Frame] = []
  private(set) var locals: [String: [KnownType]] = [:]
  private var declared: [String] = []
  /// The parameters of the functions in the file's Swift, by the functions' names.
  private var functions: [String: [[MachineNamesInSwift.Parameter]]] = [:]
  /// The types of the computed properties in the file's Swift, by the properties' names.
  private var computed: [String: KnownType] = [:]
  private(set) var found: [SubmachineReader.Found] = []
  private(set) var unread: [UnreadSwift] = []

  /// The limit for the length of a case with its payload, in bytes. A longer case is skipped. Cases within a payload
  /// are read again for each case around them, which would take too long.
  private static let longestCase = 2_000
  /// The limit for a search, in tokens. Searched are the ends of loops' heads, of patterns and of functions' names.
  /// Without it, each of many unfinished loops could search the whole file.
  static let longestHead = 60
  /// Whether `typeAhead` is reading later tokens, only to find a type.
  var isAhead = false

  init(_ source: SourceFile, _ tree: SyntaxTree, _ context: MachineContext, _ occurrences: Occurrences) {
    self.source = source
    tokens = SwiftLexer.tokens(of: source.bytes, in: SourceRange(0, source.bytes.count))
    closers = tokens.closers
    types = KnownTypes(context)
    results = occurrences.resultTypes
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
    if isWord(index, "func"), let opener = opener(after: index + 1), closers[opener] > opener {
      functions[name, default: []].append(parameters(between: opener, closers[opener]))
    } else if isWord(index, "var"), isByte(index + 2, Ascii.colon), let brace = endOfType(from: index + 3),
      brace < tokens.count, isByte(brace, Ascii.leftBrace)
    {
      let type = types.type(text(index + 3..<brace), in: body(at: tokens[index].start) ?? "")
      computed[name] = computed[name].map { $0 == type ? type : .unknown } ?? type
    }
  }

  /// Returns the index of the `(` after the name of a function and its generic parameters. Nil if something other than
  /// `(` follows.
  ///
  /// - Parameter name: the index of the name.
  func opener(after name: Int) -> Int? {
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

  /// Returns the index of the token after a type. Brackets in the type are skipped. Nil if one of these brackets is not
  /// closed.
  func endOfType(from start: Int) -> Int? {
    var index = start
    while index < tokens.count {
      if isByte(index, Ascii.leftParen) || isByte(index, Ascii.leftBracket) {
        guard closers[index] > index else { return nil }
        index = closers[index] + 1
        continue
      }
      let isEnd =
        // A type ends before `=`, any sign but a dot, `where` or `in`, or at the line's end.
        isEquals(index) || tokens[index].kind == .punctuation && !isByte(index, Ascii.dot)
        || index > start && tokens[index].followsNewline || isWord(index, "where") || isWord(index, "in")
      if isEnd { return index }
      index += 1
    }
    return index
  }

  /// Returns the name of the machine whose body contains an offset. Nil if the offset is outside of machines.
  func body(at offset: Int) -> String? {
    Self.last(of: bodies.map(\.range), at: offset).map { bodies[$0].machine }
  }

  func isInSwift(_ index: Int) -> Bool { Self.last(of: swift, at: tokens[index].start) != nil }

  /// Returns the index of the range that contains an offset, or nil if none of the ranges does. The ranges must be in
  /// ascending order.
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

  /// Returns whether a dot begins an expression, as in `.open`, and does not follow a value, as in `door.open`.
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

  /// Reads a name that does not follow a dot, and sets the type of the operand that it begins.
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

  /// Reads the name at an index as a call of an event's method, such as `sent(1)`. Returns false if it is no such call,
  /// or if several events have the name.
  ///
  /// - Parameter own: the names of the machine with the method.
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

  /// Reads a name as a type of a machine. Arguments of the type's initializer may follow it.
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
    case .result(_, let action) where action == name:
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

  /// Adds the name at an index to `found` if it is the name of a wrapper. Returns whether it is.
  private mutating func noteWrapper(at index: Int) -> Bool {
    guard let (name, kind, outline) = types.wrapper(text(index)) else { return false }
    note(index, name, kind, outline, kind == .machine ? .wrapper : .itself)
    return true
  }

  // MARK: Members

  /// Reads a name after a dot as a member of the operand before the dot.
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

  /// Reads the name at an index as a member of a type. Sets the type of the operand to that of the member. Adds the
  /// name to `found` if it is the name of a machine's declaration.
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
    case .event, .output, .result, .tuple, .list, .optional: set(.unknown)
    }
  }

  /// Adds the name at an index to `found` if it is the name of a group's generated property, such as `isOpen`. Returns
  /// whether it is.
  ///
  /// - Parameter type: the type whose member the name is.
  private mutating func noteQuery(at index: Int, of type: KnownType) -> Bool {
    guard case .state(let machine, _, _) = type, let own = types.names(of: machine)?.outline,
      let group = own.groups.first(where: { NameForm.query.text($0.text) == text(index) })
    else { return false }
    note(index, group, .group, own, .query)
    return true
  }

  /// Returns the machines whose declarations Swift at an index can name. In the body or an extension of a machine, this
  /// is that machine. Elsewhere, these are all machines of the file.
  private func machines(at index: Int) -> [String] {
    (frame.ownType.machine ?? body(at: tokens[index].start)).map { [$0] } ?? bodies.map(\.machine)
  }

  // MARK: Cases

  /// Reads a case, `.open(persons: 3)`, and the names in its payload.
  ///
  /// - Parameters:
  ///   - dot: the index of the dot.
  ///   - written: the type of the case: the type before the dot, or the expected type.
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
    case .result(_, let action): reader.readResult(of: outline, action)
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

  /// Removes the names of local variables at the end of their scope. The first `count` variables are kept.
  mutating func forgetLocals(to count: Int) {
    while declared.count > count, let name = declared.popLast() { _ = locals[name]?.popLast() }
  }

  var localCount: Int { declared.count }

  /// The type of the value that has been read so far. In `door.state`, this is first the type of `door`, then that of
  /// `door.state`. Unknown if no value has been read, but the name of a type, such as `Door`.
  var operandType: KnownType { if case .value(let type) = frame.operand { type } else { .unknown } }
}
