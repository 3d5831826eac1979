import StateMachineSyntax

/// Writes the head and the properties of a machine, and the members of the type that stay Swift.
extension SwiftMachineWriter {
  // MARK: Head

  /// Returns the head of the `machine` statement: `public machine Door<Item> in House: Sendable`.
  func headText() -> String {
    var attributes = type.attributes.filter { !Self.droppedAttributes.contains($0) }
    if isInlinable { attributes.append("@inlinable") }
    var words =
      attributes.map { $0 + "\n" }
      + (type.access.map { [$0 == "open" ? "public" : $0] } ?? []).filter { $0 == "public" || $0 == "package" }
    words.append("machine")
    let head = type.head(code)
    var start = head.lowerBound
    var name = machine.name
    if code.word(start).hasPrefix("<") {
      let end = code.closers[start] + 1
      name += code.line(start..<end)
      start = end
    }
    words.append(name)
    if !machine.type.path.isEmpty { words.append("in " + machine.type.path.joined(separator: ".")) }
    let filter = code.first(in: start..<head.upperBound) { code.word($0) == "where" } ?? head.upperBound
    let conformances = conformances(of: start..<filter).filter { $0.isKept }.map(\.name)
    var text = words.joined(separator: " ").replacing("\n ", with: "\n")
    if !conformances.isEmpty { text += ": " + conformances.joined(separator: ", ") }
    if filter < head.upperBound { text += " " + code.line(filter..<head.upperBound) }
    return text
  }

  /// Whether the machine is `@inlinable`. It is if all methods that become events have this attribute, and other
  /// modules can use the type.
  private var isInlinable: Bool {
    ["public", "open"].contains(type.access) || type.attributes.contains("@usableFromInline")
      ? machine.decidingMethods.allSatisfy { $0.attributes.contains("@inlinable") } : false
  }

  /// Returns the types after the `:` of the type's declaration, and whether the machine (a struct) keeps each of them.
  /// It keeps all types of a struct. For a class, an actor or an enum, it keeps only certain protocols, such as
  /// `Sendable`.
  private func conformances(of range: Tokens) -> [(name: String, isKept: Bool)] {
    guard code.word(range.lowerBound) == ":" else { return [] }
    let all = code.elements(range.lowerBound + 1..<range.upperBound).map(code.line)
    guard type.introducer != "struct" else { return all.map { ($0, true) } }
    let isOfFunction = machine.function != nil || machine.property == "self"
    let kept =
      isOfFunction ? ["Sendable"] : ["Sendable", "Equatable", "Hashable", "Codable", "@unchecked Sendable"]
    return all.map { ($0, kept.contains($0)) }
  }

  /// The superclass and the protocols that the type has and the machine does not.
  var droppedConformances: [String] {
    let head = type.head(code)
    guard let colon = code.first(in: head, where: { code.word($0) == ":" }) else { return [] }
    let end = code.first(in: head) { code.word($0) == "where" } ?? head.upperBound
    return conformances(of: colon..<end).filter { !$0.isKept }.map(\.name)
  }

  // MARK: Properties

  /// The stored properties of the type, without the state.
  private var stored: [SwiftMember] {
    machine.type.members.filter { member in
      guard ["let", "var"].contains(member.introducer), !member.isStatic, member.name != machine.property else {
        return false
      }
      guard let body = member.body else { return true }
      return ["didSet", "willSet"].contains(code.word(body.lowerBound))
    }
  }

