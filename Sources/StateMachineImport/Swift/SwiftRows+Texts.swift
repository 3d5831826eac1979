import StateMachineSyntax

/// Makes the texts of a row's patterns, conditions and effects. Values of the payload have their names of the machine,
/// which may differ from the names in the Swift file.
extension SwiftRows {
  /// Returns the machine's name for a value of the source's payload, such as `count`. Nil if the value has no name.
  ///
  /// - Parameter index: the index of the value in the payload.
  func fieldName(_ index: Int, _ path: Path) -> String? {
    let fields = machine.states[path.state].fields
    return index < fields.count ? fields[index].name : nil
  }

  /// Returns the names in the Swift file that the row replaces, each with its new name. The Swift may have
  /// `case .open(let n)`, while the machine calls the value `count`. The key is then `n`, and the value is `count`. If
  /// the method also uses the name `count`, `n` is not replaced.
  func renames(_ path: Path) -> [String: String] {
    var renames: [String: String] = [:]
    for (pattern, field) in zip(path.fields, machine.states[path.state].fields) {
      if case .bind(let name, _) = pattern, let own = field.name, own != name, !method.uses.contains(own) {
        renames[name] = own
      }
    }
    return renames
  }

  /// Returns the text of some tokens with the names that the row uses, on one line if it fits.
  func word(_ range: Tokens, _ path: Path) -> String {
    var renames = renames(path)
    if machine.property != "state" { renames[machine.property] = "state" }
    let text = code.text(range, renaming: renames) { index in
      if code.word(index) == "self", machine.property == "self", code.word(index + 1) != "." { return "state" }
      if let written = path.written, index >= written.upperBound, code.word(index) == machine.property,
        isStateName(index)
      {
        // `\u{1}` marks an assigned state that is written in place of `state`, so that `self.` and `.` next to it can
        // be mended below.
        return "\u{1}" + code.text(written, renaming: renames)
      }
      if code.word(index - 1) == "." { return nil }
      // A variable is renamed at its declaration, and wherever its name is used after it.
      return path.shadows.last {
        $0.declaration == index || $0.name == (renames[code.word(index)] ?? code.word(index)) && index >= $0.from
      }?
      .replacement
    }.replacing("self.\u{1}", with: "\u{1}").replacing("\u{1}.", with: "\(machine.name).State.").replacing(
      "\u{1}", with: "")
    return withoutSelf(text, path).onOneLine
  }

  /// Returns a text without `self.` before the names of properties, as rows write it. It keeps `self.` if a parameter,
  /// a value of the payload or a variable has the property's name.
  private func withoutSelf(_ text: String, _ path: Path) -> String {
    guard text.contains("self.") else { return text }
    let piece = SwiftCode(SourceFile(path: "", text: text))
    let hidden = method.bareNames.union(machine.states[path.state].fields.compactMap(\.name))
      .union(method.parameters).union(path.shadows.map(\.replacement))
    var (result, start) = ("", 0)
    for index in piece.tokens.indices where piece.word(index) == "self" && piece.word(index + 1) == "." {
      let name = piece.word(index + 2)
      guard piece.word(index - 1) != ".", properties.contains(name), !hidden.contains(name) else { continue }
      result += piece.source.text(SourceRange(start, piece.tokens[index].start))
      start = piece.tokens[index + 2].start
    }
    return result + piece.source.text(SourceRange(start, piece.source.bytes.count))
  }

  /// Returns whether a token, which has the name of the state's property, means the state. If a variable of the method
  /// has the same name, the variable hides the property. Then only `self.state` means the state.
  func isStateName(_ index: Int) -> Bool {
    guard machine.function == nil else { return true }
    return code.word(index - 1) == "." || !hidesState
  }

