import JSON
import StateMachineModel
import StateMachineSyntax

/// Facts about the types in a file, as its text shows them: the enums in its Swift, and the labels of tuples.
struct SwiftTypes {
  struct Case {
    var name: String
    /// The associated values of the case, each with its label (nil for none) and its type.
    var fields: [(label: String?, type: String)]
  }

  private(set) var enums: [(name: String, cases: [Case])] = []
  private(set) var enumNames: Set<String> = []
  private(set) var tupleLabels: Set<String> = []
  /// The names of the functions and static members that the file declares. A call of such a function is not read, and
  /// neither is such a member after a leading dot. The function `max` may be the file's own and not the standard
  /// library's. `.low` may be a static member and no case.
  private(set) var declared: Set<String> = []
  /// Whether the file declares operators, or extends types of the standard library. If so, `ExpressionReader` reads no
  /// expression of the file, because the usual operators and methods may have another meaning.
  private(set) var hasOwnOperators = false
  /// Whether a type in the file declares `description`, so that its values are printed in another form than usual. If
  /// so, string literals such as `"\(name)"` are not read, because a player does not know what they print.
  private(set) var hasOwnDescriptions = false

  private static let standardTypes: Set<String> = [
    "Int", "UInt", "UInt8", "Double", "Bool", "String", "Array", "Set", "Dictionary", "Optional", "Collection",
    "Sequence",
    "BinaryInteger", "Comparable", "Equatable",
  ]

  /// Reads the declarations of enums, functions and static members in a machine's file, word by word. Adds the labels
  /// of tuples in the machine's types.
  init(_ machine: StateMachine) {
    let bytes = machine.source.bytes
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count))
    func word(_ index: Int) -> String {
      String(decoding: bytes[tokens[index].start..<tokens[index].end], as: UTF8.self).filter { $0 != "`" }
    }
    var previous = ""
    for index in tokens.indices.dropLast() {
      let current = tokens[index].kind == .identifier ? word(index) : ""
      switch (previous, current) {
      case ("enum", let name) where !name.isEmpty:
        guard let opener = tokens[index...].firstIndex(where: { $0.isPunctuation(Ascii.leftBrace) }),
          let closer = tokens.closer(of: opener, in: tokens.indices)
        else { break }
        enumNames.insert(name)
        enums.append((name, Self.cases(of: tokens, opener + 1..<closer, bytes, word)))
      case ("func", ""), (_, "operator"): hasOwnOperators = true
      case ("func", let name): declared.insert(name)
      case ("static", "let"), ("static", "var"): declared.insert(word(index + 1))
      case ("var", "description"): hasOwnDescriptions = true
      case ("extension", let name) where Self.standardTypes.contains(name): hasOwnOperators = true
      default: break
      }
      previous = current
    }
    for action in machine.actionEnums { enumNames.insert(machine.names.text(action.name.id)) }
    for field in machine.states.flatMap(\.fields) + machine.events.flatMap(\.fields) {
      addLabels(in: field.type, bytes)
    }
    for property in machine.storedProperties { addLabels(in: property.type, bytes) }
    for alias in machine.typealiases { addLabels(in: alias.type, bytes) }
  }

  /// Adds the labels of tuples in a type to `tupleLabels`: `min` and `max` for `(min: Int, max: Int)`. For a dictionary
  /// such as `[String: Int]`, the word `String` before the colon is added, too, which does no harm.
  private mutating func addLabels(in type: SourceRange, _ bytes: [UInt8]) {
    let tokens = SwiftLexer.tokens(of: bytes, in: type)
    for (label, colon) in zip(tokens, tokens.dropFirst()) where colon.isPunctuation(Ascii.colon) {
      tupleLabels.insert(String(decoding: bytes[label.start..<label.end], as: UTF8.self))
    }
  }

  /// Returns the cases of an enum: `open` and `closed` for `case open, closed`. The cases of enums that are declared
  /// within this enum are left out.
  ///
  /// - Parameters:
  ///   - inside: the indices of the tokens between the braces of the enum.
  ///   - word: a function that returns the text of the token with an index.
  private static func cases(
    of tokens: [SwiftToken], _ inside: Range<Int>, _ bytes: [UInt8], _ word: (Int) -> String
  ) -> [Case] {
    var cases: [Case] = []
    var index = inside.lowerBound
    while index < inside.upperBound {
      if tokens[index].isPunctuation(Ascii.leftBrace) {
        index = (tokens.closer(of: index, in: inside) ?? inside.upperBound) + 1
      } else if tokens[index].kind == .identifier, word(index) == "case" {
        repeat {
          index += 1
          guard index < inside.upperBound, tokens[index].kind == .identifier else { break }
          var found = Case(name: word(index), fields: [])
          index += 1
          if index < inside.upperBound, tokens[index].isPunctuation(Ascii.leftParen),
            let closer = tokens.closer(of: index, in: inside)
          {
            found.fields = tokens.elements(of: index + 1..<closer).map { element in
              let hasLabel = element.count > 2 && tokens[element.lowerBound + 1].isPunctuation(Ascii.colon)
              let type = hasLabel ? element.dropFirst(2) : element
              let text = String(
                decoding: bytes[tokens[type.lowerBound].start..<tokens[type.upperBound - 1].end], as: UTF8.self)
              return (hasLabel ? word(element.lowerBound) : nil, text)
            }
            index = closer + 1
          }
          cases.append(found)
          if index < inside.upperBound, word(index) == "=" {
            // A raw value is a literal.
            repeat {
              index += 1
            } while index < inside.upperBound && !tokens[index].followsNewline
              && !tokens[index].isPunctuation(Ascii.comma) && !tokens[index].isPunctuation(Ascii.semicolon)
          }
        } while index < inside.upperBound && tokens[index].isPunctuation(Ascii.comma)
      } else {
        index += 1
      }
    }
    return cases
  }

  /// A JSON object with the cases of each enum. The keys are the names of the enums.
  var json: JSONValue {
    .object(
      enums.map { name, cases in
        JSONValue.Member(
          key: name,
          value: .array(
            cases.map { one in
              let fields = one.fields.map {
                JSONValue.compact(("label", $0.label.map { .string($0) }), ("type", .string($0.type)))
              }
              return .compact(("name", .string(one.name)), ("fields", .list(fields)))
            }))
      })
  }
}

extension JSONValue {
  /// Returns a JSON object of the members whose values are not nil.
  static func compact(_ members: (String, JSONValue?)...) -> JSONValue {
    .object(members.compactMap { key, value in value.map { Member(key: key, value: $0) } })
  }

  /// Returns a JSON array; nil if it would have no elements, because the table of a machine leaves out empty arrays.
  static func list(_ elements: [JSONValue]) -> JSONValue? { elements.isEmpty ? nil : .array(elements) }

  /// Returns the JSON value `true` for true; nil for false, because the table of a machine leaves out what is false.
  static func flag(_ value: Bool) -> JSONValue? { value ? true : nil }
}
