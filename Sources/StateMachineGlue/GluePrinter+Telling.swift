import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// The tracing machine: a struct in the machine's type, `TellingInGlue`, that does the same and reports its rows.
extension GluePrinter {
  static let tellingName = "TellingInGlue"

  var tellingMachine: String {
    let cannotBeCopied = machine.isNoncopyable ? ": ~Copyable" : ""
    let members = machine.swift.blocks.flatMap { SwiftMember.all(in: $0, source) }.filter {
      $0.isCopied && !callsEvent(in: $0.range)
    }
    return "  /// Does the same, and tells which rows it takes.\n"
      + telling.write(
        head: "\(isolation)\(access)struct \(Self.tellingName)\(cannotBeCopied)",
        queries: machine.queries.indices.map { "self.query\($0.index)InGlue()" }, members: members.map(\.range),
        others: feedingFunction + sharingFunction + hiddenFeedingFunction + makers.joined() + queries.joined())
  }

  /// Returns whether a member in the file's Swift calls a method of an event, all of which throw in `TellingInGlue`.
  private func callsEvent(in range: SourceRange) -> Bool {
    guard machine.hasMethods else { return false }
    let names = Set(machine.events.map { text.name($0.name) })
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    return zip(tokens, tokens.dropFirst()).contains { token, next in
      next.isPunctuation(Ascii.leftParen) && names.contains(source.text(SourceRange(token.start, token.end)))
    }
  }

  /// Copies of the private members that rows or statements may use: static members, and those that statements name.
  var privateMembers: String {
    let asked = machine.claims.reduce(into: Set<String>()) { names, claim in
      names.formUnion(
        SwiftLexer.tokens(of: source.bytes, in: claim.range).map { source.text(SourceRange($0.start, $0.end)) })
    }
    let members = machine.swift.blocks.flatMap { SwiftMember.all(in: $0, source) }.filter {
      $0.isPrivate && $0.isCopied && ($0.isStatic || asked.contains($0.name))
    }
    return members.map { "\n  \(source.text($0.range))\n" }.joined()
  }

  /// Returns a copy of all Swift of the file that is private to the file, as rows may use it.
  static func privateSwift(_ head: FileHead, _ source: SourceFile) -> String {
    let members = head.unconditionalSwift.flatMap { SwiftMember.all(in: $0, source) }.filter(\.isPrivate)
    return members.map { "\n" + source.text($0.range) + "\n" }.joined()
  }

  /// The extensions of `TellingInGlue`: copies of the machine's extensions in its file.
  var tellingExtensions: String {
    let extensions = head.unconditionalSwift.flatMap { SwiftMember.all(in: $0, source) }.filter {
      $0.introducer == "extension" && $0.name == text.title
    }
    return extensions.compactMap { found -> String? in
      guard let body = found.body else { return nil }
      let members = SwiftMember.all(in: body, source).filter(\.isCopied).map { source.text($0.range) + "\n" }
      return "\nextension \(text.title).\(Self.tellingName) {\n\(members.joined())}\n"
    }.joined()
  }
}

extension FileHead {
  /// The file's Swift outside of machines, without the compiler conditions.
  var unconditionalSwift: [SourceRange] { swift.filter { !conditions.contains($0) } }
}

/// A declaration in a type or a file, as found in the tokens, without a compiler.
struct SwiftMember {
  /// The keyword: `func`, `struct`, `extension`; `#` for a compiler condition.
  var introducer: String
  var name: String
  var isPrivate: Bool
  var isStatic = false
  /// The range of the declaration, without attributes that only visible declarations may have.
  var range: SourceRange
  /// The range between the declaration's braces; nil if it has none.
  var body: SourceRange?

  /// Whether `TellingInGlue` gets a copy. Visible types are used without a copy.
  var isCopied: Bool {
    introducer != "deinit" && (isPrivate || !Self.types.contains(introducer))
  }

  private static let types: Set<String> = ["struct", "enum", "class", "actor", "protocol", "typealias"]
  private static let introducers = types.union([
    "extension", "func", "init", "deinit", "let", "subscript", "var", "operator", "precedencegroup", "macro",
  ])
  private static let modifiers: Set<String> = [
    "borrowing", "consuming", "convenience", "distributed", "dynamic", "fileprivate", "final", "indirect", "infix",
    "internal", "isolated", "lazy", "mutating", "nonisolated", "nonmutating", "open", "optional", "override",
    "package", "postfix", "prefix", "private", "public", "required", "static", "unowned", "unsafe", "weak",
  ]
  private static let attributesOfInterfaces: Set<String> = ["inlinable", "usableFromInline", "frozen"]

  /// Returns the declarations in a range of Swift, in their order.
  static func all(in range: SourceRange, _ source: SourceFile) -> [SwiftMember] {
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    func text(_ index: Int) -> String {
      tokens.indices.contains(index) ? source.text(SourceRange(tokens[index].start, tokens[index].end)) : ""
    }
    var members: [SwiftMember] = []
    var depth = 0
    func end(before index: Int) {
      guard let last = members.indices.last, index > 0, tokens.indices.contains(index - 1) else { return }
      let start = members[last].range.lowerBound
      members[last].range = SourceRange(start, max(start, tokens[index - 1].end))
    }
    for index in tokens.indices {
      let word = text(index)
      if depth == 0, word == "#", ["if", "elseif", "else", "endif"].contains(text(index + 1)) {
        end(before: index)
        members.append(
          SwiftMember(
            introducer: "#", name: "", isPrivate: false, range: SourceRange(tokens[index].start, tokens[index].end)))
      } else if depth == 0, tokens[index].kind == .identifier, introducers.contains(word), text(index - 1) != ".",
        !(word == "class" && ["func", "var", "subscript"].contains(text(index + 1)))
      {
        let first = beginning(of: index, tokens, text)
        end(before: first.all)
        members.append(
          SwiftMember(
            introducer: word, name: text(index + 1), isPrivate: first.isPrivate, isStatic: first.isStatic,
            range: SourceRange(tokens[first.own].start, tokens[index].end)))
      }
      switch word {
      case "{", "(", "[":
        if depth == 0, word == "{", let last = members.indices.last, members[last].body == nil {
          members[last].body = SourceRange(tokens[index].end, tokens[index].end)
        }
        depth += 1
      case "}", ")", "]":
        depth -= 1
        if depth == 0, word == "}", let last = members.indices.last, let body = members[last].body {
          members[last].body = SourceRange(body.lowerBound, tokens[index].start)
        }
      default: break
      }
    }
    end(before: tokens.count)
    return members
  }

  /// Returns the first token of a declaration with its modifiers and attributes (`all`), and the first to copy (`own`).
  private static func beginning(
    of introducer: Int, _ tokens: [SwiftToken], _ text: (Int) -> String
  ) -> (all: Int, own: Int, isPrivate: Bool, isStatic: Bool) {
    var (first, own, isPrivate, isStatic) = (introducer, nil as Int?, false, false)
    while first > 0 {
      var name = first - 1
      let hasArguments = text(name) == ")"
      if hasArguments {
        while name > 0, text(name) != "(" { name -= 1 }
        name -= 1
      }
      guard name >= 0 else { break }
      if text(name - 1) == "@" {
        if own == nil, attributesOfInterfaces.contains(text(name)) { own = first }
        first = name - 1
      } else if modifiers.contains(text(name)) {
        if !hasArguments, ["private", "fileprivate"].contains(text(name)) { isPrivate = true }
        if text(name) == "static" { isStatic = true }
        first = name
      } else {
        break
      }
    }
    return (first, own ?? first, isPrivate, isStatic)
  }
}
