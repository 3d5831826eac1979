import StateMachineSyntax

/// Writes one imported machine: its head, properties, states, events and rows, and the Swift that is copied from the
/// type.
struct SwiftMachineWriter {
  typealias Tokens = SwiftCode.Tokens

  var machine: SwiftMachine
  var events: SwiftEvents
  var findings: [Diagnostic] = []
  var accounting = Importer.Accounting()
  /// The Swift that stands after the machine: extensions of the type of its states, and old names that callers use.
  var swiftBeside: [String] = []
  /// The Swift inside the machine: members of the type that are neither properties nor events.
  var swiftWithin: [String] = []
  /// The names of transient states, which the machine does not have. A method assigns such a state, `modifying`, only
  /// for a moment, and then assigns another one.
  var transient: Set<String> = []
  /// The index of the initial state.
  var initial = 0
  /// The method that has an enum of events as its parameter, the name of this parameter, and the enum; nil if there is
  /// no such method.
  var handler: (method: SwiftMember, parameter: String, enumeration: SwiftMachine.FoundType)?
  /// Whether callers send events by `handle(event:)`, and not by a method for each event.
  var isReducer = false
  /// The enums of results that methods return. They become the machine's actions.
  var actions: [SwiftMember] = []
  /// The cases of the enum of events. Each value in a payload has the name that patterns bind it to.
  var eventCases: [SwiftMachine.State] = []
  /// Whether the method that has an enum of events as its parameter returns nothing but the state. The events then need
  /// no result.
  var returnsOnlyState = false
  /// The names of the types that payloads, events and properties use, directly or through other types. None of them may
  /// be private.
  let visibleTypes: Set<String>

  var code: SwiftCode { machine.code }
  var type: SwiftMember { machine.type.member }

  init(_ machine: SwiftMachine) {
    self.machine = machine
    visibleTypes = machine.visibleTypes()
    events = SwiftEvents(machine, live: [])
  }

  /// Returns the statement of the whole machine, ready to be written. Meanwhile, it collects the findings, and the
  /// Swift that stands after the machine (`swiftBeside`).
  mutating func items() -> [DraftItem] {
    machine.states = machine.named(machine.states)
    readStart()
    findTransientStates()
    events = SwiftEvents(machine, live: machine.states.indices.filter { !transient.contains(machine.states[$0].name) })
    findHandler()
    actions = findActions()
    readEvents()
    let policy = events.choosePolicies()
    var body: [DraftItem] = []
    if !isReducer { body.append(statement("interface methods", code.place(type.start..<type.start + 1))) }
    if isReducer { body.append(statement("wrapper none", code.place(type.start..<type.start + 1))) }
    if let policy { body.append(statement(policy, code.place(type.start..<type.start + 1))) }
    body.append(.blankLine)
    let properties = properties()
    if !properties.isEmpty { body += properties + [.blankLine] }
    body += states() + [.blankLine]
    if !actions.isEmpty { body += actions.map(declaration) + [.blankLine] }
    var choices: [String] = []
    var rows: [DraftItem] = []
    for event in events.events {
      let found = events.rows(of: event, choices: &choices)
      if !found.isEmpty { rows += [.blankLine] + found }
    }
    var plain: [SwiftEvents.Event] = []
    func flush() {
      guard let first = plain.first else { return }
      body.append(statement("event " + plain.map { String($0.text.dropFirst(6)) }.joined(separator: ", "), first.place))
      plain = []
    }
    for event in events.events {
      let isPlain =
        event.text == "event \(event.trigger)" && event.lead.isEmpty && event.defaultResult == nil
        && event.policy == nil
      if isPlain {
        plain.append(event)
        continue
      }
      flush()
      let text = [event.text, event.defaultResult.map { "= \($0)" }, event.policy].compactMap { $0 }.joined(
        separator: " ")
      body.append(.statement(DraftStatement(lead: event.lead, text: text, place: event.place)))
    }
    flush()
    if !choices.isEmpty {
      body += [
        .blankLine, statement("choice " + choices.joined(separator: ", "), code.place(type.start..<type.start + 1)),
      ]
    }
    for name in events.openGuards {
      body.append(
        .statement(
          DraftStatement(
            text: "guard \(name) = false", comment: "TODO: when?", place: code.place(type.start..<type.start + 1))))
    }
    body += rows
    collectSwift()
    if !swiftWithin.isEmpty {
      body += [
        .blankLine,
        statement(
          "swift {\n\(Self.indented(swiftWithin.joined(separator: "\n\n")))\n}", code.place(type.start..<type.start + 1)
        ),
      ]
    }
    accounting = events.accounting
    tellOfArms()
    tellOfType()
    tellOfMethods()
    let head = DraftStatement(
      lead: code.comments(above: type.all.lowerBound), text: headText(), place: code.place(type.start..<type.start + 2))
    return [.block(head, body)]
  }