  /// Returns the statements for the stored properties. Reports a property whose type the file does not tell, and a
  /// property that loses attributes or observers.
  mutating func properties() -> [DraftItem] {
    stored.compactMap { member in
      let head = member.head(code)
      let equals = code.first(in: head) { code.word($0) == "=" }
      let value = equals.map { code.text($0 + 1..<head.upperBound) }
      var type = ""
      if code.word(head.lowerBound) == ":" {
        type = code.line(head.lowerBound + 1..<(equals ?? head.upperBound))
      } else if let value {
        type = Self.type(of: value) ?? ""
      }
      let place = code.place(member.start..<min(member.start + 2, code.tokens.count))
      if type.isEmpty {
        findings.append(.guessed(place, "the type of '\(member.name)' is not written here: name it at the 'TODO'"))
      }
      if member.modifiers.contains(where: { ["weak", "lazy", "unowned"].contains($0) }) || !member.attributes.isEmpty
        || member.body != nil
      {
        findings.append(
          .changedMeaning(
            place,
            "'\(member.name)' is a plain property of the machine: its attributes, observers and the like are left out"))
      }
      let isPrivate =
        member.isPrivate
        ? "private " : member.modifiers.contains { $0.hasPrefix("private(set)") } ? "private(set) " : ""
      var text = "\(isPrivate)\(member.introducer) \(member.name): \(type.isEmpty ? "Any" : qualified(type))"
      if let value {
        text += " = \(value)"
      } else if member.introducer == "var", type.hasSuffix("?") {
        text += " = nil"
      }
      return .statement(
        DraftStatement(
          lead: code.comments(above: member.all.lowerBound), text: text,
          comment: type.isEmpty ? "TODO: its type" : "", place: place))
    }
  }

  /// Returns the type of a value if its text shows the type (`true`, `"a"`, `3`, `[Int]()`, `Item()`, `Color.red`);
  /// otherwise nil.
  private static func type(of value: String) -> String? {
    if ["true", "false"].contains(value) { return "Bool" }
    // A member after a literal, as in `"abc".count`, has another type.
    if value.first == "\"" { return value.last == "\"" ? "String" : nil }
    if value.allSatisfy({ $0.isNumber || $0 == "_" || $0 == "-" }) { return "Int" }
    if value.allSatisfy({ $0.isNumber || $0 == "." || $0 == "-" }) { return "Double" }
    if value.first == "[" { return value.hasSuffix("]()") ? String(value.dropLast(2)) : nil }
    guard value.first?.isUppercase == true else { return nil }
    if value.contains("("), value.last != ")" { return nil }
    guard let open = value.firstIndex(of: "(") else {
      let parts = value.split(separator: ".")
      return parts.count == 2 && parts[1].allSatisfy { $0.isLetter || $0.isNumber } ? String(parts[0]) : nil
    }
    let name = value[..<open]
    let parts = name.split(separator: ".")
    return parts.last?.first?.isUppercase == true ? String(name) : String(parts[0])
  }

  // MARK: Swift that stays

  /// Collects the members of the type that are neither properties nor events. They become Swift within the machine
  /// (`swiftWithin`), or Swift after the machine (`swiftBeside`).
  mutating func collectSwift() {
    let members = machine.type.members
    let stays = members.map(staysSwift)
    var index = 0
    while index < members.count {
      let member = members[index]
      index += 1
      if code.word(member.start) == "#if" {
        // An `#if` is kept, with everything up to its `#endif`, if all members within it stay Swift.
        let end = members[index...].firstIndex { code.word($0.start) == "#endif" } ?? index
        let isWhole = (index..<end).allSatisfy { members[$0].introducer == "#" || stays[$0] }
        if isWhole, end > index, end < members.count {
          swiftWithin.append(code.text(member.all.lowerBound..<members[end].all.upperBound))
          index = end + 1
        } else {
          findings.append(.conditionLeftOut(code, member))
        }
      } else if isPartOfMachine(member) {
        continue
      } else if member.introducer == "init" {
        addInitializer(member)
      } else if member.introducer == "deinit" {
        findings.append(.leftOut(code.place(member.all), "'deinit' is left out: a machine is a struct"))
      } else if stays[index - 1] {
        swiftWithin.append(text(of: member))
      } else if member.introducer != "#" {
        findings.append(
          .leftByHand(
            code.place(member.start..<min(member.start + 2, code.tokens.count)),
            "'\(member.name)' writes the state, as rows alone may: make an event of it at the 'TODO'"))
        let lines = code.text(member.all).split(separator: "\n").map { "// " + $0 }
        swiftWithin.append((["// TODO: make an event of this:"] + lines).joined(separator: "\n"))
      }
    }
    if events.usesTodo { swiftWithin.append("private func todo<Value>() -> Value { fatalError(\"TODO\") }") }
    addStateExtension()
    addNames()
  }

