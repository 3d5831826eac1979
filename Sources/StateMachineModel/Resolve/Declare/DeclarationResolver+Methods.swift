import StateMachineSyntax

/// Reads the declarations of machines with methods: `interface`, actions, and the methods of events.
extension DeclarationResolver {
  // MARK: The interface

  /// Finds out whether the machine has methods (`interface methods`) or a reducer. Reports the statements that a
  /// machine with methods cannot have. This happens before the other statements in its body are read, because they
  /// depend on it.
  mutating func resolveInterface(_ items: [ItemSyntax]) {
    var first: SourceRange?
    for case .interface(let syntax) in items {
      if syntax.words.isEmpty {
        // A statement without a word means methods, as a reducer needs no statement.
        machine.interface = .methods
        isIncomplete = true
      }
      for name in syntax.words {
        let word = text(name.id)
        guard let interface = Interface(rawValue: word) else {
          let nearest = Spelling.nearest(to: word, among: Interface.allCases.map(\.rawValue))
          // A misspelled keyword has the effect of the keyword, so that no mistakes follow from it.
          if let nearest { machine.interface = Interface(rawValue: nearest) ?? .methods }
          askedMembers.append((name, nearest))
          continue
        }
        if let first { diagnostics.append(.statedTwice(word, name.range, first: first)) }
        first = first ?? name.range
        machine.interface = interface
      }
    }
    if machine.hasMethods { refuseParts(of: items) }
    if let inlinable, !machine.hasMethods { reportMethods(inlinable, "'@inlinable'") }
  }

  /// Adds to the machine the properties that an `interface` statement lists. Each one is for a label of the states'
  /// payloads, or it is `eventNames`. This happens after states and events are declared, because the labels must be
  /// known.
  mutating func resolveInterfaceMembers() {
    var seen: [NameID: SourceRange] = [:]
    for (syntax, nearest) in askedMembers {
      let word = text(syntax.id)
      let name = declaredIdentifier(syntax)
      if let first = seen.updateValue(syntax.range, forKey: syntax.id) ?? memberDeclared(as: syntax.id) {
        diagnostics.append(.declaredTwice("property", word, syntax.range, first: first))
      } else if isGeneratedMember(word) {
        diagnostics.append(.generatedMember(syntax.range, word))
      } else if machine.isNoncopyable {
        diagnostics.append(.interfaceOfNoncopyable(syntax.range, word))
      } else if word == InterfaceMember.eventNames {
        machine.interfaceMembers.append(InterfaceMember(name: name, kind: .eventNames))
      } else if let kind = kind(ofLabel: syntax, nearest) {
        machine.interfaceMembers.append(InterfaceMember(name: name, kind: kind))
      }
    }
  }

  private func memberDeclared(as name: NameID) -> SourceRange? {
    let event = machine.hasMethods ? machine.events.first { $0.name.id == name }?.name.range : nil
    return propertyOrGuard(name) ?? event ?? (machine.swift.names.contains(text(name)) ? machine.name.range : nil)
  }

  /// Returns the type of the property that `interface count` declares for the label `count` of states. The type is
  /// optional if some state has no such label. States within regions do not count. Nil if no state has the label, or if
  /// two states have it with different types; both are reported.
  ///
  /// - Parameters:
  ///   - name: the label.
  ///   - nearest: the keyword that may be meant instead, such as `methods`; nil if there is none.
  private mutating func kind(ofLabel name: NameSyntax, _ nearest: String?) -> InterfaceMember.Kind? {
    var first: Field?
    var lacks = machine.isParallel
    for state in machine.states.indices where !machine.states[state].isComposite || machine.isParallel(state) {
      guard machine.region(of: state) == nil else { continue }
      guard let field = machine.states[state].pathFields.last(where: { $0.name?.id == name.id }) else {
        lacks = true
        continue
      }
      if let first, first.key != field.key {
        diagnostics.append(
          Diagnostic.memberOfTwoTypes(name.range, text(name.id), source.text(first.type), source.text(field.type))
            .note("it is '\(source.text(field.type))' here", field.type))
        return nil
      }
      first = first ?? field
    }
    guard let field = first else {
      let labels = machine.states.flatMap(\.fields).compactMap { $0.name.map { text($0.id) } }
      let known = Interface.allCases.map(\.rawValue) + [InterfaceMember.eventNames] + labels
      let near = nearest ?? Spelling.nearest(to: text(name.id), among: known)
      diagnostics.append(.undeclared("interface", text(name.id), name.range, nearest: near))
      isIncomplete = true
      return nil
    }
    return .label(type: field.type, isOptional: lacks)
  }

