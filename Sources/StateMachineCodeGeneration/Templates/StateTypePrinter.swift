import StateMachineModel

/// Prints the types of a machine's states: an enum for the machine and for each composite state or region, and a struct
/// for regions that are active together.
struct StateTypePrinter {
  private let model: SwiftModel
  private let access: String
  private let coding: CodingPrinter
  private var machine: StateMachine { model.machine }
  private var layout: StateLayout { model.layout }

  init(_ model: SwiftModel) {
    self.model = model
    access = model.access
    coding = CodingPrinter(model)
  }

  /// Writes the type `State` of the machine. The types of composite states are nested in it.
  func write(_ out: inout SwiftWriter) {
    if machine.isParallel {
      writeRegions(machine.topStates, "State", "The state of the machine: that of each of its regions.", &out) {
        writeQueries(&$0)
        NamePrinter(model).writeRegions(&$0)
      }
    } else {
      writeEnum(machine.topStates, "State", "A state of the machine.", &out) {
        writeQueries(&$0)
        NamePrinter(model).writeStates(of: nil, &$0)
      }
    }
    out.blankLine()
  }

  /// Writes the Boolean properties that return whether certain states are active. There is one for each group, such as
  /// `isMoving` for the group `moving`. There is also one for each query in a guard, such as `in(open)`.
  private func writeQueries(_ out: inout SwiftWriter) {
    for query in Lowerer(model).queries() {
      out.blankLine()
      model.write(query, &out)
    }
  }

  // MARK: Enums

  /// Writes the enum of the states of the machine, of a region or of a composite state. The types of composite states
  /// are nested in the enum.
  ///
  /// - Parameter after: writes further members at the end of the enum.
  private func writeEnum(
    _ states: [StateID], _ name: String, _ summary: String, _ out: inout SwiftWriter,
    after: (inout SwiftWriter) -> Void = { _ in }
  ) {
    out.line(string: "/// \(summary)")
    let noncopyable = model.takesStateOut ? ["~Copyable"] : []
    let conformances = noncopyable + model.nestedConformances(isState: true)
    model.write(head: "\(model.usableFromInline)\(access)enum", name, conformances, &out)
    for state in states { writeCase(of: state, &out) }
    for state in states where machine.states[state].isComposite {
      out.blankLine()
      writeChildren(of: state, &out)
    }
    for state in states {
      guard let payload = model.names.payload(of: state) else { continue }
      out.blankLine()
      write(payload, of: state, &out)
    }
    let former = model.formerStates(in: states.first.flatMap { machine.states[$0].parent })
    coding.writeInit(of: states.map(model.storedCase), "state", former: former, &out)
    after(&out)
    out.closeBrace()
  }

  /// Writes the case of a state, with its payload.
  private func writeCase(of state: StateID, _ out: inout SwiftWriter) {
    let declaration = machine.states[state]
    out.documentation(declaration.documentation)
    if let pseudostate = declaration.pseudostate, declaration.documentation == nil {
      let end = declaration.parent == nil ? "`start` takes its transition" : "its transition leaves it at once"
      let place = pseudostate == .initial ? "The initial pseudostate" : "The default of the history"
      out.line(string: "/// \(place): \(end).")
    }
    out.beginLocation(declaration.fields.isEmpty ? nil : declaration.name.range)
    out.write("case ")
    out.write(declaration.name)
    if let payload = model.names.payload(of: state) {
      out.write(string: "(\(payload))")
    } else if declaration.isComposite {
      writeCompositePayload(of: state, &out)
    } else {
      out.write(payload: declaration.fields)
    }
    out.endLine()
    out.endLocation()
  }

  // MARK: Payloads

  /// Writes the struct of a state's payload. Also writes a static function by which callers create the state as they
  /// would create a case with fields: `.open(persons: 3)`.
  private func write(_ payload: String, of state: StateID, _ out: inout SwiftWriter) {
    let fields = machine.states[state].fields
    let members = fields.enumerated().map { model.member(of: $1, $0) }
    out.line(string: "/// The payload of `\(model.name(of: state))`.")
    model.write(head: "\(model.usableFromInline)\(access)struct", payload, ["~Copyable"], &out)
    for (member, field) in zip(members, fields) {
      out.write(string: "\(model.usableFromInline)\(access)var \(member): ")
      out.code(SwiftCode(range: field.type))
      out.endLine()
    }
    // The synthesised initializer would not be visible where the function is inlined.
    if machine.isInlinable {
      out.blankLine()
      out.write("@inlinable init")
      write(fields, members, ofMembers: true, &out)
      out.openBrace()
      for member in members { out.line(string: "self.\(member) = \(member)") }
      out.closeBrace()
    }
    out.closeBrace()
    out.blankLine()
    out.write(string: "\(model.inlinable)\(access)static func ")
    out.write(machine.states[state].name)
    write(fields, members, &out)
    out.write(" -> State")
    out.openBrace()
    out.write(".")
    out.write(member: machine.states[state].name)
    out.line(string: "(\(payload)(\(members.map { "\($0): \($0)" }.joined(separator: ", "))))")
    out.closeBrace()
  }

