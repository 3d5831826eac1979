/// Habits of people who come from other languages and tools, with what to write instead.
extension Parser {
  /// Where a token stands that nothing can follow from.
  enum Expectation {
    case statement, endOfStatement
    /// Behind the name of an event, an output or a state, as the keyword says, and its payload.
    case behindName(Keyword)
    case behindSource(TransitionSyntax.Sources, from: Int)
    case behindTarget
    case effect
    case event(TransitionSyntax.Sources)
    case targetName
    case name, file, machineName, machineBody
    /// In the list of a group's states.
    case member
    /// Behind `entry`, `exit` or `do`, which begins there, and a condition.
    case behindAction(from: Int)
    /// Behind the name of a region, group, guard or effect, as the keyword says.
    case definition(Keyword, NameSyntax)
    /// Behind `wrapper class` or `wrapper actor`, and the name.
    case behindWrapper(word: String, hasName: Bool)
    case behindRow(TransitionSyntax)
  }

  /// Reports a token that cannot stand where it does, with the remedy where it is a habit.
  mutating func reportUnexpected(expected: String, at place: Expectation) {
    switch place {
    case .statement, .file:
      if isConditionalLine {
        // '#else' and '#endif' belong to the '#if' that was reported.
        if hasConditionalLines, !isAnyText(of: ["#if"]) { return }
        hasConditionalLines = true
      }
    default: break
    }
    if let (word, nearest) = misspelledWord(at: place) {
      report(.misspelledKeyword(text(of: word), word, nearest: nearest, beginsStatement: false))
      return
    }
    // Which states are in which region is not known.
    if case .statement = place, isRegionSeparator { isNestingUncertain = true }
    report(.unexpected(describe(token), token.range, expected: expected, remedy: remedy(at: place)))
  }

  /// The word before or at a token that cannot follow, where a keyword is nearly the same: `/ rais stop`, `: evry 5s`.
  private func misspelledWord(at place: Expectation) -> (word: SourceRange, nearest: String)? {
    guard token.kind == .identifier || token.kind == .number else { return nil }
    let word: SourceRange
    let keywords: [String]
    switch place {
    case .file: (word, keywords) = (token.range, ["machine", "import"])
    case .behindName(.event): (word, keywords) = (token.range, ["unhandled", "throws", "where"])
    case .behindRow(let row):
      if case .output(let name, nil)? = row.effects.last {
        (word, keywords) = (name.range, ["raise", "trap", "throw", "return"])
      } else if row.effects.isEmpty, case .event(let name, nil)? = row.triggers.map({ $0[$0.count - 1] }) {
        (word, keywords) = (name.range, ["after", "every"])
      } else {
        return nil
      }
    default: return nil
    }
    // A word in capitals has a remedy of its own.
    guard !keywords.contains(text(of: word).lowercased()) else { return nil }
    return Spelling.slip(text(of: word), among: keywords).map { (word, $0) }
  }

  private func remedy(at place: Expectation) -> String? {
    if beginsComment { return Self.aComment }
    return switch place {
    case .statement: remedyAtStatement
    case .endOfStatement: token.kind == .leftParen ? "leave out the parentheses" : remedyAtComment ?? remedyAtStart
    case .behindName(let keyword): remedy(behindNameOf: keyword)
    case .behindSource(let sources, let start): remedy(behind: sources, from: start)
    case .behindTarget: remedyBehindTarget
    case .effect: remedyAtEffect
    case .event(let sources): remedyAtEvent(of: sources)
    case .file: token.kind == .rightBrace ? nil : remedyInFile
    case .machineBody: remedyBehindMachine
    case .targetName: remedyAtTarget
    case .name: remedyAtName
    case .member: remedyInGroup
    case .machineName: "write a name, as in 'machine Door {'"
    case .behindAction(let start): remedy(behindAction: start)
    case .definition(let keyword, let name): remedy(forDefinition: keyword, of: name)
    case .behindWrapper(let word, let hasName): remedy(behindWrapper: word, hasName: hasName)
    case .behindRow(let row): remedy(behind: row)
    }
  }

  /// The remedy where a second statement begins in the line of another one.
  private var remedyAtStart: String? {
    if beginsStatementInLine { return Self.aLineOfItsOwn }
    switch token.kind {
    case .arrow where nesting > 1, .colon where nesting > 1: return "write the row in a line of its own"
    case .slash where ["entry", "exit", "do"].contains(where: isWordBefore):
      return "write ';' in the place of ',' before an action of the state"
    default: return nil
    }
  }

  private static let aLineOfItsOwn = "write ';' or a new line before another statement"

  private var remedyAtComment: String? {
    if isAnyText(of: ["#define"]) { return "write a property, as in 'let limit: Int = 3'" }
    if isAnyText(of: ["#include", "#import"]) { return "write 'import Module', as in Swift" }
    let comments: [StaticString] = ["#", "%%", "'", "--", ";;"]
    return comments.contains { SwiftKeyword.matches($0, bytes, token.start) } ? Self.aComment : nil
  }

  private static let aComment = "write '//' before a comment"

  /// `# text`: a colour would stand directly behind the '#'.
  private var beginsComment: Bool {
    token.start + 1 < bytes.count && bytes[token.start] == Ascii.hash && Ascii.isBlank(bytes[token.start + 1])
  }

  private static let conditionalLine = "a machine has no conditional lines: write '#if' in Swift"

  private var isConditionalLine: Bool { isAnyText(of: ["#if", "#else", "#elseif", "#endif"]) }

