import StateMachineSyntax

/// The properties, named guards and outputs of a machine. They are made of the conditions and effects of a chart (a
/// statechart in Mermaid, PlantUML or SCXML).
struct ChartValues {
  struct Property {
    let name: String
    let type: ChartExpression.ValueType
    /// Whether the chart shows the type of the variable, by a literal. If not, the declaration of the property gets a
    /// `TODO`.
    let isTyped: Bool
  }

  struct Output {
    let name: String
    let types: [String]
    /// For an activity, the events that can end it. Nil for an output that takes no time.
    var events: [String]?
    let place: SourceRange
  }

  /// The declarations of properties. The import writes them into the machine.
  private(set) var variables: [DraftStatement] = []
  /// The declarations of constants for durations, such as `let delay: Duration = .seconds(1)`.
  private(set) var delays: [DraftStatement] = []
  /// The declarations of named guards, such as `guard isFree = false`.
  private(set) var guards: [DraftStatement] = []
  private(set) var outputs: [Output] = []
  /// The findings: one for each declaration with a `TODO`, which the user has to complete.
  private(set) var findings: [Diagnostic] = []
  /// Texts of the chart from which names were made, if they say more than the names: `beep: twice` for `beep`. They
  /// become a comment on the next row or state that calls ``takeRemarks()``.
  private var remarks: [String] = []
  /// The place in the chart of the arrow or the state that is being imported.
  var place: SourceRange
  /// The paths of states in the machine, such as `playing.track`, by the identifiers of the states in the chart.
  var paths: [String: String] = [:]
  private var properties: [String: Property] = [:]
  private var guardNames: [String: String] = [:]
  private var outputIndices: [[String]: Int] = [:]
  private var outputNames: Set<String> = []
  private var taken: Set<String> = [
    "state", "start", "handle", "resume", "isFinal", "event", "emit", "send", "else", "in", "raise", "trap", "throw",
    "return", "machine", "init", "accepts", "description",
  ]
  /// The name of the choice whose guard is being imported; nil for the guard of a state's arrow.
  private var choice: String?
  /// Whether an unknown name in an expression is the name of a guard.
  var mayAsk = false
  /// Whether an expression is read as a trial: the importer only wants to know whether the expression can be read. A
  /// trial declares no guards for unknown names.
  private(set) var isTrial = false

  init(place: SourceRange) { self.place = place }

  /// Returns the remarks that were collected since the last call, and removes them from the collection.
  mutating func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  mutating func remark(_ text: String) { remarks.append(text) }

  /// Returns a statement with a comment `TODO: …` after it.
  private func todo(_ text: String, _ comment: String) -> DraftStatement {
    DraftStatement(text: text, comment: "TODO: \(comment)", place: place)
  }

  // MARK: Properties

  /// Declares a property for a variable of the chart.
  ///
  /// - Parameter assigned: a literal that an effect assigns to the variable. Its type is used if the chart gives no
  ///   initial value.
  mutating func declare(_ variable: ChartVariable, assigned: ChartExpression?) {
    guard properties[variable.name] == nil else { return }
    place = variable.place
    if variable.value == nil, let assigned { return add(variable.name, assigned.type, assigned.type.zero) }
    let literal = variable.value.flatMap(ChartExpression.literal)
    let doubt = literal == nil ? variable.value?.oneLine ?? "its type" : nil
    add(variable.name, literal?.type ?? .string, literal?.swift ?? "\"\"", doubt: doubt)
  }

  /// Adds a property, and its declaration. If its name is used already, the property gets a number: `count2`.
  ///
  /// - Parameters:
  ///   - raw: the name of the variable in the chart.
  ///   - value: the Swift of the initial value.
  ///   - doubt: what the user has to decide, as the text of a `TODO`; nil if the type and the value are known.
  private mutating func add(
    _ raw: String, _ type: ChartExpression.ValueType, _ value: String, doubt: String? = nil
  ) {
    let name = SwiftName.spelled(taken.insertNumbered(ChartWords.name(raw, prefix: "value")))
    properties[raw] = Property(name: name, type: type, isTyped: doubt == nil)
    let text = "var \(name): \(type.rawValue) = \(value)"
    variables.append(doubt.map { todo(text, $0) } ?? DraftStatement(text: text, place: place))
    if doubt != nil { findings.append(.leftByHand(place, "'\(name)' has no literal: write its type and value")) }
  }

