import StateMachineSyntax

/// Makes the results and the targets of rows.
extension SwiftRows {
  /// Returns the effect by which a row gives the result of the method: `send(file)` for `.send(file)`. Arguments are
  /// left out if their values are carried over. Nil if the value is not a case of the enum that is the machine's
  /// action.
  func result(_ value: Tokens, _ path: Path) -> String? {
    guard code.word(value.lowerBound) == ".", case let name = code.word(value.lowerBound + 1),
      let found = method.results.first(where: { $0.name == name })
    else { return nil }
    let open = value.lowerBound + 2
    guard open < value.upperBound else { return found.fields.isEmpty ? name : nil }
    guard code.word(open) == "(", code.closers[open] == value.upperBound - 1 else { return nil }
    let parts = code.elements(code.inside(open))
    guard parts.count == found.fields.count else { return nil }
    var arguments: [String] = []
    for (part, field) in zip(parts, found.fields) {
      let value = word(code.value(ofArgument: part), path)
      guard let label = field.label else {
        arguments.append(value)
        continue
      }
      if value != label || !isCarried(label, field.type, path) { arguments.append("\(label): \(value)") }
    }
    return name + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }

  /// Returns whether an argument of a target or a result can be left out, because its value is carried over. The source
  /// or the event then has a value with this name and type, such as `count` in `open -> shut : push`.
  ///
  /// - Parameters:
  ///   - name: the label of the argument.
  ///   - type: the type of the label.
  func isCarried(_ name: String, _ type: String, _ path: Path) -> Bool {
    if path.conditions.contains(where: { $0.contains("let \(name)") })
      || path.shadows.contains(where: { $0.name == name })
    {
      return false
    }
    let source = machine.states[path.state].fields.firstIndex { $0.name == name }
    guard let source else { return method.types[name] == type && (event == nil || isBoundByEvent(name, path)) }
    return machine.states[path.state].fields[source].type == type && isField(source, path) && method.types[name] == nil
  }

  // MARK: Targets

  /// Sets the target of a row to the state that the Swift assigns. If this state is the source itself, the row may
  /// become an internal one, without a target. It then gets assignments such as `count += 1` for the values that the
  /// Swift changes.
  ///
  /// - Parameters:
  ///   - value: the tokens of the assigned state.
  ///   - kept: the names of constants that store arguments of the target, by the index of the argument (see `hoist`).
  ///   - exit: the tokens of the value that the method returns after the assignment.
  ///   - text: the row, which the function changes.
  mutating func setTarget(
    _ value: Tokens, _ path: Path, _ kept: [Int: String], _ exit: Tokens, _ text: inout Text
  ) {
    guard let open = value.first(where: { code.word($0) == "(" }) ?? value.last else { return }
    let hasArguments = code.word(open) == "("
    let name = code.word(hasArguments ? open - 1 : open)
    guard let target = machine.state(named: name) else { return }
    let source = machine.states[path.state]
    var arguments: [(field: SwiftMachine.Field, value: String)] = []
    var changes: [(field: SwiftMachine.Field, value: String)] = []
    var isKept = target == path.state
    let parts = self.parts(hasArguments ? code.elements(code.inside(open)) : [], for: machine.states[target].fields)
    for (index, (number, part)) in parts.enumerated() {
      let field = machine.states[target].fields[index]
      // A label with a default value: it is written out if a value with this label would carry over instead.
      let value =
        number.flatMap { kept[$0] } ?? part.map { word(code.value(ofArgument: $0), path) } ?? field.value ?? ""
      if part == nil, target != path.state, !mayBeCarried(field.label, path) { continue }
      let isBound = path.conditions.contains { $0.contains("let \(value)") }
      let isOwn = value == field.name && isField(index, path) && !method.parameters.contains(value)
      // The argument is the unchanged value itself, by its own name or by the name of a constant.
      let isSame = target == path.state && part != nil && !isBound && (isOwn || isConstant(index, value, path))
      if isSame { continue }
      isKept = false
      if !(isNil(value) && isNil(test(index, path))) { changes.append((field, value)) }
      if let label = field.label, label == value, isCarried(label, field.type, path) { continue }
      arguments.append((field, value))
    }
    let changesNothing = target == path.state && changes.isEmpty && kept.isEmpty
    if isKept || changesNothing, parts.count == source.fields.count, !source.fields.isEmpty { return }
    if target == path.state, !path.isInChoice, kept.isEmpty, let effects = assignments(changes, path, exit) {
      text.effects += effects
      return
    }
    // Arguments without labels are all written, because their positions matter.
    let all = parts.enumerated().compactMap { index, part -> String? in
      let field = machine.states[target].fields[index]
      guard let label = field.label else {
        // The first that exists: the constant that stores the argument, the argument itself, or the default value.
        return part.number.flatMap { kept[$0] } ?? part.value.map { word($0, path) } ?? field.value
      }
      return arguments.first { $0.field.label == label }.map { "\(label): \($0.value)" }
    }
    text.uses += source.fields.filter { field in
      field.name.map { name in all.contains { uses(name, $0) } } ?? false
    }
    .map(Self.described)
    text.target = name + (all.isEmpty ? "" : "(\(all.joined(separator: ", ")))")
  }