  /// Returns whether a member of the type becomes the state, an event, a property or an action of the machine. Also
  /// true for members that the machine does not need, such as an extension. Members for which this is true are not
  /// copied as Swift.
  private func isPartOfMachine(_ member: SwiftMember) -> Bool {
    let isOfStates =
      machine.type.fullName == machine.enumeration.fullName
      && (member.introducer == "case" || machine.function != nil)
    return isOfStates || member.introducer == "extension" || machine.lenders.contains(member.name)
      || machine.decidingMethods.contains { $0.start == member.start }
      || member.name == machine.property && member.introducer == "var" || stored.contains { $0.start == member.start }
      || member.start == machine.enumeration.member.start
      || handler.map { isReducer && $0.enumeration.member.start == member.start } ?? false
      || actions.contains { $0.start == member.start }
  }

  /// Returns whether a member of the type is copied into the machine as Swift. A function is not copied if it assigns
  /// the state.
  private func staysSwift(_ member: SwiftMember) -> Bool {
    if ["init", "deinit", "#"].contains(member.introducer) || isPartOfMachine(member) { return false }
    guard let body = member.body, !member.isType else { return true }
    return !machine.reader(for: member).writesState(body)
  }

  /// Returns the text of a member with its comments. The state's property gets its name in the machine, `state`. If the
  /// member mentions transient states, such as `modifying`, these parts are removed, but the property keeps its old
  /// name.
  private func text(of member: SwiftMember) -> String {
    var renames: [String: String] = [:]
    if machine.property != "state", machine.function == nil, machine.property != "self" {
      renames[machine.property] = "state"
    }
    if machine.property == "self" {
      let text = code.text(member.all, renaming: [:]) { index in
        code.word(index) == "self" && code.word(index + 1) != "." ? "state" : nil
      }
      return (code.comments(above: member.all.lowerBound) + [text]).joined(separator: "\n")
    }
    let text =
      transient.isEmpty || !member.all.contains { transient.contains(code.word($0)) }
      ? code.text(member.all, renaming: renames) : code.text(member.all, without: transient)
    return (code.comments(above: member.all.lowerBound) + [prepared(text, member)]).joined(separator: "\n")
  }

  /// Returns the text of a member with the modifiers that it needs in the machine. A private type that payloads, events
  /// or properties use loses `private`. In a class or an actor, words such as `override` are removed. Methods that
  /// assign properties become `mutating`, because the machine is a struct.
  private func prepared(_ text: String, _ member: SwiftMember) -> String {
    var text = text
    func drop(_ word: String) { if let range = text.firstRange(of: word + " ") { text.removeSubrange(range) } }
    if let access = member.access, member.isPrivate, visibleTypes.contains(member.name) { drop(access) }
    guard type.introducer != "struct" else { return text }
    for word in ["override", "final", "convenience", "required", "open"] where member.modifiers.contains(word) {
      drop(word)
    }
    if member.introducer == "func", !member.isStatic, !member.modifiers.contains("mutating"), changesMachine(member),
      let range = text.firstRange(of: "func ")
    {
      text.replaceSubrange(range, with: "mutating func ")
    }
    return text
  }

  /// Returns whether a method of a class or an actor assigns a property or calls an event. It then has to be `mutating`
  /// in the machine, which is a struct. The function does not notice a method that changes a property, as in
  /// `items.append(1)`.
  private func changesMachine(_ member: SwiftMember) -> Bool {
    guard let body = member.body else { return false }
    let names = Set(stored.map(\.name))
    let events = Set(machine.decidingMethods.map(\.name))
    return body.contains { index in
      guard code.isUse(index) || code.word(index - 1) == "." && code.word(index - 2) == "self" else { return false }
      if events.contains(code.word(index)), code.word(index + 1) == "(" { return true }
      guard names.contains(code.word(index)) else { return false }
      let change = code.change(at: index)
      if case .method = change { return false }
      return change != .none
    }
  }

