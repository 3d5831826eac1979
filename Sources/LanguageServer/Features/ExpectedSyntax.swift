import StateMachineSyntax

/// The syntax that the parser expects at a place of a text, with the parts before the place in its statement. The
/// parser reads the text up to there and returns the parts that have begun; this type reads their names and lists.
struct ExpectedSyntax {
  /// A list in parentheses that is open at the place for which syntax is expected.
  struct Call {
    /// The path before the parenthesis, as its names: `busy` and `working` in `busy.working(`.
    var path: [String]
    /// The path before the enclosing parenthesis, if the list's name begins with a dot: `busy` in `busy(.working(`.
    var owner: [String]?
    /// The index of the list's item that is being written.
    var item = 0
    /// The offset at which the item that is being written begins.
    var itemStart: Int
    /// The labels that the list has already.
    var labels: [String] = []
  }

  /// The patterns in a list behind a source or an event, one for each field of the list.
  struct PatternList {
    struct Item {
      var label: String?
      /// The names that the pattern can bind.
      var names: [String] = []
      /// Whether the pattern is more than a name, so that it matches parts of the field.
      var isDeep = false
    }

    /// The names of the path before the list's parenthesis.
    var path: [String]
    var items = [Item()]
  }

  /// The kind of part, within the statement, that contains the place.
  let place: SyntaxPart.Kind
  /// The keyword at the beginning of the statement; nil if the statement is a row.
  let keyword: Keyword?
  /// The name that follows the keyword; nil if there is none.
  let firstName: String?
  /// The paths of the row's sources, which are before an arrow or a colon.
  let sources: [[String]]
  /// The events of the row that are written already.
  let events: [String]
  /// The lists of patterns behind the row's sources and events.
  let patterns: [PatternList]
  /// The labels of an event's payload, if the place is in the event's declaration.
  let parameters: [String]
  /// The action whose case is expected as an event's default result: `OnClose` in `-> OnClose = .`; otherwise nil.
  let answer: String?
  /// Whether the statement is a row for `*` that has no `except` yet.
  let mayExcept: Bool
  let call: Call?
  /// Whether the place is directly behind a dot.
  let isBehindDot: Bool
  /// The names of the path before the dot that precedes the place: `player` in `player.pau`.
  let path: [String]

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
    let heads = all { if case .behind = $0 { true } else { false } }
    let sources = all { $0 == .source }
    let last = read.last
    var keyword: Keyword?
    var place = last?.kind ?? .end
    if case .behind(let word)? = heads.last?.kind { keyword = word }
    // For the parser, an access level alone is a source.
    if place == .source, let name = sources.first?.paths.first?.first, let access = AccessLevel(rawValue: name) {
      keyword = Keyword(rawValue: access.rawValue)
      place = keyword.map { .behind($0) } ?? place
    }
    self.keyword = keyword
    self.place = place
    firstName = heads.last?.paths.first?.first
    self.sources = sources.flatMap(\.paths)
    events = all { $0 == .trigger }.flatMap { $0.paths.flatMap { $0 } }
    patterns = all { $0 == .source || $0 == .trigger }.flatMap(\.lists)
    parameters = keyword == .event ? all { $0 == .type }.first.map(\.labels) ?? [] : []
    answer = last.flatMap { $0.kind == .type ? $0.nameBeforeEquals : nil }
    mayExcept = sources.first.map { $0.isWildcard && !$0.paths.contains { $0.contains("except") } } ?? false
    call = last?.calls.last ?? nil
    isBehindDot = last?.isBehindDot ?? false
    path = last?.path ?? []
  }

  /// Whether embedded Swift is possible at the place.
  var mayBeSwift: Bool {
    switch place {
    case .guardCondition, .swift, .type: true
    case .effect, .target, .source, .trigger, .raisedEvent: call != nil
    case .statement, .behind, .submachine, .end: false
    }
  }
}

/// Reads the names in one part of a statement, and the lists behind the names.
private struct PartReader {
  let kind: SyntaxPart.Kind
  /// The paths that commas separate, outside of brackets.
  private(set) var paths: [[String]] = []
  private(set) var lists: [ExpectedSyntax.PatternList] = []
  /// The labels in the first list of the part.
  private(set) var labels: [String] = []
  /// The brackets that are open at the end of the part; nil for brackets that are no lists of their own.
  private(set) var calls: [ExpectedSyntax.Call?] = []
  private(set) var nameBeforeEquals: String?
  private(set) var isWildcard = false
  private(set) var isBehindDot = false
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
    isBehindDot = tokens.last?.isPunctuation(Ascii.dot) ?? false
    path = path(beforeDot: tokens[...])
    for index in tokens.indices where !read(index) { break }
  }

  /// Whether the part has only names outside of brackets, so that an operator begins the next part.
  private var isOfNames: Bool {
    if case .behind = kind { true } else { [.source, .target, .trigger, .raisedEvent].contains(kind) }
  }

  private func text(_ token: SwiftToken) -> String {
    let isQuoted = token.byte == Ascii.backtick && token.end - token.start > 2
    let range = isQuoted ? token.start + 1..<token.end - 1 : token.start..<token.end
    return String(decoding: bytes[range], as: UTF8.self)
  }

  /// Reads the token at an index, and returns whether the token belongs to the part.
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
      let isBehindDot = tokens[..<index].dropLast(path.isEmpty ? 0 : 1).last?.isPunctuation(Ascii.dot) ?? false
      if calls.isEmpty { lists.append(ExpectedSyntax.PatternList(path: path)) }
      calls.append(
        ExpectedSyntax.Call(
          path: path, owner: path.count == 1 && isBehindDot ? calls.last??.path : nil, itemStart: token.end))
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

  /// Reads the token at an index within parentheses: a label, or a name that a pattern can bind.
  private mutating func readInList(_ index: Int) {
    let token = tokens[index]
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

  /// Returns the names of the path that ends before a parenthesis.
  private func path(before tokens: ArraySlice<SwiftToken>) -> [String] {
    guard let name = tokens.last, name.kind == .identifier else { return [] }
    return path(beforeDot: tokens.dropLast()) + [text(name)]
  }

  /// Returns the names of the path that ends with a dot, without arguments behind the names.
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