  private var remedyInFile: String {
    if isConditionalLine { return Self.conditionalLine }
    if isAny(of: ["end", "endmachine"]) { return "leave it out" }
    let word = text(of: token.range)
    if isBeforeMachine || keyword()?.isModifier == true { return "leave out '\(word)'" }
    if ["machine", "import"].contains(word.lowercased()) { return "write '\(word.lowercased())' in small letters" }
    return remedyAtComment ?? "a machine is written 'machine Name { … }'"
  }

  /// Is true where a word stands before `machine` that means nothing there: `struct machine Door`.
  var isBeforeMachine: Bool {
    var next = lexer
    next.advance()
    return token.kind == .identifier && isWord(next.token, "machine") && keyword() != .machine
  }

  /// Is true where the rest of the line, up to the effects, compares something.
  private var comparesInLine: Bool {
    var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
    while true {
      let next = swift.next()
      let text = String(decoding: bytes[next.start..<next.end], as: UTF8.self)
      if next.kind == .end || next.followsNewline || text == "/" { return false }
      if ["<", ">", "<=", ">=", "==", "!="].contains(text) { return true }
    }
  }

  private var remedyAtStatement: String? {
    if isConditionalLine { return Self.conditionalLine }
    if isAnyText(of: ["!theme", "!include", "!pragma", "!define", "!$"]) { return Self.layout }
    if isRegionSeparator { return Self.regions }
    if let remedy = remedyAtComment { return remedy }
    if [.lessThan, .dot, .leftBrace].contains(token.kind) { return Self.aRow }
    if token.kind == .leftParen { return "separate sources by commas, without parentheses" }
    if token.kind == .leftBracket, !isStarInBrackets { return "separate sources by commas, without brackets" }
    if beginsStringLiteral { return "names stand without quotes" }
    if isStarInBrackets { return "write 'initial' before the state that the machine begins in" }
    return isByte(Ascii.exclamation) ? Self.someStates : Self.aRow
  }

  /// `--` and `||`, which stand between regions in other languages.
  private var isRegionSeparator: Bool { isAnyText(of: ["--\n", "--\r"]) || isJoiningOperator }

  private static let layout = "the layout of pictures is not written here: leave this line out"
  private static let regions = "write regions in the body of a state, each as 'region b { … }' in a line of its own"
  private static let histories = "a history is not declared, it is a target, as in 'off -> on.history'"
  private static let aPath = "a row leads to a state inside by its path, as in 'off -> on.dim'"
  private static let someStates = "write '* except a, b' for every state but some"
  private static let charactersOfNames = "a name has letters, digits and '_'"
  private static let aTimer = "a timer stands in the place of an event, as in 'b -> a : after 5s'"
  private static let dots = "a path is written with dots, as in 'on.dim'"
  private static let aCondition = "write the condition in brackets, as in '[condition]'"
  private static let anArrow = "an arrow is written '->'"
  private static let aRow = "write a row, as in 'a -> b : event'"

  /// The remedy for a word that begins statements in other languages.
  package static func remedy(beginningWith word: String) -> String? {
    switch word.lowercased() {
    case "title", "skinparam", "hide", "show", "scale", "direction", "header", "footer", "legend", "classdef", "click",
      "theme", "style":
      return layout
    case "acctitle", "accdescr": return layout
    case "id", "key", "version", "meta", "tags":
      return "the machine's name stands behind 'machine': leave this line out"
    case "note": return "write a note as a comment, behind '//' or '///'"
    case "const": return "write a property, as in 'let limit: Int = 3'"
    case "parallel", "concurrent", "fork", "join", "and", "orthogonal", "regions": return regions
    case "condition", "predicate": return "write 'guard name = condition'"
    case "emit", "send", "call", "perform": return "write '/ output' behind the event of a row, or behind 'entry'"
    case "deinit", "init", "enum", "struct", "extension", "subscript", "static", "def", "fn", "fun", "function", "void":
      return "write declarations of Swift in 'swift { … }'"
    case "typedef": return "write 'typealias Name = Type'"
    case "junction", "decision", "branch": return "write 'choice' in the place of '\(word)'"
    case "deephistory", "shallowhistory": return histories
    case "entrypoint", "exitpoint", "entrystate", "exitstate": return aPath
    case "async", "stream": return "write 'output name \(word)'"
    case "timeout", "timer", "delay", "wait", "sleep": return aTimer
    case "internal", "local", "external", "self": return aRow
    case "on", "when", "transitions", "trigger", "permit", "row", "rows", "arrow", "goto": return aRow
    case "states": return "write 'state' before each state, or before names with commas between them"
    case "events", "input", "inputs", "signal", "signals", "message", "command":
      return "write 'event' before names with commas between them"
    case "context", "data", "extstate", "datamodel": return "write a property, as in 'var count: Int = 0'"
    case "invoke", "activities": return "write 'do / output' in the state's body"
    case "initial", "start", "begin": return "write 'initial' before a state, as in 'initial state open'"
    case "type", "final", "end": return "write 'final' before a state, as in 'final state done'"
    case "after": return "write a timer in the place of an event, as in 'a -> b : after 5s'"
    case "always": return "write 'always' in the place of an event, as in 'a -> b : always'"
    case "actions", "action": return "write effects behind '/', with commas between them"
    case "guard", "cond": return "write a condition in a row's brackets, as in 'a -> b : event [condition]'"
    case "target": return aRow
    case "entry", "exit", "do": return "write '\(word.lowercased()) / effect'"
    case "event", "output", "state", "choice", "region": return "write '\(word.lowercased()) name'"
    default: return nil
    }
  }