  /// Adds the initializer of the type to the machine's Swift. Its new body calls the generated initializer with the
  /// properties and the state. Nothing is added if the generated initializer does the same. If the initializer chooses
  /// between states, a `TODO` replaces its body, and a finding reports it.
  private mutating func addInitializer(_ member: SwiftMember) {
    guard let body = member.body,
      let open = code.first(in: member.start..<body.lowerBound, where: { code.word($0) == "(" })
    else { return }
    var values: [String: String] = [:]
    var state: String?
    var before: [String] = []
    for statement in machine.reader(for: member).statements(body) {
      switch statement {
      case .write(_, let value): state = code.text(value)
      case .plain(let range):
        var index = range.lowerBound
        let isMember = code.word(index) == "self" && code.word(index + 1) == "."
        if isMember { index += 2 }
        let name = code.word(index)
        if code.word(index + 1) == "=", stored.contains(where: { $0.name == name }) {
          values[name] = code.text(index + 2..<range.upperBound)
        } else if code.word(range.lowerBound) == "super" {
          continue
        } else if code.word(range.lowerBound) == "self", code.word(range.lowerBound + 2) == "init" {
          return swiftWithin.append(text(of: member))
        } else {
          before += assigning(range, &values)
        }
      default:
        findings.append(
          .leftByHand(
            code.place(member.start..<member.start + 1), "this initialiser decides: write it by hand at the 'TODO'"))
        let lines = code.text(member.all).split(separator: "\n").map { "// " + $0 }
        return swiftWithin.append((["// TODO: call 'self.init(…, state:)' here:"] + lines).joined(separator: "\n"))
      }
    }
    let parameters = code.elements(code.inside(open))
    let isInitial =
      state == nil || machine.states[initial].fields.allSatisfy { $0.value != nil } && !(state ?? "").contains("(")
      || parameters.isEmpty
    if parameters.isEmpty, values.isEmpty, before.isEmpty { return }
    if before.isEmpty, state == "state", parameters.map({ code.word($0.lowerBound) }) == stored.map(\.name) + ["state"],
      values.allSatisfy({ $0.key == $0.value })
    {
      return
    }
    // The generated initializer has a parameter for each property, in their order.
    let isMemberwise =
      before.isEmpty && isInitial
      && parameters.map { code.word($0.lowerBound) }
        == values.keys.sorted {
          (order($0), $0) < (order($1), $1)
        }
      && values.allSatisfy { $0.key == $0.value }
      && parameters.allSatisfy { part in !part.contains { code.word($0) == "=" } }
      && parameters.allSatisfy { code.word($0.lowerBound + 1) == ":" }
    if isMemberwise || isGenerated(parameters, values, state, before) { return }
    var arguments = stored.filter { values[$0.name] != nil }.map { "\($0.name): \(values[$0.name] ?? "")" }
    arguments.append("state: \(state ?? ".\(machine.states[initial].name)")")
    let head = code.text(member.all.lowerBound..<body.lowerBound - 1).onOneLine
    let lines = before + ["self.init(\(arguments.joined(separator: ", ")))".onOneLine]
    let text = head + " {\n" + Self.indented(lines.joined(separator: "\n")) + "\n}"
    swiftWithin.append((code.comments(above: member.all.lowerBound) + [text]).joined(separator: "\n"))
  }