  /// Reports that a machine needs `interface methods`, because it has a part that only such machines have. This is
  /// reported once for each machine, because the one missing line is the cause of all further mistakes.
  ///
  /// - Parameters:
  ///   - range: the place of the part.
  ///   - what: the part, in words for the message: `an action`.
  private mutating func reportMethods(_ range: SourceRange, _ what: String) {
    if !needsMethods { diagnostics.append(.needsMethods(range, what)) }
    needsMethods = true
  }

  /// Reports statements that a machine with methods cannot have, such as outputs, timers and regions. Such a machine
  /// has no wrapper and no queue of events: a caller gets its result at once.
  private mutating func refuseParts(of items: [ItemSyntax]) {
    var refused: [(PartOfReducer, SourceRange)] = []
    func refuseEffects(_ effects: [EffectSyntax]) {
      for case .raise(_, _, let keyword) in effects { refused.append((.raisedEvents, keyword)) }
    }
    items.forEachDeep { item in
      switch item {
      case .output(let signature, _): refused.append((.outputs, signature.name.range))
      case .wrapper(let wrapper) where wrapper.kind != nil: refused.append((.wrappers, wrapper.range))
      case .defer(_, let keyword): refused.append((.deferredEvents, keyword))
      case .region(let region): refused.append((.regions, region.name.range))
      case .action(let action):
        if action.kind == .activity { refused.append((.activities, action.keyword)) }
        refuseEffects(action.effects)
      case .state(let state): if let submachine = state.submachine { refused.append((.submachines, submachine.range)) }
      case .namedEffect(let effect): refuseEffects(effect.effects)
      case .transition(let row):
        for index in 0..<(row.triggers?.count ?? 0) {
          switch row.triggers?[index] {
          case .timer(let timer): refused.append((.timers, timer.keyword))
          case .always(let keyword), .done(_, let keyword):
            if machine.isNoncopyable || machine.isInlinable { refused.append((.transitionsWithoutEvent, keyword)) }
          case .event, nil: break
          }
        }
        refuseEffects(row.effects)
      case .initialTransition(let row), .historyDefault(let row): refuseEffects(row.effects)
      default: break
      }
    }
    for (part, range) in refused { refuse(part, range) }
  }

  private mutating func refuse(_ part: PartOfReducer, _ range: SourceRange) {
    diagnostics.append(.partOfReducer(range, part.plural, why: part.reason, remedy: part.remedy))
    isIncomplete = true
  }

  /// A kind of statement that only a machine with a reducer can have, such as `output`. The message about such a
  /// statement contains the texts.
  private struct PartOfReducer {
    var plural: String
    /// The reason for the message: `as it has no wrapper`. Nil if the message gives no reason.
    var reason: String?
    var remedy: String

    private static let noWrapper = "as it has no wrapper"
    private static let noQueue = "as it has no queue of events"

    static let outputs = PartOfReducer(
      plural: "outputs", reason: noWrapper,
      remedy: "let the event return a result, 'event name -> Action', or call the function in a block")
    static let wrappers = PartOfReducer(plural: "wrappers", remedy: "leave it out")
    static let deferredEvents = PartOfReducer(
      plural: "deferred events", reason: noQueue, remedy: "keep what the event brings in the payload of the state")
    static let regions = PartOfReducer(
      plural: "regions", remedy: "make a machine of each region, and hold them in fields")
    static let activities = PartOfReducer(
      plural: "'do'", reason: noWrapper, remedy: "let the event return what its caller has to start")
    static let timers = PartOfReducer(plural: "timers", reason: noWrapper, remedy: activities.remedy)
    static let submachines = PartOfReducer(
      plural: "states that hold machines",
      remedy: "give the state a field, 'state busy(inner: Inner)', and call its methods in blocks")
    static let transitionsWithoutEvent = PartOfReducer(
      plural: "'always' and 'done'", remedy: "lead to a choice, or where the row would lead")
    static let pseudostates = PartOfReducer(
      plural: "arrows from 'initial' or 'history' that decide, or have effects or arguments",
      remedy: "begin in a state, and write the other effects in the row that leads there")
    static let raisedEvents = PartOfReducer(
      plural: "raised events", reason: noQueue,
      remedy: "lead to the state that the event would lead to, or call a function of the machine")
  }

