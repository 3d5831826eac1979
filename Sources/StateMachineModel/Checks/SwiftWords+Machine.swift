import StateMachineSyntax

extension SwiftWords {
  /// Collects the words of all Swift in a machine: types and default values, guards, effects, arguments, and blocks of
  /// Swift.
  init(_ machine: StateMachine) {
    self.init()
    var words = self
    let source = machine.source
    func read(_ range: SourceRange?, isType: Bool = false) {
      if let range { words.read(range, source.bytes, isType: isType) }
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
      read(event.method.result?.type, isType: true)
      read(event.method.result?.defaultValue)
    }
    for state in machine.states {
      read(state.fields)
      read(state.entry?.effects ?? [])
      read(state.exit?.effects ?? [])
    }
    for action in machine.actionEnums { for one in action.cases { read(one.fields) } }
    for property in machine.storedProperties {
      read(property.type, isType: true)
      read(property.initialValue)
    }
    for alias in machine.typealiases { read(alias.type, isType: true) }
    for block in machine.swift.blocks { read(block, isType: true) }
    for shorthand in machine.shorthands where shorthand.kind == .condition { read(shorthand.range) }
    for row in machine.rows {
      read(row.condition?.range)
      read(row.effects)
    }
    for transition in machine.transitions {
      transition.forEachArrival { arrival in
        for argument in arrival.arguments { if case .code(let code) = argument { read(code.range) } }
      }
    }
    self = words
  }
}
