/// The words in the Swift of a machine, of types and of what they have: any of them may be a use of what has that name.
struct SwiftWords {
  /// In types, and in what `swift` copies.
  private(set) var types: Set<String> = []
  /// What stands behind a dot.
  private(set) var members: Set<String> = []

  init(_ machine: StateMachine) {
    let source = machine.source
    func read(_ range: SourceRange?, isType: Bool = false) {
      guard let range else { return }
      var swift = SwiftLexer(bytes: source.bytes, from: range.lowerBound, to: range.upperBound)
      var isMember = false
      while true {
        let token = swift.next()
        if token.kind == .end { return }
        if token.kind == .identifier {
          let word = source.text(SourceRange(token.start, token.end))
          if isMember { members.insert(word) }
          if isType { types.insert(word) }
        }
        isMember = token.isPunctuation(Ascii.dot)
      }
    }
    func read(_ fields: [Field]) {
      for field in fields {
        read(field.type, isType: true)
        read(field.defaultValue)
      }
    }
    func read(_ effects: [Effect]) {
      for effect in effects {
        for code in effect.codes { read(code.range) }
        if case .scope(let scope) = effect { read(scope.effects) }
      }
    }
    for event in machine.events {
      read(event.fields)
      read(event.method.answer?.type, isType: true)
      read(event.method.answer?.defaultValue)
      read(event.preparation?.effects ?? [])
    }
    for state in machine.states {
      read(state.fields)
      read(state.entry?.effects ?? [])
      read(state.exit?.effects ?? [])
    }
    for choice in machine.choices { read(choice.fields) }
    for action in machine.actionEnums { for one in action.cases { read(one.fields) } }
    for property in machine.storedProperties {
      read(property.type, isType: true)
      read(property.initialValue)
    }
    for alias in machine.typealiases { read(alias.type, isType: true) }
    for block in machine.swift.blocks { read(block, isType: true) }
    for named in machine.namedGuards { read(named.expression.range) }
    for row in machine.rows {
      read(row.condition?.range)
      read(row.effects)
    }
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        for argument in arrival.arguments { if case .code(let code) = argument { read(code.range) } }
      }
    }
  }
}
