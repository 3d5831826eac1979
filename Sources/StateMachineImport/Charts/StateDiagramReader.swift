import StateMachineSyntax

/// Reads a state diagram of Mermaid (https://mermaid.js.org/syntax/stateDiagram.html) or of PlantUML
/// (https://plantuml.com/state-diagram) as a `Chart`. The two notations differ in their comments and in some words.
struct StateDiagramReader {
  var chart: Chart
  private let lines: [ChartLine]
  private var index = 0
  /// The names that PlantUML's `!define` and `!$name =` define, each with the text by which it is replaced.
  private var definitions: [(name: String, text: String)] = []
  /// For each `{` whose `}` has not been read: whether it begins the inside of a state.
  private var braces: [Bool] = []
  /// The state that was read last. A note that names no state belongs to it. A line with only a `{` begins its inside.
  private var lastState: Int?
  /// The comments that were read since the last statement.
  var comments: [String] = []
  var states: [String: Int] = [:]
  /// The nodes of dots `[*]` and of histories. They have no names, so a second `[*]` of the same body finds its node
  /// here. The key contains the kind of the node, the index of its parent and the region: `initial 0 0`.
  var dots: [String: Int] = [:]
  /// The states whose inside is being read, each with the region that is being read. The innermost is last.
  var stack: [(node: Int, region: Int)] = [(Chart.root, 0)]
  /// All nodes in the order of the file. A node that is moved into another state is added once more, and only its last
  /// position counts.
  var order: [Int] = []

  var isMermaid: Bool { chart.format == .mermaid }

  /// Returns the chart in a range of a file. In Mermaid, the result is nil if the range contains no state diagram. In
  /// PlantUML, any text is read as a chart.
  ///
  /// - Parameter range: the bytes of the file that contain the chart.
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

  /// Returns whether a line is the first one of a state diagram in Mermaid: `stateDiagram` or `stateDiagram-v2`.
  private static func isHeader(_ text: String) -> Bool {
    ["stateDiagram", "stateDiagram-v2"].contains(text.prefix { !$0.isWhitespace && $0 != ";" })
  }

  // MARK: Lines

  /// Reads all lines of the diagram.
  private mutating func readLines() {
    while index < lines.count, !(lines[index].text.hasPrefix("@enduml") && !isMermaid) {
      let line = lines[index]
      index += 1
      let text = isMermaid ? withoutComment(line) : joined(line)
      if !text.isEmpty { readStatement(text, line) }
    }
    if !braces.isEmpty { chart.findings.append(.notUnderstood(lines.last?.place ?? chart.place, "a '}' is missing")) }
  }

  /// Reads the title of a Mermaid diagram from the file's front matter, which is between two lines `---`. Skips all
  /// lines up to the line `stateDiagram`, including this line.
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

  /// Returns a line of Mermaid without its comment after `%%`; for a directive (`%%{`), an empty text. The comment is
  /// stored for the next statement. In a chart that `sm-gen diagram` has written, a comment `region a` instead names
  /// the region that is being read.
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

  /// Returns a line of PlantUML. If it ends with `\`, the next line is added to it. Block comments are removed. Except
  /// in a directive, each defined name is replaced by its text.
  private mutating func joined(_ line: ChartLine) -> String {
    var text = line.text
    while text.hasSuffix("\\"), index < lines.count {
      text = text.dropLast() + " " + lines[index].text
      index += 1
    }
    while let start = text.firstRange(of: "/'") {
      let after = text[start.upperBound...] + " " + (text.contains("'/") ? "" : skip { $0.contains("'/") }.last ?? "")
      let end = after.firstRange(of: "'/")?.upperBound ?? after.endIndex
      text = (text[..<start.lowerBound] + after[end...]).trimmedBlanks
      chart.leaveOut("block comments", line.place)
    }
    for (name, value) in definitions where !text.hasPrefix("!") { text = text.replacing(word: name, with: value) }
    return text
  }

  /// Stores a comment for the next statement, unless the comment contains no letters. If it is the comment of
  /// `sm-gen diagram`, notes that this tool has written the chart.
  private mutating func readComment(_ text: String) {
    if text.hasPrefix(ChartImport.mark) {
      chart.isOwnPicture = true
      return
    }
    let isLine: (Character) -> Bool = { "/=-*#~_ ".contains($0) }
    let text = String(text.drop(while: isLine).reversed().drop(while: isLine).reversed())
    if text.contains(where: \.isLetter) { comments.append(text) }
  }

