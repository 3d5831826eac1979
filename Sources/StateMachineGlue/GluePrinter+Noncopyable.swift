import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Noncopyable machines. A configuration of such a machine is the sequence of steps that leads to it, and noncopyable
/// values are made anew for each step.
extension GluePrinter {
  /// Returns the reason why a noncopyable machine has no glue; nil if it has glue.
  static func reasonNotReplayed(_ behaviour: Behaviour) -> String? {
    let machine = behaviour.machine
    guard machine.isNoncopyable else { return nil }
    let asksPrivate = machine.storedProperties.contains { $0.visibility == .private }
    if asksPrivate { return "it cannot be copied, and nothing else tells its private properties apart" }
    if machine.holdsPayloadsInStructs { return "it cannot be copied, and the payloads of its states are structs" }
    let what =
      machine.hasRegions
      ? "regions" : behaviour.run.defers ? "deferred events" : hasHistory(machine) ? "histories" : nil
    if let what { return "it cannot be copied, and nothing else tells its \(what) apart" }
    let types = noncopyableTypes(machine.source)
    let begins = machine.initialStates.flatMap { machine.states[machine.leaf(of: $0)].pathFields }
    let unknown = begins.first { !$0.hasDefault && types.contains(bare(machine.source.text($0.type))) }
    return unknown.map { "it begins with a '\(machine.source.text($0.type))', which cannot be copied" }
  }

  /// Returns a type without question marks and parentheses: `Lease` for `(Lease)?`.
  private static func bare(_ type: String) -> String { type.filter { $0 != "?" && $0 != "(" && $0 != ")" } }

  static func hasHistory(_ machine: StateMachine) -> Bool { machine.states.contains { !$0.histories.isEmpty } }

  var isReplayed: Bool { machine.isNoncopyable }

  /// The ownership modifier for a machine that is passed to functions that only read it.
  var passing: String { isReplayed ? "borrowing " : "" }

  /// Returns an expression that reads the machine: `machine.isFinal`, or `machine.read(redo) { $0.isFinal }`.
  ///
  /// - Parameter call: the Swift behind the machine: `.isFinal`.
  func reading(_ call: String) -> String {
    isReplayed ? "\(value).read(redo) { $0\(call) }" : value + call
  }

  /// Returns an expression that reads the tracing machine, `TellingInGlue`: `telling.isFinal`, or with `read`.
  func readingTelling(_ call: String) -> String {
    isReplayed ? "telling.read(redoTelling) { $0\(call) }" : "telling\(call)"
  }

  /// Returns a statement that executes a body under conditions: `if case .open = self.state, isFull { … }`. For a
  /// noncopyable machine, the statement is a `switch`, which borrows the state, as an `if` would consume it.
  func when(_ conditions: [String], _ body: String) -> String {
    let block = body.hasPrefix("\n") ? "{\(body) }" : "{ \(body) }"
    if conditions.isEmpty { return "do \(block)" }
    let (head, tail) = ("case ", " = self.state")
    guard isReplayed, let first = conditions.first, first.hasPrefix(head), first.hasSuffix(tail) else {
      return "if \(conditions.joined(separator: ", ")) \(block)"
    }
    let rest = conditions.dropFirst().joined(separator: ", ")
    let others = leaves.count > 1 ? ["default: break"] : unknownCases("break")
    let cases = ["\(first.dropLast(tail.count)): \(rest.isEmpty ? body : "if \(rest) \(block)")"] + others
    return "switch self.state { \(cases.joined(separator: "; ")) }"
  }

  /// Returns the further cases of a `switch` over a state: `@unknown default`, as a noncopyable enum of another module
  /// may get more cases (SE-0487), and `nil`, as an optional state is nil while a method has taken it out.
  func unknownCases(_ body: String) -> [String] {
    (behaviour.hasOptionalState ? ["case nil: \(body)"] : [])
      + (isReplayed && isInOtherModule ? ["@unknown default: \(body)"] : [])
  }

  /// Returns whether a field has a type that the file declares noncopyable; glue does not read such a field.
  func isNoncopyable(_ field: Field) -> Bool {
    isReplayed && noncopyableTypes.contains(Self.bare(typeText(field)))
  }

  /// Returns the names of the types that the file declares noncopyable: `struct Lease: ~Copyable`.
  static func noncopyableTypes(_ source: SourceFile) -> Set<String> {
    Set(FileType.all(in: source).filter(\.isNoncopyable).map(\.name))
  }

  /// The functions that take a step of a noncopyable machine, also to repeat the step.
  var performing: String {
    guard isReplayed else { return "" }
    return """
          private func perform(_ step: Int, _ machine: inout \(type), _ emit: (\(output)) -> Void) -> Bool {
      \(call(of: "machine"))    }
          private func redo(_ step: Int, _ machine: inout \(type)) { _ = perform(step, &machine) { _ in } }
          private func redoTelling(_ step: Int, _ machine: inout \(type).\(Self.tellingName)) {
      \(callOfTelling("machine"))    }

      """
  }