  /// Writes fields as a parameter list: `(speed: Int = 1, _ name: String)`.
  ///
  /// - Parameters:
  ///   - members: the names of the parameters. If a name differs from the label of the field, both are written:
  ///     `_ name`.
  ///   - ofMembers: whether the list is that of the initializer of the payload's struct: `(speed: Int, name: String)`.
  ///     Such a list has only the names, and no defaults.
  private func write(_ fields: [Field], _ members: [String], ofMembers: Bool = false, _ out: inout SwiftWriter) {
    out.write("(")
    for (index, field) in fields.enumerated() {
      if index > 0 { out.write(", ") }
      if !ofMembers, field.label.map(model.text) != members[index] {
        if let label = field.label { out.write(parameterLabel: label) } else { out.write("_") }
        out.write(" ")
      }
      out.write(string: members[index] + ": ")
      if model.mayBeNoncopyable(field.type) { out.write("consuming ") }
      if model.text(field.type).isFunctionType { out.write("@escaping ") }
      out.code(SwiftCode(range: field.type))
      if !ofMembers, let value = field.defaultValue {
        out.write(" = ")
        out.code(SwiftCode(range: value))
      }
    }
    out.write(")")
  }

  /// Writes the payload of a composite state's case: the state's own fields, then the active state within it. For
  /// example, `(persons: Int, Moving = .closing)` has the enum `Moving` of the child states.
  private func writeCompositePayload(of state: StateID, _ out: inout SwiftWriter) {
    let declaration = machine.states[state]
    out.write("(")
    out.write(fields: declaration.fields)
    out.write(string: (declaration.fields.isEmpty ? "" : ", ") + model.names.children(of: state))
    if machine.isParallel(state) {
      if declaration.children.allSatisfy(layout.hasDefault) { out.write(" = .init()") }
    } else {
      writeInitialDefault(of: state, &out)
    }
    out.write(")")
  }

  /// Writes the type of what is active within a composite state: the enum of its states, or the struct of its regions.
  private func writeChildren(of state: StateID, _ out: inout SwiftWriter) {
    let children = machine.states[state].children
    let type = model.names.children(of: state)
    let name = model.name(of: state)
    if machine.isParallel(state) {
      writeRegions(children, type, "The regions of `\(name)`, which are active together.", &out)
    } else {
      writeEnum(children, type, "A state within `\(name)`.", &out)
    }
  }

  /// Writes the default ` = .closed` for the active state within a composite state or region. Nothing is written if the
  /// initial state needs arguments.
  private func writeInitialDefault(of body: StateID, _ out: inout SwiftWriter) {
    guard let initial = machine.states[body].initialChild, layout.hasDefault(initial) else { return }
    let child = machine.states[initial]
    out.write(" = .")
    out.write(member: child.name)
    if !child.fields.isEmpty || child.isComposite { out.write("()") }
  }

  // MARK: Regions

  /// Writes the struct of the regions of a composite state or of the machine. The enums of the regions' states are
  /// nested in the struct.
  ///
  /// - Parameter after: writes further members at the end of the struct.
  private func writeRegions(
    _ regions: [StateID], _ name: String, _ summary: String, _ out: inout SwiftWriter,
    after: (inout SwiftWriter) -> Void = { _ in }
  ) {
    out.line(string: "/// \(summary)")
    model.write(head: "\(access)struct", name, model.nestedConformances(isState: false), &out)
    for region in regions {
      out.write(string: "\(access)var ")
      out.write(machine.states[region].name)
      writeType(of: region, &out)
      out.endLine()
    }
    // The memberwise initializer is not accessible elsewhere. With a default isolation, it is isolated, and neither the
    // default value of an enum's case nor the initializer of a submachine can call it.
    let isDefaultOfSubmachine = machine.isSubmachine && machine.states[regions[0]].parent == nil
    let values = model.storedValues(ofRegions: regions)
    // Beside an initializer that reads stored data, Swift synthesises no memberwise one.
    let isRead = coding.isRead(values)
    if !access.isEmpty || machine.isolation.attribute != nil || isDefaultOfSubmachine || isRead {
      writeInit(regions, &out)
    }
    let members = zip(regions, values).map { (spelling: model.spelling(machine.states[$0].name), value: $1) }
    coding.writeInit(ofMembers: members, &out)
    for region in regions {
      out.blankLine()
      writeEnum(
        machine.states[region].children, model.names.children(of: region),
        "A state of the region `\(model.name(of: region))`.", &out
      ) { NamePrinter(model).writeStates(of: region, &$0) }
    }
    after(&out)
    out.closeBrace()
  }

  /// Writes the initializer of the struct of regions, with a parameter for the active state of each region.
  private func writeInit(_ regions: [StateID], _ out: inout SwiftWriter) {
    out.blankLine()
    out.write(string: "\(access)\(machine.isolation.isNonisolated ? "" : "nonisolated ")init(")
    for (index, region) in regions.enumerated() {
      if index > 0 { out.write(", ") }
      out.write(parameterLabel: machine.states[region].name)
      writeType(of: region, &out)
    }
    out.write(")")
    out.openBrace()
    for region in regions {
      let name = model.spelling(machine.states[region].name)
      out.line(string: "self.\(name) = \(name)")
    }
    out.closeBrace()
  }

  /// Writes the type of a region after its name, with its default: `: Audio = .off`. There is no default if the initial
  /// state needs arguments.
  private func writeType(of region: StateID, _ out: inout SwiftWriter) {
    out.write(string: ": \(model.names.children(of: region))")
    writeInitialDefault(of: region, &out)
  }
}
