import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Writes `TellingInGlue`, a copy of the machine in the glue. It is a struct within the machine's type. It does the
/// same as the machine, and reports each row that it takes.
extension GluePrinter {
  static let tellingName = "TellingInGlue"

  /// The Swift of the struct `TellingInGlue`, with copies of the members that the machine's Swift declares.
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

  /// Returns whether a member in the machine's Swift calls the method of an event. Such a member is not copied to
  /// `TellingInGlue`: the methods of events throw there, which the member does not expect.
  private func callsEvent(in range: SourceRange) -> Bool {
    guard machine.hasMethods else { return false }
    let names = Set(machine.events.map { text.name($0.name) })
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    return zip(tokens, tokens.dropFirst()).contains { token, next in
      next.isPunctuation(Ascii.leftParen) && names.contains(source.text(SourceRange(token.start, token.end)))
    }
  }

  /// Copies of private members in the machine's Swift. The glue is in another file, so it cannot use the private
  /// members themselves. Copied are the static members, and the members whose names a statement for tests contains.
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

  /// Returns copies of the private declarations in the file's Swift outside of machines. Rows may use these
  /// declarations, and the glue has a copy of the rows. But the glue is in another file, so it cannot use the private
  /// declarations themselves.
  static func privateSwift(_ head: FileHead, _ source: SourceFile) -> String {
    let members = head.unconditionalSwift.flatMap { SwiftMember.all(in: $0, source) }.filter(\.isPrivate)
    return members.map { "\n" + source.text($0.range) + "\n" }.joined()
  }

  /// The extensions of `TellingInGlue`. They are copies of the extensions that the file's Swift declares for the
  /// machine.
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
  /// The pieces of the file's Swift outside of machines, except for compiler conditions such as `#if DEBUG`.
  var unconditionalSwift: [SourceRange] { swift.filter { !conditions.contains($0) } }
}

/// A declaration in Swift, in a file or in a type. It is found in the tokens, without a compiler.
struct SwiftMember {
  /// The keyword of the declaration: `func`, `struct`, `extension`. It is `#` for a compiler condition.
  var introducer: String
  var name: String
  var isPrivate: Bool
  var isStatic = false
  /// The range of the declaration that is copied. It begins after attributes such as `@inlinable`, which only public
  /// declarations may have.
  var range: SourceRange
  /// The range between the declaration's braces; nil if it has no braces.
  var body: SourceRange?

  /// Whether `TellingInGlue`, the machine's copy in the glue, gets a copy of the declaration. A type that is not
  /// private is not copied, because the glue can use the type itself. Neither is a `deinit`.
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

  /// Returns the declarations in a range of Swift, in the order of the file.
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
        // `!(word == "class" && …)`: in `class func`, the word `class` is a modifier and no declaration.
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

  /// Returns where a declaration begins. `all` is the index of its first token, and `own` is the index of the first
  /// token to copy. In `@inlinable public func close()`, these are the indices of `@` and `public`. Attributes such as
  /// `@inlinable` are only for public declarations, so they are not copied.
  ///
  /// - Parameters:
  ///   - introducer: the index of the declaration's keyword, such as `func`.
  ///   - text: returns the text of the token at an index.
  private static func beginning(
    of introducer: Int, _ tokens: [SwiftToken], _ text: (Int) -> String
  ) -> (all: Int, own: Int, isPrivate: Bool, isStatic: Bool) {
    var (first, own, isPrivate, isStatic) = (introducer, nil as Int?, false, false)
    // Goes back over modifiers and attributes, such as `@available(macOS 15, *) private static`.
    while first > 0 {
      var name = first - 1
      let hasArguments = text(name) == ")"
      if hasArguments {
        while name > 0, text(name) != "(" { name -= 1 }
        name -= 1
      }
      guard name >= 0 else { break }
      // `name` is the name of an attribute, or a modifier. If it has arguments, `name` is before their parentheses.
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
