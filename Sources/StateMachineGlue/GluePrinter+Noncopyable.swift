import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax

/// Writes the glue for noncopyable machines. Tests cannot store a configuration of such a machine. Instead, they store
/// the steps that lead to the configuration, and repeat these steps when they need the machine again. A noncopyable
/// value in a payload is made anew for each step.
extension GluePrinter {
  /// Returns the reason why a noncopyable machine cannot be explored, as words for a message. Nil for a machine that is
  /// copyable or can be explored.
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

  /// Returns the text of a type without its question marks and parentheses: `Lease` for `(Lease)?`.
  private static func bare(_ type: String) -> String { type.filter { $0 != "?" && $0 != "(" && $0 != ")" } }

  static func hasHistory(_ machine: StateMachine) -> Bool { machine.states.contains { !$0.histories.isEmpty } }

  var isReplayed: Bool { machine.isNoncopyable }

  /// The modifier of a parameter that is the machine, for functions that only read the machine. It is `borrowing ` for
  /// a noncopyable machine, and empty for a copyable one.
  var passing: String { isReplayed ? "borrowing " : "" }

  /// Returns a Swift expression that reads the machine in a configuration. This is `machine.isFinal` or, for a
  /// noncopyable machine, `machine.read(redo) { $0.isFinal }`. If necessary, `read` makes the noncopyable machine anew,
  /// and repeats its steps by `redo`.
  ///
  /// - Parameter call: the Swift after the machine: `.isFinal`.
  func reading(_ call: String) -> String {
    isReplayed ? "\(value).read(redo) { $0\(call) }" : value + call
  }

  /// Returns a Swift expression that reads `TellingInGlue`, the copy of the machine that reports its rows. This is
  /// `telling.isFinal` or, for a noncopyable machine, `telling.read(redoTelling) { $0.isFinal }`. If necessary, `read`
  /// makes the copy anew, and repeats its steps by `redoTelling`.
  ///
  /// - Parameter call: the Swift after the copy: `.isFinal`.
  func readingTelling(_ call: String) -> String {
    isReplayed ? "telling.read(redoTelling) { $0\(call) }" : "telling\(call)"
  }

  /// Returns a Swift statement that executes `body` if all conditions are true:
  /// `if case .open = self.state, isFull { … }`. For a noncopyable machine, the condition for the state becomes a
  /// `switch`. An `if case` would consume the state, but a `switch` only borrows it.
  func when(_ conditions: [String], _ body: String) -> String {
    let block = body.hasPrefix("\n") ? "{\(body) }" : "{ \(body) }"
    if conditions.isEmpty { return "do \(block)" }
    let (head, tail) = ("case ", " = self.state")
    // Only the first condition of a noncopyable machine may match the state itself; it then becomes the `switch`.
    guard isReplayed, let first = conditions.first, first.hasPrefix(head), first.hasSuffix(tail) else {
      return "if \(conditions.joined(separator: ", ")) \(block)"
    }
    let rest = conditions.dropFirst().joined(separator: ", ")
    let others = leaves.count > 1 ? ["default: break"] : unknownCases("break")
    let cases = ["\(first.dropLast(tail.count)): \(rest.isEmpty ? body : "if \(rest) \(block)")"] + others
    return "switch self.state { \(cases.joined(separator: "; ")) }"
  }

  /// Returns the cases that a `switch` over the state needs besides the cases for the machine's states. `case nil` is
  /// for a state that is an optional, which is nil while a method works with it. `@unknown default` is for a
  /// noncopyable enum of another module, which may get more cases (SE-0487).
  ///
  /// - Parameter body: the Swift after the colon of each case.
  func unknownCases(_ body: String) -> [String] {
    (behaviour.hasOptionalState ? ["case nil: \(body)"] : [])
      + (isReplayed && isInOtherModule ? ["@unknown default: \(body)"] : [])
  }

  /// Returns whether the file declares the type of a field as noncopyable. The glue does not read such a field.
  func isNoncopyable(_ field: Field) -> Bool {
    isReplayed && noncopyableTypes.contains(Self.bare(typeText(field)))
  }

  /// Returns the names of the types that the file declares as noncopyable: `Lease` for `struct Lease: ~Copyable`.
  static func noncopyableTypes(_ source: SourceFile) -> Set<String> {
    Set(FileType.all(in: source).filter(\.isNoncopyable).map(\.name))
  }