  /// Returns the property for the name of a variable in the chart, with or without a prefix such as `context.`. Nil if
  /// there is no such property.
  func property(_ name: String) -> Property? {
    let prefix = ChartWords.prefixes.first { name.hasPrefix($0) } ?? ""
    return properties[String(name.dropFirst(prefix.count))]
  }

  /// Declares a property for a variable that the chart does not declare, but to which it assigns a literal. The
  /// property gets the literal's type. Does nothing if the assigned value is not a literal.
  mutating func declareTarget(_ raw: String, _ value: String) {
    guard let literal = ChartExpression.literal(value), raw.isIdentifier, property(raw) == nil else { return }
    add(raw, literal.type, literal.type.zero)
  }

  /// Returns the text of a delay as it stands after the word `after` or `every`. For a duration, this is ` 5s`. For an
  /// expression in parentheses, it is `(delay)`: the function declares a constant with this name, whose value the user
  /// has to write.
  mutating func declareDelay(_ text: String) -> String {
    guard text.hasPrefix("("), text.hasSuffix(")") else { return " " + text }
    let name = SwiftName.spelled(ChartWords.name(text, prefix: "delay"))
    if taken.insert("(\(name))").inserted {
      taken.insert(name)
      delays.append(todo("let \(name): Duration = .seconds(1)", "how long?"))
      findings.append(.leftByHand(place, "'\(name)' is one second until it is written"))
    }
    return "(\(name))"
  }

  // MARK: Guards

  /// Returns a condition of the chart as a guard; nil for a condition that is always true. If the condition cannot be
  /// read as an expression, returns the name of a guard, whose condition the user has to write.
  ///
  /// - Parameter choice: the name of the choice whose row has the condition; nil for the row of a state.
  mutating func condition(_ text: String, choice: String?) -> String? {
    let text = text.trimmedBlanks
    self.choice = choice
    if text == "true" || text == "1" { return nil }
    if text == "false" || text == "0" { return guardName("never", text) }
    if let choice, Self.branchWords.contains(text.lowercased()) { return guardName("\(choice) \(text)", text) }
    isTrial = true
    // A trial comes first: if the text cannot be read, none of its names may become a guard.
    let isKnown = expression(text, isCondition: true)?.type == .bool
    isTrial = false
    return isKnown ? expression(text, isCondition: true)?.swift : guardName(text)
  }

  /// Words that say nothing alone, such as `yes` beside an arrow of a choice. A guard for such a word also has the
  /// choice's name: `isValidYes`.
  private static let branchWords: Set<String> = [
    "yes", "no", "true", "false", "ok", "nok", "y", "n", "oui", "non", "sí", "da", "да", "нет", "success", "failure",
    "fail", "valid", "invalid", "是", "否",
  ]

  /// Returns the path of the state in a guard `In('open')`. Nil if the state is unknown. Nil also in the guard of a
  /// choice: the source has then been exited and the target is not yet active.
  ///
  /// - Parameter id: the identifier of the state in the chart: `open`.
  func path(toState id: String) -> String? { choice == nil ? paths[id] : nil }

  /// Returns the name of the guard for a condition in the chart.
  mutating func guardName(_ name: String) -> String { guardName(name, name) }

  /// Returns the name of a guard. If the guard is new, declares it with a `TODO`.
  ///
  /// - Parameters:
  ///   - name: the words of which the name is made.
  ///   - text: the condition in the chart; nil if the chart has no condition.
  mutating func guardName(_ name: String, _ text: String?) -> String {
    if let known = guardNames[name] { return known }
    let unique = SwiftName.spelled(taken.insertNumbered(ChartWords.conditionName(name)))
    guardNames[name] = unique
    guards.append(todo("guard \(unique) = false", text?.oneLine ?? "when?"))
    if let text {
      findings.append(
        .leftByHand(place, "the guard '\(Chart.quotation(text))' is false until it is written in Swift"))
    }
    return unique
  }

  // MARK: Effects

