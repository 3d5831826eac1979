import StateMachineSyntax

/// Resolves the parameters of named effects. Where a named effect is used, the arguments that are written there replace
/// the names of the parameters.
extension Resolver {
  /// Returns the parameters of a named effect as they are declared, by name.
  func parameters(of id: NamedEffectID) -> [NameID: Identifier] {
    let names = machine.namedEffects[id].fields.compactMap(\.name)
    return names.isEmpty ? [:] : Dictionary(names.map { ($0.id, $0) }) { first, _ in first }
  }

  /// Returns the argument for each parameter of a named effect, or else the parameter's default value. In the result, a
  /// parameter is identified by the place of its declaration. Nil if the arguments do not fit the parameters, or if one
  /// of them could change while the effect runs; both are reported.
  mutating func arguments(
    of id: NamedEffectID, _ name: NameSyntax, _ list: ArgumentListSyntax?
  ) -> [SourceRange: SwiftCode.Expansion]? {
    let declared = machine.namedEffects[id]
    if list == nil, declared.fields.isEmpty { return [:] }
    let list = list ?? ArgumentListSyntax(items: [], range: name.range)
    guard let places = places(of: list, name, of: "effect", declared.name, declared.fields) else { return nil }
    var arguments: [SourceRange: SwiftCode.Expansion] = [:]
    for (index, field) in declared.fields.enumerated() {
      guard let parameter = field.name else { continue }
      let written = places.firstIndex(of: index).map { list.items[$0].value }
      guard let code = written.map(named) ?? field.defaultValue.map({ SwiftCode(range: $0) }) else { continue }
      let value = ArgumentForm(code.range, source.bytes)
      if let written, !mayStand(value, for: parameter, in: id) {
        reject(
          .repeatedArgument(written.range, source.text(written.range), parameter: text(parameter.id), text(name.id)))
        return nil
      }
      arguments[parameter.range] = SwiftCode.Expansion(
        range: parameter.range, name: parameter, code: code,
        form: value.isOperand(of: source.text(field.type)) ? .operand : .converted(to: field.type),
        content: value.content)
    }
    return arguments
  }

  /// Returns whether an argument can be written in place of its parameter without a change of its value. Always so if
  /// the parameter is not used. Also so if the argument calls no function, and the named effect changes none of the
  /// names in the argument. A parameter that is used once takes any argument in two cases. The named effect has neither
  /// blocks nor assignments, or one assignment is its only effect.
  private func mayStand(_ value: ArgumentForm, for parameter: Identifier, in id: NamedEffectID) -> Bool {
    let effects = namedEffects[id].effects
    var count = 0
    var isAfterChange = false
    effects.forEachSingle { effect in
      count += effect.codes.reduce(0) { $0 + $1.count(of: parameter.range) }
      // Code before the parameter may change the argument's value: a block, or an assignment that is not the only
      // effect.
      if effect.kind == .block || effect.kind == .assignment, effects.count > 1 || effect.kind == .block {
        isAfterChange = true
      }
    }
    if count == 0 || count == 1 && !isAfterChange { return true }
    return !value.calls
      && value.names.allSatisfy { name in
        tree.names.find(name.lowerBound, name.upperBound).map { !mayChange($0, in: id) } ?? true
      }
  }

  private func mayChange(_ name: NameID, in id: NamedEffectID) -> Bool {
    assigns(name, namedEffects[id].syntax.effects) || namedEffects[id].blockChanges.contains { $0.name == name }
  }
}

/// The facts about an argument of a named effect that its tokens show.
private struct ArgumentForm {
  /// Whether the argument calls a function or contains a closure. A call may return another value each time.
  var calls = false
  /// The names in the argument, without the members after a dot: `list` in `list.count`.
  var names: [SourceRange] = []
  /// Whether the argument consists of names with dots between them: `list` or `list.count`.
  private var isPath = false
  /// The text between the quotes, if the argument is a plain string literal: `Rome` for `"Rome"`. It can replace an
  /// interpolation of the parameter: `"to \(name)"` becomes `"to Rome"`. Nil for any other argument.
  private(set) var content: SourceRange?
  /// The type of the argument if it is a literal: `String` for `"a"`, `Int` for `3`. If the parameter has this type,
  /// the code need not convert the literal, as `Double(3)` would. Nil for any other argument.
  private var type: String?

  init(_ range: SourceRange, _ bytes: [UInt8]) {
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    for (index, token) in tokens.enumerated() {
      let before = index > 0 ? tokens[index - 1] : nil
      if token.kind == .identifier, before?.isPunctuation(Ascii.dot) != true {
        names.append(SourceRange(token.start, token.end))
      }
      if token.isPunctuation(Ascii.leftBrace) { calls = true }
      // A `(` directly after a name, a postfix operator or a `]` begins a call: `f(x)`, `f!(x)`, `list[0](x)`.
      if token.isPunctuation(Ascii.leftParen), let before, before.end == token.start,
        before.kind == .identifier || before.kind == .postfix || before.isPunctuation(Ascii.rightBracket)
      {
        calls = true
      }
    }
    guard let first = tokens.first, let last = tokens.last else { return }
    isPath = tokens.indices.allSatisfy {
      $0.isMultiple(of: 2) ? tokens[$0].kind == .identifier : tokens[$0].isPunctuation(Ascii.dot)
    }
    let word = String(decoding: bytes[first.start..<first.end], as: UTF8.self)
    switch first.kind {
    case .literal where [Ascii.quote, Ascii.hash].contains(first.byte) && last.kind == .literal:
      var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
      repeat { _ = swift.next() } while swift.isInInterpolation
      guard swift.next().kind == .end, bytes[last.end - 1] != Ascii.slash else { return }
      type = "String"
      if tokens.count == 1, first.byte == Ascii.quote, !word.hasPrefix("\"\"\"") {
        content = SourceRange(first.start + 1, first.end - 1)
      }
    case .number where tokens.count == 1: type = word.contains(".") ? "Double" : word.contains("e") ? nil : "Int"
    case .identifier where tokens.count == 1 && ["true", "false"].contains(word): type = "Bool"
    default: break
    }
  }

  /// Returns whether the argument can replace its parameter without a conversion to `type` and without parentheses. It
  /// can if it is a literal of this type, or consists of names with dots between them.
  func isOperand(of type: String) -> Bool { self.type.map { $0 == type } ?? isPath }
}