  /// Returns the lines that replace an `if` or another block of an initializer in which properties are assigned. Each
  /// such property becomes a constant, `let count: Int`, and the block assigns the constant. The function adds the
  /// constants to `values`, the arguments for the generated initializer.
  private func assigning(_ range: Tokens, _ values: inout [String: String]) -> [String] {
    let assigned = stored.filter { member in
      range.contains { code.word($0) == member.name && code.word($0 - 1) == "." && code.word($0 + 1) == "=" }
    }
    var text = code.text(range)
    let declarations = assigned.map { member -> String in
      let head = member.head(code)
      let end = code.first(in: head) { code.word($0) == "=" } ?? head.upperBound
      text = text.replacing("self.\(member.name) =", with: "\(member.name) =")
      values[member.name] = member.name
      return "let \(member.name)\(code.line(head.lowerBound..<end))"
    }
    return declarations + [text]
  }

  /// Returns whether an initializer of the type is not needed, because the generated initializer does the same. Both
  /// must have the same labels. The type's initializer must only assign parameters to properties with their names.
  ///
  /// - Parameters:
  ///   - parameters: the parameters of the type's initializer.
  ///   - values: the Swift that it assigns to each property.
  ///   - before: the lines of its other statements, which would run before the generated initializer is called.
  private func isGenerated(_ parameters: [Tokens], _ values: [String: String], _ state: String?, _ before: [String])
    -> Bool
  {
    let properties = stored.filter { member in !member.head(code).contains { code.word($0) == "=" } }.map(\.name)
    let fields = machine.states[initial].fields.filter { $0.value == nil }
    let labels = parameters.map { code.word($0.lowerBound) }
    guard before.isEmpty, labels == properties + fields.map({ $0.label ?? "_" }) else { return false }
    return values.allSatisfy { $0.key == $0.value }
  }

  /// Returns the position of a property among the stored properties.
  private func order(_ name: String) -> Int { stored.firstIndex { $0.name == name } ?? 0 }

  /// Adds an extension of the generated type of the states. It has the members of the old enum that are not cases. It
  /// also has the enum's conformances, except for raw types such as `String`. A type inside the old enum may move into
  /// the machine. The extension then gets a type alias, so that callers find the type by its old name.
  private mutating func addStateExtension() {
    let own = (machine.type.path + [machine.name]).joined(separator: ".")
    let enumeration = machine.enumeration.member
    let deciding = Set(machine.decidingMethods.map(\.start))
    let isItself = machine.property == "self"
    let inner =
      isItself
      ? []
      : machine.enumeration.members.filter {
        !["case", "extension", "#"].contains($0.introducer) && !deciding.contains($0.start)
          && !(isReducer && $0.start == handler?.enumeration.member.start)
          && !statesTypes.contains($0.name)
      }
    // Types inside the enum of states move into the machine, where they can use the machine's types. The states get
    // type aliases, so that callers find the types under their old names.
    let types = machine.enumeration.members.filter { statesTypes.contains($0.name) }
    if !isItself { swiftWithin += types.map(text) }
    let isInGeneric = machine.types.contains {
      machine.type.path.starts(with: $0.path + [$0.name]) && code.word($0.member.head(code).lowerBound).hasPrefix("<")
    }
    let names = isItself && enumeration.name != "State" || isInGeneric ? [] : types
    let aliases = names.map { "\(visibleAccess(of: $0))typealias \($0.name) = \(own).\($0.name)" }
    let head = enumeration.head(code)
    var conformances: [String] = []
    if code.word(head.lowerBound) == ":" {
      conformances = code.elements(head.lowerBound + 1..<head.upperBound).map(code.line)
      let raw = conformances.filter { ["String", "Int", "UInt8", "Character"].contains($0) }
      if !raw.isEmpty {
        findings.append(
          .changedMeaning(
            code.place(head), "the states have no raw values of type '\(raw[0])': write a property where they are read")
        )
      }
      let own = headText().split(separator: ":").dropFirst().joined(separator: ":")
      conformances.removeAll {
        raw.contains($0) || own.split { !$0.isLetter && $0 != "." }.contains(Substring($0))
          || ["Sendable", "~Copyable"].contains($0)
      }
    }
    if let condition = machine.enumeration.members.first(where: { $0.introducer == "#" }), !isItself {
      findings.append(.conditionLeftOut(code, condition))
    }
    guard !inner.isEmpty || !conformances.isEmpty || !aliases.isEmpty else { return }
    let head2 = conformances.isEmpty ? "" : ": " + conformances.joined(separator: ", ")
    let body = ([aliases.joined(separator: "\n")].filter { !$0.isEmpty } + inner.map(text)).joined(separator: "\n\n")
    let availability = type.attributes.filter { $0.hasPrefix("@available") }.map { $0 + "\n" }.joined()
    swiftBeside.append(
      "\(availability)extension \(own).State\(head2) {\(body.isEmpty ? "" : "\n" + Self.indented(body) + "\n")}")
  }

