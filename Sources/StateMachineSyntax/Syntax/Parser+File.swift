/// Reads the parts of a file outside of bodies: imports, `swift` blocks, and the heads of machines.
extension Parser {
  /// The declarations of a file: all that is not in the body of a machine.
  struct FileItems {
    var imports: [ImportSyntax] = []
    var swift: [SwiftBlockSyntax] = []
    var machines: [MachineSyntax] = []
  }

  /// Reads all declarations of the file, and reports if there is no machine. A file in another language, such as
  /// PlantUML, is reported once and not read.
  mutating func parseFile() -> FileItems {
    var file = FileItems()
    var sawMistake = false
    lexer.begin(.statement)
    while token.kind != .endOfFile, !hasGivenUp {
      if token.kind == .separator {
        lexer.advance()
        lexer.begin(.statement)
        continue
      }
      if let language = foreignLanguage() {
        report(.otherLanguage(language, token.range))
        return file
      }
      if parseFileItem(into: &file) == nil {
        sawMistake = true
        skipToNextMachine()
      }
    }
    if let open = openConditions.last, !sawMistake { report(.expected("'#endif'", after: "#if", at: open)) }
    if file.machines.isEmpty, !sawMistake, !hasGivenUp { report(.noMachine(at: token.range)) }
    return file
  }

  /// Skips to the next import, machine, `swift` block, `#if` or attribute after a mistake outside of machines. The text
  /// is probably the body of a machine whose head was not understood, or which a superfluous `}` has closed. Therefore
  /// no more mistakes are reported in it, and its names are not reported as undeclared.
  private mutating func skipToNextMachine() {
    guard !hasGivenUp else { return }
    let start = token.start
    let diagnostics = lexer.diagnostics
    var followsBrackets = true
    repeat {
      followsBrackets = recover(followingBrackets: followsBrackets)
      while token.kind == .separator || token.kind == .rightBrace { lexer.advance() }
    } while token.kind != .endOfFile && !beginsFileItem
    lexer.diagnostics = diagnostics
    notePossiblyDeclaredNames(from: start)
  }

  /// Whether an import, a machine, a `swift` block or a directive begins at the token, with or without attributes and
  /// access level.
  private var beginsFileItem: Bool {
    var next = lexer
    while next.token.kind == .identifier,
      let keyword = Keyword(bytes, next.token.start, next.token.end), keyword.isModifier
    {
      next.advance()
    }
    if next.token.kind == .at || directive != nil { return true }
    guard next.token.kind == .identifier else { return false }
    let keyword = Keyword(bytes, next.token.start, next.token.end)
    return keyword == .machine || keyword == .import || keyword == .swift && next.peek().0 == Ascii.leftBrace
  }

  /// The words that may stand between the attributes of a machine and the keyword `machine`, in any order: an access
  /// level, and `nonisolated`.
  private struct Modifiers {
    var access: AccessLevel?
    var nonisolated: SourceRange?
    var isEmpty: Bool { access == nil && nonisolated == nil }
  }

  /// Reads an access level and `nonisolated`, each at most once, in any order.
  private mutating func parseModifiers() -> Modifiers {
    var modifiers = Modifiers()
    while let keyword = keyword() {
      if keyword.isAccess, modifiers.access == nil {
        modifiers.access = AccessLevel(rawValue: keyword.rawValue)
      } else if keyword == .nonisolated, modifiers.nonisolated == nil {
        modifiers.nonisolated = token.range
      } else {
        break
      }
      lexer.advance()
    }
    return modifiers
  }

