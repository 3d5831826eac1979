import StateMachineSyntax

/// Reads a state diagram of Mermaid (https://mermaid.js.org/syntax/stateDiagram.html) or of PlantUML
/// (https://plantuml.com/state-diagram), which differ in their comments and in some words.
struct StateDiagramReader {
  var chart: Chart
  private let lines: [ChartLine]
  private var index = 0
  /// The names that `!define` and `!$name =` define, each with the text that replaces it.
  private var definitions: [(name: String, text: String)] = []
  /// For each open brace, whether it opens the body of a state.
  private var braces: [Bool] = []
  /// The state last read, to which notes without a name belong, and whose body a single `{` on the next line opens.
  private var lastState: Int?
  /// The comments before the next statement.
  var comments: [String] = []
  var states: [String: Int] = [:]
  /// The initial and final dots, by a key of their kind and body.
  var dots: [String: Int] = [:]
  /// The open bodies, the innermost last.
  var stack: [(node: Int, region: Int)] = [(Chart.root, 0)]
  /// All nodes in order. A moved node is appended again.
  var order: [Int] = []

  var isMermaid: Bool { chart.format == .mermaid }

  /// - Parameter range: the range of the chart in the file. The result is nil if it contains no chart.
  static func read(_ source: SourceFile, _ range: Range<Int>, _ format: ImportFormat, name: String) -> Chart? {
    let lines = ChartLine.lines(source.bytes, range)
    let begins: (ChartLine) -> Bool = format == .mermaid ? { isHeader($0.text) } : { !$0.text.isEmpty }
    let first = lines.first(where: begins)
    if format == .mermaid, first == nil { return nil }
    let place = first?.place ?? SourceRange(range.lowerBound, range.lowerBound)
    var reader = StateDiagramReader(chart: Chart(format: format, name: name, place: place), lines: lines)
    if format == .mermaid { reader.readFrontMatter() }
    reader.readLines()
    return reader.finish()
  }

  private init(chart: Chart, lines: [ChartLine]) { (self.chart, self.lines) = (chart, lines) }

  private static func isHeader(_ text: String) -> Bool {
    ["stateDiagram", "stateDiagram-v2"].contains(text.prefix { !$0.isWhitespace && $0 != ";" })
  }

  // MARK: Lines

  private mutating func readLines() {
    while index < lines.count, !(lines[index].text.hasPrefix("@enduml") && !isMermaid) {
      let line = lines[index]
      index += 1
      let text = isMermaid ? withoutComment(line) : joined(line)
      if !text.isEmpty { readStatement(text, line) }
    }
    if !braces.isEmpty { chart.findings.append(.notUnderstood(lines.last?.place ?? chart.place, "a '}' is missing")) }
  }

  /// Reads the title from the front matter, between two lines `---`, and skips lines before the diagram's first line.
  private mutating func readFrontMatter() {
    let start = lines.firstIndex { !$0.text.isEmpty } ?? 0
    if lines[start].text == "---", let end = lines[(start + 1)...].firstIndex(where: { $0.text == "---" }) {
      for line in lines[start..<end] where line.text.hasPrefix("title:") {
        chart.documentation.append(line.text.dropFirst(6).trimmedBlanks.trimmingQuotes)
      }
      index = end + 1
    }
    while index < lines.count, !Self.isHeader(lines[index].text) {
      if !withoutComment(lines[index]).isEmpty { chart.leaveOut("lines before 'stateDiagram'", lines[index].place) }
      index += 1
    }
    index += 1
    chart.comments = takeComments()
  }

  /// Returns a line of Mermaid without a comment, which begins with `%%`.
  private mutating func withoutComment(_ line: ChartLine) -> String {
    guard let range = line.text.firstRange(of: "%%") else { return line.text }
    let comment = line.text[range.upperBound...].trimmedBlanks
    if comment.first == "{" {
      chart.leaveOut("directives", line.place)
      return ""
    }
    if chart.isOwnPicture, comment.hasPrefix("region ") {
      chart.nodes[stack[stack.count - 1].node].regionNames[stack[stack.count - 1].region] = String(comment.dropFirst(7))
    } else {
      readComment(comment)
    }
    return line.text[..<range.lowerBound].trimmedBlanks
  }

