import StateMachineSyntax

/// Says what can be written at the cursor, and which names the statement has before the cursor. For
/// `open -> closed : p`, a trigger can be written, and the source is `open`.
///
/// The parser reads the text up to the cursor and returns the parts of the last statement. This type reads the names in
/// these parts.
struct ExpectedSyntax {
  /// A list in parentheses that contains the cursor, such as `open(persons: 1, `. The closing parenthesis comes after
  /// the cursor or is not written yet.
  struct Call {
    /// The names before the parenthesis: `busy` and `working` in `busy.working(`.
    var path: [String]
    /// The names before the parenthesis of the enclosing list, for a list whose own name begins with a dot. In
    /// `busy(.working(`, the list of `.working` has the owner `busy`. Nil for other lists.
    var owner: [String]?
    /// The index of the list's element that contains the cursor: 1 after the first comma.
    var item = 0
    /// The offset at which the element that contains the cursor begins.
    var itemStart: Int
    /// The labels that are written in the list already.
    var labels: [String] = []
  }

  /// The patterns in the list after a source or an event, such as `open(persons: let n)`.
  struct PatternList {
    struct Item {
      var label: String?
      /// The names that the pattern can bind: `n` in `let n`.
      var names: [String] = []
      /// Whether the pattern is more than a name: `.some(n)` binds only a part of the field.
      var isDeep = false
    }

    /// The names before the parenthesis: `busy` and `working` in `busy.working(`.
    var path: [String]
    var items = [Item()]
  }

  /// The kind of the statement's part that contains the cursor. At the end of `open -> closed : p`, it is `trigger`.
  let place: SyntaxPart.Kind
  /// The keyword at the beginning of the statement: `state` in `state open`. Nil for a row.
  let keyword: Keyword?
  /// The name after the keyword: `open` in `state open`. Nil if no name is written yet.
  let firstName: String?
  /// The row's sources, each as the names of its path: `[["open"], ["busy", "working"]]` for `open, busy.working -> `.
  let sources: [[String]]
  /// The names of the events that are written in the row before the cursor.
  let events: [String]
  /// The lists of patterns that are written after the row's sources and events: `(persons: let n)` in
  /// `open(persons: let n)`.
  let patterns: [PatternList]
  /// The labels in the payload of an event that is being declared: `text` in `event word(text: String)`. Empty if the
  /// statement at the cursor declares no event.
  let parameters: [String]
  /// The name of an action, if the default result of an event can be written at the cursor: `OnClose` in
  /// `-> OnClose = .`. Nil at other places.
  let result: String?
  /// Whether `except` can be written: the statement is a row with the source `*`, which stands for all states, and it
  /// has no `except` yet.
  let mayExcept: Bool
  let call: Call?
  /// Whether a dot is directly before the word at the cursor.
  let isAfterDot: Bool
  /// The names before the dot that precedes the word at the cursor: `player` in `player.pau`. Empty if there is no dot.
  let path: [String]

  /// Reads the statement that contains an offset. The word at the offset is left out, because the user is still writing
  /// it.
  init(_ bytes: [UInt8], at offset: Int) {
    // The word at the place is unfinished, so it is not read.
    var end = min(offset, bytes.count)
    while end > 0, Ascii.continuesIdentifier(bytes[end - 1]) { end -= 1 }
    if end > 0, bytes[end - 1] == Ascii.backtick { end -= 1 }
    let parts = Parser.parts(ofLastStatementIn: SourceFile(path: "", bytes: Array(bytes[..<end])))
    let read = parts.indices.map { index in
      let next = index + 1 < parts.count ? parts[index + 1].start : end
      return PartReader(bytes, parts[index], to: max(parts[index].start, next))
    }
    func all(_ matches: (SyntaxPart.Kind) -> Bool) -> [PartReader] { read.filter { matches($0.kind) } }
    let heads = all { if case .after = $0 { true } else { false } }
    let sources = all { $0 == .source }
    let last = read.last
    var keyword: Keyword?
    var place = last?.kind ?? .end
    if case .after(let word)? = heads.last?.kind { keyword = word }
    // For the parser, an access level alone is a source.
    if place == .source, let name = sources.first?.paths.first?.first, let access = AccessLevel(rawValue: name) {
      keyword = Keyword(rawValue: access.rawValue)
      place = keyword.map { .after($0) } ?? place
    }
    self.keyword = keyword
    self.place = place
    firstName = heads.last?.paths.first?.first
    self.sources = sources.flatMap(\.paths)
    events = all { $0 == .trigger }.flatMap { $0.paths.flatMap { $0 } }
    patterns = all { $0 == .source || $0 == .trigger }.flatMap(\.lists)
    parameters = keyword == .event ? all { $0 == .type }.first.map(\.labels) ?? [] : []
    result = last.flatMap { $0.kind == .type ? $0.nameBeforeEquals : nil }
    mayExcept = sources.first.map { $0.isWildcard && !$0.paths.contains { $0.contains("except") } } ?? false
    call = last?.calls.last ?? nil
    isAfterDot = last?.isAfterDot ?? false
    path = last?.path ?? []
  }

  /// Whether Swift can be written at the cursor.
  var mayBeSwift: Bool {
    switch place {
    case .guardCondition, .swift, .type: true
    case .effect, .target, .source, .trigger, .raisedEvent: call != nil
    case .statement, .after, .submachine, .end: false
    }
  }
}

