import StateMachineSyntax

/// Where in a statement a place is, as far as the text before it tells: what is being typed is mostly no statement yet,
/// and the parser has no node for it.
struct StatementContext {
  /// The part of a statement at a place.
  enum Place: Equatable {
    /// The first word of a statement.
    case start
    /// Behind the first word of a statement, which is a keyword: what may follow.
    case behind(keyword: String)
    case source
    case target
    case trigger
    case guardCondition
    case effect
    /// Behind `raise`.
    case raisedEvent
    /// Swift in braces.
    case block
    /// The type of a payload, a property or anything else of Swift's.
    case type
    /// A state's machine, behind `:`.
    case submachine
  }

  /// A list in parentheses that is open at the place.
  struct Call: Equatable {
    /// The path before its parenthesis, its names apart.
    var path: [String]
    /// The path before the parenthesis around it, where a dot begins the name: `busy` in `busy(.working(`.
    var owner: [String]?
    /// The place that the name stands in.
    var place: Place
    /// Which of its items is being written, counted from 0.
    var item: Int
    /// Where that item begins.
    var itemStart: Int
    /// The labels that are written already.
    var labels: [String] = []
  }

  /// The patterns of a list behind a source or an event: one for each field that it names.
  struct PatternList: Equatable {
    struct Item: Equatable {
      var label: String?
      /// The names that it may bind.
      var names: [String] = []
      /// Is true where it is more than a name: it looks into the field.
      var isDeep = false
    }

    /// The path before the parenthesis, its names apart.
    var path: [String]
    var items = [Item()]

    /// The item that is being read.
    var last: Item {
      get { items[items.count - 1] }
      set { items[items.count - 1] = newValue }
    }
  }

  private(set) var place = Place.start
  /// The words of the first column, before an arrow or a colon.
  private(set) var sources: [[String]] = []
  /// The events that are written already.
  private(set) var events: [String] = []
  private(set) var call: Call?
  /// The lists behind sources and events.
  private(set) var patterns: [PatternList] = []
  /// The keyword that the statement begins with, where it is no row.
  private(set) var keyword: String?
  /// The name behind that keyword.
  private(set) var firstName: String?
  /// The names that the payload of an event gives, where its declaration stands before the place.
  private(set) var parameters: [String] = []
  /// The enum of answers of an event whose default answer is being written: the `OnClose` of `-> OnClose = .`
  private(set) var answer: String?
  /// Is true for a row for `*` that excepts nothing yet.
  private(set) var mayExcept = false
  /// Is true where a dot stands before the place.
  private(set) var isBehindDot = false
  /// The names before a dot that stands before the place: `player` in `player.pau`.
  private(set) var path: [String] = []

  /// Is true where Swift may stand at the place.
  var mayBeSwift: Bool {
    switch place {
    case .guardCondition, .block, .type: true
    case .effect, .target, .source, .trigger, .raisedEvent: call != nil
    case .start, .behind, .submachine: false
    }
  }

  private static let longestStatement = 4_000

  init(_ bytes: [UInt8], at offset: Int) {
    let tokens = Self.tokens(bytes, from: Self.start(bytes, at: offset), to: offset)
    read(tokens, behindWord: offset)
  }

  // MARK: Statements