  private var remedyBehindMachine: String? {
    if isAny(of: ["extends", "inherits", "implements", "from"]) {
      return "a machine has no base: write protocols behind ':', and a state that holds a machine as 'state a : Other'"
    }
    return switch token.kind {
    case .identifier: "write '{' behind the machine's name"
    case .comma: "write ':' before protocols"
    case .dot: "a machine in another type is written 'machine Door in Client'"
    case .leftParen: "a machine has no parameters: write properties in its body"
    case .equals: "leave it out"
    case .unknown where bytes[token.start] == Ascii.minus: Self.charactersOfNames
    default: nil
    }
  }

  /// A key of an object, where a row is read whose event is missing: `on: { … }`.
  private func remedyAtEvent(of sources: TransitionSyntax.Sources) -> String? {
    if token.kind == .asterisk { return "a row names its events; 'unhandled' says what becomes of all others" }
    if token.kind == .dot { return "write the event's name without '.'" }
    if token.kind == .colon { return Self.dots }
    if isByte(Ascii.exclamation) || isByte(Ascii.question) { return "write the event's name alone" }
    guard case .listed(let list) = sources, list.count == 1, list.first.path.count == 1 else { return nil }
    let key = scanner.names.text(list.first.path.first.id)
    if key == "type" {
      if isAnyText(of: ["'parallel'", "\"parallel\""]) { return Self.regions }
      if isAnyText(of: ["'history'", "\"history\""]) { return Self.histories }
    }
    if let remedy = Self.remedy(beginningWith: key) { return remedy }
    if beginsStringLiteral || token.start < bytes.count && bytes[token.start] == UInt8(ascii: "'") {
      return "names stand without quotes"
    }
    return token.kind == .leftBrace ? Self.aRow : "write an event's name, 'after 5s', 'always' or 'done'"
  }

  private var remedyAtTarget: String? {
    guard token.kind != .endOfFile else { return nil }
    if beginsStringLiteral || bytes[token.start] == UInt8(ascii: "'") { return "names stand without quotes" }
    switch token.kind {
    case .dot, .unknown, .slash: return "write the state's name, or a path that leads inward, as in 'on.dim'"
    case .leftBrace, .leftBracket, .leftParen: return "write the names of states, with commas between them"
    case .colon: return "write a state's name behind '->', or leave '->' out to stay"
    case .asterisk: return "a row leads to a state: write its name"
    default: return "write a state's name"
    }
  }

  private func remedy(behindNameOf keyword: Keyword) -> String? {
    if keyword == .output, isAny(of: ["throws", "rethrows"]) {
      return isWordBefore("async")
        ? "an output does not throw: let its closure return an event for the failure"
        : "an output does not throw: handle the error in its closure"
    }
    let word = text(of: token.range)
    if keyword == .output, token.kind == .identifier {
      if word == "sync" { return "an output without 'async' is performed at once: leave it out" }
      if ["async", "stream"].contains(word) { return "an output is 'async' or 'stream', and not both: leave one out" }
      if let nearest = Spelling.nearest(to: word, among: ["async", "stream"]) { return "did you mean '\(nearest)'?" }
    }
    if keyword == .event, ["ignore", "assert", "trap", "throw", "error"].contains(word) {
      return "write 'unhandled \(word)'"
    }
    if beginsStatementInLine, lexer.peek().0 != Ascii.colon { return Self.aLineOfItsOwn }
    if keyword == .state, isWord("as") { return "a state has one name: leave this out" }
    if token.kind == .identifier, isWordBefore("choice") { return "write 'choice \(word)'" }
    if token.kind == .identifier, isWordBefore("func") { return "leave out 'func'" }
    if let word = ["async", "stream"].first(where: isWordBefore) { return "write '\(word)' behind the output's name" }
    let next = lexer.peek().0
    switch token.kind {
    case .lessThan where keyword == .state:
      return remedyForStereotype
    case .unknown where keyword == .state && bytes[token.start] == Ascii.hash:
      return "a state has no colour: leave it out"
    case .unknown where keyword == .state && beginsStringLiteral:
      return "a state has no title; a comment '///' above it documents it, also in diagrams"
    case .leftBrace where keyword == .choice, .colon where keyword == .choice:
      return "a choice has no body: write rows from it, as in 'choice -> a : [condition]'"
    case .leftBracket where keyword == .state && isAnyText(of: ["[final]", "[initial]", "[*]"]):
      return "write 'initial' or 'final' before 'state'"
    case .leftParen where keyword == .state: return "leave out ':' before a payload"
    case .leftBracket, .leftBrace: return "write a payload in parentheses"
    case .identifier where keyword == .state && isAny(of: ["initial", "final"]):
      return "write '\(text(of: token.range))' before 'state'"
    case .equals where keyword == .state || keyword == .event || keyword == .output:
      return "a name has no value: leave it out, or write a payload in parentheses"
    case .slash where keyword == .state: return "write 'entry / effect' in the state's body"
    case .slash where keyword == .output: return "an output is declared alone: write '/ effect' in a row"
    case .unknown where isJoiningOperator: return "separate names by commas"
    case .unknown where isByte(Ascii.minus): return Self.charactersOfNames
    case .dot where keyword != .state: return Self.charactersOfNames
    case .colon, .equals: return "write a payload in parentheses"
    case .arrow where keyword == .state || keyword == .choice:
      return "write the row in a line of its own, as in 'a -> b : event'"
    case .arrow: return Self.aRow
    case .dot where keyword == .state: return "declare a state inside another in its body"
    case .identifier where keyword == .state && isAny(of: ["extends", "inherits", "in", "of", "inside"]):
      return "declare a state inside another in its body"
    case .identifier where keyword == .state && (isWordBefore("initial") || isWordBefore("final")):
      return "write '\(isWordBefore("initial") ? "initial" : "final") state \(text(of: token.range))'"
    case .identifier: return next == Ascii.colon ? "write a payload in parentheses" : "separate names by commas"
    default: return nil
    }
  }

