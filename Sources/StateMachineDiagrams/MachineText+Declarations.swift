import StateMachineModel
import StateMachineSyntax

extension MachineText {
  /// Returns all declarations of the machine, sorted by their kind, including the parts that pictures do not show. They
  /// are for comparisons: if two versions of a machine have the same declarations and the same rows, nothing has
  /// changed.
  func declarations() -> [Diagram.Declaration] {
    var declarations: [Diagram.Declaration] = []
    func add(_ kind: String, _ name: String, _ rest: String = "", after words: String = "", isOrdered: Bool = true) {
      declarations.append(
        .init(name: "\(kind) \(name)", text: "\(words)\(kind) \(name)\(rest)", list: isOrdered ? kind : nil))
    }
    func addUnnamed(_ kind: String, _ text: String) {
      declarations.append(.init(name: kind, text: text, list: kind))
    }
    addUnnamed("machine", swift(machine.head))
    if machine.hasMethods { addUnnamed("interface", "interface methods") }
    for wrapper in machine.wrappers { addUnnamed("wrapper", self.wrapper(wrapper)) }
    for block in machine.swift.blocks { addUnnamed("swift", "swift { \(swift(block, isStatements: true)) }") }
    for alias in machine.typealiases {
      add(
        "typealias", swift(alias.name), "\(swift(alias.head).dropFirst(swift(alias.name).count)) = \(swift(alias.type))"
      )
    }
    for property in machine.storedProperties {
      let access =
        property.visibility == .private ? "private " : property.visibility == .readOnly ? "private(set) " : ""
      declarations.append(
        .init(
          name: "property \(name(property.name))",
          text: "\(access)\(property.isVariable ? "var" : "let") \(name(property.name)): \(swift(property.type))"
            + value(property.initialValue),
          list: "property"))
    }
    for action in machine.actionEnums { add("action", name(action.name), results(action), after: words(action)) }
    for shorthand in machine.shorthands {
      let text = whole(shorthand.fields) + value(shorthand.range)
      add(shorthand.kind.rawValue, name(shorthand.name), text, isOrdered: false)
    }
    for id in machine.states.indices {
      let state = machine.states[id]
      let (name, body) = (title(of: id), state.parent.map(path) ?? "")
      declarations.append(.init(name: name, text: name + fields(of: state), list: "states of \(body)", isDrawn: true))
    }
    for choice in machine.choices {
      let text = "choice \((choice.parent.map { path($0) + "." } ?? "") + name(choice.name))"
      declarations.append(.init(name: text, text: text, list: "choice", isDrawn: true))
    }
    for group in machine.groups {
      add("group", name(group.name), " = " + group.members.map(path).joined(separator: ", "))
    }
    for event in machine.events where event.owner == nil {
      add("event", name(event.name), signature(of: event), after: words(event.method))
    }
    for output in machine.outputs where output.owner == nil {
      let kind = output.kind == .plain ? "" : output.kind == .async ? " async" : " stream"
      let sent = self.sent(by: output).joined(separator: ", ")
      add("output", name(output.name), whole(output.fields) + kind + (sent.isEmpty ? "" : " -> \(sent)"))
    }
    for claim in machine.claims { declarations.append(.init(name: kind(of: claim), text: swift(claim.range))) }
    for (index, policy) in machine.policies.enumerated() {
      let name = "unhandled" + (index == 0 ? "" : " \(policy.policy.rawValue)")
      declarations.append(.init(name: name, text: "unhandled \(wholePolicy(policy))"))
    }
    return declarations
  }

  /// Returns the keyword and the path of a state, such as `state loaded.empty`. For a pseudostate, returns the
  /// statement that declares it, such as `'initial ->' of loaded`.
  private func title(of state: StateID) -> String {
    let (declared, parent) = (machine.states[state], machine.states[state].parent)
    guard let pseudostate = declared.pseudostate else {
      return "\(declared.isRegion ? "region" : "state") \(path(state))"
    }
    return (pseudostate == .initial ? "'initial ->'" : "'history ->'") + " of \(parent.map(path) ?? "the machine")"
  }

  /// Returns the kind of a statement for tests, such as `never` or `try push`. In a comparison, two statements of the
  /// same kind may be the old and the new version of one statement.
  private func kind(of claim: Claim) -> String {
    switch claim.subject {
    case .never: "never"
    case .canBe: "can be"
    case .invariant: "invariant"
    case .within: "within"
    case .canReach: "can reach"
    case .event(let event, _): "try \(machine.name(of: .event(event)))"
    case .start: "try init"
    }
  }

