import JSON
import StateMachineSyntax

/// The kinds of symbols, with their numbers in the protocol.
private enum SymbolKind: Int {
  case namespace = 3
  case `class` = 5
  case property = 7
  case `enum` = 10
  case function = 12
  case array = 18
  case enumMember = 22
  case `struct` = 23
  case event = 24
  case `operator` = 25
}

extension AnalysedDocument {
  /// The declarations of the text for the editor's outline. They are nested as in the text: a composite state contains
  /// its states.
  var documentSymbols: JSONValue {
    guard let tree = analysis.tree else { return [] }
    let symbols = SymbolTree(source: document.source, tree: tree)
    return .array(tree.machines.map { symbols.machine($0).json(document.positions) })
  }
}

extension Server {
  /// Returns, from all files, the declarations whose names contain the letters of `query` in the same order: `dr` finds
  /// `Door`. Upper and lower case count as equal.
  mutating func workspaceSymbols(_ query: String) -> JSONValue {
    var found: [JSONValue] = []
    for uri in workspace.allFiles() {
      guard let file = workspace.file(uri), let tree = file.tree else { continue }
      let positions = workspace.positions(of: file)
      let symbols = SymbolTree(source: file.source, tree: tree)
      for machine in tree.machines {
        symbols.machine(machine).forEach(in: nil) { symbol, container in
          guard query.isEmpty || symbol.name.hasLetters(of: query) else { return }
          var members: [JSONValue.Member] = [
            .init(key: "name", value: .string(symbol.name)), .init(key: "kind", value: .int(symbol.kind.rawValue)),
            .init(
              key: "location", value: ["uri": .string(uri), "range": positions.json(symbol.selection)]),
          ]
          if let container { members.append(.init(key: "containerName", value: .string(container))) }
          found.append(.object(members))
        }
      }
    }
    return .array(found)
  }
}

extension String {
  /// Returns whether the string contains all letters of `query` in the same order: `Door` contains the letters of `dr`.
  /// Upper and lower case count as equal.
  fileprivate func hasLetters(of query: String) -> Bool {
    var rest = query.lowercased()[...]
    for character in lowercased() where rest.first == character { rest.removeFirst() }
    return rest.isEmpty
  }
}

/// A declaration, together with the declarations in its body in braces.
private struct Symbol {
  var name: String
  var detail = ""
  var kind: SymbolKind
  var range: SourceRange
  /// The range of the declared name.
  var selection: SourceRange
  var children: [Symbol] = []

  func json(_ positions: TextPositions) -> JSONValue {
    var members: [JSONValue.Member] = [
      .init(key: "name", value: .string(name)), .init(key: "kind", value: .int(kind.rawValue)),
      .init(key: "range", value: positions.json(range.union(selection))),
      .init(key: "selectionRange", value: positions.json(selection)),
    ]
    if !detail.isEmpty { members.append(.init(key: "detail", value: .string(detail))) }
    if !children.isEmpty { members.append(.init(key: "children", value: .array(children.map { $0.json(positions) }))) }
    return .object(members)
  }

  /// Calls `body` for the symbol and, recursively, for the symbols in it. The second argument is the name of the
  /// enclosing symbol: `Door` for the state `open` of `Door`. The recursion ends, because the parser limits the depth
  /// of nesting.
  ///
  /// - Parameter container: the name of the symbol around this symbol; nil for an outermost symbol.
  func forEach(in container: String?, _ body: (Symbol, String?) -> Void) {
    body(self, container)
    for child in children { child.forEach(in: name, body) }
  }
}

private struct SymbolTree {
  let source: SourceFile
  let tree: SyntaxTree

  func machine(_ machine: MachineSyntax) -> Symbol {
    let range = machine.bodyRange.map { machine.name.range.union($0) } ?? machine.name.range
    return Symbol(
      name: machine.fullName(tree.names), kind: .class, range: range, selection: machine.name.range,
      children: symbols(machine.body))
  }

  /// Returns the symbols of the declarations among `items`, in order. Statements that declare no name, such as rows,
  /// have none.
  private func symbols(_ items: [ItemSyntax]) -> [Symbol] {
    items.flatMap { item -> [Symbol] in
      switch item {
      case .state(let state):
        return [
          Symbol(
            name: text(state.name), detail: detail(state), kind: .enumMember, range: state.range,
            selection: state.name.range, children: symbols(state.body))
        ]
      case .choice(let name, _): return [symbol(name, .operator)]
      case .region(let region):
        return [
          Symbol(
            name: text(region.name), kind: .namespace, range: region.range, selection: region.name.range,
            children: symbols(region.body))
        ]
      case .group(let group): return [symbol(group.name, .array)]
      case .event(let event): return [symbol(event.name, .event, event.payload)]
      case .output(let output, _): return [symbol(output.name, .function, output.payload)]
      case .actionEnum(let action):
        var result = symbol(action.name, .enum)
        result.children = action.cases.map { symbol($0.name, .enumMember, $0.payload) }
        for child in result.children { result.range = result.range.union(child.range) }
        return [result]
      case .stored(let property):
        var result = symbol(property.name, .property)
        result.detail = source.text(property.type.range)
        return [result]
      case .namedGuard(let named): return [symbol(named.name, .function)]
      case .namedEffect(let named): return [symbol(named.name, .function)]
      case .typealias(let alias): return [symbol(alias)]
      case .interface, .action, .unhandled, .defer, .wrapper, .swift, .claim, .transition, .initialTransition,
        .historyDefault, .formerState:
        return []
      }
    }
  }

  private func symbol(_ name: NameSyntax, _ kind: SymbolKind, _ payload: [ParameterSyntax] = []) -> Symbol {
    var range = name.range
    for parameter in payload { range = range.union(parameter.range) }
    return Symbol(
      name: text(name), detail: detail(payload), kind: kind, range: range, selection: name.range)
  }

  /// Returns the symbol of a type alias. The syntax tree has the alias only as a text, `Count = Int`, and the symbol's
  /// name is the beginning of this text.
  private func symbol(_ alias: TypealiasSyntax) -> Symbol {
    let name = source.text(alias.text.range).prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
    let start = alias.text.range.lowerBound
    return Symbol(
      name: name.filter { $0 != "`" }, kind: .struct, range: alias.text.range,
      selection: source.bare(SourceRange(start, start + name.utf8.count)))
  }

  private func text(_ name: NameSyntax) -> String { tree.names.text(name.id) }

  private func detail(_ state: StateSyntax) -> String {
    // The text begins with `initial` or `final`, and ends with the payload.
    let words = (state.isInitial ? ["initial"] : []) + (state.isFinal ? ["final"] : [])
    return (words + [detail(state.payload)]).filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func detail(_ payload: [ParameterSyntax]) -> String {
    payload.isEmpty ? "" : "(" + payload.map { source.text($0.range) }.joined(separator: ", ") + ")"
  }
}