  /// Where a name should stand.
  private var remedyAtName: String? {
    switch token.kind {
    case .number: "a name begins with a letter or '_'"
    case .arrow where bytes[lexer.previousEnd - 1] == Ascii.comma: "leave out the comma before '->'"
    case .arrow: Self.someStates
    case .comma: "leave out one of two commas"
    case .slash: "leave out '/'"
    case .dot where bytes[lexer.previousEnd - 1] == Ascii.dot: Self.anArrow
    case .unknown, .dot: "write a name, which has letters, digits and '_'"
    default: nil
    }
  }

  private var remedyInGroup: String? {
    if beginsStatementInLine { return Self.aLineOfItsOwn }
    return switch token.kind {
    case .leftBrace, .leftBracket, .leftParen: "write the names of states without brackets"
    case .asterisk: "write the names of its states; a row for all of them begins with '*'"
    case .identifier, .unknown: "separate states by commas"
    default: nil
    }
  }

  /// `<<fork>>` and others behind a state's name, as in PlantUML and Mermaid; `<T>`, as in Swift.
  private var remedyForStereotype: String {
    func isAny(_ names: [StaticString]) -> Bool { names.contains { SwiftKeyword.matches($0, bytes, token.start) } }
    if isAny(["<<choice>>"]) { return "write 'choice' in the place of 'state'" }
    if isAny(["<<fork>>", "<<join>>"]) { return "regions begin and end together without it: leave this line out" }
    if isAny(["<<history>>", "<<history*>>"]) { return Self.histories }
    if isAny(["<<entryPoint>>", "<<exitPoint>>"]) { return Self.aPath }
    if isAny(["<<start>>", "<<initial>>"]) { return "write 'initial' before 'state'" }
    if isAny(["<<end>>", "<<final>>"]) { return "write 'final' before 'state'" }
    return isAny(["<<"]) ? "leave it out" : "a state has no generic parameters: write them behind the machine's name"
  }

  /// `entry beep` and `entry { beep() }`, whose `/` is missing.
  private func remedy(behindAction start: Int) -> String {
    let word = Diagnostic.quotation(text(of: SourceRange(start, lexer.previousEnd)))
    guard token.kind == .identifier else { return "write '\(word) / \(token.kind == .leftBrace ? "{ … }" : "effect")'" }
    return "write '\(word) / \(effect(from: token.start))'"
  }

  /// `guard full: n > 3` and others, in which something else stands where the definition begins.
  private func remedy(forDefinition keyword: Keyword, of name: NameSyntax) -> String? {
    let name = scanner.names.text(name.id)
    switch keyword {
    case .region: return "write 'region \(name) { … }'"
    case .group: return "write 'group \(name) = a, b'"
    case .guard: return remedy(forArgumentsOf: "guard") ?? "write 'guard \(name) = condition'"
    case .action: return "an effect that Swift performs is declared as 'output \(name)'"
    case .effect: return remedy(forArgumentsOf: "effect") ?? "write 'effect \(name) = a, b'"
    default: return nil
    }
  }

  private func remedy(behindWrapper word: String, hasName: Bool) -> String {
    let remedy = remedyForWrapper
    if token.kind == .at { return (remedy.map { "\($0), as " } ?? "") + "attributes stand before '\(word)'" }
    if token.kind == .identifier, let remedy { return remedy }
    return switch token.kind {
    case .colon where hasName: "a wrapper names no base and no protocols: leave them out"
    case .colon: "write its name behind '\(word)', as in 'wrapper \(word) Door'"
    case .leftBrace: "it has no body: write an extension of it in Swift"
    default: "leave it out"
    }
  }

  /// The wrapper of the line, whose words stand in another order there, as it is written; nil where it is none.
  var remedyForWrapper: String? {
    let line = Lines.start(bytes, of: token.start)
    let end = bytes[token.start...].firstIndex(where: Ascii.isNewline) ?? bytes.count
    var access: String?
    var attributes: [String] = []
    var (isWrapper, kind, name) = (false, nil as String?, nil as String?)
    var depth = 0
    for word in SwiftLexer.tokens(of: bytes, in: SourceRange(line, end)) {
      if word.isPunctuation(Ascii.leftParen) { depth += 1 }
      if word.isPunctuation(Ascii.rightParen) { depth -= 1 }
      guard depth == 0, word.kind == .identifier else { continue }
      let text = text(of: SourceRange(word.start, word.end))
      switch text {
      case "wrapper": isWrapper = true
      case "class", "actor", "none": kind = text
      case "final", "nonisolated", "static", "open": break
      case _ where word.start > 0 && bytes[word.start - 1] == UInt8(ascii: "@"): attributes.append("@" + text)
      case _ where Keyword(bytes, word.start, word.end)?.isAccess == true: access = text
      case _ where name == nil: name = text
      default: return nil
      }
    }
    guard isWrapper, let kind else { return nil }
    let words = [access, "wrapper"].compactMap { $0 } + attributes + [kind, name].compactMap { $0 }
    return "write '\(words.joined(separator: " "))'"
  }