  /// Returns the text of a row without its target: the pattern, the trigger, the condition and the effects. A row of a
  /// choice gets no pattern and no trigger, because it cannot have them.
  ///
  /// - Parameters:
  ///   - steps: the statements that the row executes.
  ///   - value: the tokens of the value that the method returns or throws; nil if the method does neither.
  mutating func text(_ path: Path, steps: [Step], value: Tokens?) -> Text {
    var text = Text()
    text.condition = condition(path)
    text.effects = effects(steps, path)
    let arguments = steps.compactMap { if case .write(let value) = $0 { word(value, path) } else { nil } }
    if !path.isInChoice {
      let texts = text.effects + [text.condition ?? ""] + (value.map { [word($0, path)] } ?? [])
      text.trigger = trigger(path, texts: texts + arguments)
      text.uses = machine.states[path.state].fields.filter { field in
        field.name.map { name in texts.contains { uses(name, $0) } } ?? false
      }
      .map(Self.described)
      text.uses += method.parameters.sorted().filter { name in texts.contains { uses(name, $0) } }
      text.pattern = pattern(
        path, texts: text.effects + arguments + [text.condition ?? ""] + (value.map { [word($0, path)] } ?? []))
    }
    for (index, field) in path.fields.enumerated() {
      if case .bind(let name, isVariable: true) = field, name == fieldName(index, path) || renames(path)[name] != nil,
        !path.shadows.contains(where: { $0.declaration == nil && $0.name == fieldName(index, path) })
      {
        changed.insert([path.state, index])
      }
    }
    return text
  }

  /// Returns the condition of a row. It joins all conditions that the path through the method tests:
  /// `isFree && count > 1`, or `let next, isFree`. Nil if the path tests none.
  func condition(_ path: Path) -> String? {
    guard !path.conditions.isEmpty else { return nil }
    var renames = renames(path)
    // A choice is tested after the row has declared its variables, so the conditions use their new names.
    if path.isInChoice { for shadow in path.shadows { renames[shadow.name] = shadow.replacement } }
    let texts = path.conditions.map { withoutSelf(renamed($0, renames), path) }
    let declares = texts.contains { $0.hasPrefix("let ") || $0.hasPrefix("var ") || $0.hasPrefix("case ") }
    if declares || texts.count == 1 { return texts.joined(separator: ", ") }
    return texts.map { $0.contains("||") || $0.contains("?") ? "(\($0))" : $0 }.joined(separator: " && ")
  }

  /// Returns a text in which names are replaced. The state's property is called `state` in it.
  private func renamed(_ text: String, _ renames: [String: String]) -> String {
    var renames = renames
    if machine.property != "state" { renames[machine.property] = "state" }
    guard !renames.isEmpty else { return text }
    let piece = SwiftCode(SourceFile(path: "", text: text))
    return piece.text(0..<piece.tokens.count, renaming: renames)
  }

  /// Returns the pattern after the source of a row, such as `(next: nil)`; empty if the row needs no pattern. A value
  /// is in the pattern if the row tests it, or binds it to another name. If the row uses the name of an unbound value
  /// for something else, the pattern has `_` for the value.
  ///
  /// - Parameter texts: the texts of the row, in which names may occur.
  func pattern(_ path: Path, texts: [String]) -> String {
    let fields = machine.states[path.state].fields
    var parts: [String?] = []
    for (index, field) in fields.enumerated() {
      let found = index < path.fields.count ? path.fields[index] : .nothing
      switch found {
      case .test(let test): parts.append(test)
      case .bind(let name, let isVariable):
        if field.name == nil || renames(path)[name] == nil && name != field.name {
          // The row declares a variable with this name as a copy, so the pattern binds a constant.
          parts.append("let \(isVariable ? original(name) : name)")
        } else {
          parts.append(method.parameters.contains(field.name ?? "") ? "let \(field.name ?? name)" : nil)
        }
      case .nothing, .implied:
        let isNamed = field.name.map { name in texts.contains { uses(name, $0) } } ?? false
        parts.append(isNamed ? "_" : nil)
      }
    }
    // Values without a label are matched by position, so those before the last needed one are written, too.
    let lastPlain = fields.indices.last { fields[$0].label == nil && parts[$0] != nil } ?? -1
    var words: [String] = []
    for (index, field) in fields.enumerated() {
      if let label = field.label {
        if let part = parts[index] { words.append("\(label): \(part)") }
      } else if index <= lastPlain {
        words.append(parts[index] ?? field.name.map { "let \($0)" } ?? "_")
      }
    }
    return words.isEmpty ? "" : "(\(words.joined(separator: ", ")))"
  }

  static func described(_ field: SwiftMachine.Field) -> String { "\(field.name ?? ""): \(field.type)" }

  /// Returns the pattern after the event of a row, for an event that is a case of an enum: `(item, nil)`. Empty if the
  /// pattern would only give the values their own names.
  private func trigger(_ path: Path, texts: [String]) -> String {
    guard let event else { return triggerOfMethod(path, texts) }
    guard path.event.count == event.fields.count else { return "" }
    var isNeeded = false
    let parts = zip(event.fields, path.event).map { field, pattern -> String in
      let label = field.label.map { "\($0): " } ?? ""
      switch pattern {
      case .nothing, .implied: return label + "_"
      case .bind(let name, _):
        if name != field.name { isNeeded = true }
        return label + name
      case .test(let test):
        isNeeded = true
        return label + test
      }
    }
    return isNeeded ? "(\(parts.joined(separator: ", ")))" : ""
  }