  /// The call of the function that returns the machine as text; nil if a mirror can show the machine.
  var descriptionCall: String? { isReplayed ? reading(".textInGlue()") : nil }

  /// The function that returns the state and the properties as text, for a machine that a mirror cannot show.
  var describing: String {
    guard isReplayed else { return "" }
    let properties = machine.storedProperties.map {
      " + \", \(machine.names.text($0.name.id)): \" + StateMachineTesting.text(of: self.\(spelled($0.name)))"
    }
    let cases = leaves.map { state -> String in
      let names = copyableFields(of: state)
      let path = machine.path(of: state)
      let properties = properties.isEmpty ? "" : " + properties"
      return "    case \(pattern(of: path, binding: names)): return \"\(described(path[...], names))\"\(properties)\n"
    }
    return """

        fileprivate func textInGlue() -> String {
      \(properties.isEmpty ? "" : "    let properties = \"\"\(properties.joined())\n")    switch self.state {
      \((cases + unknownCases("return \"…\"").map { "    \($0)\n" }).joined())    }
        }

      """
  }

  /// Returns a state's path as text with interpolations: `open(persons: \(…), closing)`.
  private func described(_ path: ArraySlice<StateID>, _ names: [Int: String]) -> String {
    guard let first = path.first else { return "" }
    let own = machine.states[first]
    var parts = own.fields.enumerated().map { place, field in
      let name = names[own.ownFields + place]
      let value = name.map { "\\(StateMachineTesting.text(of: \($0.dropFirst("let ".count))))" } ?? "…"
      return (field.label.map { machine.names.text($0.id) + ": " } ?? "") + value
    }
    if path.count > 1 { parts.append(described(path.dropFirst(), names)) }
    return machine.names.text(own.name.id) + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
  }

  // MARK: Values that are made anew

  /// Returns whether a field's value can be passed only once, so that a statement has to make a new one for each step.
  static func isMadeAnew(_ field: Field) -> Bool { field.specifier != nil }

  /// Returns the indices of the statements that make values for an event's field, in file order, each with its values.
  func made(_ place: Int, of event: EventID) -> [(claim: Int, values: [SwiftCode])] {
    triedClaims.enumerated().compactMap { index, claim in
      guard case .event(event, let given) = claim.subject else { return nil }
      let values = given.filter { $0.place == place }.flatMap(\.values)
      return values.isEmpty ? nil : (index, values)
    }
  }

  /// Returns the Swift for the numbers of a field's values in a statement; for nil, the values that no statement gives.
  func places(_ place: Int, of event: EventID, for claim: Int?) -> String {
    var (first, made) = (0, self.made(place, of: event))
    guard !made.isEmpty else {
      return "StateMachineTesting.placesToTry(of: (\(typeText(machine.events[event].fields[place]))).self)"
    }
    made.removeAll { step in
      if claim.map({ step.claim < $0 }) ?? false { first += step.values.count }
      return step.claim != claim
    }
    let texts = made.flatMap(\.values).map { literal(text.swift($0.range)) }
    return "StateMachineTesting.placesToTry([\(texts.joined(separator: ", "))], from: \(first))"
  }

  /// Returns the name of the function that makes a value of an event's field by the value's number.
  func maker(_ place: Int, of event: EventID) -> String { "value\(place)Of\(event.index)InGlue" }

  /// The functions that make the values of events' fields.
  var makers: [String] {
    machine.events.indices.flatMap { event in
      machine.events[event].fields.enumerated().filter { Self.isMadeAnew($1) }.map { place, field in
        let type = typeText(field)
        let values = made(place, of: event).flatMap(\.values)
        var body = "    return StateMachineTesting.valueToTry(of: (\(type)).self, at: number)\n"
        if !values.isEmpty {
          let cases = values.enumerated().map { number, value in
            (number == values.count - 1 ? "    default:\n" : "    case \(number):\n")
              + located("      return", swift(value), "", value.range)
          }
          body = "    switch number {\n\(cases.joined())    }\n"
        }
        return "\n  fileprivate func \(maker(place, of: event))(_ number: Int) -> \(type) {\n\(body)  }\n"
      }
    }
  }

  /// Returns whether an event's result is a noncopyable action. Of such a result, the name of its case is emitted.
  func isAnswerNamed(_ event: EventID) -> Bool {
    guard let action = machine.events[event].method.answer?.actionEnum else { return false }
    return machine.actionEnums[action].conformances.contains { machine.source.text($0).hasSuffix("~Copyable") }
  }

  /// Returns Swift that makes a call and emits the name of its result's case.
  func emitName(of call: String, _ event: EventID) -> String {
    guard let action = machine.events[event].method.answer?.actionEnum else { return "" }
    let cases = machine.actionEnums[action].cases.map { answer in
      let name = spelled(answer.name)
      return "        case .\(name): emit(.\(self.name(of: event))(\(literal(text.name(answer.name)))))\n"
    }
    let decision = "let answer = \(call)\n        switch answer {\n\(cases.joined())        }"
    return machine.events[event].method.throwing == nil ? decision : "do { \(decision)\n      } catch {}"
  }
}