  private func remedy(behind sources: TransitionSyntax.Sources, from start: Int) -> String? {
    guard case .listed(let list) = sources else {
      return Self.someStates
    }
    if let remedy = remedyForWrapper { return remedy }
    if isJoiningOperator { return "separate states by commas" }
    if token.kind == .unknown,
      bytes[token.range.lowerBound..<token.range.upperBound].contains(Ascii.rightAngle)
        || bytes[token.start] == Ascii.minus
    {
      return Self.anArrow
    }
    if isAnyText(of: ["—", "–"]) { return Self.anArrow }
    if token.kind == .leftBracket, hasArrowInLine(behind: token.start) {
      return "write the condition behind the event, as in ': event [condition]'"
    }
    if token.kind == .lessThan {
      return SwiftKeyword.matches("<->", bytes, token.start)
        ? "an arrow leads one way: write a row for each"
        : "an arrow leads from the source to the target, as in 'a -> b : event'"
    }
    if isAny(of: ["or", "and"]) || isByte(Ascii.plus) {
      return "separate states by commas"
    }
    if token.kind == .slash, list.count == 1, list.first.path.count == 1,
      let kind = Self.actionOfState(scanner.names.text(list.first.path.first.id))
    {
      return "write '\(kind) / effect'"
    }
    if token.kind == .slash, list.count == 1, list.first.path.count == 1,
      let remedy = Self.remedy(beginningWith: scanner.names.text(list.first.path.first.id))
    {
      return remedy
    }
    if token.kind == .slash { return "write ':' before an event, as in 'a : event / effect'" }
    if let statement = statementBehindSemicolon(from: start) {
      let before = bytes[Lines.start(bytes, of: start)..<start]
      if before.contains(Ascii.colon), !before.contains(Ascii.slash) { return "separate events by commas" }
      return "separate effects by ',', and write Swift statements in braces, as in '{ \(statement) }'"
    }
    if list.count == 1, list.first.path.count > 1, isAtEndOfStatement { return Self.aRow }
    guard list.count == 1, list.first.path.count == 1 else { return nil }
    let word = scanner.names.text(list.first.path.first.id)
    if isAny(of: ["except"]) { return Self.someStates }
    if ["deep", "shallow"].contains(word), isAny(of: ["history"]) { return Self.histories }
    if word == "after" || word == "every", token.kind == .number {
      let duration = String(decoding: bytes[token.start..<token.end], as: UTF8.self)
      return "a timer stands in the place of an event, as in 'b -> a : \(word) \(duration)'"
    }
    if ["left", "top"].contains(word), isAny(of: ["to"]) { return Self.layout }
    if ["var", "let"].contains(word.lowercased()), word.lowercased() != word {
      return "write '\(word.lowercased())' in small letters"
    }
    if let kind = Self.actionOfState(word), token.kind == .leftBrace {
      return "write '\(kind) / effect', or '\(kind) / { … }' for Swift"
    }
    switch word {
    case "case": return lexer.peek().0 == Ascii.colon ? Self.aRow : "write 'state' to declare a state"
    case "private", "fileprivate", "internal", "package", "public", "open":
      if word == "private", isAny(of: ["let"]), bytes[lexer.previousEnd - 1] == Ascii.rightParen {
        return "a 'let' has no setter: leave out 'private(set)'"
      }
      if isAny(of: ["var", "let"]) { return "leave out '\(word)', as a property has the machine's access" }
      if isAny(of: ["state", "initial", "final", "choice", "region", "output", "guard", "effect", "group"]) {
        return "leave out '\(word)', as what a machine declares has the machine's access"
      }
    case "if", "guard", "when", "switch":
      return "write a condition in a row's brackets, as in 'a -> b : event [condition]'"
    case "on", "at", "from", "transition":
      if word == "on" || word == "at", let kind = Self.actionOfState("on" + text(of: token.range)) {
        return "write '\(kind) / effect' in the state's body"
      }
      return Self.aRow
    case "class", "actor": return "write 'wrapper \(word)'"
    case "not": return Self.someStates
    case "default", "ignore": return "'unhandled' says what becomes of events without a row"
    case "include", "use", "using", "require": return "machines of a module know each other: leave this line out"
    case "superstate", "composite", "substate", "nested", "simple", "normal", "accept", "error", "pseudostate":
      return "write 'state name', and the states inside it in braces"
    case "property", "field", "int", "Int", "string", "String", "bool", "Bool", "double", "Double", "float", "auto",
      "val":
      return "write a property, as in 'var count: Int = 0'"
    case "delegate", "protocol": return "the wrapper brings a delegate along: leave this line out"
    default:
      if let remedy = Self.remedy(beginningWith: word) { return remedy }
    }
    if token.kind == .identifier, [Ascii.colon, Ascii.comma, Ascii.minus].contains(lexer.peek().0) {
      return "write '->' before a target, and commas between sources"
    }
    if token.kind == .leftBrace || isAtEndOfStatement && list.first.pattern != nil {
      return "write 'state' before a state that is declared"
    }
    return token.kind == .equals ? "write 'var' or 'let' before a property" : Self.aRow
  }

  // MARK: Effects

  /// The remedy for a token that is no name in the place of an effect.
  private var remedyAtEffect: String? {
    guard token.kind != .endOfFile else { return nil }
    if beginsStringLiteral || bytes[token.start] == UInt8(ascii: "'") { return "an output is named without quotes" }
    switch token.kind {
    case .leftBracket: return "separate effects by commas, without brackets"
    case .slash, .comma: return "leave it out"
    case .arrow: return "write the target before ':', as in 'a -> b : event'"
    case .unknown where isAnyText(of: ["++", "--"]):
      return "write an assignment, as in '\(name(in: effect(from: token.start + 2))) \(increment) 1'"
    case .unknown where isByte(Ascii.exclamation): return "an output is named alone: leave out '!'"
    case .leftParen, .unknown: return "write Swift in braces, as in '{ \(effect(from: token.start)) }'"
    default: return nil
    }
  }