  /// Reads one declaration outside of bodies, and adds it to `file`: an import, a machine, a `swift` block or a
  /// directive such as `#if`. Returns nil after a mistake, which has been reported.
  private mutating func parseFileItem(into file: inout FileItems) -> Void? {
    let start = token.start
    if let directive { return parseDirective(directive, into: &file) }
    let attributes = parseAttributes()
    guard let attributes else { return nil }
    let modifiers = parseModifiers()
    switch keyword() {
    case .import where modifiers.nonisolated == nil:
      guard !lexer.isAtEndOfStatement else {
        report(.expected("a module's name", after: "import", at: token.range))
        return nil
      }
      let result = scanner.scan(.line, from: lexer.position, opener: token.start)
      resume(after: result)
      guard !result.isUnclosed else { return nil }
      guard isModule(result.text.range) else { return nil }
      if !openConditions.isEmpty {
        // The line stays among the lines around it.
        file.swift.append(
          SwiftBlockSyntax(text: result.text, range: SourceRange(start, result.text.range.upperBound)))
        return endStatement()
      }
      file.imports.append(
        ImportSyntax(
          attributes: attributes, access: modifiers.access, module: result.text.range,
          range: SourceRange(start, result.text.range.upperBound)))
      return endStatement()
    case .machine:
      let documentation = lexer.takeDocumentation()
      let word = token
      lexer.advance()
      lexer.begin(.after(.machine))
      guard
        let machine = parseMachine(
          word, from: start, documentation: documentation, attributes: attributes, modifiers: modifiers)
      else { return nil }
      file.machines.append(machine)
      return endStatement()
    case .swift where attributes.isEmpty && modifiers.isEmpty:
      let word = token
      lexer.advance()
      guard let block = parseSwiftBlock(after: word) else { return nil }
      file.swift.append(block)
      return endStatement()
    case let keyword? where keyword.beginsItem && !isBeforeMachine:
      if !file.machines.isEmpty { file.machines[file.machines.count - 1].isUncertain = true }
      // A mistake in the machine may have closed it.
      if hasMistakesInMachine { return nil }
      if let brace = braceAfterRow(file.machines.last) {
        report(.closesMachine(brace))
        return nil
      }
      let remedy =
        keyword == .typealias
        ? ", or in Swift, as in 'swift { … }'"
        : file.machines.isEmpty ? ": write 'machine Name {' before it" : ": one '}' before it may be too many"
      report(.misplaced("'\(keyword.rawValue)'", "stands inside a machine" + remedy, token.range))
      return nil
    default:
      let isInMachine = token.kind == .identifier && Lines.indentation(bytes, at: token.start) > 0
      if !file.machines.isEmpty, token.kind == .rightBrace || beginsStatement || isInMachine {
        file.machines[file.machines.count - 1].isUncertain = true
        if let brace = braceAfterRow(file.machines.last) {
          report(.closesMachine(brace))
          return nil
        }
      }
      reportUnexpected(expected: "'machine' or 'import'", at: .file)
      return nil
    }
  }

  /// Returns the `}` that has ended the last machine if it is probably superfluous. It is if a statement precedes it on
  /// its line, as in `a -> b : push }`. It is also if it or the current token is indented deeper than the machine. This
  /// second sign does not count if the current token is a `}`. Nil otherwise, and for a machine on one line.
  private func braceAfterRow(_ machine: MachineSyntax?) -> SourceRange? {
    guard let body = machine?.bodyRange else { return nil }
    let brace = body.upperBound - 1
    let line = Lines.start(bytes, of: brace)
    let indentation = Lines.indentation(bytes, at: body.lowerBound)
    let isDeeper =
      token.kind != .rightBrace && [brace, token.start].contains { Lines.indentation(bytes, at: $0) > indentation }
    // The line of the `}` must begin after the `{`: otherwise, the machine is on one line.
    guard line > body.lowerBound, isDeeper || !bytes[line..<brace].allSatisfy(Ascii.isBlank) else { return nil }
    return SourceRange(brace, brace + 1)
  }

  /// Returns whether the text after `import` begins with a name. Reports other texts, such as `{ x } from "y"`.
  private mutating func isModule(_ range: SourceRange) -> Bool {
    let first = bytes[range.lowerBound]
    guard !Ascii.beginsIdentifier(first), first != Ascii.backtick, first < 0x80 else { return true }
    let text = Diagnostic.quotation(text(of: range))
    report(.unexpected("'\(text)'", range, expected: "a module's name", remedy: "write 'import Module', as in Swift"))
    return false
  }

  /// Reads a machine after the keyword `machine`. Returns nil after a mistake in its head, which has been reported.
  ///
  /// - Parameters:
  ///   - word: the keyword `machine`.
  ///   - start: the offset at which the attributes and modifiers before the keyword begin.
  private mutating func parseMachine(
    _ word: Token, from start: Int, documentation: SourceRange?, attributes: [AttributeSyntax], modifiers: Modifiers
  ) -> MachineSyntax? {
    if token.kind == .leftBrace {
      reportUnexpected(expected: "the machine's name", at: .machineName)
      return nil
    }
    guard let name = parseDeclaredName("the machine's name") else { return nil }
    var machine = MachineSyntax(
      documentation: documentation, attributes: attributes, access: modifiers.access,
      nonisolated: modifiers.nonisolated, name: name)
    if token.kind == .lessThan {
      let opener = token.start
      let result = scanner.scan(.angle, from: lexer.position, opener: token.start)
      machine.generics = result.items.map(\.text)
      resume(after: result)
      if result.isUnclosed { return nil }
      guard !result.items.isEmpty, result.items.allSatisfy({ !$0.text.isEmpty }) else {
        report(.unexpected("nothing", SourceRange(opener, opener + 1), expected: "a generic parameter"))
        return nil
      }
      for item in result.items where !isGenericParameter(item) { return nil }
    }
    machine.formerNames = parseFormerNames()
    goOn(before: [.colon, .leftBrace], or: ["in", "where"])
    if isWord("in") {
      lexer.advance()
      guard let outer = parseTypePath("the type that holds the machine") else { return nil }
      machine.outer = outer
      goOn(before: [.colon, .leftBrace], or: ["where"])
    }
    if token.kind == .colon || isWord("where") {
      guard parseHead(into: &machine) else { return nil }
    }
    machine.headRange = SourceRange(start, lexer.previousEnd)
    isNameMissing = false
    let mistakes = mistakeCount
    let bodyStart = startOfBody
    if token.kind == .separator, bytes[token.start] == UInt8(ascii: ";"), lexer.peek().0 == Ascii.leftBrace {
      report(.unexpected("';'", token.range, expected: "'{' and the machine's body", remedy: "leave it out"))
      lexer.advance()
    }
    let body =
      token.kind == .leftBrace
      ? parseBody(of: .machine) : parseBodyWithoutBrace(of: .machine, after: word)
    explainMisreadUses()
    guard let body else { return nil }
    machine.body = body
    machine.bodyRange = bodyRange(from: bodyStart)
    machine.lacksDeclarations = isNameMissing
    hasMistakesInMachine = mistakeCount > mistakes
    return machine
  }

