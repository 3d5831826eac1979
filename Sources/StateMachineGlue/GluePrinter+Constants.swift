import StateMachineModel
import StateMachineSyntax

/// Finds the constants in a file around which tests try values. For a guard `count > 3`, tests try the values 2, 3 and
/// 4 of `count`. The constants are in guards and patterns that use the value. They are also in properties and functions
/// of the file that these guards use.
extension GluePrinter {
  /// Returns the Swift of an argument with the constants around which values of an event's field are tried:
  /// `, near: .init(numbers: [3])`. Empty if there are no such constants.
  ///
  /// - Parameter place: the index of the field.
  func near(_ field: Field, at place: Int, of event: EventID) -> String {
    var conditions: [SwiftCode] = []
    var patterns: [SourceRange] = []
    for transition in transitions(on: event) {
      patterns += transition.patterns.filter { $0.owner == .event && Int($0.field) == place }.map(\.range)
      transition.forEachBranch { branch in
        guard let condition = machine.rows[branch.row].condition, self.reads(place, in: branch, of: transition) else {
          return
        }
        conditions.append(condition)
      }
    }
    var constants = constants(in: conditions, patterns, about: field.name)
    if let name = field.name { note(asking(for: names(givenBy: machine.names.text(name.id), event)), &constants) }
    return near(constants)
  }

  /// Adds the constants in conditions that use certain names: 3 for the name `count` and the condition `count > 3`. The
  /// constant 0 is added only if a condition compares with it by `<` or a similar operator. Otherwise, negative numbers
  /// would be tried around it, with which a counter might never end.
  ///
  /// - Parameters:
  ///   - asking: each name, with the conditions that use it.
  ///   - constants: the constants found so far; the new ones are added to it.
  private func note(_ asking: [(name: String, conditions: [SwiftCode])], _ constants: inout Literals) {
    for (name, conditions) in asking {
      var literals = self.constants(in: conditions, [], about: nil)
      literals.noteLengths(of: name, in: conditions.flatMap(\.texts), source)
      let asksForSign = conditions.flatMap(\.texts).contains { text in
        let words = words(of: text)
        return words.indices.contains { index in
          let beside = [index - 1, index + 1].filter(words.indices.contains).map { words[$0].text }
          return words[index].text == "0" && beside.contains { ["<", ">", "<=", ">="].contains($0) }
        }
      }
      constants.formUnion(literals, withZero: asksForSign)
    }
  }

  /// Returns each of the names with the conditions that use it: guards of rows, and guards of statements for tests.
  private func asking(for names: Set<String>) -> [(name: String, conditions: [SwiftCode])] {
    names.sorted().map { name in (name, (guards + statements).filter { $0.names.contains(name) }.map(\.condition)) }
  }

  /// Returns the names of properties and labels that get the value of an event's field. For the field `n`, this is
  /// `total` if a row has `total += n`. It is also `n` if a row's target has the label `n`, to which the value carries
  /// over.
  ///
  /// - Parameter name: the name of the field.
  private func names(givenBy name: String, _ event: EventID) -> Set<String> {
    var assigned: Set<String> = []
    for transition in transitions(on: event) {
      assigned.formUnion(names(assigned: name, in: words(of: machine.rows[transition.row].range)))
      let labels = transition.leaf.map { machine.states[$0].pathFields.compactMap(\.label) } ?? []
      if labels.contains(where: { machine.names.text($0.id) == name }) { assigned.insert(name) }
    }
    return assigned
  }

  private func transitions(on event: EventID) -> [Transition] {
    machine.transitions.indices.filter { machine.transitions[$0].trigger == .event(event) }.map {
      machine.transitions[$0]
    }
  }

  /// Returns the names of the properties and labels that get the value with the name `name` in a row: by an assignment,
  /// or as an argument. For `n` in the row `a -> b(last: n) : add(n) / total += n`, these are `last` and `total`.
  ///
  /// - Parameter words: the tokens of the row.
  private func names(assigned name: String, in words: [SwiftWord]) -> [String] {
    var names: [String] = []
    var last: String?
    for index in words.indices.dropFirst() {
      let word = words[index]
      if ["=", "+=", "-=", ":"].contains(word.text), words[index - 1].kind == .identifier {
        last = words[index - 1].text
      }
      if word.text == "," { last = nil }
      if word.text == name, !word.isMember, word.kind == .identifier, let last { names.append(last) }
    }
    return names
  }