  /// The remedy for a word before something else in the place of an effect, where a name would be followed by nothing,
  /// by arguments or by an assignment: statements of Swift, and verbs that other languages have before actions.
  func remedy(behindWordOfEffect word: Token) -> String? {
    guard bytes[word.start] != Ascii.backtick, beginsOperandInLine(behind: word) else { return nil }
    let rest = effect(from: token.start)
    switch text(of: word.range) {
    case "throws", "raises": return "write 'throw \(rest)'"
    case "await", "async":
      return "declare what takes its time as 'output \(name(in: rest)) async', and write '/ \(rest)'"
    case "try":
      return "an effect does not fail: let an output handle the error, and write '/ \(rest)'"
    case "if", "when", "unless", "guard":
      return "write the condition in brackets before '/', as in 'event [condition] / effect'"
    case "let", "var", "for", "while", "switch", "repeat", "defer", "print":
      return "write Swift in braces, as in '{ \(effect(from: word.start)) }'"
    case "after", "every", "wait", "delay", "sleep": return Self.aTimer
    case "goto", "go", "transition", "enter", "become":
      return "write the target before ':', as in 'a -> b : event'"
    case "cancel":
      let name = name(in: rest)
      return "write 'cancel\(name.prefix(1).uppercased())\(name.dropFirst())'"
    case "send", "dispatch", "post", "fire", "trigger", "signal", "emit":
      return "write '/ raise \(rest)' for an event of this machine, and '/ \(rest)' for an output"
    case "call", "do", "perform", "run", "output", "execute", "invoke", "action", "effect", "start", "set",
      "assign", "notify", "publish", "then":
      return "leave out '\(text(of: word.range))', as in '/ \(rest)'"
    default: return nil
    }
  }

  /// Tells whether a name, a literal or a bracket follows in the line of a word, and a blank before it.
  private func beginsOperandInLine(behind word: Token) -> Bool {
    switch token.kind {
    case .identifier, .number: true
    case .unknown: beginsStringLiteral || bytes[token.start] == UInt8(ascii: "!")
    case .leftBrace: true
    // `start (3)` is the output `start`.
    case .leftParen:
      ["if", "for", "while", "switch", "guard"].contains { isWord(word, $0) } && isBraceBehindParens
    default: false
    }
  }

  /// Is true where the `)` of the `(` at hand stands in its line, with a `{` or a name behind it.
  private var isBraceBehindParens: Bool {
    var swift = SwiftLexer(bytes: bytes, from: token.start, to: bytes.count)
    var depth = 0
    var next = swift.next()
    repeat {
      if next.isPunctuation(Ascii.leftParen) { depth += 1 }
      if next.isPunctuation(Ascii.rightParen) { depth -= 1 }
      next = swift.next()
    } while depth > 0 && next.kind != .end && !next.followsNewline
    return depth == 0 && !next.followsNewline && (next.kind == .identifier || next.isPunctuation(Ascii.leftBrace))
  }

  /// The name at the beginning of a piece of Swift.
  private func name(in effect: String) -> Substring {
    effect.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
  }

  func text(of range: SourceRange) -> String {
    String(decoding: bytes[range.lowerBound..<range.upperBound], as: UTF8.self)
  }

  /// `entry` or `exit`, for what other languages call it: `onEntry`, `on_exit`, `OnEnter`.
  package static func actionOfState(_ word: String) -> String? {
    switch word.lowercased().filter({ $0 != "_" }) {
    case "onentry", "onenter", "entry", "enter": "entry"
    case "onexit", "onleave", "exit", "leave": "exit"
    case "do": "do"
    default: nil
    }
  }

  /// Behind the name of a guard or an effect, which are no functions.
  func remedy(forArgumentsOf what: String) -> String? {
    guard token.kind == .leftParen else { return nil }
    let article = what == "effect" ? "an" : "a"
    return "\(article) \(what) has no parameters, as it knows the labels of the rows that use it"
  }

  private var remedyBehindTarget: String? {
    if let history = historyInBrackets { return "write a history as a target, as in '\(history)'" }
    if isAny(of: ["on", "upon"]) { return "write ':' before the event" }
    if isAny(of: ["when", "if", "where"]) { return "write ': event [condition]'" }
    if isAny(of: ["in"]) { return "ask for a state in a guard, as in ': event [in(state)]'" }
    switch token.kind {
    case .identifier: return "write ':' before the event"
    case .leftBracket: return "write the condition behind the event, as in ': event [condition]'"
    case .slash where token.start == lexer.previousEnd && Ascii.beginsIdentifier(lexer.peek().0): return Self.dots
    case .slash: return "write ':' and the event before '/'"
    case .arrow: return "write a row for each arrow"
    case .unknown where isByte(Ascii.ampersand) || isByte(Ascii.plus):
      return "a row leads to one state, or to states of several regions with commas between them"
    case .unknown where isJoiningOperator: return "a row leads to one state: write a row for each"
    case .asterisk where isWordBefore("H"): return "write a history as a target, as in 'on.deepHistory'"
    default: return "write ': event' behind the target"
    }
  }