  /// The names of the types inside the enum of states that move into the machine. They move if one of them uses a type
  /// that is declared beside the enum: an extension of the generated state type could not use that type. A type does
  /// not move if the machine declares another type with its name. If the enum is itself the machine, all of its types
  /// move.
  var statesTypes: Set<String> {
    func isType(_ member: SwiftMember) -> Bool {
      member.isType && member.introducer != "extension" || member.introducer == "typealias"
    }
    let names = Set(machine.enumeration.members.filter(isType).map(\.name))
    guard machine.property != "self" else { return names }
    let own = Set(machine.type.members.filter(isType).map(\.name))
    let around = machine.types.filter { machine.type.path.starts(with: $0.path + [$0.name]) }
    let seen = own.union(around.flatMap { $0.members.filter(isType).map(\.name) })
    let needsScope = machine.enumeration.members.contains { isType($0) && !seen.isDisjoint(with: code.words[$0.all]) }
    return needsScope ? names.subtracting(own) : []
  }

  /// Returns the access modifier, followed by a blank, for a member of the machine that other files use: `public `,
  /// `package `, `@usableFromInline ` or nothing.
  private func visibleAccess(of member: SwiftMember) -> String {
    let word = member.access.flatMap { ["public", "package"].contains($0) ? $0 + " " : nil } ?? ""
    return (isInlinable && word.isEmpty ? "@usableFromInline " : "") + word
  }

  /// Adds declarations by which callers can still use the old names. If the state's property has another name than
  /// `state`, these are a property and an initializer with this name. If the enum has another name than `State`, a type
  /// alias has this name.
  private mutating func addNames() {
    let name = machine.enumeration.name
    let access = visibleAccess(of: machine.enumeration.member)
    if machine.property != "state", machine.function == nil,
      let property = machine.type.members.first(where: { $0.introducer == "var" && $0.name == machine.property }),
      !property.isPrivate
    {
      swiftWithin.append("\(isInlinable ? "@inlinable " : access)var \(machine.property): State { state }")
    }
    // The type's memberwise initializer with the old name of the state, if the file calls it.
    if machine.property != "state", type.introducer == "struct",
      !initializers.contains(where: { code.word($0.start + 2) == machine.property }),
      code.tokens.indices.contains(where: {
        code.word($0) == machine.property && code.word($0 - 1) == "("
          && code.word($0 + 1) == ":"
      })
    {
      swiftWithin.append("init(\(machine.property): State) { self.init(state: \(machine.property)) }")
    }
    guard name != "State", machine.property != "self" else { return }
    let path = (machine.type.path + [machine.name, "State"]).joined(separator: ".")
    if machine.enumeration.path.isEmpty {
      swiftBeside.append("\(access)typealias \(name) = \(path)")
    } else {
      swiftWithin.append("\(access)typealias \(name) = State")
    }
  }

  // MARK: Callers of one method

