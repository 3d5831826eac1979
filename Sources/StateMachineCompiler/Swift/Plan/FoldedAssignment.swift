/// Assignments to fields that need no variable, or no care for what the field has had before.
extension StateMachine {
  /// Whether what a method returns is made of a field.
  private func answer(of transition: Transition, names local: Local) -> Bool {
    var texts = FieldMentions(source)
    switch transition.answer {
    case nil: return false
    case .value(let code): texts.read(code)
    case .action(_, _, let arguments, _):
      for argument in arguments {
        switch argument {
        case .local(let name), .bound(let name): if name.id == local.name.id { return true }
        case .code(let code): texts.read(code)
        case .defaultValue, .stays, .restored, .submachine, .same: break
        }
      }
    }
    return texts.mentions(local.name, names)
  }

  /// Those of the locals that effects change in place: a collection in them must have one owner before, or it is copied. A
  /// plain assignment, `reader = nil`, puts another value there, and wants nothing of the kind where the transition does no
  /// more than read the field besides.
  func changedInPlace(_ locals: some Sequence<Local>, by transition: Transition?, _ effects: [Effect]) -> [Local] {
    let changed = locals.filter(\.isChanged)
    guard !changed.isEmpty else { return changed }
    var texts = FieldMentions(source)
    if let transition {
      transition.forEachRow { texts.read(rows[$0].effects) }
      if texts.hasReplacements { texts.read(transition) }
    } else {
      texts.read(effects)
    }
    guard texts.hasReplacements else { return changed }
    return changed.filter { !texts.isOnlyReplaced($0.name, names) }
  }

  /// Whether the assignment to `local` can become the argument of the case that is built anew: it is the last effect, no
  /// other effect could see it, and nothing that lives on the heap is copied by it.
  func foldsAssignment(to local: Local, in id: TransitionID) -> Bool {
    let effects = rows[transitions[id].row].effects
    guard let last = effects.lastIndex(where: { if case .answer = $0 { false } else { true } }),
      case .assignField(let name, let symbol, _) = effects[last], name.id == local.name.id,
      !answer(of: transitions[id], names: local)
    else { return false }
    for effect in effects[..<last] {
      switch effect {
      case .assignField, .scope: return false
      case .block(let code):
        var texts = FieldMentions(source)
        texts.read(code)
        if texts.mayChange(local.name, names) { return false }
      case .output, .assignProperty, .raise, .trap, .throw, .answer, .begin, .end, .cancel, .schedule, .unschedule:
        break
      }
    }
    return source.bytes[symbol.lowerBound] == Ascii.equals
      || ownsNothing(states[transitions[id].source].pathFields[Int(local.field)].type)
  }

  /// Whether a type is one of the standard library's that own no memory: a copy of such a value costs nothing.
  func ownsNothing(_ type: SourceRange) -> Bool {
    switch source.text(aliased(type)) {
    case "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
      "Float", "Float16", "Double", "Duration", "Bool":
      true
    default: false
    }
  }
}

/// Which fields the texts of a transition give another value, and which names stand in them besides: those of what may be
/// changed, and all.
private struct FieldMentions {
  private let source: SourceFile
  private var replaced: Set<NameID> = []
  private var changed: Set<NameID> = []
  private var codes: [SwiftCode] = []
  private var words: (all: Set<String>, changed: Set<String>)?

  init(_ source: SourceFile) { self.source = source }

  var hasReplacements: Bool { !replaced.isEmpty }

  mutating func read(_ effects: [Effect]) {
    for effect in effects {
      if case .assignField(let name, let symbol, _) = effect {
        if source.bytes[symbol.lowerBound] == Ascii.equals { replaced.insert(name.id) } else { changed.insert(name.id) }
      }
      codes += effect.codes
      if case .scope(let scope) = effect { read(scope.effects) }
    }
  }

  /// The arguments of targets and answers, which may change fields as well.
  mutating func read(_ transition: Transition) {
    func add(_ arguments: [TargetArgument]) {
      for case .code(let code) in arguments { codes.append(code) }
    }
    transition.forEachArrival { arrival in
      add(arrival.arguments)
      for part in arrival.returns { add(part.arguments) }
      switch arrival.answer {
      case .action(_, _, let arguments, _): add(arguments)
      case .value(let code): codes.append(code)
      case nil: break
      }
    }
    add(transition.arguments)
  }

  mutating func read(_ code: SwiftCode) { codes.append(code) }

  mutating func isOnlyReplaced(_ name: Identifier, _ names: NameTable) -> Bool {
    replaced.contains(name.id) && !changed.contains(name.id) && !mayChange(name, names)
  }

  mutating func mentions(_ name: Identifier, _ names: NameTable) -> Bool {
    wordsOfCodes().all.contains(names.text(name.id))
  }

  mutating func mayChange(_ name: Identifier, _ names: NameTable) -> Bool {
    wordsOfCodes().changed.contains(names.text(name.id))
  }

  private mutating func wordsOfCodes() -> (all: Set<String>, changed: Set<String>) {
    if let words { return words }
    var result: (all: Set<String>, changed: Set<String>) = ([], [])
    for code in codes { read(code, &result) }
    words = result
    return result
  }

  /// A name may be changed behind `&`, by an assignment, by a method of what it has, and where that is unwrapped.
  private func read(_ code: SwiftCode, _ words: inout (all: Set<String>, changed: Set<String>)) {
    var swift = SwiftLexer(bytes: source.bytes, from: code.range.lowerBound, to: code.range.upperBound)
    /// The name whose members are being read.
    var root: String?
    var before: SwiftToken?
    while true {
      let token = swift.next()
      if token.kind == .end { return }
      let isMember = before?.isPunctuation(Ascii.dot) == true
      if token.kind == .identifier, !isMember {
        let tick = source.bytes[token.start] == Ascii.backtick ? 1 : 0
        let word = source.text(SourceRange(token.start + tick, token.end - tick))
        words.all.insert(word)
        if before?.byte == Ascii.ampersand { words.changed.insert(word) }
        root = word
      } else if token.kind != .identifier, let name = root, !token.isPunctuation(Ascii.dot) {
        if endsInChange(token) { words.changed.insert(name) }
        root = nil
      }
      before = token
    }
  }

  /// Whether what stands behind a name and its members may change them.
  private func endsInChange(_ token: SwiftToken) -> Bool {
    switch token.kind {
    case .punctuation:
      [Ascii.leftParen, Ascii.leftBracket, Ascii.leftBrace].contains(token.byte)
    case .postfix: true
    case .infixOrPrefix:
      // `==`, `<=`, `!=` compare; other operators that end so assign.
      source.bytes[token.end - 1] == Ascii.equals
        && !["==", "!=", "<=", ">=", "===", "!=="].contains(source.text(SourceRange(token.start, token.end)))
    case .identifier, .literal, .number, .end: false
    }
  }
}