  /// The Swift of functions for a noncopyable machine: `perform` takes a step, and `redo` and `redoTelling` repeat
  /// earlier steps. Empty for a copyable machine.
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

  /// The Swift expression that returns a noncopyable machine as a text, for reports. Nil for a copyable machine: the
  /// testing library makes the text of such a machine itself, with a mirror.
  var descriptionCall: String? { isReplayed ? reading(".textInGlue()") : nil }

  /// The Swift of a function that returns the state and the properties of a noncopyable machine as a text. It is needed
  /// because a mirror cannot read a noncopyable value.
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

  /// Returns the text of a state and its ancestors, as the content of a Swift string with interpolations:
  /// `open(persons: \(…), closing)`.
  ///
  /// - Parameters:
  ///   - path: the state and its ancestors, outermost first.
  ///   - names: bindings such as `let field0` for fields that can be read, by the index of the field. A field without a
  ///     binding is written as `…`.
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

  /// Returns whether a new value of a field must be made for each step. This is so for a field with any specifier: a
  /// `consuming` value, for example, can be used only once.
  static func isMadeAnew(_ field: Field) -> Bool { field.specifier != nil }

  /// Returns the values that `try` statements give for a field of an event: `1...3` and `9` for
  /// `try entered(count: 1...3, 9)`. There is one element for each statement that gives values. Its `claim` is the
  /// index of the statement in `triedClaims`.
  ///
  /// - Parameter place: the index of the field.
  func made(_ place: Int, of event: EventID) -> [(claim: Int, values: [SwiftCode])] {
    triedClaims.enumerated().compactMap { index, claim in
      guard case .event(event, let given) = claim.subject else { return nil }
      let values = given.filter { $0.place == place }.flatMap(\.values)
      return values.isEmpty ? nil : (index, values)
    }
  }

  /// Returns the Swift of a list of indices: one for each value that a `try` statement gives for a field. If no
  /// statement gives values, there is one for each value that the testing library makes. Exploration stores the index
  /// instead of the value, because the value is made anew for each step.
  ///
  /// - Parameters:
  ///   - place: the index of the field.
  ///   - claim: the index of the `try` statement; nil if no statement tries the event.
  func places(_ place: Int, of event: EventID, for claim: Int?) -> String {
    var (first, made) = (0, self.made(place, of: event))
    guard !made.isEmpty else {
      return "StateMachineTesting.placesToTry(of: (\(typeText(machine.events[event].fields[place]))).self)"
    }
    // The values of all statements are numbered in the order of the file. `first` is the number of the first value of
    // this statement.
    made.removeAll { step in
      if claim.map({ step.claim < $0 }) ?? false { first += step.values.count }
      return step.claim != claim
    }
    let texts = made.flatMap(\.values).map { literal(text.swift($0.range)) }
    return "StateMachineTesting.placesToTry([\(texts.joined(separator: ", "))], from: \(first))"
  }

  /// Returns the name of a generated function that makes a value for a field of an event, such as `value0Of2InGlue`.
  /// The function's parameter is the index of the value: for `try open(lease: Lease(1), Lease(2))`, 1 stands for
  /// `Lease(2)`.
  ///
  /// - Parameter place: the index of the field.
  func maker(_ place: Int, of event: EventID) -> String { "value\(place)Of\(event.index)InGlue" }

  /// The Swift of functions that make values. There is one for each field of an event whose value must be made anew for
  /// each step.
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

  /// Returns whether the method of an event returns a noncopyable action, which tests cannot store. The glue then emits
  /// only the name of the action's case.
  func isResultNamed(_ event: EventID) -> Bool {
    guard let action = machine.events[event].method.result?.actionEnum else { return false }
    return machine.actionEnums[action].conformances.contains { machine.source.text($0).hasSuffix("~Copyable") }
  }

  /// Returns Swift that calls the method of an event and emits the name of the case that the method returns.
  ///
  /// - Parameter call: the Swift of the call.
  func emitName(of call: String, _ event: EventID) -> String {
    guard let action = machine.events[event].method.result?.actionEnum else { return "" }
    let cases = machine.actionEnums[action].cases.map { result in
      let name = spelled(result.name)
      return "        case .\(name): emit(.\(self.name(of: event))(\(literal(text.name(result.name)))))\n"
    }
    let decision = "let result = \(call)\n        switch result {\n\(cases.joined())        }"
    return machine.events[event].method.throwing == nil ? decision : "do { \(decision)\n      } catch {}"
  }
}