  /// Where the statement begins that a place is in: the line, and those before it that go on in it.
  private static func start(_ bytes: [UInt8], at offset: Int) -> Int {
    var start = lineStart(bytes, offset)
    while start > 0, offset - start < longestStatement {
      let first = bytes[start..<offset].first { $0 != 0x20 && $0 != 0x09 }
      let before = lineStart(bytes, start - 1)
      let last = lastByte(bytes, before, start)
      let isOpen = first.map { [UInt8(ascii: "["), UInt8(ascii: "/"), UInt8(ascii: ",")].contains($0) } ?? false
      let isComment = bytes[start..<offset].drop { $0 == 0x20 || $0 == 0x09 }.starts(with: [0x2F, 0x2F])
      let goesOn = last.map {
        [UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "/"), UInt8(ascii: ">")].contains($0)
      }
      guard isOpen && !isComment || goesOn ?? false else { break }
      start = before
    }
    return start
  }

  private static func lineStart(_ bytes: [UInt8], _ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != 0x0A, bytes[start - 1] != 0x0D { start -= 1 }
    return start
  }

  /// The last byte of a line that is neither blank nor part of a `//` comment.
  private static func lastByte(_ bytes: [UInt8], _ start: Int, _ end: Int) -> UInt8? {
    tokens(bytes, from: start, to: end).last.map { bytes[$0.range.upperBound - 1] }
  }

  // MARK: Tokens

  struct Token {
    enum Kind { case word, arrow, mark, literal }
    var kind: Kind
    var range: Range<Int>
    var text: String
  }

  /// Words, arrows and single marks; comments are left out, and a string is one token.
  private static func tokens(_ bytes: [UInt8], from start: Int, to end: Int) -> [Token] {
    var tokens: [Token] = []
    var index = start
    func add(_ kind: Token.Kind, _ upTo: Int) {
      tokens.append(Token(kind: kind, range: index..<upTo, text: String(decoding: bytes[index..<upTo], as: UTF8.self)))
      index = upTo
    }
    while index < end {
      let byte = bytes[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index += 1
      } else if isWord(byte) {
        var next = index
        while next < end, isWord(bytes[next]) { next += 1 }
        add(.word, next)
      } else if byte == UInt8(ascii: "`") {
        var next = index + 1
        while next < end, bytes[next] != byte, bytes[next] != 0x0A { next += 1 }
        add(.word, min(next + 1, end))
      } else if byte == UInt8(ascii: "\"") {
        var next = index + 1
        while next < end, bytes[next] != byte, bytes[next] != 0x0A {
          next += bytes[next] == UInt8(ascii: "\\") ? 2 : 1
        }
        add(.literal, min(next + 1, end))
      } else if bytes[index..<end].starts(with: [0x2F, 0x2F]) {
        while index < end, bytes[index] != 0x0A { index += 1 }
      } else if bytes[index..<end].starts(with: [0x2D, 0x3E]) {
        add(.arrow, index + 2)
      } else {
        add(.mark, index + 1)
      }
    }
    return tokens
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }

  // MARK: Reading

  private static let keywords: Set<String> = [
    "state", "initial", "final", "event", "output", "choice", "region", "group", "effect", "guard", "var", "let",
    "typealias", "entry", "exit", "do", "unhandled", "defer", "wrapper", "interface", "action", "import", "machine",
    "history", "private", "public",
  ]

  private mutating func read(_ all: [Token], behindWord offset: Int) {
    var tokens = all[...]
    // The word at the place is being written.
    if let last = tokens.last, last.kind == .word, last.range.upperBound == offset { tokens.removeLast() }
    isBehindDot = tokens.last?.text == "."
    path = Self.path(beforeDot: tokens)
    guard let first = tokens.first else { return }
    var keyword = first.kind == .word && Self.keywords.contains(first.text) ? first.text : nil
    if let word = keyword, word == "initial" || word == "final",
      let state = tokens.first(where: { $0.text == "state" })
    {
      keyword = "state"
      tokens = tokens.drop { $0.range.lowerBound < state.range.lowerBound }
    }
    self.keyword = keyword
    if keyword != nil { firstName = tokens.dropFirst().first { $0.kind == .word }.map { Self.bare($0.text) } }
    mayExcept = first.text == "*" && !tokens.contains { $0.text == "except" }
    place = keyword.map { .behind(keyword: $0) } ?? .source
    var brackets: [(mark: String, place: Place, call: Call?)] = []
    var words: [String] = []
    for (index, token) in zip(tokens.indices, tokens) {
      switch token.text {
      case "(", "[", "{":
        brackets.append((token.text, place, call))
        if token.text == "(" {
          let path = Self.path(tokens[..<index])
          let isBehindDot = tokens[..<index].dropLast(path.isEmpty ? 0 : 1).last?.text == "."
          call = Call(
            path: path, owner: path.count == 1 && isBehindDot ? call?.path : nil, place: place, item: 0,
            itemStart: token.range.upperBound)
          if brackets.count == 1, place == .source || place == .trigger {
            patterns.append(PatternList(path: call?.path ?? []))
          }
          if keyword != nil, case .behind = place { place = .type }
        } else if token.text == "[", brackets.count == 1, call == nil {
          place = .guardCondition
        } else if token.text == "{" {
          if keyword != nil, case .behind = place {
            // A body: what follows is a statement of it.
            self = StatementContext()
            read(Array(tokens[(index + 1)...]) + all.suffix(all.count - tokens.endIndex), behindWord: offset)
            return
          }
          if brackets.count == 1 { place = .block }
        }
      case ")", "]", "}":
        guard let opener = brackets.popLast() else { continue }
        place = token.text == "]" && brackets.isEmpty ? .trigger : opener.place
        call = opener.call
      case "," where !brackets.isEmpty:
        call?.item += 1
        call?.itemStart = token.range.upperBound
        if brackets.count == 1, brackets[0].place == .source || brackets[0].place == .trigger, brackets[0].mark == "(" {
          patterns[patterns.count - 1].items.append(PatternList.Item())
        }
      default:
        guard brackets.isEmpty else {
          readItem(token, before: index > tokens.startIndex ? tokens[index - 1].text : "", brackets)
          continue
        }
        step(token, keyword, &words)
      }
    }
    if place == .source { sources = Self.split(words) }
  }

  private init() {}

  /// A token within brackets: a label, or a name that a pattern may bind.
  private mutating func readItem(
    _ token: Token, before: String, _ brackets: [(mark: String, place: Place, call: Call?)]
  ) {
    let isPattern = brackets[0].mark == "(" && (brackets[0].place == .source || brackets[0].place == .trigger)
    if token.text == ":" {
      call?.labels.append(Self.bare(before))
      if keyword == "event", brackets.count == 1, place == .type { parameters.append(Self.bare(before)) }
      if isPattern, brackets.count == 1 {
        patterns[patterns.count - 1].last = PatternList.Item(label: Self.bare(before))
      }
    } else if isPattern, token.kind != .word {
      patterns[patterns.count - 1].last.isDeep = true
    } else if isPattern, before != ".", !["let", "var"].contains(token.text) {
      patterns[patterns.count - 1].last.names.append(Self.bare(token.text))
    }
  }

  /// The names of a path before a dot that stands last, with arguments behind its names left out.
  private static func path(beforeDot tokens: ArraySlice<Token>) -> [String] {
    var path: [String] = []
    var rest = tokens
    while rest.last?.text == "." {
      rest.removeLast()
      if rest.last?.text == ")" {
        var depth = 0
        repeat {
          if rest.last?.text == ")" { depth += 1 }
          if rest.last?.text == "(" { depth -= 1 }
          rest.removeLast()
        } while depth > 0 && !rest.isEmpty
      }
      guard let name = rest.last, name.kind == .word else { break }
      path.insert(bare(name.text), at: 0)
      rest.removeLast()
    }
    return path
  }

  /// A token outside of all brackets.
  private mutating func step(_ token: Token, _ keyword: String?, _ words: inout [String]) {
    switch token.text {
    case "->":
      if keyword == "event" {
        place = .type
      } else if keyword == "output" {
        place = .trigger
      } else {
        if place == .source { sources = Self.split(words) }
        place = .target
      }
      words = []
    case ":":
      switch keyword {
      case nil:
        if place == .source { sources = Self.split(words) }
        place = .trigger
      case "state": place = .submachine
      default: place = .type
      }
      words = []
    case "/":
      if place == .source { sources = Self.split(words) }
      place = .effect
      words = []
    case "=":
      switch keyword {
      case "group": place = .source
      case "effect": place = .effect
      case "guard": place = .guardCondition
      default:
        if keyword == "event", place == .type { answer = words.last.map(Self.bare) }
        place = place == .effect ? .block : .type
      }
    case "raise" where place == .effect: place = .raisedEvent
    case "," where place == .raisedEvent || place == .block: place = .effect
    default:
      if place == .trigger, token.kind == .word { events.append(Self.bare(token.text)) }
      words.append(token.text)
    }
  }

  /// The names of a path that ends before a parenthesis.
  private static func path(_ tokens: ArraySlice<Token>) -> [String] {
    var path: [String] = []
    var rest = tokens
    while let last = rest.popLast(), last.kind == .word {
      path.insert(bare(last.text), at: 0)
      guard rest.last?.text == "." else { break }
      rest.removeLast()
    }
    return path
  }

  /// `a, b.c` as paths.
  private static func split(_ words: [String]) -> [[String]] {
    words.split(separator: ",").map { $0.filter { $0 != "." }.map(bare) }
  }

  private static func bare(_ word: String) -> String {
    word.hasPrefix("`") && word.hasSuffix("`") && word.count > 2 ? String(word.dropFirst().dropLast()) : word
  }
}