  /// Returns the pattern after an event that is a method: usually empty. A parameter may have the name of a value of
  /// the source that the row tests. If the row uses this name, it would be ambiguous. The pattern then contains the
  /// parameter: `(force: force)`.
  private func triggerOfMethod(_ path: Path, _ texts: [String]) -> String {
    let meant = method.list.map { parameter in
      let fields = machine.states[path.state].fields
      let index = fields.firstIndex { $0.name == parameter.name }
      return index.flatMap { test($0, path) } != nil && texts.contains { uses(parameter.name, $0) }
    }
    guard let last = meant.lastIndex(of: true) else { return "" }
    let parts = method.list.enumerated().compactMap { index, parameter -> String? in
      if parameter.label == "_" { return index <= last ? parameter.name : nil }
      return meant[index] ? "\(parameter.label): \(parameter.name)" : nil
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  /// Returns whether a text uses a name. The text `door.count` does not use the name `count`, nor does the label in
  /// `f(count: 1)`.
  func uses(_ name: String, _ text: String) -> Bool {
    let piece = SwiftCode(SourceFile(path: "", text: text))
    return piece.tokens.indices.contains { index in
      piece.words[index] == name && piece.isName(index) && piece.word(index - 1) != "."
        && !(piece.word(index + 1) == ":" && ["(", ","].contains(piece.word(index - 1)))
    }
  }

  /// Returns the effects for the statements that a row executes. If all statements assign properties, each becomes one
  /// effect: `count = 0`. Otherwise, they become one block of Swift together: `{ …; … }`.
  private func effects(_ steps: [Step], _ path: Path) -> [String] {
    var statements: [(text: String, isAssignment: Bool)] = []
    var declared: [String: String] = [:]
    for step in steps {
      if case .keep(let name, let part) = step { statements.append(("let \(name) = \(word(part, path))", false)) }
      if case .copy(let name, let copy) = step { statements.append(("var \(copy) = \(name)", false)) }
      guard case .run(let range) = step else { continue }
      if let name = declaration(range) {
        declared[name] = code.line(range.lowerBound..<range.upperBound)
        continue
      }
      var text = word(range, path)
      let first = code.word(range.lowerBound)
      if code.word(range.lowerBound + 1) == "=", let declaration = declared.removeValue(forKey: first) {
        text = declaration + text.dropFirst(first.count)
      }
      // A compound statement assigns the variable, so the variable has to be declared before the statement.
      for (name, declaration) in declared where code.uses(name, in: range) {
        statements.append((declaration, false))
        declared[name] = nil
      }
      if text == "()" { continue }
      let comments = code.comments(above: range.lowerBound)
      if !comments.isEmpty, !statements.isEmpty { text = (comments + [text]).joined(separator: "\n") }
      statements.append((text, isAssignment(range, path)))
    }
    var effects: [String] = []
    if statements.allSatisfy(\.isAssignment) {
      effects = statements.map { $0.text.hasPrefix("self.") ? String($0.text.dropFirst(5)) : $0.text }
    } else {
      let lines = statements.map(\.text)
      let short = lines.joined(separator: "; ")
      let isShort = !short.contains("\n") && !short.contains("//") && short.utf8.count <= 100
      effects = [isShort ? "{ \(short) }" : "{\n  \(lines.joined(separator: "\n").replacing("\n", with: "\n  "))\n}"]
    }
    return effects
  }

  /// Returns whether a statement assigns a property in a form that a row can write as an effect: `count += 1`.
  private func isAssignment(_ range: Tokens, _ path: Path) -> Bool {
    var index = range.lowerBound
    let isMember = code.word(index) == "self" && code.word(index + 1) == "."
    if isMember { index += 2 }
    let name = code.word(index)
    if path.conditions.contains(where: { $0.contains("let \(name)") }) { return false }
    guard properties.contains(name), [.replaced, .assigned].contains(code.change(at: index)) else { return false }
    let text = code.text(range)
    if text.contains("\n") || text.contains("{") { return false }
    let hides = machine.states[path.state].fields.contains { $0.name == name } || method.parameters.contains(name)
    return !hides
  }
}
