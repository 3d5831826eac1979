import StateMachineSyntax

/// The text beside an arrow of a chart, `event [guard] / effects`, split into its parts.
struct ChartLabel {
  var triggers: [ChartTrigger] = []
  var condition: ChartGuard?
  var effects: [ChartEffect] = []
  var remarks: [String] = []

  /// Splits the text beside an arrow into triggers, guard and effects.
  ///
  /// - Parameters:
  ///   - isOfChoice: whether the arrow begins at a choice. A text without brackets is then a guard, and not an event.
  ///   - isOwn: whether `sm-gen diagram` has written the chart.
  init(_ label: String, isOfChoice: Bool, isOwn: Bool) {
    let whole = Self.withoutOrder(ChartWords.plain(label))
    var text = whole
    if let slash = Self.effectSlash(text) {
      effects = Self.effects(text[text.index(after: slash)...])
      text = text[..<slash].trimmedBlanks
    }
    if let condition = Self.takeCondition(&text) {
      self.condition = Self.condition(condition)
      // If there is text before and after the guard, the whole label is kept as a remark.
      if !text.isEmpty, !whole.hasPrefix(text) { remarks.append(whole) }
    } else if isOfChoice, !text.isEmpty {
      condition = Self.condition(text)
      text = ""
    }
    if !text.isEmpty { triggers = Self.triggers(text, isOwn: isOwn) }
  }

  /// Returns a row without the number at its beginning: `inc [g]` for `1. inc [g]`. Any other text is returned
  /// unchanged. The tool StateSmith writes such numbers before arrows and before lines in states.
  static func withoutOrder(_ text: String) -> String {
    let rest = text.drop(while: \.isNumber)
    guard rest.startIndex > text.startIndex, rest.hasPrefix(". ") else { return text }
    let label = rest.dropFirst(2).trimmedBlanks
    return begins(label, before: "[/(") ? label : text
  }

  /// Returns whether a text is a single name, alone or followed by one of the given signs.
  private static func begins(_ text: String, before signs: String) -> Bool {
    let name = text.prefix(while: \.isNamePart)
    return name.isIdentifier && text[name.endIndex...].trimmedBlanks.first.map(signs.contains) != false
  }

  /// Returns the labels in a text with several lines. If each line has the form of a row, such as `e [g] / f`, each
  /// line is a label. Otherwise, the whole text is one label. A line that continues the line before it, such as an
  /// indented one, is joined to it.
  ///
  /// - Parameter isOwn: whether `sm-gen diagram` has written the chart. Each line is then a row.
  static func rows(_ label: String, isOwn: Bool) -> [String] {
    let lines = ChartWords.lines(label)
    guard lines.count > 1 else { return [label] }
    var rows: [String] = []
    for line in lines where !line.allSatisfy(\.isWhitespace) {
      let isOpen = rows.last.map { row in row.count { $0 == "{" } > row.count { $0 == "}" } } ?? false
      // A line continues the row while a `{` is open. So does an indented line, or one that begins with `[` or `/`.
      let continues = isOpen || line.hasPrefix("  ") || line.trimmedBlanks.first.map("[/,(&|".contains) == true
      if let last = rows.indices.last, continues {
        rows[last] += " " + line.trimmedBlanks
      } else {
        rows.append(line.trimmedBlanks)
      }
    }
    // Lines with only one name each are a list, and not rows.
    let areRows = rows.count > 1 && rows.allSatisfy { begins($0, before: "[(/") } && !rows.allSatisfy(\.isIdentifier)
    return isOwn || areRows ? rows : [label]
  }

  // MARK: Effects and conditions

