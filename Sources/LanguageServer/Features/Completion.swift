import JSON
import StateMachineModel
import StateMachineSyntax

/// The kinds of completions, with their numbers in the protocol.
private enum CompletionKind: Int {
  case function = 3
  case field = 5
  case variable = 6
  case `class` = 7
  case property = 10
  case keyword = 14
  case snippet = 15
  case enumMember = 20
  case event = 23
}

private struct CompletionItem {
  var label: String
  var kind: CompletionKind
  var detail = ""
  /// The text to insert; nil to insert the label.
  var text: String?
  var isSnippet = false
  /// A number that decides the order of completions: the editor shows completions with lower ranks first. In a machine,
  /// labels have 0, names such as those of states have 1, and keywords have 2.
  var rank = 1
  /// The documentation comment of the declaration that the completion inserts; empty for a declaration without a
  /// comment.
  var documentation = ""

  func json(_ client: ClientCapabilities) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "label", value: .string(label)), .init(key: "kind", value: .int(kind.rawValue)),
      .init(key: "sortText", value: .string("\(rank)\(label)")),
    ]
    if !detail.isEmpty { members.append(.init(key: "detail", value: .string(detail))) }
    if !documentation.isEmpty {
      members.append(.init(key: "documentation", value: client.markup(documentation)))
    }
    if let text {
      members.append(.init(key: "insertText", value: .string(text)))
      members.append(.init(key: "insertTextFormat", value: .int(isSnippet ? 2 : 1)))
    }
    return .object(members)
  }
}

extension Server {
  /// Returns the completions at an offset, as JSON: names of the machine and keywords. Where Swift can be written, the
  /// completions of `sourcekit-lsp` are added. After a dot, as in `player.`, only those of `sourcekit-lsp` are
  /// returned, if there are any. Empty in a comment.
  mutating func completion(at offset: Int, _ analysed: AnalysedDocument) -> JSONValue {
    let context = ExpectedSyntax(analysed.document.source.bytes, at: offset)
    if analysed.isInComment(offset) { return [] }
    var items: [CompletionItem] = []
    if let names = names(at: offset, analysed) {
      items = names.items(context, snippets: client.hasSnippets)
      if context.place == .submachine { items += machineNames(around: analysed.document.uri) }
    } else if context.place == .statement || context.place == .source {
      items = CompletionNames.outsideOfMachines(snippets: client.hasSnippets)
    }
    var seen: Set<String> = []
    let own = items.filter { seen.insert($0.label).inserted }.map { $0.json(client) }
    guard context.mayBeSwift else { return .array(own) }
    // After a dot, as in `player.`, only `sourcekit-lsp` knows all members.
    let swift = swiftCompletions(at: offset, analysed).filter { seen.insert($0["label"]?.string ?? "").inserted }
    return .array(context.path.isEmpty || swift.isEmpty ? own + swift : swift)
  }

  /// Returns completions for the names of the machines in the folder of a text.
  private mutating func machineNames(around uri: String) -> [CompletionItem] {
    machineMentions(around: uri).filter(\.isDeclaration).map { mention in
      let file = workspace.file(mention.uri)
      let range = file?.tree?.machines.first { $0.name.range == mention.range }?.documentation
      return CompletionItem(
        label: mention.machine, kind: .class, documentation: file?.source.documentationText(range) ?? "")
    }
  }

  /// Returns the names that can be completed at an offset. Nil for an offset outside of machines. An open bracket may
  /// prevent the parser from finding any machine; the names are then those of the last version of the text in which it
  /// found machines.
  private func names(at offset: Int, _ analysed: AnalysedDocument) -> CompletionNames? {
    if let machine = analysed.machine(at: offset) {
      return CompletionNames(machine, enclosing: machine.innermostState(at: offset))
    }
    guard analysed.analysis.machines.isEmpty, let earlier = workspace.lastModel(of: analysed.document.uri),
      let machine = earlier.last(where: { ($0.bodyRange?.lowerBound ?? .max) < offset })
    else { return nil }
    return CompletionNames(machine, enclosing: nil)
  }
}