  /// Returns, for each field of a state, its argument in the Swift and the index of this argument. For `.open(2)`,
  /// these are `(0, 2)` for the field `count`. If the Swift leaves an argument out because the field has a default
  /// value, as `isWet = false` has, both are nil.
  private func parts(
    _ arguments: [Tokens], for fields: [SwiftMachine.Field]
  ) -> [(number: Int?, value: Tokens?)] {
    var number = 0
    return fields.map { field in
      guard number < arguments.count else { return (nil, nil) }
      let part = arguments[number]
      let label = code.value(ofArgument: part) == part ? nil : code.word(part.lowerBound)
      guard label == field.label || field.value == nil else { return (nil, nil) }
      number += 1
      return (number - 1, part)
    }
  }

  /// Returns whether a label of the target might get its value by carrying over if its argument were left out. It might
  /// if the source or the event has a value with this label. Always true for a field without a label.
  ///
  /// - Parameter label: the label; nil for a field without a label.
  private func mayBeCarried(_ label: String?, _ path: Path) -> Bool {
    guard let label else { return true }
    return machine.states[path.state].fields.contains { $0.label == label } || method.parameters.contains(label)
  }

  /// Returns whether the pattern for the event binds the value with this name to its own name.
  func isBoundByEvent(_ name: String, _ path: Path) -> Bool {
    guard let event else { return false }
    return zip(event.fields, path.event).contains { field, pattern in
      if case .bind(let bound, _) = pattern { bound == name && field.name == name } else { false }
    }
  }

  /// Returns whether a text is `nil` or `.none`.
  func isNil(_ text: String?) -> Bool { text == "nil" || text == ".none" }

  /// Returns the pattern that a value of the source's payload is certain to match on a path, such as `nil`. Either a
  /// test on the path requires the pattern, or an earlier arm has excluded all other values. Nil if nothing is known
  /// about the value.
  ///
  /// - Parameter index: the index of the value in the payload.
  func test(_ index: Int, _ path: Path) -> String? {
    guard index < path.fields.count else { return nil }
    switch path.fields[index] {
    case .test(let text), .implied(let text): return text
    case .nothing, .bind: return nil
    }
  }

  /// Returns assignments such as `count += 1`, by which a row changes the payload of its source without exiting it. Nil
  /// if assignments would not do the same as the Swift. For example, the result of the method must not use a changed
  /// value, because a row returns its result last.
  func assignments(_ changes: [(field: SwiftMachine.Field, value: String)], _ path: Path, _ exit: Tokens)
    -> [String]?
  {
    let names = changes.compactMap(\.field.name)
    let shown = word(exit, path)
    let isInScope = changes.allSatisfy { change in
      let index = machine.states[path.state].fields.firstIndex { $0.name == change.field.name } ?? 0
      guard index < path.fields.count, case .bind = path.fields[index] else { return true }
      return isField(index, path)
    }
    guard names.count == changes.count, !names.isEmpty, isInScope, !names.contains(where: { uses($0, shown) }),
      !names.contains(where: method.parameters.contains)
    else { return nil }
    let isPlain = changes.allSatisfy { change in
      !change.value.contains("(") && !names.contains { $0 != change.field.name && uses($0, change.value) }
    }
    guard isPlain else { return nil }
    return changes.map { change in
      let name = change.field.name ?? ""
      for sign in ["+", "-"]
      where change.value.hasPrefix("\(name) \(sign) ") && change.value.split(separator: " ").count == 3 {
        return "\(name) \(sign)= \(change.value.dropFirst(name.count + 3))"
      }
      return "\(name) = \(change.value)"
    }
  }

  /// Returns whether the path through the method binds a value of the source's payload to a constant with this name:
  /// `case .open(let count)`. False if a parameter of the method has the value's name in the machine: the name then
  /// means the parameter.
  ///
  /// - Parameter index: the index of the value in the payload.
  private func isConstant(_ index: Int, _ name: String, _ path: Path) -> Bool {
    let field = machine.states[path.state].fields[index]
    return index < path.fields.count && path.fields[index] == .bind(name, isVariable: false)
      && ![field.label, field.name].contains { $0.map(method.parameters.contains) ?? false }
  }

  /// Returns whether the row can use a value of the source's payload by the value's name in the machine. For `count`,
  /// the path must bind it, as in `case .open(let count)`. A binding with another name, `let n`, counts if the row
  /// replaces `n` by `count`.
  ///
  /// - Parameter index: the index of the value in the payload.
  func isField(_ index: Int, _ path: Path) -> Bool {
    guard index < path.fields.count, case .bind(let name, _) = path.fields[index] else { return false }
    return name == machine.states[path.state].fields[index].name || renames(path)[name] != nil
  }
}