  /// The methods of HTTP. After one of them, a `/` does not begin effects, as in `GET /path`.
  private static let methods: Set<String> = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]

  /// Returns the index of the `/` that begins the effects in a label; nil if the label has no effects. A `/` between
  /// blanks always begins them. A `/` after `]`, `)` or a single name may begin them, too. It does if a blank is before
  /// it, or if a call or an assignment follows. So `e/f()` has effects, and `and/or` has none.
  private static func effectSlash(_ text: String) -> String.Index? {
    var depth = 0
    for (index, character) in zip(text.indices, text) {
      depth += "[(".contains(character) ? 1 : "])".contains(character) ? -1 : 0
      guard character == "/", depth <= 0 else { continue }
      let (before, after) = (text[..<index], text[text.index(after: index)...].trimmedBlanks)
      let event = before.trimmedBlanks
      let isBlankBefore = before.last?.isWhitespace ?? true
      let isBlankAfter = text[text.index(after: index)...].first?.isWhitespace ?? true
      if isBlankBefore, isBlankAfter { return index }
      // "and/or" is one word, "e/f()" is not.
      let isCall =
        isBlankBefore || event.last == "]" || after.isEmpty || "({=".contains { after.contains($0) }
        || after.hasSuffix(";")
      let isEvent = event.isIdentifier && !methods.contains(event)
      if isCall, isEvent || event.last.map("])".contains) ?? true { return index }
    }
    return nil
  }

  /// Returns the effects in the text of a label after its `/`, such as `f; x = 1`.
  static func effects(_ text: Substring) -> [ChartEffect] { texts(text).map { ChartEffect($0) } }

  /// Returns the texts of single effects, which `;` or `,` separates. Braces around the whole text are removed.
  static func texts(_ text: Substring) -> [String] {
    var text = text.trimmedBlanks
    if text.first == "{", text.last == "}" { text = text.dropFirst().dropLast().trimmedBlanks }
    return text.splitOutsideBrackets { $0 == ";" || $0 == "," }.map(\.trimmedBlanks).filter { !$0.isEmpty }
  }

  /// Removes the last text in square brackets from a label, and returns it without the brackets. Nil if the label has
  /// no brackets, or if nothing is in them.
  private static func takeCondition(_ text: inout String) -> String? {
    guard let end = text.lastIndex(of: "]") else { return nil }
    var depth = 0
    for index in text[...end].indices.reversed() {
      depth += text[index] == "]" ? 1 : text[index] == "[" ? -1 : 0
      guard depth == 0 else { continue }
      let condition = text[text.index(after: index)..<end].trimmedBlanks
      text = "\(text[..<index].trimmedBlanks) \(text[text.index(after: end)...])".trimmedBlanks
      return condition.isEmpty ? nil : condition
    }
    return nil
  }

  /// Returns the guard for a text in square brackets. For `else` and similar words, it is the guard `else`.
  static func condition(_ text: String) -> ChartGuard {
    ["else", "otherwise", "default"].contains(text.lowercased()) ? .otherwise : .text(text)
  }

  // MARK: Triggers

  /// Returns the triggers in a text: a timer, several events (`a, b or c`), or one event, which may have a payload. In
  /// a chart that `sm-gen diagram` has written, `always` and `done` are triggers, too.
  private static func triggers(_ text: String, isOwn: Bool) -> [ChartTrigger] {
    if let timer = timer(text) { return [timer] }
    let text = isOwn ? text.removing([" (stays)", " (ignored)"]) : text
    if isOwn, text == "always" { return [.always] }
    if isOwn, text == "done" || text.hasPrefix("done(") { return [.done] }
    let parts = text.split { $0 == "," || $0 == "|" }.flatMap { part in
      part.split(separator: " ").split(separator: "or").map { $0.joined(separator: " ") }
    }
    if parts.count > 1, parts.allSatisfy(\.isPath) { return parts.map { .event($0, parameters: "") } }
    let name = String(text.prefix(while: \.isNamePart))
    let rest = text.dropFirst(name.count).trimmedBlanks
    guard name.isIdentifier, rest.first == "(", rest.last == ")" else { return [.event(text, parameters: "")] }
    let parameters = rest.dropFirst().dropLast().trimmedBlanks
    if isParameters(parameters) { return [.event(name, parameters: parameters)] }
    return [.event(parameters.isEmpty || isOwn ? name : text, parameters: "")]
  }

  /// Returns whether a text is a list of labels and types, such as `a: Int, b: [String]`.
  private static func isParameters(_ text: String) -> Bool {
    text.splitOutsideBrackets { $0 == "," }.allSatisfy { part in
      var cursor = ChartCursor(part)
      guard let name = cursor.take(through: ":"), name.trimmedBlanks.isIdentifier else { return false }
      let type = cursor.takeRest()
      // A type begins with a capital letter or `[`. It contains no signs of other expressions, such as `=` or `+`.
      return type.first.map { $0.isUppercase || $0 == "[" } == true && !type.hasSuffix("[")
        && type.allSatisfy { $0.isNamePart || "<>[].?: ".contains($0) }
    }
  }

  /// Returns the timer in a text such as `after 5s` or `every(delay)`. Nil if the text is not a timer.
  private static func timer(_ text: String) -> ChartTrigger? {
    let word = text.prefix(while: \.isLetter).lowercased()
    guard ["after", "every", "timeout", "wait"].contains(word) else { return nil }
    var delay = text.dropFirst(word.count).trimmedBlanks
    let isBracketed = delay.first == "(" && delay.last == ")"
    if isBracketed { delay = delay.dropFirst().dropLast().trimmedBlanks }
    // `after 5` is an event, because the number has no unit; `after(5)` means milliseconds.
    if delay.isEmpty || delay.allSatisfy(\.isNumber) && !isBracketed { return nil }
    let isName = isBracketed && delay.isIdentifier && (word == "after" || word == "every")
    guard let duration = ChartWords.duration(delay) ?? (isName ? "(\(delay))" : nil) else { return nil }
    return word == "every" ? .every(duration) : .after(duration)
  }
}