extension AnalysedDocument {
  /// Returns the machine whose body contains an offset; nil for an offset outside of machines.
  func machine(at offset: Int) -> StateMachine? {
    analysis.machines.map(\.machine).first { machine in
      machine.bodyRange.map { $0.lowerBound < offset && offset <= $0.upperBound } ?? false
    }
  }

  /// Returns whether an offset is in a comment that begins on the same line.
  func isInComment(_ offset: Int) -> Bool {
    let bytes = document.source.bytes
    let end = min(offset, bytes.count)
    let start = Lines.start(bytes, of: end)
    var swift = SwiftLexer(bytes: bytes, from: start, to: end)
    // The lexer skips comments, so a slash after the last token begins a comment.
    var afterToken = start
    while case let token = swift.next(), token.kind != .end { afterToken = token.end }
    var text = String(decoding: bytes[afterToken..<end], as: UTF8.self)[...]
    while let slash = text.firstIndex(of: "/") {
      text = text[slash...].dropFirst()
      guard text.first == "*", let closer = text.dropFirst().firstRange(of: "*/") else { return true }
      text = text[closer.upperBound...]
    }
    return false
  }
}

extension StateMachine {
  /// Returns the innermost composite state or region whose body in braces contains an offset; nil for an offset outside
  /// of all such bodies.
  func innermostState(at offset: Int) -> StateID? {
    states.indices.last { state in
      states[state].bodyRange.map { $0.lowerBound < offset && offset < $0.upperBound } ?? false
    }
  }
}

/// The names and keywords that can complete a statement of a machine. `items` selects those that fit at the cursor:
/// states in a target, or events in a trigger, for example.
private struct CompletionNames {
  private let machine: StateMachine
  /// The state whose body in braces contains the cursor; nil for a cursor outside of all states.
  private let enclosing: StateID?
  /// The documentation comments of the machine's declarations, as ranges in the text. The key is the range of the
  /// declared name.
  private let documentations: [SourceRange: SourceRange]

  init(_ machine: StateMachine, enclosing: StateID?) {
    self.machine = machine
    self.enclosing = enclosing
    documentations = machine.documentations
  }

  static func outsideOfMachines(snippets: Bool) -> [CompletionItem] {
    let words = ["import", "public", "package", "swift"].map { CompletionItem(label: $0, kind: .keyword) }
    let body = "machine ${1:Name} {\n  initial state ${2:idle}\n  $0\n}"
    return [
      CompletionItem(
        label: "machine", kind: snippets ? .snippet : .keyword, text: snippets ? body : nil, isSnippet: snippets,
        rank: 0)
    ] + words
  }

  /// Returns the completions that fit at the cursor. If a list in parentheses contains the cursor, they depend on the
  /// list first. Otherwise they depend on the part of the statement.
  func items(_ context: ExpectedSyntax, snippets: Bool) -> [CompletionItem] {
    if let call = context.call, call.path == ["in"], context.place == .guardCondition {
      return states(context, hasRegions: true)
    }
    if let call = context.call, call.path == ["done"], context.place == .trigger { return finalStates(context) }
    if let call = context.call, let outline = submachine(of: call, context.place) {
      return names(of: outline, call, context)
    }
    if let call = context.call, context.place != .swift, case let fields = overloads(of: call, context.place),
      !fields.isEmpty
    {
      let isPattern = context.place == .source || context.place == .trigger
      return labels(fields.flatMap { $0 }, call) + (isPattern ? [] : values(context))
    }
    switch context.place {
    case .statement: return statements(snippets: snippets) + states(context)
    case .after(let keyword): return words(after: keyword, context)
    case .source: return states(context) + (context.mayExcept && context.path.isEmpty ? words(["except"]) : [])
    case .target: return states(context, isTarget: true)
    case .trigger: return events() + words((machine.hasMethods ? [] : ["after", "every"]) + ["always", "done"])
    case .raisedEvent: return events()
    case .guardCondition: return values(context) + shorthands(.condition) + words(["else", "in"])
    case .effect: return effects(context)
    case .swift: return values(context)
    case .type where context.result != nil && context.call == nil: return cases(context)
    case .type where context.keyword == .event && context.call == nil:
      return machine.actionEnums.map { item($0.name, .class) }
    case .type, .submachine, .end: return []
    }
  }