  /// Returns the texts of several ranges of the file, with a separator between them.
  private func list(_ ranges: [SourceRange], separator: String = ", ") -> String {
    ranges.map { swift($0) }.joined(separator: separator)
  }

  /// Returns attributes and an access level, each with a blank after it: `@MainActor public `.
  private func words(_ attributes: [SourceRange], _ access: AccessLevel?) -> String {
    (attributes.map { swift($0) } + (access.map { [$0.rawValue] } ?? [])).map { $0 + " " }.joined()
  }

  /// Returns the declaration of a wrapper as one line: `@MainActor wrapper class Door`.
  private func wrapper(_ wrapper: Wrapper) -> String {
    let isolation = wrapper.isolation.map { [$0] } ?? []
    let observable = wrapper.isObservable ? "@Observable " : ""
    return words(isolation, nil) + observable + words(wrapper.attributes, wrapper.access)
      + "wrapper \(wrapper.kind)" + (wrapper.name.map { " " + name($0) } ?? "")
  }

  private func words(_ action: ActionEnum) -> String { words(action.attributes, action.access) }

  private func words(_ method: Method) -> String { words(method.attributes, method.isPrivate ? .private : nil) }

  /// Returns the conformances and the cases of an action, which follow its name in the declaration:
  /// `: Equatable { open, close(by: Int) }`.
  private func results(_ action: ActionEnum) -> String {
    let cases = action.cases.map { name($0.name) + whole($0.fields) }.joined(separator: ", ")
    return (action.conformances.isEmpty ? "" : ": \(list(action.conformances))") + " { \(cases) }"
  }

  /// Returns the payload of a state, and the type of its submachine if the state has one.
  private func fields(of state: State) -> String {
    whole(state.fields.filter { $0.submachine == nil }) + (state.submachine.map { ": \(swift($0.type))" } ?? "")
  }

  /// Returns a payload including the parts that pictures leave out: default values, and the words before a field or a
  /// type (`var`, `inout`).
  private func whole(_ fields: [Field]) -> String { payload(fields, withDefaults: true, withWords: true) }

  /// Returns the parts of an event's declaration after its name, such as
  /// `(count: Int) throws -> Bool unhandled ignore`. Generics and a `where` clause are parts, too.
  private func signature(of event: Event) -> String {
    let method = event.method
    let throwing = method.throwing.map { " throws" + ($0.type.map { "(\(swift($0)))" } ?? "") } ?? ""
    let result = method.result.map { " -> \(swift($0.type))\(value($0.defaultValue))" } ?? ""
    let policy = event.unhandled.map { " unhandled \(wholePolicy($0))" } ?? ""
    return (method.generics.map { swift($0) } ?? "") + whole(event.fields) + throwing + result
      + (method.requirements.map { " where \(swift($0))" } ?? "") + policy
  }

  /// Returns a policy as the file writes it, with its message if it has one: `trap "not open"`.
  private func wholePolicy(_ unhandled: Unhandled) -> String {
    policy(unhandled) + (unhandled.message.map { " \(swift($0.range))" } ?? "")
  }
}

extension [Diagram.Declaration] {
  /// Returns lines for the list of changes in the legend. There is one for each declaration that was added, removed,
  /// changed or moved since the old version. Added and removed states and choices get no line, because the picture
  /// shows them.
  ///
  /// - Parameter isSaid: returns whether the picture shows the change of a declaration, which then gets no line.
  package func changes(
    since old: [Diagram.Declaration], isSaid: (Diagram.Declaration) -> Bool = { _ in false }
  ) -> [Diagram.Legend.Entry] {
    var rest: [String: [Diagram.Declaration]] = [:]
    for declaration in old { rest[declaration.name, default: []].append(declaration) }
    var entries: [Diagram.Legend.Entry] = []
    // Equal declarations are matched first, because declarations without a name share one key and differ only in their
    // texts.
    let unmatched = filter { declaration in
      guard let index = rest[declaration.name]?.firstIndex(where: { $0.text == declaration.text }) else { return true }
      rest[declaration.name]?.remove(at: index)
      return false
    }
    for declaration in unmatched {
      let former = rest[declaration.name].flatMap { $0.isEmpty ? nil : $0[0] }
      if former != nil { rest[declaration.name]?.removeFirst() }
      if isSaid(declaration) || former == nil && declaration.isDrawn { continue }
      if let former {
        let (now, before) = Diagram.excerpts(declaration.text, former.text)
        entries.append(.init(change: .changed, text: "\(now), was: \(before)"))
      } else {
        entries.append(.init(change: .added, text: declaration.text))
      }
    }
    for declaration in old where !declaration.isDrawn && !isSaid(declaration) {
      guard rest[declaration.name]?.isEmpty == false else { continue }
      rest[declaration.name]?.removeFirst()
      entries.append(.init(change: .removed, text: declaration.text))
    }
    return entries + moves(since: old)
  }