  /// Adds the old method that has an enum of events as its parameter, so that callers can still call it. Its body calls
  /// `handle(event:)`, or the method of each event. If the old method is itself `handle(event:)`, it is not added.
  mutating func addDispatch(
    _ handler: (method: SwiftMember, parameter: String, enumeration: SwiftMachine.FoundType),
    _ cases: [SwiftMachine.State]
  ) {
    let method = handler.method
    let name = handler.enumeration.name
    let path = (machine.type.path + [machine.name]).joined(separator: ".")
    let head = code.text(method.all.lowerBound..<(method.body?.lowerBound ?? method.all.upperBound) - 1)
    let start = (type.introducer == "class" || type.introducer == "actor" ? "mutating " : "") + head
    if machine.function != nil { return addFunction(head, handler) }
    if isReducer {
      if name != "Event" {
        let isTop = handler.enumeration.path.isEmpty
        let access = handler.enumeration.member.access.map { $0 == "internal" ? "" : $0 + " " } ?? ""
        if isTop {
          swiftBeside.append("\(access)typealias \(name) = \(path).Event")
        } else {
          swiftWithin.append("typealias \(name) = Event")
        }
      }
      let labels = parameters(method).map(\.label)
      if method.name != "handle" || labels != ["event"] {
        let result = returnsOnlyState ? "\n  return state" : ""
        swiftWithin.append("\(start) {\n  handle(event: \(handler.parameter))\(result)\n}")
      }
      return
    }
    swiftWithin.append("\(start) {\n\(Self.indented(dispatch(handler, cases, on: "")))\n}")
  }

  /// Adds the old function that has the state as a parameter, so that callers can still call it. Its body creates a
  /// machine in this state and lets it handle the event. It then returns the next state or assigns it to the parameter.
  private mutating func addFunction(
    _ head: String, _ handler: (method: SwiftMember, parameter: String, enumeration: SwiftMachine.FoundType)
  ) {
    let state = machine.property
    var lines = ["var machine = \(machine.name)(state: \(state))"]
    lines.append(isReducer ? "machine.handle(event: \(handler.parameter))" : "defer { \(state) = machine.state }")
    if machine.function?.returnsState == true {
      lines.append("return machine.state")
    } else if isReducer {
      lines.append("\(state) = machine.state")
    } else {
      lines.append(dispatch(handler, eventCases, on: "machine."))
    }
    let text = "\(head) {\n\(Self.indented(lines.joined(separator: "\n")))\n}"
    if machine.type.fullName == machine.enumeration.fullName {
      swiftBeside.append(
        "extension \((machine.type.path + [machine.name, "State"]).joined(separator: ".")) {\n\(Self.indented(text))\n}"
      )
    } else {
      swiftWithin.append(text)
    }
    guard isReducer else { return }
    let path = (machine.type.path + [machine.name]).joined(separator: ".")
    let name = handler.enumeration.name
    if handler.enumeration.path.isEmpty {
      swiftBeside.append("typealias \(name) = \(path).Event")
    } else if machine.type.fullName == machine.enumeration.fullName {
      swiftBeside.append("extension \(path).State {\n  typealias \(name) = \(path).Event\n}")
    } else if name != "Event" {
      swiftWithin.append("typealias \(name) = Event")
    }
  }

  /// Returns a `switch` over the event that calls the method of each event:
  /// `case .push(let count): push(count: count)`.
  ///
  /// - Parameter receiver: the text before the calls: `machine.`, or empty.
  private func dispatch(
    _ handler: (method: SwiftMember, parameter: String, enumeration: SwiftMachine.FoundType),
    _ cases: [SwiftMachine.State],
    on receiver: String
  ) -> String {
    let method = handler.method
    let arms = cases.map { found -> String in
      let names = found.fields.indices.map { found.fields[$0].name ?? "value\($0)" }
      let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
      var arguments = zip(found.fields, names).map { field, name in (field.label.map { "\($0): " } ?? "") + name }
      arguments += otherParameters.map { ($0.label == "_" ? "" : "\($0.label): ") + $0.name }
      let call = receiver + found.name + "(" + arguments.joined(separator: ", ") + ")"
      return
        "case .\(found.name)\(pattern): \(returnsValue(method) ? "return " : "")\(isThrowing(method) ? "try " : "")\(call)"
    }
    return "switch \(handler.parameter) {\n\(arms.joined(separator: "\n"))\n}"
  }
}