  /// Returns a line of PlantUML joined with its continuation lines, without comments, and with definitions replaced.
  private mutating func joined(_ line: ChartLine) -> String {
    var text = line.text
    while text.hasSuffix("\\"), index < lines.count {
      text = text.dropLast() + " " + lines[index].text
      index += 1
    }
    while let start = text.firstRange(of: "/'") {
      let behind = text[start.upperBound...] + " " + (text.contains("'/") ? "" : skip { $0.contains("'/") }.last ?? "")
      let end = behind.firstRange(of: "'/")?.upperBound ?? behind.endIndex
      text = (text[..<start.lowerBound] + behind[end...]).trimmedBlanks
      chart.leaveOut("block comments", line.place)
    }
    for (name, value) in definitions where !text.hasPrefix("!") {
      guard let range = text.firstRange(of: name), text[range.upperBound...].first?.isNamePart != true,
        text[..<range.lowerBound].last?.isNamePart != true
      else { continue }
      text.replaceSubrange(range, with: value)
    }
    return text
  }

  private mutating func readComment(_ text: String) {
    if text.hasPrefix(ChartImport.mark) {
      chart.isOwnPicture = true
      return
    }
    let isLine: (Character) -> Bool = { "/=-*#~_ ".contains($0) }
    let text = String(text.drop(while: isLine).reversed().drop(while: isLine).reversed())
    if text.contains(where: \.isLetter) { comments.append(text) }
  }

  /// Returns the comments since the last statement, and clears them.
  mutating func takeComments() -> [String] {
    defer { comments = [] }
    return comments
  }

  /// Skips lines up to the first for which `isEnd` returns true, and returns them, that line included.
  @discardableResult
  private mutating func skip(to isEnd: (String) -> Bool) -> [String] {
    let start = index
    while index < lines.count, !isEnd(lines[index].text) { index += 1 }
    index = min(index + 1, lines.count)
    return lines[start..<index].map(\.text)
  }

  /// Returns the lines of a block up to its end, such as `end note`.
  private mutating func textLines(of word: String) -> [String] {
    skip { Self.ends(word, $0) }.filter { !Self.ends(word, $0) }
  }

  private static func ends(_ word: String, _ text: String) -> Bool {
    text.lowercased().filter { $0 != " " }.hasPrefix("end\(word)")
  }

  private mutating func skipBraces() {
    var depth = 1
    while index < lines.count, depth > 0 {
      for character in lines[index].text { depth += character == "{" ? 1 : character == "}" ? -1 : 0 }
      index += 1
    }
  }

  // MARK: Statements

  private mutating func readStatement(_ text: String, _ line: ChartLine) {
    if !isMermaid, text.hasPrefix("'") { return readComment(text.dropFirst().trimmedBlanks) }
    if !isMermaid, text.hasPrefix("!") { return readDirective(text, line) }
    if text.hasPrefix("@startuml") { return readName(text.dropFirst(9).trimmedBlanks.trimmingQuotes) }
    if text.first == "}" || Self.ends("state", text) {
      if braces.isEmpty { chart.findings.append(.notUnderstood(line.place, "a '}' too many")) }
      if braces.popLast() == true { stack.removeLast() }
    } else if text == "{", let lastState {
      open(lastState)
    } else if text.allSatisfy({ "-|= ".contains($0) }), text.hasPrefix("--") || text.hasPrefix("||") {
      beginRegion()
    } else if !readArrow(text, line), !readNote(text, line), !readStyle(text, line), !readState(text, line),
      !readText(text, line)
    {
      chart.doNotUnderstand(line)
    }
  }

  private mutating func open(_ node: Int) {
    braces.append(true)
    openBody(of: node)
  }

  private mutating func readName(_ name: String) {
    if !ChartWords.words(name).isEmpty { chart.name = name }
    chart.comments += takeComments()
  }

  /// Reads a line of PlantUML's preprocessor, such as `!define`.
  private mutating func readDirective(_ text: String, _ line: ChartLine) {
    var cursor = ChartCursor(text.dropFirst())
    if cursor.takeWord(of: ["include", "import", "includesub", "includeurl"]) {
      return chart.warn(line.place, "'\(Chart.quotation(text))' is not followed: import that file, too")
    }
    if cursor.takeWord(of: ["procedure", "function", "unquoted", "definelong"]) {
      skip { $0.hasPrefix("!end") }
      return chart.warn(line.place, "a macro is not followed: write out what it stands for")
    }
    let isDefinition = cursor.takeWord("define")
    let name = cursor.take { !$0.isWhitespace && $0 != "=" && $0 != "(" }
    cursor.skipBlanks()
    if isDefinition || cursor.take("=") { definitions.append((name, cursor.takeRest().trimmingQuotes)) }
    chart.leaveOut("lines of the preprocessor", line.place)
  }