  /// Returns a statement with the given text.
  private func statement(_ text: String, _ place: SourceRange) -> DraftItem {
    .statement(DraftStatement(text: text, place: place))
  }

  /// Returns a text in which each line that is not empty begins with two more blanks.
  static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }.joined(
      separator: "\n")
  }

  // MARK: States

  /// Finds the transient states, which are left out of the machine: a finding reports each. Such a state has no
  /// payload, and `modif` in its name, like `modifying`. Each method that assigns it assigns another state in the same
  /// block, so no method ends in it.
  private mutating func findTransientStates() {
    for (index, state) in machine.states.enumerated()
    where index != initial && state.fields.isEmpty && state.name.lowercased().contains("modif") {
      guard code.isAlwaysOverwritten(state.name) else { continue }
      transient.insert(state.name)
      findings.append(
        .leftOut(
          state.place, "'\(state.name)' is left out: the generated code changes a payload in place without such a state"
        ))
    }
  }

  /// Returns the `state` statements. Neighboring states without payload and comments share one statement.
  private func states() -> [DraftItem] {
    let isPlain = { (state: SwiftMachine.State) in state.lead.isEmpty && state.fields.isEmpty }
    var items: [DraftItem] = []
    var run: [(String, SourceRange)] = []
    func flush() {
      guard let first = run.first else { return }
      items.append(statement("state " + run.map(\.0).joined(separator: ", "), first.1))
      run = []
    }
    for index in events.live {
      let state = machine.states[index]
      if index != initial, isPlain(state) {
        run.append((state.name, state.place))
        continue
      }
      flush()
      let fields = state.fields.enumerated().map {
        fieldText($1, isVariable: events.changed.contains([index, $0]) && !PlainTypes.ownNothing.contains($1.type))
      }
      let text = (index == initial ? "initial " : "") + "state " + state.name + Self.list(fields, after: state.name)
      items.append(.statement(DraftStatement(lead: state.lead, text: text, place: state.place)))
    }
    flush()
    return items
  }

  /// Returns fields in parentheses: `(persons: Int, speed: Int)`. Empty for no fields. If the line would be too long,
  /// each further line gets as many fields as it can have.
  ///
  /// - Parameter name: the text before the list in its line, such as `state open`.
  private static func list(_ fields: [String], after name: String) -> String {
    if fields.isEmpty { return "" }
    let line = fields.joined(separator: ", ")
    if name.utf8.count + line.utf8.count < 100 { return "(\(line))" }
    var lines = [""]
    for (index, field) in fields.enumerated() {
      let text = field + (index + 1 < fields.count ? "," : ")")
      if !(lines.last ?? "").isEmpty, (lines.last ?? "").utf8.count + text.utf8.count > 108 { lines.append("") }
      lines[lines.count - 1] += (lines[lines.count - 1].isEmpty ? "" : " ") + text
    }
    return "(\n  " + lines.joined(separator: "\n  ")
  }

  /// Returns the declaration of a field: `var persons count: Int = 0`.
  private func fieldText(_ field: SwiftMachine.Field, isVariable: Bool) -> String {
    let value = field.value.map { " = \($0)" } ?? ""
    let word = isVariable ? "var " : ""
    let type = qualified(field.type)
    guard let name = field.name else { return type + value }
    guard let label = field.label else { return "\(word)_ \(name): \(type)\(value)" }
    return "\(word)\(label == name ? label : "\(label) \(name)"): \(type)\(value)"
  }

  /// Returns a type or a declaration in which paths replace the names of types inside the enum of states:
  /// `Door.State.Kind` for `Kind`. `Door.State` replaces the name of the enum itself. Code of the machine can find
  /// these types only by such paths.
  func qualified(_ type: String) -> String {
    let inner = Set(machine.enumeration.members.filter { $0.isType || $0.introducer == "typealias" }.map(\.name))
      .subtracting(statesTypes)
    let path = "\(machine.name).State"
    var renames = Dictionary(uniqueKeysWithValues: inner.map { ($0, "\(path).\($0)") })
    renames["State"] = path
    renames[machine.enumeration.name] = path
    let piece = SwiftCode(SourceFile(path: "", text: type))
    return piece.text(0..<piece.tokens.count, renaming: renames)
  }

  // MARK: Actions

  /// Returns the enums of results that become the machine's actions. Such an enum is returned by a method and has only
  /// cases. None of its cases may have the name of an event, or of a keyword for effects such as `raise`.
  private func findActions() -> [SwiftMember] {
    guard handler == nil else { return [] }
    let results = Set(
      machine.decidingMethods.compactMap { result($0).map { $0.hasSuffix("?") ? String($0.dropLast()) : $0 } })
    let keywords: Set = ["raise", "trap", "throw", "return", "cancel"]
    return machine.type.members.filter { member in
      guard member.introducer == "enum", results.contains(member.name), let body = member.body,
        member.start != machine.enumeration.member.start, !member.modifiers.contains("indirect"),
        !member.head(code).contains(where: { ["<", "where"].contains(code.word($0)) })
      else { return false }
      let inner = SwiftMember.all(in: body, code)
      let names = machine.cases(of: inner).map(\.name)
      return !names.isEmpty
        && inner.allSatisfy { $0.introducer == "case" && $0.attributes.isEmpty && $0.modifiers.isEmpty }
        && !names.contains {
          keywords.contains($0) || $0.hasPrefix("`") || machine.decidingMethods.map(\.name).contains($0)
        }
    }
  }

  /// Returns the cases of the action that a method returns; empty if it returns no action.
  private func results(of method: SwiftMember) -> [SwiftMachine.State] {
    guard let result = result(method) else { return [] }
    let isOptional = result.hasSuffix("?")
    guard let action = actions.first(where: { $0.name == (isOptional ? String(result.dropLast()) : result) }),
      case let cases = machine.cases(of: SwiftMember.all(in: action.body ?? 0..<0, code))
    else { return [] }
    // In an optional, `.none` means nil and not a case of the action.
    return cases.filter { !isOptional || $0.name != "none" }
  }

  /// Returns the `action` statement for an enum.
  private func declaration(of action: SwiftMember) -> DraftItem {
    let cases = machine.cases(of: SwiftMember.all(in: action.body ?? 0..<0, code))
    let texts = cases.map { found in
      found.name + Self.list(found.fields.map { fieldText($0, isVariable: false) }, after: found.name)
    }
    let head = code.line(action.head(code))
    let title = "action \(action.name)\(head)"
    let line = title + " { " + texts.joined(separator: ", ") + " }"
    let isShort = line.utf8.count <= 100 && cases.allSatisfy(\.lead.isEmpty)
    let lines = zip(cases, texts).flatMap { found, text in
      (found.lead + [Self.indented(text).dropFirst(2)].map(String.init)).map { "  " + $0 }
    }
    let text = isShort ? line : ([title + " {"] + lines + ["}"]).joined(separator: "\n")
    return .statement(
      DraftStatement(
        lead: code.comments(above: action.all.lowerBound), text: text,
        place: code.place(action.start..<action.start + 2)))
  }

  // MARK: Start

  var initializers: [SwiftMember] { machine.type.members.filter { $0.introducer == "init" } }

  /// Finds the initial state: the default value of the state's property, or the value that an initializer assigns to
  /// the property. The arguments of this value become default values of the state's payload, unless the initializer has
  /// parameters.
  private mutating func readStart() {
    var value: Tokens?
    var hasParameters = false
    if let property = machine.type.members.first(where: { $0.introducer == "var" && $0.name == machine.property }) {
      let head = property.head(code)
      if let equals = code.first(in: head, where: { code.word($0) == "=" }) { value = equals + 1..<head.upperBound }
    }
    for initializer in initializers {
      guard let body = initializer.body else { continue }
      for case .write(_, let written) in machine.reader(for: initializer).statements(body) where value == nil {
        value = written
        hasParameters = !code.inside(initializer.head(code).lowerBound).isEmpty
      }
    }
    guard let value, let open = value.first(where: { code.word($0) == "(" }) ?? value.last else { return }
    let hasArguments = code.word(open) == "("
    guard let state = machine.state(named: code.word(hasArguments ? open - 1 : open)) else { return }
    initial = state
    guard hasArguments, !hasParameters else { return }
    for (index, part) in code.elements(code.inside(open)).enumerated() where index < machine.states[state].fields.count
    {
      machine.states[state].fields[index].value = code.line(code.value(ofArgument: part))
    }
  }

  // MARK: Events

  /// Finds the method that has an enum of events as its parameter and contains a `switch` over it. Also decides whether
  /// the generated method `handle(event:)` replaces this method (`isReducer`).
  private mutating func findHandler() {
    for method in machine.decidingMethods {
      for (_, name, parameterType) in parameters(method) where name != machine.property {
        guard
          let found = machine.types.first(where: {
            $0.member.introducer == "enum" && $0.fullName != machine.enumeration.fullName
              && ($0.fullName == parameterType || $0.fullName.hasSuffix("." + parameterType))
          }), let body = method.body, switches(over: name, in: body)
        else { continue }
        handler = (method, name, found)
      }
    }
    guard let handler else { return }
    returnsOnlyState = machine.function?.returnsState == true || returnsState(handler.method)
    // `handle(event:)` has one parameter, and neither throws nor returns anything but the state.
    isReducer =
      machine.decidingMethods.count == 1 && (!returnsValue(handler.method) || returnsOnlyState)
      && !isThrowing(handler.method) && parameters(handler.method).count == (machine.function == nil ? 1 : 2)
  }

  /// Returns whether each `return` statement of a method returns the state, and nothing else.
  private func returnsState(_ method: SwiftMember) -> Bool {
    guard result(method) == machine.enumeration.name, let body = method.body else { return false }
    return body.filter { code.word($0) == "return" }.allSatisfy { index in
      let name = code.word(index + 1) == "self" && code.word(index + 2) == "." ? index + 3 : index + 1
      return code.word(name) == machine.property && ["}", "case", "default"].contains(code.word(name + 1))
    }
  }

  /// Returns whether some tokens contain a `switch` over the parameter with this name.
  private func switches(over name: String, in body: Tokens) -> Bool {
    body.contains { index in
      guard code.word(index) == "switch",
        let brace = code.first(in: index..<body.upperBound, where: { code.word($0) == "{" })
      else { return false }
      return (index + 1..<brace).contains { code.word($0) == name && code.isUse($0) && code.word($0 + 1) != "." }
    }
  }

  func parameters(_ method: SwiftMember) -> [(label: String, name: String, type: String)] {
    code.parameters(of: method)
  }

  /// Returns the type of a method's result; nil if it returns nothing.
  func result(_ method: SwiftMember) -> String? {
    let head = method.head(code)
    guard let arrow = code.first(in: head, where: { code.word($0) == "->" }) else { return nil }
    let end = code.first(in: arrow..<head.upperBound) { code.word($0) == "where" } ?? head.upperBound
    let text = code.line(arrow + 1..<end)
    return ["Void", "()"].contains(text) ? nil : text
  }

  func returnsValue(_ method: SwiftMember) -> Bool { result(method) != nil }
  func isThrowing(_ method: SwiftMember) -> Bool {
    code.first(in: method.head(code)) { code.word($0) == "throws" } != nil
  }

  /// Returns the names that a method uses or declares. The names of members after a dot are left out, except after
  /// `self.`.
  private func uses(of method: SwiftMember) -> Set<String> {
    Set(method.all.filter(code.isUse).map(code.word)).union(parameters(method).map(\.name))
  }

  /// Returns the names that a method uses without `self.` before them.
  private func bareNames(of method: SwiftMember) -> Set<String> {
    Set(method.all.filter { code.isName($0) && code.word($0 - 1) != "." }.map(code.word))
  }

  /// Reads the events of the machine. Each method that assigns the state is an event. If such a method has an enum of
  /// events as its parameter, each case of the enum is an event in place of the method.
  private mutating func readEvents() {
    let methods = machine.decidingMethods
    let properties = Set(
      machine.type.members.filter { ["let", "var"].contains($0.introducer) && !$0.isStatic }.map(\.name))
    let names = methods.map(\.name)
    for method in methods where !machine.lenders.contains(method.name) {
      guard let body = method.body else { continue }
      var statements = machine.reader(for: method).statements(body)
      // A transition cannot wait, so a method with `await` has to be written by hand.
      if body.contains(where: { code.word($0) == "await" }) { statements = [.unknown(body)] }
      let isOverloaded = names.count { $0 == method.name } > 1
      if let handler, handler.method.start == method.start {
        readCases(of: handler, statements, properties)
      } else {
        var reader = CourseReader(machine, method, events: nil, transient: transient)
        let rowMethod = SwiftRows.Method(
          name: method.name,
          types: Dictionary(parameters(method).map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }),
          list: parameters(method).map { ($0.label, $0.name) },
          uses: uses(of: method), bareNames: bareNames(of: method), returnsValue: returnsValue(method),
          results: results(of: method))
        events.read(
          event(method, isOverloaded: isOverloaded), rowMethod, statements, &reader, case: nil, of: [],
          properties: properties)
      }
    }
  }

  /// Reads the events of a method with an enum of events as its parameter, one event for each case.
  private mutating func readCases(
    of handler: (method: SwiftMember, parameter: String, enumeration: SwiftMachine.FoundType),
    _ statements: [SwiftStatement], _ properties: Set<String>
  ) {
    var cases = machine.named(machine.cases(of: handler.enumeration.members))
    eventCases = cases
    for (number, found) in cases.enumerated() {
      for index in found.fields.indices where found.fields[index].name == nil {
        let type = found.fields[index].type
        cases[number].fields[index].name = SwiftMachine.name(ofType: type, besides: []) ?? "value\(index)"
      }
    }
    var reader = CourseReader(machine, handler.method, events: (cases, handler.parameter), transient: transient)
    reader.returnsOnlyState = returnsOnlyState
    let others = otherParameters
    for (number, found) in cases.enumerated() {
      var fields = found.fields.map { fieldText($0, isVariable: false) }
      fields += others.map { "\($0.label == $0.name ? "" : "\($0.label) ")\($0.name): \($0.type)" }
      var text = "event " + Self.eventName(found.name) + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
      if !isReducer {
        if isThrowing(handler.method) { text += " throws" }
        if let result = result(handler.method) { text += " -> " + qualified(result) }
      }
      let event = SwiftEvents.Event(
        name: found.name, trigger: Self.eventName(found.name), text: text, lead: found.lead, place: found.place,
        result: returnsOnlyState ? nil : result(handler.method))
      let rowMethod = SwiftRows.Method(
        name: found.name,
        types: Dictionary(
          found.fields.compactMap { field in field.name.map { ($0, field.type) } } + others.map { ($0.name, $0.type) },
          uniquingKeysWith: { first, _ in first }),
        uses: uses(of: handler.method), bareNames: bareNames(of: handler.method),
        returnsValue: returnsValue(handler.method) && !returnsOnlyState)
      events.read(
        event, rowMethod, statements, &reader, case: number, of: cases, properties: properties)
    }
    addDispatch(handler, cases)
  }

  /// Returns the name of an event as rows write it. `after`, `every`, `always` and `done` get backticks, because they
  /// are keywords of triggers.
  private static func eventName(_ name: String) -> String {
    ["after", "every", "always", "done"].contains(name) ? "`\(name)`" : name
  }

  /// The parameters of the method with an enum of events, apart from the event and the state. Each event gets these
  /// parameters.
  var otherParameters: [(label: String, name: String, type: String)] {
    guard let handler else { return [] }
    return parameters(handler.method).filter { $0.name != handler.parameter && $0.name != machine.property }
  }

  /// Returns the event for a method, with the text of its declaration.
  ///
  /// - Parameter isOverloaded: whether another method has the same name. Rows then name the event with its labels:
  ///   `add(item:)`.
  private func event(_ method: SwiftMember, isOverloaded: Bool) -> SwiftEvents.Event {
    let head = method.head(code)
    let open = code.first(in: head) { code.word($0) == "(" } ?? head.lowerBound
    var text = method.isPrivate ? "private event " : "event "
    let name = Self.eventName(method.name)
    text += name + code.line(head.lowerBound..<open)
    let parameters = code.line(open..<code.closers[open] + 1)
    if parameters != "()" { text += parameters }
    let rest = code.closers[open] + 1..<head.upperBound
    let arrow = code.first(in: rest) { code.word($0) == "->" } ?? rest.upperBound
    let effects = rest.lowerBound..<arrow
    if let effect = code.first(in: effects, where: { code.word($0) == "throws" }) {
      let end = code.first(in: effects) { code.word($0) == "where" } ?? arrow
      text += " " + code.line(effect..<end)
    }
    if let result = result(method) { text += " -> " + result }
    if let filter = code.first(in: rest, where: { code.word($0) == "where" }) {
      text += " " + code.line(filter..<rest.upperBound)
    }
    let attributes = method.attributes.filter { $0.hasPrefix("@discardableResult") || $0.hasPrefix("@available") }
    text = (attributes + [qualified(text)]).joined(separator: " ")
    let labels = self.parameters(method).map { $0.label + ":" }.joined()
    return SwiftEvents.Event(
      name: method.name, trigger: isOverloaded ? "\(name)(\(labels))" : name, text: text,
      lead: code.comments(above: method.all.lowerBound), place: code.place(method.start..<method.start + 2),
      result: result(method))
  }
}