  /// Returns lines for the list of changes, such as `event add now stands after event remove`. There is one for each
  /// declaration that has moved within its list, such as the list of events.
  private func moves(since old: [Diagram.Declaration]) -> [Diagram.Legend.Entry] {
    let former = Dictionary(grouping: old.filter { $0.list != nil }) { $0.list ?? "" }
    var lists: [String] = []
    var now: [String: [String]] = [:]
    for declaration in self {
      guard let list = declaration.list else { continue }
      if now[list] == nil { lists.append(list) }
      now[list, default: []].append(declaration.title)
    }
    return lists.flatMap { list in
      Diagram.moves(from: (former[list] ?? []).map { $0.title }, to: now[list] ?? [])
    }
  }
}

extension Diagram.Declaration {
  /// The text by which a line of the list of changes names a declaration that has moved. It is the key if the key
  /// contains a name (`event add`), and otherwise the declaration's text (`interface methods`).
  fileprivate var title: String { name.contains(" ") ? name : text }
}

extension Diagram {
  /// Returns lines for the list of changes: one for each element that has moved, with its new neighbor, such as
  /// `b now stands after c`. As few elements as possible count as moved. Elements that are in only one of the two
  /// lists are left out.
  package static func moves(from old: [String], to new: [String]) -> [Legend.Entry] {
    let places = Dictionary(old.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    var seen: Set<String> = []
    let common = new.filter { places[$0] != nil && seen.insert($0).inserted }
    let staying = Set(longestIncrease(common.compactMap { places[$0] }))
    let first = staying.min().map { common[$0] } ?? ""
    return common.indices.filter { !staying.contains($0) }.map { index in
      let place = index > 0 ? "after \(common[index - 1])" : "before \(first)"
      return Legend.Entry(change: .changed, text: "\(excerpt(common[index])) now stands \(excerpt(place))")
    }
  }

  /// Returns the indices of a longest increasing subsequence of the numbers by patience sorting, the last index first:
  /// `3, 2, 0` for `1, 9, 4, 7`.
  private static func longestIncrease(_ numbers: [Int]) -> [Int] {
    /// For each length, the index of the smallest number with which an increasing subsequence of this length ends.
    var ends: [Int] = []
    var previous: [Int?] = []
    for (index, number) in numbers.enumerated() {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
      }
      previous.append(low > 0 ? ends[low - 1] : nil)
      if low == ends.count { ends.append(index) } else { ends[low] = index }
    }
    // Goes back from the end of the longest subsequence. -1 stands for an empty list, and is filtered out.
    return Array(
      sequence(first: ends.last ?? -1) { numbers.indices.contains($0) ? previous[$0] : nil }.filter { $0 >= 0 })
  }

  private static let longText = 100

  /// Returns a text; a long text is shortened to its beginning and `…`.
  private static func excerpt(_ text: String) -> String { text.count > longText ? "\(text.prefix(longText))…" : text }

  /// Returns the new and the old text of a declaration as the list of changes shows them. Short texts are unchanged. Of
  /// long texts, only the beginnings are kept. If the beginnings are equal, the parts from shortly before the first
  /// difference follow, so that the difference is seen.
  fileprivate static func excerpts(_ text: String, _ former: String) -> (String, String) {
    guard max(text.count, former.count) > 2 * longText else { return (text, former) }
    let common = zip(text, former).prefix { $0 == $1 }.count
    func cut(_ text: String) -> String {
      guard common > longText else { return excerpt(text) }
      return "\(text.prefix(longText / 4)) … \(excerpt(String(text.dropFirst(common - longText / 4))))"
    }
    return (cut(text), cut(former))
  }
}