  // MARK: Titles, notes and styles

  private static let styles: [ImportFormat: [String]] = [
    .mermaid: ["classdef", "class", "style", "click", "linkstyle", "hide", "scale"],
    .plantuml: [
      "hide", "show", "skinparam", "skin", "scale", "left", "top", "header", "footer", "caption", "autonumber",
      "mainframe", "set", "allowmixing", "allow_mixing", "newpage", "sprite", "remove", "url", "center", "right",
      "page", "<style>",
    ],
  ]
  private static let titles: [ImportFormat: [String]] = [
    .mermaid: ["title", "acctitle", "accdescr"], .plantuml: ["title", "legend"],
  ]

  private mutating func readStyle(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    let word = text.prefix { !$0.isWhitespace }.lowercased()
    if cursor.takeWord(of: Self.titles[chart.format] ?? []) {
      if !isMermaid, cursor.next == ":" { return false }
      readTitle(word, &cursor)
      return true
    }
    if isMermaid, cursor.takeWord("direction") {
      chart.leaveOut("directions", line.place)
    } else if cursor.takeWord(of: Self.styles[chart.format] ?? []), cursor.next != ":" {
      if word == "<style>" {
        skip { $0.hasPrefix("</style>") }
      } else if text.hasSuffix("{") {
        skipBraces()
      } else if ["header", "footer", "caption"].contains(word), cursor.isAtEnd {
        skip { Self.ends(word, $0) }
      }
      chart.leaveOut("styles", line.place)
    } else if text.hasSuffix("{"), !isMermaid, cursor.takeWord(of: ["together", "package", "rectangle", "json"]) {
      if word == "json" { skipBraces() } else { braces.append(false) }
      chart.leaveOut("frames", line.place)
    } else {
      return false
    }
    return true
  }

  /// Reads a title: on one line, on the lines up to `end title`, or in braces.
  private mutating func readTitle(_ word: String, _ cursor: inout ChartCursor) {
    if word == "legend" { _ = cursor.takeWord(of: Self.sides) }
    _ = cursor.take(":")
    var text = cursor.takeRest()
    if isMermaid, text.first == "{" {
      if !text.contains("}") { text += " " + skip { $0.contains("}") }.joined(separator: " ") }
      text = text.filter { $0 != "{" && $0 != "}" }
    }
    if chart.isOwnPicture, word == "title" {
      chart.name = ChartWords.plain(text)
      return
    }
    let texts = text.isEmpty && !isMermaid ? textLines(of: word) : [text]
    chart.documentation += texts.map(ChartWords.plain).filter { !$0.isEmpty }
  }

  private static let sides = ["left", "right", "center", "top", "bottom"]

  /// Reads a note, `note right of a : …` or with lines up to `end note`; returns false for any other line.
  private mutating func readNote(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    _ = cursor.takeWord("floating")
    guard cursor.takeWord("note"), cursor.next != ":" || lastState != nil else { return false }
    if let words = cursor.take(between: "\"", "\"") {
      chart.notes.append(ChartWords.plain(words))
      return true
    }
    let isFree = cursor.takeWord("as")
    _ = cursor.takeWord(of: Self.sides)
    let isOnLink = cursor.takeWord("on") && cursor.takeWord("link")
    var node = lastState
    if cursor.takeWord(of: ["of", "over"]) {
      node = state(cursor.take(between: "\"", "\"") ?? cursor.take { !$0.isWhitespace && $0 != ":" }, line.place)
    }
    cursor.skipBlanks()
    if cursor.next == "#" { _ = cursor.take { $0 != ":" && !$0.isWhitespace } }
    cursor.skipBlanks()
    let texts = cursor.take(":") && !isFree ? [cursor.takeRest()] : textLines(of: "note")
    let lines = texts.flatMap(ChartWords.lines).map(\.trimmedBlanks).filter { !$0.isEmpty }
    if isOnLink, !chart.arrows.isEmpty {
      chart.arrows[chart.arrows.count - 1].remarks.append(lines.joined(separator: " "))
    } else if !isFree, let node {
      // In our own Mermaid pictures, a note has the rows of a composite state.
      guard isMermaid, chart.isOwnPicture else {
        chart.nodes[node].documentation += lines
        return true
      }
      for text in texts { addText(text, to: node, line.place) }
    } else if !chart.isOwnPicture {
      chart.notes += lines
    }
    return true
  }