  /// Returns completions for the default result of an event, after `-> OnClose = `: the cases of the action `OnClose`.
  private func cases(_ context: ExpectedSyntax) -> [CompletionItem] {
    let action = machine.actionEnums.first { spelled($0.name) == context.result }
    return (action?.cases ?? []).map { afterDot(item($0.name, .enumMember, payload($0.fields)), context) }
  }

  /// Returns a completion with a dot before its name: `.open` for `open`. If the user has written the dot already, the
  /// completion is returned unchanged.
  private func afterDot(_ item: CompletionItem, _ context: ExpectedSyntax) -> CompletionItem {
    guard !context.isAfterDot else { return item }
    var result = item
    result.text = "." + (result.text ?? result.label)
    result.label = "." + result.label
    return result
  }

  // MARK: Submachines

  /// Returns the outline of the submachine whose names can be written in a list in parentheses. For `busy(.`, it is the
  /// submachine of the state `busy`. Nil if that state has no submachine. Also nil for a list that is not in a source,
  /// a target, a trigger or a raised event.
  private func submachine(of call: ExpectedSyntax.Call, _ place: SyntaxPart.Kind) -> MachineOutline? {
    switch place {
    case .source, .target, .trigger, .raisedEvent: break
    default: return nil
    }
    return state(named: call.owner ?? call.path).flatMap { machine.states[$0].submachine?.interface.outline }
  }

  /// Returns completions for the list in parentheses after a state with a submachine. For `busy(.`, they are the
  /// submachine's states or, in a trigger, its events. For `busy(.working(`, they are the labels of `working`. A
  /// target's list can also name the submachine's properties.
  private func names(
    of outline: MachineOutline, _ call: ExpectedSyntax.Call, _ context: ExpectedSyntax
  ) -> [CompletionItem] {
    let isTrigger = context.place == .trigger || context.place == .raisedEvent
    let isPattern = context.place == .trigger || context.place == .source
    if call.owner != nil, let name = call.path.last {
      let fields =
        isTrigger
        ? outline.events.first { $0.name.text == name }?.fields
        : outline.states.first { $0.name.text == name }?.fields
      return labels(fields ?? [], call) + (isPattern ? [] : values(context))
    }
    let documentations = outline.documentations
    let cases =
      isTrigger
      ? outline.events.map { item($0.name, .event, $0.fields, documentations) }
      : outline.states.map { item($0.name, .enumMember, $0.fields, documentations) }
    guard !context.isAfterDot else { return context.path.isEmpty ? cases : [] }
    let own = isTrigger ? [] : labels(overloads(of: call, context.place).flatMap { $0 }, call)
    let properties = context.place == .target ? labels(outline.properties, call) : []
    return own + properties + cases.map { afterDot($0, context) } + (isPattern ? [] : values(context))
  }

