import StateMachineSyntax

/// The machine's properties, guards and outputs, made of the conditions and effects of a chart.
struct ChartValues {
  struct Property {
    let name: String
    let type: ChartExpression.ValueType
    /// Whether a literal shows the type of the variable; otherwise the declaration gets a `TODO`.
    let isTyped: Bool
  }

  struct Output {
    let name: String
    let types: [String]
    /// The events that can end the output; nil if it takes no time.
    var events: [String]?
    let place: SourceRange
  }

  /// The declarations of the machine's properties; `delays` and `guards` declare durations and guards.
  private(set) var variables: [DraftStatement] = []
  private(set) var delays: [DraftStatement] = []
  private(set) var guards: [DraftStatement] = []
  private(set) var outputs: [Output] = []
  /// The findings, one for each line with a `TODO`.
  private(set) var findings: [Diagnostic] = []
  /// The texts that say more than the names made of them, collected since the last ``takeRemarks()``.
  private var remarks: [String] = []
  /// The place in the chart of the current arrow or state.
  var place: SourceRange
  /// The paths of states in the machine, by the states' identifiers in the chart.
  var paths: [String: String] = [:]
  private var properties: [String: Property] = [:]
  private var guardNames: [String: String] = [:]
  private var outputIndices: [[String]: Int] = [:]
  private var outputNames: Set<String> = []
  private var taken: Set<String> = [
    "state", "start", "handle", "resume", "isFinal", "event", "emit", "send", "else", "in", "raise", "trap", "throw",
    "return", "machine", "init", "accepts", "description",
  ]
  /// The name of the choice whose condition is being read; nil outside of choices.
  private var choice: String?
  /// Whether an unknown name in an expression is a guard. In a trial, such guards are not declared.
  var mayAsk = false
  private(set) var isTrial = false

  init(place: SourceRange) { self.place = place }

  mutating func takeRemarks() -> [String] {
    defer { remarks = [] }
    return remarks
  }

  mutating func remark(_ text: String) { remarks.append(text) }

  private func todo(_ text: String, _ comment: String) -> DraftStatement {
    DraftStatement(text: text, comment: "TODO: \(comment)", place: place)
  }

  // MARK: Properties

  /// - Parameter assigned: a literal that the chart assigns to the variable, whose type is used if it has no value.
  mutating func declare(_ variable: ChartVariable, assigned: ChartExpression?) {
    guard properties[variable.name] == nil else { return }
    place = variable.place
    if variable.value == nil, let assigned { return add(variable.name, assigned.type, assigned.type.zero) }
    let literal = variable.value.flatMap(ChartExpression.literal)
    let doubt = literal == nil ? variable.value?.oneLine ?? "its type" : nil
    add(variable.name, literal?.type ?? .string, literal?.swift ?? "\"\"", doubt: doubt)
  }

  private mutating func add(
    _ raw: String, _ type: ChartExpression.ValueType, _ value: String, doubt: String? = nil
  ) {
    let name = SwiftName.spelled(taken.insertNumbered(ChartWords.name(raw, prefix: "value")))
    properties[raw] = Property(name: name, type: type, isTyped: doubt == nil)
    let text = "var \(name): \(type.rawValue) = \(value)"
    variables.append(doubt.map { todo(text, $0) } ?? DraftStatement(text: text, place: place))
    if doubt != nil { findings.append(.leftByHand(place, "'\(name)' has no literal: write its type and value")) }
  }

  func property(_ name: String) -> Property? {
    let prefix = ChartWords.prefixes.first { name.hasPrefix($0) } ?? ""
    return properties[String(name.dropFirst(prefix.count))]
  }

  /// Declares a variable that the chart assigns without declaring it, with the type of the assigned literal.
  mutating func declareTarget(_ raw: String, _ value: String) {
    guard let literal = ChartExpression.literal(value), raw.isIdentifier, property(raw) == nil else { return }
    add(raw, literal.type, literal.type.zero)
  }

  /// Returns a duration as rows write it. An expression in parentheses becomes a constant to be written by hand.
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

  /// Returns a condition as Swift; nil if the condition is always true.
  ///
  /// - Parameter choice: the name of the choice whose branch has the condition.
  mutating func condition(_ text: String, choice: String?) -> String? {
    let text = text.trimmedBlanks
    self.choice = choice
    if text == "true" || text == "1" { return nil }
    if text == "false" || text == "0" { return guardName("never", text) }
    if let choice, Self.answers.contains(text.lowercased()) { return guardName("\(choice) \(text)", text) }
    isTrial = true
    let isKnown = expression(text, isCondition: true)?.type == .bool
    isTrial = false
    return isKnown ? expression(text, isCondition: true)?.swift : guardName(text)
  }

  private static let answers: Set<String> = [
    "yes", "no", "true", "false", "ok", "nok", "y", "n", "oui", "non", "sí", "da", "да", "нет", "success", "failure",
    "fail", "valid", "invalid", "是", "否",
  ]

  /// Returns the path of a state for `In(…)`; nil in a choice, which has no active state within a microstep.
  func path(toState id: String) -> String? { choice == nil ? paths[id] : nil }

  mutating func guardName(_ name: String) -> String { guardName(name, name) }

  /// Returns the name of a guard, and declares a guard that has no declaration yet.
  ///
  /// - Parameter text: the condition in the chart; nil if the chart has none.
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

  /// Returns an assignment as Swift; if its types do not fit, the call of an output, with the assignment in a remark.
  mutating func assignment(_ raw: String, _ operation: String, _ value: String) -> String {
    declareTarget(raw, value)
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

  /// Returns an effect as the call of an output; nil if the effect becomes a comment only.
  ///
  /// - Parameter events: the events that can end the output; nil if it takes no time.
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
    if words.joined().lowercased() != ChartWords.essence(text) || words.count > 6 || words.isEmpty {
      remarks.append(text)
    }
    return words.isEmpty ? nil : output(words.prefix(6).joined(separator: " "), events: events)
  }

  /// Returns the name and the arguments of a call `f(a, b)`; nil for any other text.
  private static func call(_ text: String) -> (name: String, arguments: [String])? {
    var cursor = ChartCursor(text)
    for prefix in ChartWords.prefixes where cursor.take(prefix) { break }
    let name = cursor.take { $0.isNamePart || $0 == "." }
    cursor.skipBlanks()
    guard name.isPath, cursor.next == "(", cursor.rest.last == ")" else { return nil }
    let arguments = cursor.rest.dropFirst().dropLast().splitOutsideBrackets { $0 == "," }.map(\.trimmedBlanks)
    return (name, arguments == [""] ? [] : arguments)
  }

  /// Returns the call of an output, and declares an output unless one has this name, these types and this kind.
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

  /// Returns the name of a copy of an output, for a second state with the same activity.
  mutating func output(like name: String, in state: String) -> String {
    guard let other = outputs.first(where: { $0.name == name }) else { return name }
    return output("\(name) in \(state)", types: other.types, events: other.events ?? [])
  }
}