  /// Adds mistakes in rows to `explainedMistakes` if the name of an event or an output has caused them. For example,
  /// after `event done`, the word `done` in a row is read as a keyword. One message about the event then replaces the
  /// messages about the rows. The function is called after each machine.
  private mutating func explainMisreadUses() {
    explainedMistakes += misreadUses.filter { misreadNames.contains($0.keyword) }.map(\.diagnostic)
    misreadUses = []
    misreadNames = []
  }

  /// Returns whether an item in `<…>` is a generic parameter: `T`, `each T` or `let n: Int`, perhaps with a constraint.
  /// Reports other items.
  private mutating func isGenericParameter(_ item: SwiftListItem) -> Bool {
    let range = item.text.range
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: item.colon ?? range.upperBound)
    var next = swift.next()
    let word = next
    if next.kind == .identifier { next = swift.next() }
    let length = word.end - word.start
    if next.kind == .identifier,
      length == 4 && SwiftKeyword.matches("each", bytes, word.start)
        || length == 3 && SwiftKeyword.matches("let", bytes, word.start)
    {
      next = swift.next()
    }
    guard word.kind == .identifier, next.kind == .end else {
      let place = word.kind == .identifier ? next : word
      report(.misplacedInType(bytes, SourceRange(place.start, max(place.end, place.start + 1))))
      return false
    }
    guard let colon = item.colon else { return true }
    return isType(piece(of: item.text, from: colon + 1, to: range.upperBound))
  }

  /// Reads `: Conformances where requirements` after the name of a machine, up to the `{`. Returns false after a
  /// mistake for which the machine is skipped.
  private mutating func parseHead(into machine: inout MachineSyntax) -> Bool {
    let colon = token.kind == .colon ? token.range : nil
    if let colon, isBeforeStatement {
      report(.bodyAfterColon(colon, machine: scanner.names.text(machine.name.id)))
      return false
    }
    let start = colon?.upperBound ?? token.start
    let result = scanner.scan(.head, from: start, opener: token.start)
    guard !result.isUnclosed else {
      resume(after: result)
      return false
    }
    var requirementsStart: Int?
    var swift = SwiftLexer(bytes: bytes, from: start, to: result.text.range.upperBound)
    while requirementsStart == nil {
      let next = swift.next()
      if next.kind == .end { break }
      if next.kind == .identifier, next.end - next.start == 5, SwiftKeyword.matches("where", bytes, next.start) {
        requirementsStart = next.start
        machine.requirements = SourceRange(next.end, result.text.range.upperBound)
        if swift.next().kind == .end {
          report(.expected("the requirements", after: "where", at: SourceRange(next.start, next.end)))
        }
      }
    }
    for item in result.items where !item.text.isEmpty {
      var text = item.text
      if let requirementsStart {
        if text.range.lowerBound >= requirementsStart { continue }
        if text.range.upperBound > requirementsStart {
          var end = requirementsStart
          while end > text.range.lowerBound, Ascii.isBlank(bytes[end - 1]) || Ascii.isNewline(bytes[end - 1]) {
            end -= 1
          }
          text.range.end = UInt32(end)
        }
      }
      guard !text.isEmpty else { continue }
      guard isType(text) else { return false }
      machine.conformances.append(text)
    }
    let before = mistakeCount
    if let colon, machine.conformances.isEmpty {
      report(.expected("a protocol", after: ":", at: colon))
    } else if result.items.count > 1, result.items.last?.text.isEmpty == true {
      let comma = result.text.range.upperBound - 1
      report(.expected("a protocol", after: ",", at: SourceRange(comma, comma + 1)))
    }
    machine.isHeadWrong = mistakeCount > before
    resume(after: result)
    return true
  }

  /// Reads the braces after the keyword `swift`. A `{` on the next line is reported, and read nevertheless; so are
  /// declarations without a `{` in deeper lines. Returns nil after another mistake.
  mutating func parseSwiftBlock(after word: Token) -> SwiftBlockSyntax? {
    var start = token.end
    if token.kind != .leftBrace {
      report(.unexpected(describe(token), token.range, expected: "'{' and declarations of Swift"))
      guard token.kind == .separator else { return nil }
      if isBraceNext {
        lexer.advance()
        start = token.end
      } else if continuesDeeper(than: word) {
        start = word.end
      } else {
        return nil
      }
    }
    lexer.begin(.swift, at: start)
    let result = scanner.scan(.members, from: start, opener: start == word.end ? word.start : start - 1)
    resume(after: result)
    guard !result.isUnclosed else { return nil }
    return SwiftBlockSyntax(text: result.text, range: SourceRange(start, max(start, result.end - 1)))
  }

  // MARK: Conditions

  /// The directive that begins at the token: `#if`, `#elseif`, `#else` or `#endif`, which may enclose machines. Nil if
  /// no directive begins at the token.
  private var directive: String? {
    guard token.start < bytes.count, bytes[token.start] == Ascii.hash else { return nil }
    return ["#if", "#elseif", "#else", "#endif"].first { word in
      let end = token.start + word.utf8.count
      return bytes[token.start...].starts(with: word.utf8)
        && (end >= bytes.count || !Ascii.continuesIdentifier(bytes[end]))
    }
  }

  /// Reads a directive such as `#if os(Linux)`. Its line is added to the file's Swift, and so is copied to its place
  /// between the generated machines.
  private mutating func parseDirective(_ word: String, into file: inout FileItems) -> Void? {
    let range = SourceRange(token.start, token.start + word.utf8.count)
    guard word == "#if" || !openConditions.isEmpty else {
      report(.unexpected("'\(word)'", range, expected: "'#if'"))
      return nil
    }
    if word == "#if" { openConditions.append(range) }
    if word == "#endif" { openConditions.removeLast() }
    lexer.begin(.swift, at: range.lowerBound)
    let hasCondition = word == "#if" || word == "#elseif"
    var result = SwiftScanner.Result(
      text: SwiftText(range: range, uses: .none), end: range.upperBound, isUnclosed: false)
    let rest = bytes[range.upperBound...].prefix { !Ascii.isNewline($0) }
    if hasCondition, rest.allSatisfy(Ascii.isBlank) {
      report(.missingSwift("the condition", range))
      result.isUnclosed = true
    } else if hasCondition {
      result = scanner.scan(.line, from: range.upperBound, opener: range.lowerBound)
      result.text.range.start = UInt32(range.lowerBound)
    }
    resume(after: result)
    guard !result.isUnclosed else { return nil }
    file.swift.append(SwiftBlockSyntax(text: result.text, range: result.text.range, isCondition: true))
    return endStatement()
  }

  /// Returns the name of the tool or language in which the file is written, such as `PlantUML`, if the current line
  /// shows it; nil otherwise.
  private func foreignLanguage() -> String? {
    func begins(_ word: StaticString) -> Bool { SwiftKeyword.matches(word, bytes, token.start) }
    if begins("@startuml") || begins("@startstate") { return "PlantUML" }
    if begins("stateDiagram") { return "Mermaid" }
    if begins("%%") || begins("%start") || begins("%class") || begins("%{") { return "SMC" }
    if begins("digraph") || begins("strict digraph") { return "Graphviz" }
    if begins("<?xml") || begins("<scxml") { return "SCXML" }
    return beginsTypeOfSwift ? "Swift" : nil
  }

  /// Whether a Swift type with methods begins at the token, in a file without the word `machine`. Such a file is Swift
  /// and not a `.sm` file.
  private var beginsTypeOfSwift: Bool {
    let words = restOfLine
    guard words.contains("{"), case let heads:Set = ["struct", "class", "actor", "enum", "extension"],
      let head = ([text(of: token.range)] + words).first(where: heads.contains),
      head == text(of: token.range)
        || keyword()?.isModifier == true || ["final", "indirect"].contains(text(of: token.range))
    else { return false }
    // A class with rows and without `func` is not Swift, which has methods: it is a machine with another word before
    // it.
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count))
    func has(_ word: StaticString) -> Bool {
      tokens.contains {
        $0.end - $0.start == word.utf8CodeUnitCount && SwiftKeyword.matches(word, bytes, $0.start)
      }
    }
    return has("func") && !has("machine")
  }
}