  // MARK: States

  /// Reads a state, `state "title" as id <<choice>> #color : text {`; returns false for any other line.
  private mutating func readState(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    guard cursor.takeWord("state") || !isMermaid && cursor.takeWord("frame"), cursor.next != ":" else { return false }
    var (id, title) = takeName(&cursor)
    if cursor.takeWord("as") {
      let (alias, quoted) = takeName(&cursor)
      (id, title) = quoted == nil ? (alias, title ?? id) : (id, quoted)
    }
    guard !id.isEmpty else { return false }
    let node = state(id, line.place, declares: true)
    lastState = node
    chart.nodes[node].comments += takeComments()
    if let title, title != id { chart.setTitle(title, of: node) }
    readMarks(&cursor, of: node, line)
    if cursor.take(":") {
      let text = cursor.takeRest()
      let opens = text.hasSuffix("{")
      addText(opens ? String(text.dropLast()) : text, to: node, line.place)
      cursor = ChartCursor(opens ? "{" : "")
    }
    if cursor.take("{") || cursor.takeWord("begin") {
      cursor.skipBlanks()
      if !cursor.take("}") { open(node) }
    }
    cursor.skipBlanks()
    if !cursor.isAtEnd, !cursor.take(";") { chart.doNotUnderstand(line) }
    return true
  }

  /// Reads the name of a state. A name in quotes is also returned as the title.
  private func takeName(_ cursor: inout ChartCursor) -> (id: String, title: String?) {
    let quoted = cursor.take(between: "\"", "\"")
    let end = isMermaid ? "\"{<:" : "\"{<:#"
    let id = quoted ?? cursor.take { !$0.isWhitespace && !end.contains($0) }
    cursor.skipBlanks()
    return (id, quoted)
  }

  /// Reads the stereotypes, tags, links and colors behind a state's name.
  mutating func readMarks(_ cursor: inout ChartCursor, of node: Int, _ line: ChartLine) {
    while true {
      cursor.skipBlanks()
      if let stereotype = cursor.take(between: "<<", ">>") ?? (isMermaid ? cursor.take(between: "[[", "]]") : nil) {
        if let kind = ChartNode.Kind(stereotype: stereotype) {
          chart.nodes[node].kind = kind
        } else {
          chart.leaveOut("stereotypes", line.place)
        }
      } else if cursor.take(between: "[[", "]]") != nil {
        chart.leaveOut("links", line.place)
      } else if chart.isOwnPicture, cursor.rest.hasPrefix("##[dashed]"), cursor.rest.hasSuffix("{") {
        // Regions in our own pictures.
        chart.nodes[stack[stack.count - 1].node].isParallel = true
        cursor = ChartCursor("{")
      } else if cursor.take(":::") || !isMermaid && (cursor.next == "#" || cursor.next == "$") {
        _ = cursor.take { !$0.isWhitespace && $0 != "{" && $0 != ":" }
        chart.leaveOut("styles", line.place)
      } else {
        return
      }
    }
  }

  /// Reads `a : text`, or, in Mermaid, the name of a state alone; returns false for any other line.
  private mutating func readText(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    // An arrow of another notation is no name of a state.
    guard let id = takeEnd(&cursor), !id.contains(where: { "\"{}".contains($0) }),
      !["->", "=>", "~>", "<-"].contains(where: id.contains)
    else { return false }
    cursor.skipBlanks()
    if cursor.isAtEnd || cursor.rest.hasPrefix(":::") {
      guard isMermaid, !id.contains(where: \.isWhitespace), id.contains(where: \.isNamePart) else { return false }
    } else if cursor.next != ":", !cursor.rest.hasPrefix("<<") {
      return false
    }
    let node = id == "[*]" ? stack[stack.count - 1].node : state(id, line.place)
    lastState = node
    readMarks(&cursor, of: node, line)
    guard cursor.take(":") else { return cursor.isAtEnd }
    addText(cursor.takeRest(), to: node, line.place)
    return true
  }
}