  private func item(
    _ name: MachineOutline.Name, _ kind: CompletionKind, _ fields: [MachineOutline.Field],
    _ documentations: [SourceRange: String]
  ) -> CompletionItem {
    let texts = fields.map { ($0.label.map { "\($0.text): " } ?? "") + $0.type }
    let written = SwiftName.spelled(name.text)
    return CompletionItem(
      label: name.text, kind: kind, detail: texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))",
      text: written == name.text ? nil : written, rank: 0, documentation: documentations[name.range] ?? "")
  }

  private func labels(_ fields: [MachineOutline.Field], _ call: ExpectedSyntax.Call) -> [CompletionItem] {
    labels(fields.map { ($0.label?.text, $0.type) }, call)
  }

  /// Returns completions for the labels that a list does not contain yet: `speed: ` for the list `(persons: 1, ` if
  /// `fields` are `persons` and `speed`.
  private func labels(_ fields: [(label: String?, type: String)], _ call: ExpectedSyntax.Call) -> [CompletionItem] {
    fields.compactMap { field in
      guard let name = field.label, !call.labels.contains(name) else { return nil }
      return CompletionItem(
        label: "\(name):", kind: .field, detail: field.type, text: "\(SwiftName.spelled(name)): ", rank: 0)
    }
  }

  // MARK: Final states

  /// Returns completions for `done(.`: the final states that the row's sources contain directly, and the final states
  /// of the submachines of these sources. For a row without a source, they are those of the state whose body contains
  /// the row.
  private func finalStates(_ context: ExpectedSyntax) -> [CompletionItem] {
    let sources = context.sources.isEmpty ? enclosing.map { [$0] } ?? [] : context.sources.compactMap(state)
    let own = sources.flatMap { machine.states[$0].children }.filter { machine.states[$0].isFinal }.map { id in
      item(machine.states[id].name, .enumMember, payload(machine.states[id].fields))
    }
    let inner = sources.compactMap { machine.states[$0].submachine?.interface.outline }.flatMap { outline in
      let documentations = outline.documentations
      return outline.states.filter(\.isFinal).map { item($0.name, .enumMember, $0.fields, documentations) }
    }
    return (own + inner).map { afterDot($0, context) }
  }

  // MARK: Names

  private func spelled(_ name: Identifier) -> String { machine.names.text(name.id) }

  private func item(_ name: Identifier, _ kind: CompletionKind, _ detail: String = "") -> CompletionItem {
    let text = spelled(name)
    let written = name.needsBackticks ? "`\(text)`" : text
    return CompletionItem(
      label: text, kind: kind, detail: detail, text: written == text ? nil : written,
      documentation: machine.source.documentationText(documentations[name.range]))
  }

  /// Returns a payload as the text beside a completion: `(persons: Int)`. Submachines are left out.
  private func payload(_ fields: [Field]) -> String {
    let texts = fields.filter { $0.submachine == nil }.map { field -> String in
      let label = (field.label ?? field.name).map { spelled($0) + ": " } ?? ""
      return label + machine.source.text(field.type)
    }
    return texts.isEmpty ? "" : "(\(texts.joined(separator: ", ")))"
  }

  /// Returns completions for the states with which a path can begin or, after a dot, continue: after `player.`, the
  /// states in `player`. Choices and groups are among those with which a path can begin.
  ///
  /// - Parameters:
  ///   - isTarget: whether the path is a row's target. Groups are then left out; after a dot, `history` and
  ///     `deepHistory` are added.
  ///   - hasRegions: whether regions can be named, as in `in(…)`. Choices are then left out.
  private func states(
    _ context: ExpectedSyntax, isTarget: Bool = false, hasRegions: Bool = false
  ) -> [CompletionItem] {
    var items: [CompletionItem] = []
    let around = context.path.isEmpty ? nil : state(named: context.path)
    if !context.path.isEmpty, around == nil { return [] }
    for id in machine.states.indices where !machine.states[id].isPseudostate {
      let state = machine.states[id]
      // After a dot, only states directly in `around` fit. Otherwise, outermost states fit, and states directly in
      // the states around the cursor.
      let isVisible =
        around.map { state.parent == $0 } ?? (state.parent.map { isInside(enclosing, $0) } ?? true)
      // Regions can be named in `in(…)`, and after the name of their composite state and a dot.
      if isVisible, !state.isRegion || hasRegions || around != nil {
        items.append(item(state.name, .enumMember, payload(state.fields)))
      }
    }
    if around != nil {
      return items + (isTarget ? words(["history", "deepHistory"]) : [])
    }
    if !hasRegions {
      for choice in machine.choices { items.append(item(choice.name, .enumMember, "choice")) }
    }
    // A group is not a member of itself.
    let declared = context.keyword == .group ? context.firstName : nil
    if !isTarget {
      for group in machine.groups where spelled(group.name) != declared {
        items.append(item(group.name, .enumMember, "group"))
      }
    }
    return items
  }

  private func isInside(_ state: StateID?, _ outer: StateID) -> Bool {
    state.map { machine.states[$0].path.contains(outer) } ?? false
  }

  private func state(named path: [String]) -> StateID? {
    machine.states.indices.first { id in
      let names = machine.states[id].path.map { spelled(machine.states[$0].name) }
      // A single name means a state at any depth.
      return names == path || path.count == 1 && names.last == path[0]
    }
  }

  /// Returns completions for the events that the file declares. Events that only pass on those of a submachine are left
  /// out.
  private func events() -> [CompletionItem] {
    let names = Dictionary(grouping: machine.events, by: \.name.id)
    return machine.events.indices.filter { machine.events[$0].owner == nil }.map { id in
      let event = machine.events[id]
      var result = item(event.name, .event, payload(event.fields))
      // If several events have one base name, each is written with its labels.
      if names[event.name.id, default: []].count > 1 { result.label = machine.name(of: .event(id)) }
      return result
    }
  }

  private func shorthands(_ kind: Shorthand.Kind) -> [CompletionItem] {
    machine.shorthands.filter { $0.kind == kind }.map {
      item($0.name, .function, $0.fields.isEmpty ? machine.source.text($0.range) : payload($0.fields))
    }
  }

  private func words(_ words: [String]) -> [CompletionItem] {
    words.map { CompletionItem(label: $0, kind: .keyword, rank: 2) }
  }

  /// Returns completions for values in Swift: the labels of the row's sources and events, the names that the row's
  /// patterns bind, and the machine's properties.
  private func values(_ context: ExpectedSyntax) -> [CompletionItem] {
    var items = bindings(context)
    // While the statement of an event is being written, its labels are found only in the text.
    items += context.parameters.map { CompletionItem(label: $0, kind: .field, rank: 0) }
    for field in scope(context) {
      guard let name = field.name else { continue }
      var value = item(name, .field, machine.source.text(field.type))
      value.rank = 0
      items.append(value)
    }
    for property in machine.storedProperties {
      items.append(item(property.name, .property, machine.source.text(property.type)))
    }
    return items
  }

  /// Returns completions for the names that the row's patterns bind: `n` in `open(persons: let n)`.
  private func bindings(_ context: ExpectedSyntax) -> [CompletionItem] {
    context.patterns.flatMap { list in list.items.flatMap(\.names) }
      .filter { !["_", "nil", "true", "false"].contains($0) && $0.first?.isNumber == false }
      .map { CompletionItem(label: $0, kind: .variable, rank: 0) }
  }

  /// Returns the fields whose names can be used in a row: the fields of its sources and of its events. A field is left
  /// out if a pattern ignores it or binds it to another name: `persons` in `open(persons: let n)`.
  private func scope(_ context: ExpectedSyntax) -> [Field] {
    let sources = context.sources.isEmpty ? enclosing.map { [$0] } ?? [] : context.sources.compactMap(state)
    let events = machine.events.filter { context.events.contains(spelled($0.name)) }
    let ofStates = sources.flatMap { id in
      machine.states[id].pathFields.dropLast(machine.states[id].fields.count)
        + visible(machine.states[id].fields, after: machine.states[id].name, context)
    }
    return ofStates + events.flatMap { visible($0.fields, after: $0.name, context) }
  }

  /// Returns the fields that other code of the row can use by their own names. They are those without a pattern, and
  /// those whose pattern is more than a name, such as `.some(n)`.
  private func visible(_ fields: [Field], after name: Identifier, _ context: ExpectedSyntax) -> [Field] {
    guard let list = context.patterns.last(where: { $0.path.last == spelled(name) }) else { return fields }
    let isPositional = list.items.count == fields.count && list.items.allSatisfy { $0.label == nil }
    return fields.enumerated().filter { place, field in
      let item =
        isPositional
        ? list.items[place] : list.items.first { $0.label != nil && $0.label == field.label.map(spelled) }
      return item.map { $0.isDeep || $0.names.count > 1 } ?? true
    }.map(\.element)
  }

  /// Returns completions for an effect: outputs, named effects, results of methods, values in Swift, and words such as
  /// `raise`.
  private func effects(_ context: ExpectedSyntax) -> [CompletionItem] {
    let named = shorthands(.effects)
    var items = machine.outputs.filter { $0.owner == nil }.map { item($0.name, .function, payload($0.fields)) }
    for output in machine.outputs where output.owner == nil && output.kind != .plain {
      var cancellation = item(output.name, .function)
      (cancellation.label, cancellation.text) = (TaskUse.cancel(spelled(output.name)), nil)
      items.append(cancellation)
    }
    items += named
    // Actions of states and named effects return nothing, and actions do not throw.
    guard context.keyword == nil else {
      let ends = (machine.hasMethods ? [] : ["raise"]) + ["trap"] + (context.keyword == .effect ? ["throw"] : [])
      return items + values(context) + words(ends)
    }
    let results = machine.events.filter { context.events.contains(spelled($0.name)) }.compactMap { $0.method.result }
    for id in machine.actionEnums.indices where results.contains(where: { $0.actionEnum == id }) {
      items += machine.actionEnums[id].cases.map { item($0.name, .enumMember, payload($0.fields)) }
    }
    // A row in a machine with methods may return a result. Rows in other machines may raise events.
    let ends = machine.hasMethods ? results.isEmpty ? [] : ["return"] : ["raise"]
    return items + values(context) + words(ends + ["trap", "throw"])
  }

  // MARK: Calls

  /// Returns the fields that can be written in a list in parentheses. The result has one array for each declaration
  /// with the name before the list. For `close(` in an effect, it has the fields of each output `close`; for `close(`
  /// in a trigger, those of each event `close`.
  func overloads(of call: ExpectedSyntax.Call, _ place: SyntaxPart.Kind) -> [[Field]] {
    guard let name = call.path.last else { return [] }
    func isNamed(_ identifier: Identifier) -> Bool { spelled(identifier) == name }
    switch place {
    case .source, .target:
      return state(named: call.path).map { [machine.states[$0].fields.filter { $0.submachine == nil }] } ?? []
    case .trigger, .raisedEvent: return machine.events.filter { isNamed($0.name) && $0.owner == nil }.map(\.fields)
    case .effect:
      let outputs = machine.outputs.filter { isNamed($0.name) && $0.owner == nil }.map(\.fields)
      let named = machine.shorthands.filter { $0.kind == .effects && isNamed($0.name) }.map(\.fields)
      return outputs + named + machine.actionEnums.flatMap(\.cases).filter { isNamed($0.name) }.map(\.fields)
    case .statement, .after, .guardCondition, .swift, .type, .submachine, .end: return []
    }
  }

  private func labels(_ fields: [Field], _ call: ExpectedSyntax.Call) -> [CompletionItem] {
    labels(fields.map { ($0.label.map(spelled), machine.source.text($0.type)) }, call)
  }

  // MARK: Keywords

  /// Returns completions directly after a keyword: `state` after `initial`. Empty if a new name follows the keyword.
  private func words(after keyword: Keyword, _ context: ExpectedSyntax) -> [CompletionItem] {
    switch keyword {
    case .initial: words(["state", "final"])
    case .final: words(["state"])
    case .defer: events()
    case .unhandled: words(UnhandledPolicy.allCases.map(\.rawValue))
    case .wrapper: words(WrapperKind.words)
    case .interface: words(Interface.allCases.map(\.rawValue) + [InterfaceMember.eventNames])
    case .private, .public: words(["var", "let", "wrapper", "event"])
    default: []
    }
  }

  /// Returns the keywords that can begin a statement at the cursor. If `snippets` is true, it adds texts with gaps for
  /// names.
  private func statements(snippets: Bool) -> [CompletionItem] {
    var keywords = ["state", "initial", "final", "choice"]
    if !machine.hasMethods { keywords.append("region") }
    if let enclosing {
      keywords.append("history")
      // A region has no actions of its own.
      if !machine.states[enclosing].isRegion {
        keywords += ["entry", "exit"] + (machine.hasMethods ? [] : ["do", "defer"])
      }
    } else {
      keywords += ["event", "var", "let", "guard", "effect", "group", "unhandled", "interface", "typealias", "swift"]
      keywords += machine.hasMethods ? ["action"] : ["output", "wrapper"]
      keywords += ["never", "invariant", "can be", "within", "try"]
    }
    var items = words(keywords)
    if snippets {
      items.append(
        CompletionItem(
          label: "state …", kind: .snippet, detail: "a state", text: "state ${1:name}", isSnippet: true, rank: 2))
      items.append(
        CompletionItem(
          label: "source -> target : event", kind: .snippet, detail: "a row",
          text: "${1:source} -> ${2:target} : ${3:event}", isSnippet: true, rank: 2))
    }
    return items
  }
}