  private func remedy(behind row: TransitionSyntax) -> String? {
    if beginsStatementInLine { return Self.aLineOfItsOwn }
    if !row.effects.isEmpty {
      switch token.kind {
      case .identifier where isWordBefore("trap"): return "write a text in quotes, as in 'trap \"…\"'"
      case .identifier: return "separate effects by commas, and write arguments in parentheses"
      case .unknown where isByte(Ascii.exclamation): return "an output is named alone: leave out '!'"
      case .arrow where row.target == nil: return "write the target before ':', as in 'a -> b : event'"
      case .colon: return "write an assignment with '=', and effects with commas between them"
      case .unknown where isAnyText(of: ["=="]): return "write an assignment with '='"
      case .unknown where isJoiningOperator: return "separate effects by commas"
      case .unknown where beginsStringLiteral: return "write arguments in parentheses"
      case .leftBracket where hasArrowInLine(behind: token.start):
        return "a row begins with its source, and its condition stands behind the event, as in ': event [condition]'"
      case .leftBracket where token.start > lexer.previousEnd:
        return "the condition stands before '/', as in ': event [condition] / effect'"
      case .dot, .leftBracket:
        guard case .output(let name, _)? = row.effects.last else { return nil }
        let effect = effect(from: name.range.lowerBound)
        if let property = assignedMemberOfSelf(effect) { return "write an assignment, as in '\(property)'" }
        return "write Swift in braces, as in '{ \(effect) }'"
      case .slash: return "separate effects by commas"
      case .unknown where bytes[token.start] == Ascii.plus || bytes[token.start] == Ascii.minus:
        guard case .output(let name, nil)? = row.effects.last else { return nil }
        var swift = SwiftLexer(bytes: bytes, from: token.end, to: bytes.count)
        guard isAnyText(of: ["++", "--"]) || swift.next().kind == .number else { return "separate effects by commas" }
        return "write an assignment, as in '\(scanner.names.text(name.id)) \(increment) 1'"
      default: return nil
      }
    }
    if row.guardSyntax == nil, let word = ["raise", "throw", "trap", "return"].first(where: isWordBefore) {
      return "'\(word)' begins an effect: write the event and '/' before it"
    }
    if isAny(of: ["if", "when", "where", "unless", "provided", "iff", "cond", "guard", "given"]) {
      return Self.aCondition
    }
    if isAny(of: ["except"]), case .wildcard = row.sources {
      return "the states that are excepted stand behind '*', as in '* except a -> b : event'"
    }
    if isAny(of: ["in"]) { return "ask for a state in a guard, as in '[in(state)]'" }
    if row.guardSyntax == nil, isAnyText(of: ["&&"]), comparesInLine { return Self.aCondition }
    if row.guardSyntax == nil, isAny(of: ["or", "and"]) || isJoiningOperator || isByte(Ascii.plus) {
      return "separate events by commas"
    }
    if row.guardSyntax == nil, token.kind == .number { return "a timer is written 'after 5s'" }
    switch token.kind {
    case .leftBracket: return "join conditions by '&&' in one pair of brackets"
    case .unknown where row.guardSyntax != nil && isAnyText(of: ["&&", "||"]):
      return "join conditions by '&&' in one pair of brackets"
    case .identifier where row.guardSyntax != nil && row.triggers == nil:
      let event = effect(from: token.start, upTo: "/")
      return "a condition stands behind its event, as in ': \(event) […]': write the event before '['"
    case .arrow where row.target == nil && hasColonInLine(behind: token.end):
      return "a row has no name: begin it with its source"
    case .arrow where row.target == nil: return "write the target before ':', as in 'a -> b : event'"
    case .colon:
      let start = bytes[..<lexer.previousEnd].reversed().prefix { Ascii.continuesIdentifier($0) }.count
      return Self.remedy(beginningWith: text(of: SourceRange(lexer.previousEnd - start, lexer.previousEnd)))
        ?? "write '/' before an effect, and ',' before another event"
    case .arrow: return "write '/' before an effect, and a target before ':'"
    case .unknown
    where row.guardSyntax == nil && [Ascii.leftAngle, Ascii.rightAngle, Ascii.equals].contains(bytes[token.start]),
      .lessThan where row.guardSyntax == nil:
      return Self.aCondition
    case .dot where isWordBefore("done") && !isAnyText(of: [".state", ".invoke"]):
      return "a final state is a pattern, as in 'done(.finished)'"
    case .dot: return "an event is one name: declare it with 'event'"
    case .equals where row.target == nil:
      guard case .listed(let sources) = row.sources, sources.first.path.count == 1,
        let kind = Self.actionOfState(scanner.names.text(sources.first.path.first.id))
      else { return "write 'var' or 'let' before a property" }
      return "write '\(kind) / effect'"
    case .identifier where isWord("else"): return "write '[else]'"
    case .identifier where row.guardSyntax == nil && closesBracketInLine: return "write '[' before a condition"
    case .identifier where isWordBefore("on") || isWordBefore("event"):
      return "leave out '\(isWordBefore("on") ? "on" : "event")'"
    case .identifier where row.guardSyntax == nil: return "write '/' before an effect, and ',' before another event"
    case .leftBrace where row.guardSyntax == nil && comparesInLine: return Self.aCondition
    case .leftBrace where row.guardSyntax == nil && token.start == lexer.previousEnd:
      return "write patterns in parentheses"
    case .identifier, .leftBrace: return "write '/' before an effect"
    case .unknown where row.guardSyntax == nil && (isByte(Ascii.exclamation) || isByte(Ascii.question)):
      return Self.aCondition
    case .unknown where isByte(UInt8(ascii: "\\")): return "write '/' before an effect"
    case .unknown, .rightBracket, .rightParen: return "leave it out"
    default: return nil
    }
  }