  /// Reports pseudostates that a machine with methods cannot have. A pseudostate is exited by a transition without an
  /// event, and no such transition is taken while a machine is created. So the machine cannot begin in a pseudostate.
  /// An inlinable or noncopyable machine can have no pseudostate at all, because it never takes such a transition.
  mutating func checkPseudostates() {
    guard machine.hasMethods else { return }
    let first = machine.initialState.map { machine.leaf(of: $0) }
    for id in machine.states.indices where machine.states[id].isPseudostate {
      guard id == first || machine.isInlinable || machine.isNoncopyable else { continue }
      refuse(.pseudostates, machine.states[id].name.range)
    }
  }

  /// Reports the first composite state of a noncopyable machine with methods. Such a machine cannot have any, because
  /// its methods move the state out of the machine while they run.
  mutating func checkNoncopyableMethods() {
    guard machine.hasMethods, machine.isNoncopyable, !isIncomplete else { return }
    if let composite = machine.states.first(where: \.isComposite) {
      diagnostics.append(.compositeOfNoncopyable(composite.name.range))
    }
  }

  // MARK: Results

  /// Adds an enum of results (`action`) with its cases to the machine. Reports an action in a machine without methods,
  /// a name that is declared twice, and an action without cases.
  mutating func declareActionEnum(_ syntax: ActionEnumSyntax) {
    reportIfUnusable(syntax.name)
    guard machine.hasMethods else {
      reportMethods(syntax.name.range, "an action")
      for one in syntax.cases { names[one.name.id].isUnsupported = true }
      isIncomplete = true
      return
    }
    if let other = names[syntax.name.id].actionEnum {
      diagnostics.append(
        .declaredTwice(
          "action", text(syntax.name.id), syntax.name.range, first: machine.actionEnums[other].name.range))
      return
    }
    var action = ActionEnum(
      documentation: syntax.documentation, attributes: syntax.attributes.map(\.range), access: syntax.access,
      name: file.identifier(syntax.name), conformances: syntax.conformances.map(\.range))
    var seen: [NameID: SourceRange] = [:]
    for one in syntax.cases {
      let name = declaredIdentifier(one.name)
      reportIfMisread(one.name, as: Keyword.effects, after: "/", "result")
      if let first = seen[name.id] {
        diagnostics.append(.declaredTwice("result", text(name.id), one.name.range, first: first))
        continue
      }
      seen[name.id] = one.name.range
      action.cases.append(
        .init(documentation: one.documentation, name: name, fields: fields(one.payload)))
    }
    if action.cases.isEmpty { diagnostics.append(.emptyAction(syntax.name.range, text(syntax.name.id))) }
    names[syntax.name.id].actionEnum = machine.actionEnums.append(action)
  }

  /// Returns the method that an event declares: its access level, its result, and whether it throws. In a machine with
  /// a reducer, events have no methods. If an event there declares one of these things, this is reported, and the
  /// returned method is empty.
  mutating func method(of signature: SignatureSyntax) -> Method {
    if !machine.hasMethods {
      if let method = signature.method {
        reportMethods(method.range, "'\(source.text(method.range))' at an event")
        isIncomplete = true
      }
      for case let specifier? in signature.payload.map(\.specifier) {
        diagnostics.append(.malformedParameter(specifier.range, specifier.problem))
      }
      return Method()
    }
    guard let syntax = signature.method else { return Method() }
    var method = Method(
      attributes: syntax.attributes.map(\.range), isPrivate: syntax.access != nil, generics: syntax.generics,
      requirements: syntax.requirements)
    if let access = syntax.access, source.text(access) != "private" {
      diagnostics.append(.accessOfEvent(access, source.text(access)))
    }
    if let throwing = syntax.throwing { method.throwing = Method.Throwing(type: throwing.type) }
    if let result = syntax.result {
      let (specifier, type) = resultType(result.range)
      method.result = Method.Result(specifier: specifier, type: type, defaultValue: syntax.defaultResult?.range)
    }
    return method
  }