// MARK: Signatures

extension AnalysedDocument {
  /// Returns the signatures to show for the list in parentheses that contains an offset. There is one for each event,
  /// state, output, named effect or result with the name before the list. The field that the user is writing is marked
  /// as active, and so is the signature that fits the written part of the list.
  func signatureHelp(at offset: Int) -> JSONValue {
    let context = ExpectedSyntax(document.source.bytes, at: offset)
    guard let call = context.call, call.owner == nil,
      let machine = machine(at: offset) ?? analysis.machines.last?.machine
    else { return .null }
    let overloads = CompletionNames(machine, enclosing: nil).overloads(of: call, context.place)
    guard overloads.contains(where: { !$0.isEmpty }) else { return .null }
    let written = label(of: call, at: offset)
    // Patterns may leave all labels out.
    // The first declaration that fits is active. If none fits, it is the first with enough fields, or else the
    // first.
    let active =
      overloads.firstIndex { fits(call, $0, machine, offset) } ?? overloads.firstIndex { $0.count > call.item } ?? 0
    return [
      "signatures": .array(overloads.map { signature(call, written, $0, machine) }), "activeSignature": .int(active),
      "activeParameter": .int(self.active(call, written, overloads[active], machine)),
    ]
  }

  private func signature(
    _ call: ExpectedSyntax.Call, _ written: String?, _ fields: [Field], _ machine: StateMachine
  ) -> JSONValue {
    var label = call.path.joined(separator: ".") + "("
    var parameters: [JSONValue] = []
    for (index, field) in fields.enumerated() {
      if index > 0 { label += ", " }
      let start = label.utf16.count
      if let name = field.label { label += machine.names.text(name.id) + ": " }
      label += machine.source.text(field.type)
      if let value = field.defaultValue { label += " = " + machine.source.text(value) }
      parameters.append(["label": [.int(start), .int(label.utf16.count)]])
    }
    label += ")"
    var members: [JSONValue.Member] = [
      .init(key: "label", value: .string(label)), .init(key: "parameters", value: .array(parameters)),
    ]
    if !fields.isEmpty {
      members.append(.init(key: "activeParameter", value: .int(active(call, written, fields, machine))))
    }
    return .object(members)
  }