  /// Returns the Swift of an argument with the constants around which values of a property, or of a field of the
  /// initial state, are tried: `, near: .init(numbers: [3])`. Empty if there are no such constants.
  func near(_ name: Identifier?) -> String {
    let name = name.map { machine.names.text($0.id) } ?? ""
    let asking = guards.filter { $0.names.contains(name) }.map(\.condition)
    var constants = constants(in: asking, [], about: nil)
    constants.noteLengths(of: name, in: asking.flatMap(\.texts), source)
    return near(constants)
  }

  private func near(_ constants: Literals) -> String {
    var constants = constants
    constants.waiters = waiters
    let arguments = constants.arguments
    return arguments.isEmpty ? "" : ", near: .init(\(arguments.joined(separator: ", ")))"
  }

  /// Returns whether the guard of a row uses a field of the event. The guard may use the field's label, or a name that
  /// a pattern binds in the field.
  ///
  /// - Parameters:
  ///   - place: the index of the field.
  ///   - branch: the transition of the row: `transition` itself or, if it leads to a choice, a row of the choice.
  ///   - transition: the transition from the source. Its patterns also bind names for the rows of its choice.
  func reads(_ place: Int, in branch: Transition, of transition: Transition) -> Bool {
    guard let condition = machine.rows[branch.row].condition else { return false }
    let asked = NamingCondition(condition, source).names
    return !names(of: place, in: [branch, transition]).isDisjoint(with: asked)
  }

  /// Returns the names of enum cases with which guards of rows for an event compare a field: `gold` for the guard
  /// `kind == .gold`. Tests try these cases as values of the field.
  func comparedCases(_ field: Field, of event: EventID) -> [String] {
    guard let name = field.name.map({ machine.names.text($0.id) }) else { return [] }
    var cases: [String] = []
    var conditions: [SwiftCode] = []
    for transition in transitions(on: event) {
      transition.forEachBranch { branch in
        if let condition = machine.rows[branch.row].condition { conditions.append(condition) }
      }
    }
    for condition in conditions {
      for text in condition.texts {
        let words = words(of: text)
        for index in words.indices.dropFirst(3) where words[index].kind == .identifier && words[index].isMember {
          let next = index + 1 < words.count ? words[index + 1].text : ""
          // The tokens of `kind == .gold`: the name, the operator, the dot and the case.
          guard ["==", "!="].contains(words[index - 2].text), words[index - 3].text == name,
            words[index - 3].kind == .identifier,
            !words[index - 3].isMember, next != "(", next != ".", !cases.contains(words[index].text)
          else { continue }
          cases.append(words[index].text)
        }
      }
    }
    return cases
  }

  // MARK: Literals

  private func constants(in conditions: [SwiftCode], _ patterns: [SourceRange], about field: Identifier?) -> Literals {
    var literals = Literals()
    var seen: Set<String> = []
    let texts = conditions.flatMap(\.texts)
    for text in texts + patterns { read(text, &literals, &seen, depth: 0) }
    if let field { literals.noteLengths(of: machine.names.text(field.id), in: texts, source) }
    return literals
  }

  /// Adds the literals in a piece of Swift. If the piece uses properties, functions or constants of the file, adds the
  /// literals in their declarations, too.
  ///
  /// - Parameters:
  ///   - literals: the literals found so far; the new ones are added to it.
  ///   - seen: the names whose declarations have been read already.
  ///   - depth: the number of declarations on the path to this piece: 0 for a guard, 1 for a function that the guard
  ///     calls. At 4, the names in the piece are not followed further.
  private func read(_ text: SourceRange, _ literals: inout Literals, _ seen: inout Set<String>, depth: Int) {
    let words = words(of: text)
    literals.add(words)
    guard depth < 4 else { return }
    for word in words where word.kind == .identifier && seen.insert(word.text).inserted {
      let property = machine.storedProperties.first { machine.names.text($0.name.id) == word.text }
      if let value = property?.initialValue { read(value, &literals, &seen, depth: depth + 1) }
      for member in members[word.text] ?? [] { read(member, &literals, &seen, depth: depth + 1) }
    }
  }

  func words(of range: SourceRange) -> [SwiftWord] { SwiftWord.all(in: range, source) }

