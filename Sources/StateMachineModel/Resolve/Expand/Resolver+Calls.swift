import StateMachineSyntax

/// Resolves the arguments of outputs, events and named effects.
extension Resolver {
  /// Returns the arguments of a call of an output, an event or a named effect as code: `speed: 2` for
  /// `close(speed: 2)`. The inner optional is nil for a call without arguments. The outer optional is nil if the
  /// arguments do not fit the declaration, which is reported.
  ///
  /// - Parameters:
  ///   - name: the name that is called.
  ///   - arguments: the arguments; nil without parentheses.
  ///   - what: the kind of declaration for messages: `output`.
  ///   - declared: the name in the declaration.
  ///   - fields: the parameters of the declaration.
  mutating func resolveCall(
    _ name: NameSyntax, _ arguments: ArgumentListSyntax?, of what: String, _ declared: Identifier, _ fields: [Field]
  ) -> SwiftCode?? {
    if arguments == nil, fields.isEmpty { return .some(nil) }
    let list = arguments ?? ArgumentListSyntax(items: [], range: name.range)
    guard places(of: list, name, of: what, declared, fields) != nil else { return nil }
    var written: SwiftCode?
    if let first = list.items.first, let last = list.items.last {
      let start = first.label?.range.lowerBound ?? first.value.range.lowerBound
      var code = SwiftCode(range: SourceRange(start, last.value.range.upperBound))
      // Most arguments name no guard and no parameter, and need no list.
      for item in list.items where names.hasGuards || !row.parameters.isEmpty {
        code.expansions += self.code(item.value).expansions
      }
      written = code
    }
    return .some(written)
  }

  /// Returns, for each argument of a call, the index of the parameter that gets the argument. For `close(speed: 2)`
  /// this is `[1]` if `speed` is the second parameter, and the first one has a default value. Nil if the arguments do
  /// not fit the declaration, for example because one is missing; this is reported.
  ///
  /// - Parameters:
  ///   - list: the arguments.
  ///   - name: the name that is called.
  ///   - what: the kind of declaration for messages: `output`.
  ///   - declared: the name in the declaration.
  ///   - fields: the parameters of the declaration.
  mutating func places(
    of list: ArgumentListSyntax, _ name: NameSyntax, of what: String, _ declared: Identifier, _ fields: [Field]
  ) -> [Int]? {
    guard let places = match(list, to: fields, of: what, named: declared, isPattern: false) else { return nil }
    // Most calls are right, and need no list.
    if fields.indices.contains(where: { fields[$0].defaultValue == nil && !places.contains($0) }) {
      let missing = fields.indices.filter { fields[$0].defaultValue == nil && !places.contains($0) }
      guard diagnostics.isOpen else {
        diagnostics.appendOmittedError()
        row.isBroken = true
        return nil
      }
      reject(
        Diagnostic.missingArguments(
          missing.map { (fields[$0].label.map { text($0.id) }, source.text(fields[$0].type)) }, name.range, of: what,
          text(name.id), call: call(text(name.id), list, places, fields, missing: missing.count)
        ).note("'\(text(name.id))' is declared here", declared.range))
      return nil
    }
    if let wrong = places.indices.dropFirst().first(where: { places[$0 - 1] > places[$0] }) {
      reject(.argumentOrder(list.items[wrong].value.range, text(name.id)))
      return nil
    }
    return places
  }

  /// Returns the text of a call with all necessary arguments, which a message suggests: `close(speed: speed)`. A
  /// missing argument gets the label with its parameter's name and type, if the row can use one. Otherwise it is `…`.
  /// If many arguments are missing, or there are many parameters, the text is `close(…)`.
  ///
  /// - Parameters:
  ///   - name: the name that is called.
  ///   - list: the arguments that are written.
  ///   - places: for each argument of `list`, the index of its parameter.
  ///   - fields: the parameters of the declaration.
  ///   - missing: the number of arguments that must be added.
  func call(
    _ name: String, _ list: ArgumentListSyntax, _ places: [Int], _ fields: [Field], missing: Int
  ) -> String {
    guard missing <= Diagnostic.listedFields, fields.count < 20 else { return "\(name)(…)" }
    let arguments = fields.indices.compactMap { index -> String? in
      let field = fields[index]
      let value: String
      if let item = places.firstIndex(of: index) {
        value = Diagnostic.quotation(source.text(list.items[item].value.range))
      } else if field.hasDefault {
        return nil
      } else {
        value = isKnownEverywhere(field) ? field.name.map { text($0.id) } ?? "…" : "…"
      }
      return field.label.map { "\(text($0.id)): \(value)" } ?? value
    }
    return "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// Returns whether the row can use a label with a field's name and type, for each of its sources and events. It can
  /// if every source has the label and no event has it, or if every event has it and no source has it. If both have it,
  /// the label would be ambiguous.
  private func isKnownEverywhere(_ field: Field) -> Bool {
    guard let name = field.name?.id else { return false }
    func has(_ fields: [Field], _ plan: [FieldPattern], first: Int = 0) -> Bool? {
      for (index, other) in fields.enumerated() where other.name?.id == name {
        // The row can use an ancestor's label. It can also use a label to which its patterns give no other name.
        return other.key == field.key && (index < first || plan.isEmpty || plan[index - first].keepsLabel)
      }
      return nil
    }
    let sources = row.sources.map { ($0.state, $0.plan) } + (row.carrier.state.map { [($0, [])] } ?? [])
    let inSources = sources.map { state, plan in
      has(machine.states[state].pathFields, plan, first: machine.states[state].ownFields)
    }
    let inEvents = row.triggers.map { trigger, plan in
      trigger.plain == .done ? nil : has(trigger.plain.map { machine.fields(of: $0) } ?? [], plan)
    }
    let isInSources = !inSources.isEmpty && inSources.allSatisfy { $0 == true }
    let isInEvents = !inEvents.isEmpty && inEvents.allSatisfy { $0 == true }
    // If both have one, only the author can choose.
    return isInSources && inEvents.allSatisfy { $0 == nil } || isInEvents && inSources.allSatisfy { $0 == nil }
  }
}