  /// Returns the label of the list's element that the user is writing: `persons` in `open(persons: 1`. Nil for an
  /// element without a label, and for one whose label is not finished.
  private func label(of call: ExpectedSyntax.Call, at offset: Int) -> String? {
    let text = document.source.text(SourceRange(call.itemStart, offset))
    return text.firstIndex(of: ":").map { text[..<$0].filter { !$0.isWhitespace } }
  }

  /// Returns whether the fields of a declaration fit the written part of a list: `(persons: Int, speed: Int)` fits
  /// `(speed: 2, `. The fields must have all labels that are written, and enough fields without labels for the other
  /// written elements.
  private func fits(_ call: ExpectedSyntax.Call, _ fields: [Field], _ machine: StateMachine, _ offset: Int) -> Bool {
    let labels = fields.map { $0.label.map { machine.names.text($0.id) } }
    let isBegun = document.source.text(SourceRange(call.itemStart, offset)).contains { !$0.isWhitespace }
    let count = call.item + (isBegun ? 1 : 0)
    let unlabelled = count - call.labels.count
    // The cursor may be in the empty list of a declaration without fields; `max` allows its element 0.
    return call.item < max(fields.count, 1) && count <= fields.count && call.labels.allSatisfy { labels.contains($0) }
      && unlabelled <= labels.count { $0 == nil }
  }

  /// Returns the index of the field that the user is writing. It is the field with the label `written`. If no field has
  /// this label, it is the field at the position of the list's element.
  ///
  /// - Parameter written: the label of the element that the user is writing; nil for an element without a label.
  private func active(
    _ call: ExpectedSyntax.Call, _ written: String?, _ fields: [Field], _ machine: StateMachine
  ) -> Int {
    if let written, let index = fields.firstIndex(where: { $0.label.map { machine.names.text($0.id) } == written }) {
      return index
    }
    return max(0, min(call.item, fields.count - 1))
  }
}