/// Reads the texts that a chart shows within a state: `entry / f`, `e [g] / f`, or a description.
extension Chart {
  /// Adds a text that the chart shows within a state to this state. Each label in the text
  /// (``ChartLabel/rows(_:isOwn:)``) becomes an action, an internal transition, a deferred event, or documentation.
  mutating func addText(_ label: String, to node: Int, _ place: SourceRange) {
    for row in ChartLabel.rows(label, isOwn: isOwnPicture) { addLine(row, to: node, place) }
  }

  /// Adds one line of a text that the chart shows within a state to this state.
  private mutating func addLine(_ line: String, to node: Int, _ place: SourceRange) {
    let text = ChartLabel.withoutOrder(ChartWords.plain(line))
    guard !text.isEmpty, !addAction(text, to: node) else { return }
    var cursor = ChartCursor(text)
    let begun = cursor
    // The word before the event in `on e / f` is skipped.
    if cursor.takeWord(of: ["on", "event"]), cursor.next?.isNamePart != true || cursor.next?.isNumber == true {
      cursor = begun
    }
    let row = String(cursor.rest)
    let name = cursor.take(while: \.isNamePart)
    let rest = cursor.takeRest()
    // In `https://…`, the `/` begins no effects.
    let isRow = name.isIdentifier && !["http", "https"].contains(name.lowercased()) && Self.beginsRow(rest)
    guard isRow || isOwnPicture && (rest.first.map("([,".contains) ?? true || name == "after") else {
      nodes[node].documentation.append(text)
      return
    }
    if let slash = rest.firstIndex(of: "/"), rest[rest.index(after: slash)...].trimmedBlanks.lowercased() == "defer" {
      nodes[node].deferred.append(name)
      return
    }
    var arrow = ChartArrow(source: node, targets: [], place: place)
    arrow.label = row
    arrows.append(arrow)
    accounting.arrows += 1
  }

  /// Returns whether a line within a state is a row, such as `e (x) [g] / f`. It is one if only brackets are between
  /// its first word and a `/`.
  ///
  /// - Parameter text: the line without its first word: `(x) [g] / f`.
  private static func beginsRow(_ text: String) -> Bool {
    var rest = Substring(text)
    for (open, close) in [("(", ")"), ("[", "]")] as [(Character, Character)] where rest.first == open {
      let slash = rest.firstIndex(of: "/") ?? rest.endIndex
      guard let end = rest[..<slash].lastIndex(of: close) ?? rest.lastIndex(of: close) else { return false }
      rest = rest[rest.index(after: end)...].drop(while: \.isWhitespace)
    }
    return rest.first == "/"
  }

  /// Adds the actions of a line `entry / f`, `on exit: f` or `do / f` to a state. Returns false for any other line.
  private mutating func addAction(_ text: String, to node: Int) -> Bool {
    guard let separator = text.firstIndex(where: { $0 == "/" || $0 == ":" }) else { return false }
    let head = text[..<separator]
    let word = head.prefix { $0 != "[" }.lowercased().filter { !$0.isWhitespace && $0 != "_" }
    let body = text[text.index(after: separator)...]
    // An action has no guard, so the whole text is kept as a comment.
    let effects = (head.contains("[") ? [.remark(text)] : []) + ChartLabel.effects(body)
    switch word {
    case "entry", "enter", "onentry", "onenter": nodes[node].entry += effects
    case "exit", "onexit": nodes[node].exit += effects
    case "do", "during": nodes[node].activities += ChartLabel.texts(body).map { .text($0, events: []) }
    default: return false
    }
    return true
  }
}