  /// Splits the text of a method's result, `sending Data`, into the specifier `sending` and the type `Data`. The
  /// specifier is nil if there is none.
  private func resultType(_ range: SourceRange) -> (specifier: SourceRange?, type: SourceRange) {
    let tokens = SwiftLexer.tokens(of: source.bytes, in: range)
    guard tokens.count > 1, source.text(SourceRange(tokens[0].start, tokens[0].end)) == "sending" else {
      return (nil, range)
    }
    return (SourceRange(tokens[0].start, tokens[0].end), SourceRange(tokens[1].start, range.upperBound))
  }

  /// Returns whether an event may have the same name as an earlier event, `first`: `next(after:)` beside `next(for:)`.
  /// It may in a machine with methods, if its labels differ from those of all other events with this name. In Swift,
  /// these are then different methods.
  ///
  /// - Parameters:
  ///   - first: the first event that is declared with the name.
  ///   - labels: the labels of the new event.
  func isOverload(of first: EventID, _ labels: [NameID?]) -> Bool {
    guard machine.hasMethods else { return false }
    guard let overloads = machine.overloads[machine.events[first].name.id] else {
      return machine.events[first].labels != labels
    }
    return overloads.event(labels: labels) == nil
  }

  /// Adds an event to `machine.overloads`, which lists the events that have one name and different labels. The list of
  /// a name begins with the first event of this name.
  ///
  /// - Parameters:
  ///   - labels: the labels of the event.
  ///   - first: the first event that is declared with the name.
  mutating func addOverload(_ event: EventID, _ labels: [NameID?], of first: EventID) {
    let name = machine.events[first].name.id
    if machine.overloads[name] == nil {
      var overloads = Overloads()
      overloads.append(first, labels: machine.events[first].labels)
      machine.overloads[name] = overloads
    }
    machine.overloads[name]?.append(event, labels: labels)
  }

  /// Finds, for each event whose method returns an action (an enum of results), which action of the machine it is.
  /// Stores this action in the event. This happens after all actions are declared.
  mutating func resolveResults() {
    guard machine.hasMethods else { return }
    var enums: [String: ActionEnumID] = [:]
    for id in machine.actionEnums.indices { enums[text(machine.actionEnums[id].name.id)] = id }
    for event in machine.events.indices {
      guard let type = machine.events[event].method.result?.type else { continue }
      let name = machine.nameOfAction(in: type)
      machine.events[event].method.result?.actionEnum = enums[name]
    }
  }

  /// Reports events without a payload that have the name of a property, or the name `state`: Swift allows no method and
  /// property of one name. Also reports actions that have the name of another type in the machine, such as `State`.
  mutating func checkNamesOfMethods() {
    guard machine.hasMethods else { return }
    for event in machine.events where event.fields.isEmpty {
      let spelling = text(event.name.id)
      if let property = names[event.name.id].property {
        diagnostics.append(
          .declaredTwice(
            "property or event", spelling, event.name.range, first: machine.storedProperties[property.index].name.range)
        )
      } else if spelling == "state" {
        diagnostics.append(.generatedMember(event.name.range, spelling))
      }
    }
    for action in machine.actionEnums {
      let spelling = text(action.name.id)
      if let type = machine.swift.types.first(where: { source.text($0.name) == spelling }) {
        diagnostics.append(.declaredTwice("type", spelling, type.name, first: action.name.range))
        continue
      }
      let isTaken =
        spelling == "State" || machine.typealiasIndices[spelling] != nil
        || machine.genericParameters.contains { source.text($0.name) == spelling }
      if isTaken { diagnostics.append(.generatedType(action.name.range, spelling)) }
    }
  }
}

extension StateMachine {
  /// Returns the name of the action that the type of a method's result may mean: the type without `?` and back-ticks,
  /// `Step` for `Step?`.
  func nameOfAction(in type: SourceRange) -> String {
    var name = source.text(type)
    while name.hasSuffix("?") { name.removeLast() }
    return name.first == "`" && name.last == "`" ? String(name.dropFirst().dropLast()) : name
  }
}