  /// The number of continuations to try as the payload of an event. It is the smallest number that a `within` statement
  /// does not allow: 3 for `within a [waiters < 3]`. It is at least 1 and at most 16. Nil if no `within` statement
  /// compares `waiters`, the number of continuations in the machine, by `<` or `<=`.
  private var waiters: Int? {
    machine.claims.compactMap { claim -> Int? in
      guard claim.isBound, let condition = claim.condition else { return nil }
      let words = condition.texts.flatMap(words)
      return words.indices.dropLast(2).compactMap { index in
        // The smallest number that is beyond the bound: 3 for `waiters < 3`, and 4 for `waiters <= 3`.
        guard words[index].text == "waiters", let number = Int(words[index + 2].text) else { return nil }
        return words[index + 1].text == "<" ? number : words[index + 1].text == "<=" ? number + 1 : nil
      }.max()
    }.max().map { max(1, min($0, 16)) }
  }
}

/// A token of Swift, with facts about the text before it, which are needed to find names and constants.
struct SwiftWord {
  var text: String
  var kind: SwiftToken.Kind
  /// Whether a dot is directly before the token, as before `count` in `list.count`.
  var isMember: Bool
  /// Whether there is no blank between the token and the token before it.
  var isJoined: Bool

  static func all(in range: SourceRange, _ source: SourceFile) -> [SwiftWord] {
    var words: [SwiftWord] = []
    var end = -1
    for token in SwiftLexer.tokens(of: source.bytes, in: range) {
      let text = source.text(SourceRange(token.start, token.end))
      words.append(
        SwiftWord(text: text, kind: token.kind, isMember: words.last?.text == ".", isJoined: token.start == end))
      end = token.end
    }
    return words
  }
}

/// A condition and the names that it uses. A name after a dot is left out: in `list.count`, the condition uses `list`,
/// but not `count`.
struct NamingCondition {
  let condition: SwiftCode
  let names: Set<String>

  init(_ condition: SwiftCode, _ source: SourceFile) {
    self.condition = condition
    names = Set(condition.texts.flatMap { SwiftWord.all(in: $0, source) }.filter { !$0.isMember }.map(\.text))
  }
}

extension Claim {
  /// Whether the statement only limits what is explored, such as `within a [count < 3]`.
  var isBound: Bool { if case .within = subject { true } else { false } }
}

extension Transition {
  /// Calls a function with the transition, and with each row of the choice to which it leads. If such a row leads to
  /// another choice, calls the function with the rows of that choice, too.
  func forEachBranch(_ body: (Transition) -> Void) {
    body(self)
    for branch in branches { branch.forEachBranch(body) }
  }
}

/// The literals in a file around which exploration tries values: for the literal 3, it tries 2, 3 and 4.
private struct Literals {
  private var numbers: Set<Int> = []
  private var decimals: [String] = []
  private var texts: [String] = []
  private var lengths: Set<Int> = []
  var waiters: Int?

  /// Adds the numbers and the strings on one line among the tokens.
  mutating func add(_ words: [SwiftWord]) {
    for (index, word) in words.enumerated() {
      switch word.kind {
      case .number:
        // A `-` is a sign if it touches only the number (`x > -3`), or follows a bracket (`(-3`). In `x - 3` and
        // `x-3`, it is a subtraction.
        let isNegative = index > 0 && word.isJoined && words[index - 1].text == "-" && !words[index - 1].isJoined
        let isInBrackets = index > 1 && words[index - 1].text == "-" && ["(", "["].contains(words[index - 2].text)
        add(number: (isNegative || isInBrackets ? "-" : "") + word.text.filter { $0 != "_" })
      case .literal:
        guard word.text.count > 1, word.text.hasPrefix("\""), word.text.hasSuffix("\""), !word.text.hasPrefix("\"\"\""),
          !texts.contains(word.text)
        else { continue }
        texts.append(word.text)
      default: break
      }
    }
  }

  mutating func formUnion(_ other: Literals, withZero: Bool) {
    numbers.formUnion(other.numbers.filter { $0 != 0 || withZero })
    lengths.formUnion(other.lengths)
    decimals += other.decimals.filter { !decimals.contains($0) }
    texts += other.texts.filter { !texts.contains($0) }
  }

