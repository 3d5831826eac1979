import StateMachineModel

/// Writes the methods of a machine that has one for each event: a `switch` over the state each.
struct MethodLowering {
  private let model: SwiftModel
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) { self.model = model }

  func write(_ out: inout SwiftWriter) {
    for (number, event) in machine.events.indices.enumerated() {
      if number > 0 { out.blankLine() }
      write(event, &out)
    }
    ChoiceLowering(RowLowering(model)).write(&out)
    RunLowering(model).writeSettleOfMethods(&out)
  }

  private func write(_ event: EventID, _ out: inout SwiftWriter) {
    let flat = FlatReducer(RowLowering(model), .method(event))
    let declaration = machine.events[event]
    out.documentation(declaration.documentation)
    // No directive stands between an attribute and what it is of.
    out.beginLocation(declaration.name.range)
    for attribute in declaration.method.attributes {
      out.write(attribute)
      if out.isLocated { out.write(" ") } else { out.endLine() }
    }
    if declaration.method.isPrivate {
      out.write(string: model.privateAccess)
    } else {
      out.write(string: model.inlinable + model.access)
    }
    out.write("mutating func ")
    out.write(declaration.name)
    writeSignature(of: event, flat.parameterNames, &out)
    out.openFunction(answers: flat.purpose.answers(machine))
    out.endLocation()
    RunLowering(model).writeSettling(&out)
    writePreparation(of: declaration, flat.parameterNames, &out)
    _ = flat.lower(&out)
    out.closeFunction()
    flat.lowerComposites(&out)
  }

  /// Writes what an event does in every state, before its transitions are tried.
  private func writePreparation(of event: Event, _ names: [LocalName?], _ out: inout SwiftWriter) {
    guard let preparation = event.preparation else { return }
    let effects = EffectLowering(model: model)
    let aliases = preparation.locals.filter { local in
      let field = Int(local.field)
      let name = (field < names.count ? names[field] : nil) ?? event.fields[field].name.map { .declared($0) }
      return name != .declared(local.name)
    }
    if !aliases.isEmpty {
      out.openScope()
      for local in aliases {
        out.write("let ")
        out.write(local.name)
        out.write(" = ")
        writeName(names[Int(local.field)], &out)
        out.endLine()
      }
    }
    for effect in preparation.effects { effects.write(effect, &out) }
    if !aliases.isEmpty { out.closeBrace() }
  }

  // MARK: Signatures

  /// Writes what stands behind the name of a method: `<T>(into target: T) throws -> Int where T: P`.
  ///
  /// - Parameter isWithin: whether it is a method's part, which is handed what the functions within the machine pass on.
  func writeSignature(
    of event: EventID, _ names: [LocalName?], isWithin: Bool = false, _ out: inout SwiftWriter
  ) {
    let declaration = machine.events[event]
    if let generics = declaration.method.generics { out.piece(generics) }
    out.write("(")
    for (index, field) in declaration.fields.enumerated() {
      if index > 0 { out.write(", ") }
      writeParameter(field, index < names.count ? names[index] : nil, &out)
    }
    if isWithin { out.write(string: model.parameters(first: declaration.fields.isEmpty)) }
    out.write(")")
    writeResult(of: declaration.method, &out)
    if let requirements = declaration.method.requirements {
      out.write(" where ")
      out.piece(requirements)
    }
  }

  /// Writes ` throws(Closed) -> Int`.
  func writeResult(of method: Method, _ out: inout SwiftWriter) {
    if let throwing = method.throwing {
      out.write(" throws")
      if let type = throwing.type {
        out.write("(")
        out.piece(type)
        out.write(")")
      }
    }
    if let answer = method.answer {
      out.write(" -> ")
      out.piece(answer.type)
    }
  }

  private func writeParameter(
    _ field: Field, _ name: LocalName?, isConsumed: Bool = false, _ out: inout SwiftWriter
  ) {
    let inner = name ?? field.name.map { .declared($0) }
    if let label = field.label {
      out.write(parameterLabel: label)
      if inner?.id != label.id {
        out.write(" ")
        writeName(inner, &out)
      }
    } else {
      out.write("_ ")
      writeName(inner, &out)
    }
    out.write(": ")
    if let specifier = field.specifier {
      out.piece(specifier)
      out.write(" ")
    } else if isConsumed, model.takesStateOut, model.mayBeNoncopyable(field.type) {
      out.write("consuming ")
    } else if model.text(field.type).isFunctionType {
      out.write("@escaping ")
    }
    out.piece(field.type)
    if let value = field.defaultValue {
      out.write(" = ")
      out.code(SwiftCode(range: value), guards: Table())
    }
  }

  private func writeName(_ name: LocalName?, _ out: inout SwiftWriter) {
    if let name { StateLowering(model: model).write(name, &out) } else { out.write("_") }
  }

  /// The arguments of a call with the same parameters: `data, into: &target`.
  static func arguments(of event: Event, _ names: [LocalName?], _ model: SwiftModel) -> String {
    let states = StateLowering(model: model)
    return event.fields.enumerated().map { index, field in
      let name = (index < names.count ? names[index] : nil) ?? field.name.map { .declared($0) } ?? .fresh("_")
      let isInout = field.specifier.map { model.text($0).contains("inout") } ?? false
      return (field.label.map { "\(model.text($0)): " } ?? "") + (isInout ? "&" : "") + states.text(name)
    }.joined(separator: ", ")
  }

  // MARK: Enums of answers

  /// Writes the enums of answers, in the order of the source.
  func writeActionEnums(_ out: inout SwiftWriter) {
    for action in machine.actionEnums {
      out.documentation(action.documentation)
      for attribute in action.attributes {
        out.piece(attribute)
        out.endLine()
      }
      out.beginLocation(action.conformances.isEmpty ? nil : action.name.range)
      let isInternal = (action.access ?? machine.access) != .public
      out.write(string: machine.isInlinable && isInternal ? "@usableFromInline " : "")
      out.write(string: action.access.map { $0.ofMembers(of: machine.access) } ?? model.access)
      out.write("enum ")
      out.write(action.name)
      for (index, conformance) in action.conformances.enumerated() {
        out.write(index == 0 ? ": " : ", ")
        out.piece(conformance)
      }
      out.openBrace()
      out.endLocation()
      for one in action.cases {
        out.documentation(one.documentation)
        out.beginLocation(one.fields.isEmpty ? nil : one.name.range)
        out.write("case ")
        out.write(one.name)
        out.write(payload: one.fields)
        out.endLine()
        out.endLocation()
      }
      out.closeBrace()
      out.blankLine()
    }
  }

  // MARK: The initializer

  /// Writes an initializer that takes what the initial state needs, in the order of the file, where it needs something.
  func writeInit(_ out: inout SwiftWriter) {
    guard let parameters = machine.startParameters, let initial = machine.initialState else { return }
    let state = machine.states[initial]
    out.line("/// Makes a machine in its initial state.")
    out.write(string: "\(model.inlinable)\(model.access)init(")
    var fieldCount = 0
    for (index, parameter) in parameters.enumerated() {
      if index > 0 { out.write(", ") }
      switch parameter {
      case .field(let field):
        writeParameter(field, fieldName(field, fieldCount), isConsumed: true, &out)
        fieldCount += 1
      case .property(let property): writeParameter(property, &out)
      }
    }
    out.write(")")
    out.openBrace()
    out.write("self.init(")
    for case .property(let property) in parameters {
      out.write(property.name)
      out.write(": ")
      out.write(property.name)
      out.write(", ")
    }
    out.write("state: .")
    out.write(member: state.name)
    out.write("(")
    let states = StateLowering(model: model)
    var number = 0
    let values = state.fields.map { field -> FieldValue in
      guard !field.hasDefault else { return .defaultValue }
      defer { number += 1 }
      return .name(fieldName(field, number))
    }
    _ = states.writeArguments(values, for: state.fields, holdsMore: false, &out)
    out.line("))")
    out.closeBrace()
    out.blankLine()
  }

  private func fieldName(_ field: Field, _ index: Int) -> LocalName {
    field.name.map { .declared($0) } ?? .fresh(machine.names.fresh("value\(index + 1)"))
  }

  private func writeParameter(_ property: StoredProperty, _ out: inout SwiftWriter) {
    out.write(property.name)
    out.write(": ")
    if model.mayBeNoncopyable(property.type) { out.write("consuming ") }
    if model.text(property.type).isFunctionType { out.write("@escaping ") }
    out.piece(property.type)
  }
}