  /// Returns the comments that were read since the last statement, and removes them from `comments`.
  mutating func takeComments() -> [String] {
    defer { comments = [] }
    return comments
  }

  /// Skips lines up to the first line for which a condition is true, and skips this line, too. Returns the skipped
  /// lines.
  @discardableResult
  private mutating func skip(to isEnd: (String) -> Bool) -> [String] {
    let start = index
    while index < lines.count, !isEnd(lines[index].text) { index += 1 }
    index = min(index + 1, lines.count)
    return lines[start..<index].map(\.text)
  }

  /// Returns the lines of a block, such as a note, up to the line that ends the block (`end note`). This last line is
  /// skipped, but it is not in the result.
  ///
  /// - Parameter word: the keyword of the block: `note`.
  private mutating func textLines(of word: String) -> [String] {
    skip { Self.ends(word, $0) }.filter { !Self.ends(word, $0) }
  }

  /// Returns whether a line ends a block with the keyword `word`. For `note`, this is `end note` or `endnote`.
  private static func ends(_ word: String, _ text: String) -> Bool {
    text.lowercased().filter { $0 != " " }.hasPrefix("end\(word)")
  }

  /// Skips the lines of a block, up to the line with the block's `}`. The `{` has been read already.
  private mutating func skipBraces() {
    var depth = 1
    while index < lines.count, depth > 0 {
      for character in lines[index].text { depth += character == "{" ? 1 : character == "}" ? -1 : 0 }
      index += 1
    }
  }

  // MARK: Statements

  /// Reads one statement of the diagram. A finding reports a line that the reader does not understand.
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

  /// Begins to read the inside of a state. The `{` has been read already.
  private mutating func open(_ node: Int) {
    braces.append(true)
    openBody(of: node)
  }

  /// Sets the name of the chart to the name after PlantUML's `@startuml`.
  private mutating func readName(_ name: String) {
    if !ChartWords.words(name).isEmpty { chart.name = name }
    chart.comments += takeComments()
  }

  /// Reads a line for PlantUML's preprocessor, such as `!define a b`. A finding reports included files and macros,
  /// which are left out.
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
    if !name.isEmpty, isDefinition || cursor.take("=") {
      definitions.append((name, cursor.takeRest().trimmingQuotes))
    }
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

  /// Reads a title, or a line about the diagram's style. Returns false for any other line.
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

  /// Reads a title. It is on the same line, on several lines up to `end title`, or between braces.
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

  /// Reads a note, which usually becomes documentation or a comment. It is a block from `note` to `end note`, or one
  /// line: `note right of a : …` or `note "…" as n`. Returns false for a line that begins no note.
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
      // In Mermaid that `sm-gen diagram` has written, a note has the rows of a composite state.
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

  /// Reads the declaration of a state, such as `state "title" as id <<choice>> #color : text {`. Returns false for a
  /// line that declares no state.
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

  /// Reads the name of a state. Without quotes, the name is the identifier. In quotes, it is both the identifier and
  /// the title.
  private func takeName(_ cursor: inout ChartCursor) -> (id: String, title: String?) {
    let quoted = cursor.take(between: "\"", "\"")
    let end = isMermaid ? "\"{<:" : "\"{<:#"
    let id = quoted ?? cursor.take { !$0.isWhitespace && !end.contains($0) }
    cursor.skipBlanks()
    return (id, quoted)
  }

  /// Reads what may be after the name of a state. A stereotype such as `<<choice>>` sets the kind of the node. Tags,
  /// links and colors are counted as details that machines do not have.
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
        // A dashed frame is a region, in PlantUML that `sm-gen diagram` has written.
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

  /// Reads a text that belongs to a state, such as `a : text`. In Mermaid, also reads a line that contains only the
  /// name of a state. Adds the state if it is new. Returns false for any other line.
  private mutating func readText(_ text: String, _ line: ChartLine) -> Bool {
    var cursor = ChartCursor(text)
    // An arrow in another notation is not the name of a state.
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
