import StateMachineSyntax

/// The `wrapper` statements of a machine that have been read so far.
struct WrapperRequests {
  var first: SourceRange?
  var hasNone = false
  /// The places of the `wrapper` statements, in the order of the machine's wrappers.
  var ranges: [SourceRange] = []
  /// The index of each wrapper, by the wrapper's own name. The key is nil for a wrapper without a name of its own. Such
  /// a wrapper has the machine's name with the suffix `StateMachine`.
  var indices: [NameID?: Int] = [:]
}

/// Reads the wrappers of a machine: those that it declares, or the default wrapper.
extension DeclarationResolver {
  /// Adds the wrapper that a `wrapper` statement declares; `wrapper none` adds none. Reports wrappers of one name, a
  /// wrapper beside `wrapper none`, and an isolation other than that of the machine.
  mutating func declareWrapper(_ syntax: WrapperSyntax) {
    guard let kind = syntax.kind else {
      if let name = syntax.name {
        diagnostics.append(.unexpected("'\(text(name.id))'", name.range, expected: "the end of the line"))
      } else if let attribute = syntax.attributes.first {
        diagnostics.append(.attributeOfNoClass(attribute.range, source.text(attribute.range)))
      } else if let first = wrappers.first {
        diagnostics.append(.wrapperAndNone(syntax.range, first: first))
      }
      wrappers.first = wrappers.first ?? syntax.range
      wrappers.hasNone = true
      return
    }
    if let name = syntax.name?.range, WrapperKind.words.contains(source.text(name)) {
      let found = "'\(source.text(name))'"
      diagnostics.append(.unexpected(found, name, expected: "the wrapper's name", remedy: "leave it out"))
      isHeadDoubtful = true
    }
    if wrappers.hasNone, let first = wrappers.first { diagnostics.append(.wrapperAndNone(syntax.range, first: first)) }
    wrappers.first = wrappers.first ?? syntax.range
    var wrapper = Wrapper(name: syntax.name.map { declaredIdentifier($0) }, access: syntax.access, kind: kind)
    addAttributes(of: syntax, to: &wrapper)
    if let isolation = machine.isolation.attribute {
      let written = wrapper.isolation.map(source.text)
      if wrapper.isActor || written.map({ $0 != source.text(isolation) }) ?? false {
        let word = wrapper.isActor ? "actor" : written ?? ""
        diagnostics.append(.otherIsolation(syntax.range, wrapper: word, machine: source.text(isolation)))
      }
      wrapper.isolation = isolation
    }
    if let other = wrappers.indices[wrapper.name?.id] {
      diagnostics.append(
        .wrapperNames(
          syntax.range, first: machine.wrappers[other].name?.range ?? wrappers.first, word: kind.rawValue))
      return
    }
    if kind.hasDelegate { reportWrapperOfValue(syntax.range) }
    wrappers.indices[wrapper.name?.id] = machine.wrappers.count
    machine.wrappers.append(wrapper)
    wrappers.ranges.append(syntax.range)
  }

  /// Reports a wrapper with a delegate if the machine has a generic parameter for a value (`let count: Int`). A
  /// delegate is a protocol, and a protocol can have associated types, but no values.
  private mutating func reportWrapperOfValue(_ range: SourceRange) {
    guard let parameter = machine.genericParameters.first(where: { $0.kind == .value }) else { return }
    diagnostics.append(.wrapperOfValue(range).note("the parameter", parameter.range))
  }

  /// Returns whether the type that contains the machine is generic: `Client<Int>`, a generic machine, or a type within
  /// one. Also true if Swift in the same file declares the outermost type as generic: `struct Client<Key>`. Swift in
  /// other files is not known.
  private func isGeneric(_ outer: StateMachine.Outer) -> Bool {
    if outer.hasArguments { return true }
    var path = outer.name[...]
    while !path.isEmpty {
      if context[String(path)]?.genericParameters.isEmpty == false { return true }
      path = path.lastIndex(of: ".").map { path[..<$0] } ?? ""
    }
    return file.genericTypes.contains(String(outer.name.prefix { $0 != "." }))
  }

  /// Adds the attributes of a `wrapper` statement to the wrapper. Reports attributes that are written twice or do not
  /// fit the kind of wrapper.
  private mutating func addAttributes(of syntax: WrapperSyntax, to wrapper: inout Wrapper) {
    for (index, attribute) in syntax.attributes.enumerated() {
      let name = text(attribute.name.id)
      if syntax.attributes[..<index].contains(where: { $0.name.id == attribute.name.id }) {
        diagnostics.append(.namedTwice("attribute", "@" + name, attribute.range, in: "wrapper"))
      } else if name == "Observable" {
        if wrapper.isActor { diagnostics.append(.observableActor(attribute.range)) }
        if wrapper.kind == .struct {
          diagnostics.append(.attributeOfNoClass(attribute.range, source.text(attribute.range)))
        }
        wrapper.isObservable = true
      } else if attribute.isIsolation(tree.names) {
        if wrapper.isActor { diagnostics.append(.isolatedActor(attribute.range, name)) }
        wrapper.isolation = wrapper.isolation ?? attribute.range
      } else {
        wrapper.attributes.append(attribute.range)
      }
    }
  }

  /// Adds the default wrapper if the machine declares none and does not stand within another type. Reports wrappers
  /// that do not fit the machine, such as an actor for a machine that is not `Sendable`. Does nothing for a machine
  /// with methods.
  mutating func finishWrappers() {
    if machine.hasMethods { return }
    let isAsynchronous = context.isAsynchronous(machine.fullName)
    machine.needsClock = context.hasTimers(machine.fullName)
    let withDelegate = zip(machine.wrappers, wrappers.ranges).first { $0.0.kind.hasDelegate }
    if let outer = machine.outer, let range = withDelegate?.1, isGeneric(outer) {
      diagnostics.append(.wrapperInGenericType(range, source.text(outer.range)))
    }
    if wrappers.first == nil {
      // The enclosing type drives the machine. Only `wrapper` statements need a delegate there.
      guard machine.outer == nil else { return }
      reportWrapperOfValue(machine.name.range)
      let isActor = context.hasDefaultActor(machine.fullName)
      if isActor, !machine.isSendable, !isIncomplete, !isHeadDoubtful {
        diagnostics.append(.defaultActorNotSendable(machine.name.range, text(machine.name.id)))
      }
      machine.wrappers = [Wrapper(name: nil, kind: isActor ? .actor : .class)]
      machine.wrappers[0].isolation = machine.isolation.attribute
      return
    }
    for (wrapper, range) in zip(machine.wrappers, wrappers.ranges) {
      if wrapper.kind == .struct {
        if !machine.needsClock, !isIncomplete { diagnostics.append(.structWithoutTimers(range)) }
      } else if wrapper.isActor, !machine.isSendable, !isHeadDoubtful {
        diagnostics.append(.actorNotSendable(range, text(machine.name.id)))
      } else if isAsynchronous, !wrapper.isActor, wrapper.isolation == nil {
        diagnostics.append(.plainClassNotCalledBack(range))
      }
    }
  }
}