  /// `active[H]` and `active[H*]`, as PlantUML has them, in words of the language.
  private var historyInBrackets: String? {
    guard token.kind == .leftBracket, token.start == lexer.previousEnd else { return nil }
    let state = bytes[..<token.start].reversed().prefix { Ascii.continuesIdentifier($0) }.reversed()
    guard !state.isEmpty else { return nil }
    let kinds: [(StaticString, String)] = [("[H]", "history"), ("[H*]", "deepHistory")]
    return kinds.first { SwiftKeyword.matches($0.0, bytes, token.start) }
      .map { "\(String(decoding: Array(state), as: UTF8.self)).\($0.1)" }
  }

  /// `+=` or `-=`, for the `++` or `--` at hand.
  private var increment: String { bytes[token.start] == Ascii.minus ? "-=" : "+=" }

  /// `count += 1` of `self.count += 1` and `this.count++`
  private func assignedMemberOfSelf(_ effect: String) -> String? {
    guard effect.hasPrefix("self.") || effect.hasPrefix("this.") else { return nil }
    let member = effect.dropFirst("self.".count)
    let name = member.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    let rest = member.dropFirst(name.count).drop { $0 == " " }
    if rest == "++" || rest == "--" { return "\(name) \(rest.prefix(1))= 1" }
    let symbol = rest.prefix { !$0.isLetter && !$0.isNumber && $0 != " " }
    return ["=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^="].contains(symbol) ? String(member) : nil
  }

  /// An effect, or what is written like one, up to the comma behind it or the end of the line. A long one is left out.
  ///
  /// - Parameter mark: what ends it besides.
  func effect(from start: Int, upTo mark: Unicode.Scalar? = nil) -> String {
    Diagnostic.quotation(String(decoding: bytes[start..<endOfEffect(from: start, upTo: mark)], as: UTF8.self))
  }

  func endOfEffect(from start: Int, upTo mark: Unicode.Scalar? = nil) -> Int {
    var swift = SwiftLexer(bytes: bytes, from: start, to: bytes.count)
    var end = start
    var depth = 0
    while end - start <= Diagnostic.longestQuotation {
      let next = swift.next()
      if next.kind == .end { break }
      if depth == 0, bytes[end..<next.start].contains(where: Ascii.isNewline) { break }
      if depth == 0, next.isPunctuation(Ascii.comma) || next.isPunctuation(UInt8(ascii: ";")) { break }
      if depth == 0, let mark, next.byte == UInt8(ascii: mark), next.end == next.start + 1 { break }
      switch next.byte {
      case Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace: depth += 1
      case Ascii.rightParen, Ascii.rightBracket, Ascii.rightBrace: depth -= 1
      default: break
      }
      if depth < 0 { break }
      end = next.end
    }
    return end
  }

  // MARK: Tokens

  var isAtEndOfStatement: Bool {
    token.kind == .separator || token.kind == .rightBrace || token.kind == .endOfFile
  }

  /// Tells whether the token is of no kind that the language has, and begins with `byte`.
  private func isByte(_ byte: UInt8) -> Bool {
    token.kind == .unknown && bytes.indices.contains(token.start) && bytes[token.start] == byte
  }

  /// `|`, `||`, `&` or `&&`
  private var isJoiningOperator: Bool {
    bytes.indices.contains(token.start)
      && (bytes[token.start] == UInt8(ascii: "|") || bytes[token.start] == Ascii.ampersand)
  }

  /// Tells whether a word stands directly before the token.
  private func isWordBefore(_ word: String) -> Bool {
    let end = lexer.previousEnd
    let start = end - word.utf8.count
    guard start >= 0, start == 0 || !Ascii.continuesIdentifier(bytes[start - 1]) else { return false }
    return bytes[start..<end].elementsEqual(word.utf8)
  }

  /// Is true where a `]` follows in the line that closes nothing in it.
  private var closesBracketInLine: Bool {
    var depth = 0
    for byte in bytes[token.start...].prefix(while: { !Ascii.isNewline($0) }) {
      if byte == Ascii.leftBracket { depth += 1 }
      if byte == Ascii.rightBracket { depth -= 1 }
      if depth < 0 { return true }
    }
    return false
  }

  /// `[*]`, which other languages have for the beginning and for the end.
  var isStarInBrackets: Bool { SwiftKeyword.matches("[*]", bytes, token.start) }

  private func hasArrowInLine(behind start: Int) -> Bool {
    let line = bytes[start...].prefix { !Ascii.isNewline($0) }
    return zip(line, line.dropFirst()).contains { $0 == Ascii.minus && $1 == Ascii.rightAngle }
  }

  private func hasColonInLine(behind start: Int) -> Bool {
    bytes[start...].prefix { !Ascii.isNewline($0) }.contains(Ascii.colon)
  }

  /// Tells whether one of some texts stands here, which need be no token.
  private func isAnyText(of texts: [StaticString]) -> Bool {
    texts.contains { SwiftKeyword.matches($0, bytes, token.start) }
  }

  private func isAny(of words: [StaticString]) -> Bool { words.contains(where: isWord) }

  /// The text behind a `;` in the line, where it is an effect or Swift rather than a row.
  private func statementBehindSemicolon(from start: Int) -> String? {
    guard bytes[..<start].last(where: { !Ascii.isBlank($0) }) == UInt8(ascii: ";"),
      isAtEndOfStatement || token.kind == .equals || token.kind == .compoundAssignment
    else { return nil }
    return effect(from: start)
  }
}