  private mutating func add(number: String) {
    if let whole = Self.whole(number) {
      numbers.insert(whole)
    } else if Double(number) != nil, number.contains("."), !number.contains("e"), !decimals.contains(number) {
      decimals.append(number)
    }
  }

  private static func whole(_ text: String) -> Int? {
    for (prefix, radix) in [("0x", 16), ("0b", 2), ("0o", 8)] where text.hasPrefix(prefix) {
      return Int(text.dropFirst(2), radix: radix)
    }
    return Int(text)
  }

  /// Adds the whole numbers in conditions that use the number of elements of a collection: 5 for `list.count < 5`.
  /// Collections with about as many elements are tried.
  ///
  /// - Parameters:
  ///   - name: the name of the collection.
  ///   - texts: the conditions.
  mutating func noteLengths(of name: String, in texts: [SourceRange], _ source: SourceFile) {
    for range in texts {
      let tokens = SwiftLexer.tokens(of: source.bytes, in: range).map { source.text(SourceRange($0.start, $0.end)) }
      let asks = tokens.indices.dropLast(2).contains {
        tokens[$0] == name && tokens[$0 + 1] == "." && tokens[$0 + 2] == "count"
      }
      if asks { lengths.formUnion(tokens.compactMap(Self.whole)) }
    }
  }

  /// The literals as Swift arguments for the initializer of the testing library's type `Constants`: `numbers: [3]`.
  var arguments: [String] {
    [
      ("numbers", numbers.sorted().map(String.init)), ("decimals", decimals.map { "\"\($0)\"" }), ("texts", texts),
      ("lengths", lengths.sorted().map(String.init)),
    ].filter { !$1.isEmpty }.map { "\($0): [\($1.joined(separator: ", "))]" }
      + (waiters.map { ["waiters: \($0)"] } ?? [])
  }
}

// MARK: Enums of the file

extension GluePrinter {
  /// The Swift calls that tell the testing library the cases of the file's enums without payloads. So these enums do
  /// not have to conform to `CaseIterable`.
  var notedCases: String {
    (enums(in: head.unconditionalSwift, "")
      + enums(in: machine.swift.blocks, "")).map { name, cases in
        let list = cases.map { "(.\($0), \(literal("." + $0)))" }.joined(separator: ", ")
        return "      StateMachineTesting.noteCases(of: \(name).self, [\(list)])\n"
      }.joined()
  }

  /// Returns the enums without payloads in pieces of Swift, with the names of their cases. Enums within other types are
  /// included. Enums that conform to `CaseIterable` are left out, because their cases are known.
  ///
  /// - Parameter path: the names of the types around the pieces, each with a dot: `Door.`.
  private func enums(in blocks: [SourceRange], _ path: String) -> [(String, [String])] {
    blocks.flatMap { SwiftMember.all(in: $0, source) }.filter { !$0.isPrivate }.flatMap { member in
      guard let body = member.body, ["enum", "struct", "class", "actor"].contains(member.introducer) else {
        return [(String, [String])]()
      }
      let head = source.text(SourceRange(member.range.lowerBound, body.lowerBound))
      // The cases are known already, or the type cannot be named without arguments.
      if head.contains("<") { return [] }
      let isKnown = member.introducer != "enum" || head.contains("CaseIterable")
      let own = isKnown ? nil : cases(in: body).map { [(path + member.name, $0)] }
      return (own ?? []) + enums(in: [body], path + member.name + ".")
    }
  }

  /// Returns the names of an enum's cases. Nil if a case has a payload, or if the enum's body contains an attribute or
  /// a compiler condition (`#if`).
  private func cases(in body: SourceRange) -> [String]? {
    let words = words(of: body)
    var cases: [String] = []
    var depth = 0
    var isCase = false
    for (index, word) in words.enumerated() {
      switch word.text {
      case "{", "(", "[":
        if depth == 0, word.text == "(", isCase { return nil }
        depth += 1
      case "}", ")", "]": depth -= 1
      case "#", "@": if depth == 0 { return nil }
      case "case" where depth == 0: isCase = true
      default:
        guard depth == 0, index > 0, word.kind == .identifier else { continue }
        if words[index - 1].text == "case" || isCase && words[index - 1].text == "," {
          cases.append(word.text)
        } else if isCase, words[index - 1].text != "=" {
          isCase = false
        }
      }
    }
    return cases.isEmpty ? nil : cases
  }
}