/// Reads the names in one part of a statement, such as its sources, and the lists in parentheses after the names.
private struct PartReader {
  let kind: SyntaxPart.Kind
  /// The names of each path outside of brackets. Commas separate the paths: `[["open"], ["ajar"]]` for `open, ajar`.
  private(set) var paths: [[String]] = []
  private(set) var lists: [ExpectedSyntax.PatternList] = []
  /// The labels in the first list in parentheses of the part.
  private(set) var labels: [String] = []
  /// The brackets that are still open at the end of the part, the innermost last. The value for a parenthesis is its
  /// own list. The value for a square bracket or a brace is the list around it, or nil if there is none. For
  /// `open(a: [`, both values are the list of `open`.
  private(set) var calls: [ExpectedSyntax.Call?] = []
  private(set) var nameBeforeEquals: String?
  private(set) var isWildcard = false
  private(set) var isAfterDot = false
  private(set) var path: [String] = []

  private let bytes: [UInt8]
  private var tokens: [SwiftToken] = []

  init(_ bytes: [UInt8], _ part: SyntaxPart, to end: Int) {
    self.bytes = bytes
    kind = part.kind
    var lexer = SwiftLexer(bytes: bytes, from: part.start, to: end)
    var token = lexer.next()
    while token.kind != .end {
      tokens.append(token)
      token = lexer.next()
    }
    isWildcard = tokens.first?.byte == Ascii.asterisk
    isAfterDot = tokens.last?.isPunctuation(Ascii.dot) ?? false
    path = path(beforeDot: tokens[...])
    for index in tokens.indices where !read(index) { break }
  }

  /// Whether the part consists only of names, commas, dots and lists in brackets, as a source or a target does. Another
  /// token outside of brackets, such as `->`, then ends the part.
  private var isOfNames: Bool {
    if case .after = kind { true } else { [.source, .target, .trigger, .raisedEvent].contains(kind) }
  }

  private func text(_ token: SwiftToken) -> String {
    let isQuoted = token.byte == Ascii.backtick && token.end - token.start > 2
    let range = isQuoted ? token.start + 1..<token.end - 1 : token.start..<token.end
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads the token at an index. Returns false if the token is the first one after the part.
  private mutating func read(_ index: Int) -> Bool {
    let token = tokens[index]
    guard token.kind == .punctuation else {
      guard calls.isEmpty else {
        readInList(index)
        return true
      }
      if token.kind == .identifier {
        if paths.isEmpty { paths.append([]) }
        paths[paths.count - 1].append(text(token))
      } else if token.byte == Ascii.equals {
        nameBeforeEquals = paths.last?.last
      } else if isOfNames, !isWildcard || index > 0 {
        return false
      }
      return true
    }
    switch token.byte {
    case Ascii.leftParen:
      let path = path(before: tokens[..<index])
      // The token before the list's name is tested or, for a list without a name, the token before its parenthesis.
      let isAfterDot = tokens[..<index].dropLast(path.isEmpty ? 0 : 1).last?.isPunctuation(Ascii.dot) ?? false
      if calls.isEmpty { lists.append(ExpectedSyntax.PatternList(path: path)) }
      calls.append(
        ExpectedSyntax.Call(
          path: path, owner: path.count == 1 && isAfterDot ? calls.last??.path : nil, itemStart: token.end))
    case Ascii.leftBracket, Ascii.leftBrace: calls.append(calls.last ?? nil)
    case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: return calls.popLast() != nil
    case Ascii.comma where calls.isEmpty: paths.append([])
    case Ascii.comma:
      let call = calls.count - 1
      calls[call]?.item += 1
      calls[call]?.itemStart = token.end
      if calls.count == 1, calls[0] != nil { lists[lists.count - 1].items.append(.init()) }
    case Ascii.colon where calls.isEmpty: return !isOfNames
    default: if !calls.isEmpty { readInList(index) }
    }
    return true
  }

  /// Reads the token at an index within brackets. In `open(persons: let n)`, the colon makes `persons` a label of the
  /// list. The name `n` is stored as a name that the pattern can bind.
  private mutating func readInList(_ index: Int) {
    let token = tokens[index]
    // The brackets contain patterns only if the outermost of them are a list in parentheses.
    guard index > 0, let list = lists.indices.last, calls.first.map({ $0 != nil }) ?? false else { return }
    let before = tokens[index - 1]
    let item = lists[list].items.count - 1
    if token.isPunctuation(Ascii.colon) {
      let (call, label) = (calls.count - 1, text(before))
      calls[call]?.labels.append(label)
      guard calls.count == 1 else { return }
      if lists.count == 1 { labels.append(label) }
      lists[list].items[item] = .init(label: label)
    } else if token.kind != .identifier {
      lists[list].items[item].isDeep = true
    } else if !before.isPunctuation(Ascii.dot), !["let", "var"].contains(text(token)) {
      let name = text(token)
      lists[list].items[item].names.append(name)
    }
  }

  /// Returns the names before a parenthesis: `busy` and `working` for the tokens of `busy.working`.
  private func path(before tokens: ArraySlice<SwiftToken>) -> [String] {
    guard let name = tokens.last, name.kind == .identifier else { return [] }
    return path(beforeDot: tokens.dropLast()) + [text(name)]
  }

  /// Returns the names before a dot, without the lists in parentheses after them: `busy` and `working` for the tokens
  /// of `busy(n: 1).working.`. Empty if the last token is no dot.
  private func path(beforeDot tokens: ArraySlice<SwiftToken>) -> [String] {
    var path: [String] = []
    var rest = tokens
    while rest.last?.isPunctuation(Ascii.dot) == true {
      rest.removeLast()
      var depth = 0
      while let last = rest.last, depth > 0 || last.isPunctuation(Ascii.rightParen) {
        if last.isPunctuation(Ascii.rightParen) { depth += 1 }
        if last.isPunctuation(Ascii.leftParen) { depth -= 1 }
        rest.removeLast()
        if depth == 0 { break }
      }
      guard let name = rest.popLast(), name.kind == .identifier else { break }
      path.insert(text(name), at: 0)
    }
    return path
  }
}