  /// Returns an assignment as the `.sm` file writes it: `count += 1`. Not every assignment can be written: the variable
  /// may be unknown, the value unreadable, or the types may differ. Then returns the call of an output, such as
  /// `setCount`, and a comment shows the assignment.
  ///
  /// - Parameters:
  ///   - raw: the name of the variable in the chart.
  ///   - operation: `=`, `+=`, `-=` or `*=`.
  ///   - value: the text after the operator.
  mutating func assignment(_ raw: String, _ operation: String, _ value: String) -> String {
    declareTarget(raw, value)
    // The types must be equal, but `1` fits a `Double`. Operators need numbers; only `+=` also joins strings.
    guard let property = property(raw), let expression = expression(value),
      expression.type == property.type || property.type == .double && expression.type == .int && expression.isLiteral,
      operation == "=" || [.int, .double].contains(property.type) || operation == "+=" && property.type == .string
    else {
      remarks.append("\(raw) \(operation) \(value)")
      return output("set \(raw)")
    }
    // `x = x + 1` becomes `x += 1`.
    for sign in ["+", "-", "*"] where operation == "=" && expression.swift.hasPrefix("\(property.name) \(sign) ") {
      let rest = expression.swift.dropFirst(property.name.count + 3)
      if !rest.contains(" ") { return "\(property.name) \(sign)= \(rest)" }
    }
    return "\(property.name) \(operation) \(expression.swift)"
  }

  /// Returns an effect of the chart as the call of an output: `openDoor` for `open door`. Nil if the text contains no
  /// words; the text then only becomes a comment.
  ///
  /// - Parameter events: for an activity, the events that can end it; nil for an effect that takes no time.
  mutating func effect(_ text: String, events: [String]?) -> String? {
    let text = text.trimming(";")
    if let call = Self.call(text) {
      let literals = call.arguments.compactMap(ChartExpression.literal)
      if literals.count < call.arguments.count {
        remarks.append(text)
        return output(call.name, events: events)
      }
      return output(call.name, types: literals.map(\.type.rawValue), arguments: literals.map(\.swift), events: events)
    }
    if text.isIdentifier { return output(text, events: events) }
    let short = text.prefix { !":;(=".contains($0) }
    let words = ChartWords.words(ChartWords.words(short).isEmpty ? text : String(short))
    // The name then says less than the text, so the text is kept as a comment.
    if words.joined().lowercased() != ChartWords.essence(text) || words.count > 6 || words.isEmpty {
      remarks.append(text)
    }
    return words.isEmpty ? nil : output(words.prefix(6).joined(separator: " "), events: events)
  }

  /// Returns the name and the arguments of a call such as `f(a, b)`. Nil if the text is not a call.
  private static func call(_ text: String) -> (name: String, arguments: [String])? {
    var cursor = ChartCursor(text)
    for prefix in ChartWords.prefixes where cursor.take(prefix) { break }
    let name = cursor.take { $0.isNamePart || $0 == "." }
    cursor.skipBlanks()
    guard name.isPath, cursor.next == "(", cursor.rest.last == ")" else { return nil }
    let arguments = cursor.rest.dropFirst().dropLast().splitOutsideBrackets { $0 == "," }.map(\.trimmedBlanks)
    return (name, arguments == [""] ? [] : arguments)
  }

  /// Returns the call of an output. If there is no output with this name and these types, declares it.
  ///
  /// - Parameters:
  ///   - raw: the text of which the output's name is made.
  ///   - events: for an activity, the events that can end it; nil for an output that takes no time.
  mutating func output(
    _ raw: String, types: [String] = [], arguments: [String] = [], events: [String]? = nil
  ) -> String {
    let base = ChartWords.name(raw, prefix: "act", limit: 8)
    let key = [base, events == nil ? "" : "async"] + types
    let index = outputIndices[key] ?? outputs.count
    if index == outputs.count {
      // A property or a guard may have this name.
      let isOther = taken.contains(base) && !outputNames.contains(base) && !base.hasPrefix("do")
      let name = taken.insertNumbered(isOther ? "do\(base.capitalizedFirst)" : base)
      outputIndices[key] = index
      outputNames.insert(base)
      outputs.append(Output(name: name, types: types, events: events, place: place))
    }
    for event in events ?? [] where outputs[index].events?.contains(event) == false {
      outputs[index].events?.append(event)
    }
    let name = outputs[index].name
    return arguments.isEmpty ? name : "\(name)(\(arguments.joined(separator: ", ")))"
  }

  /// Declares an output of its own for a state that has the same activity as another state. Returns its name:
  /// `playInOpen` for `play` in the state `open`. The parameters of the two outputs have the same types.
  ///
  /// - Parameters:
  ///   - name: the name of the output that the other state uses.
  ///   - state: the name of the state that gets the new output.
  mutating func output(like name: String, in state: String) -> String {
    guard let other = outputs.first(where: { $0.name == name }) else { return name }
    return output("\(name) in \(state)", types: other.types, events: other.events ?? [])
  }
}
