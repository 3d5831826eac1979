import StateMachineModel

/// Prints the beginning of a machine's struct: its head, the stored properties, the initializers and `isFinal`. Other
/// printers write its types and functions.
struct MemberPrinter {
  private let model: SwiftModel
  private let access: String
  private var machine: StateMachine { model.machine }

  init(_ model: SwiftModel) {
    self.model = model
    access = model.access
  }

  // MARK: The head

  /// Writes `extension Outer {` if the machine is declared within another type. Nothing is written for other machines.
  func writeHeadOfExtension(_ out: inout SwiftWriter) {
    guard let outer = machine.outer else { return }
    let available = machine.attributes.filter { model.text($0).hasPrefix("@available") }
    let attributes = Availability.attributes(available, of: machine.source, needed: needed)
    // Attributes of the source have their source location at the struct.
    out.beginDeclaration(attributes.map { .text(text($0)) }, at: outer.range)
    out.write("extension ")
    out.piece(outer.range)
    out.openBrace()
    out.endLocation()
  }

  private func text(_ attribute: TypePiece) -> String {
    switch attribute {
    case .text(let text), .name(let text): text
    case .source(let range): model.text(range)
    }
  }

  /// The versions of platforms that the machine needs because it uses a clock; nil if it uses none.
  private var needed: Availability? { machine.needsClock ? .clocks : nil }

  /// Writes the head of the struct up to its opening brace.
  func writeHead(_ out: inout SwiftWriter) {
    out.documentation(machine.documentation)
    // The extension already has the list of versions.
    let isWithin = machine.outer != nil && !out.isLocated
    let own = machine.attributes.filter { !isWithin || !Availability.listsVersions(model.text($0)) }
    let attributes =
      Availability.attributes(own, of: machine.source, needed: isWithin ? nil : needed)
      + (machine.isolation.attribute.map { [.source($0)] } ?? [])
    let written = machine.attributes + [machine.isolation.attribute].compactMap { $0 }
    let first = written.min { $0.lowerBound < $1.lowerBound }
    out.beginDeclaration(attributes, at: first ?? model.headLocation)
    // `nonisolated` is needed if code outside of the main actor uses the machine, whatever the module's default is.
    let nonisolated = machine.isolation.isNonisolated ? "nonisolated " : ""
    let introducer = "\(model.usableFromInline)\(model.topLevelAccess)\(nonisolated)struct "
    if !out.isLocated, let head = model.head(introducer + model.spelling(machine.name), model.conformanceClause) {
      return out.open(head)
    }
    out.write(string: introducer)
    if !machine.name.needsBackticks { out.align(with: machine.name.range) }
    out.write(machine.name)
    out.write(model.genericClause + model.conformanceClause + model.whereClause)
    out.openBrace()
    out.endLocation()
  }

  // MARK: Properties

  /// Writes the stored properties, the initializers, `isFinal` and the members of `interface`.
  func writeProperties(_ out: inout SwiftWriter) {
    for property in machine.storedProperties { write(property, &out) }
    writeState(&out)
    HistoryPrinter(model: model).writeProperties(&out)
    RunTypePrinter(model).writeDeferredEvents(&out)
    out.blankLine()
    writeInit(&out)
    for initial in machine.startingStates { write(Lowerer(model).initializer(of: initial), &out) }
    CodingPrinter(model).writeInit(&out)
    if model.run.canEnd, !machine.hasMethods { write(Lowerer(model).isFinalProperty(), &out) }
    for member in Lowerer(model).interfaceMembers() { write(member, &out) }
  }

  private func write(_ function: Function, _ out: inout SwiftWriter) {
    model.write(function, &out)
    out.blankLine()
  }

  /// Writes the property for the state. If the state is stored under another name, a computed property `state` is
  /// written, too, unless the state is noncopyable.
  private func writeState(_ out: inout SwiftWriter) {
    let layout = model.layout
    let isOptional = layout.storage == .optional
    let stored = "var \(layout.storedProperty): State\(isOptional ? "?" : "")"
    guard layout.storedProperty != "state" else {
      out.line(isOptional ? "/// The current state; nil while a method has taken it out." : "/// The current state.")
      out.line(string: (machine.isInlinable ? "@usableFromInline " : "\(access)private(set) ") + stored)
      return
    }
    // A noncopyable state cannot be returned, so callers do not read it.
    if !model.takesStateOut {
      out.line("/// The current state.")
      if machine.isInlinable { out.line("@inlinable") }
      out.write(string: "\(access)var state: State")
      if isOptional {
        out.openBrace()
        out.line("// Each method has put a state back when it ends.")
        out.line(string: "\(layout.storedState)!")
        out.closeBrace()
        out.blankLine()
        out.line("/// The same; nil while a method changes its payload, which then has one owner and is not copied.")
      } else {
        out.line(string: " { \(layout.storedState) }")
      }
    }
    out.line(string: model.helperAccess + stored)
  }

  private func write(_ property: StoredProperty, _ out: inout SwiftWriter) {
    out.documentation(property.documentation)
    out.beginLocation(property.type)
    out.write(string: self.access(of: property))
    out.write(property.isVariable ? "var " : "let ")
    out.write(property.name)
    out.write(": ")
    out.code(SwiftCode(range: property.type))
    if !property.isParameter, !model.layout.hasWholeInit, let value = property.initialValue {
      out.write(" = ")
      out.code(SwiftCode(range: value))
    }
    out.endLine()
    out.endLocation()
  }

  /// Returns the access modifiers of a property, such as `public private(set) `. In an inlinable machine, functions
  /// that other modules inline set the property. Its modifier is then `public ` or, if other modules must not see the
  /// property, `@usableFromInline `.
  private func access(of property: StoredProperty) -> String {
    if machine.isInlinable {
      // Functions that other modules inline set the property.
      let isSeen = machine.access == .public && property.visibility != .private
      return isSeen ? "public " : "@usableFromInline "
    }
    switch property.visibility {
    case .private: return "private "
    case .readOnly: return access + "private(set) "
    case .machine: return property.isVariable && !access.isEmpty ? access + "private(set) " : access
    }
  }

  // MARK: The initializer

  /// Writes the initializer for callers. If methods need it, a private one for all stored properties follows.
  private func writeInit(_ out: inout SwiftWriter) {
    out.line("/// Makes a machine in its initial state, or in another one.")
    let parameters = machine.initializedProperties
    out.beginLocation(parameters.first?.type)
    // A default argument is not isolated in Swift 5, nor is that of a payload in any version (SE-0411).
    let nonisolated =
      switch machine.isolation {
      case .module: machine.isSubmachine ? "nonisolated " : ""
      case .nonisolated: ""
      case .globalActor: machine.hasNonisolatedInit ? "nonisolated " : ""
      }
    out.write(string: "\(model.inlinable)\(access)\(nonisolated)init(")
    for property in parameters { writeParameter(property, &out) }
    out.write(model.takesStateOut ? "state: consuming State" : "state: State")
    if model.layout.initialStateHasDefault { writeInitialState(&out) }
    out.write(")")
    out.openBrace()
    out.endLocation()
    writeAssignments(&out)
    guard model.layout.hasWholeInit else { return }
    out.line("/// Makes a machine of all that it stores, as methods consume its state and write it as a whole.")
    out.write(string: model.privateAccess + "init(")
    for property in machine.storedProperties { writeParameter(property, withDefault: false, &out) }
    out.write("state: consuming State)")
    out.openBrace()
    writeAssignments(ofAll: true, &out)
  }

  /// Writes the body of an initializer, which assigns the stored properties.
  ///
  /// - Parameter ofAll: whether the initializer has a parameter for every stored property, even for private properties
  ///   with a default.
  private func writeAssignments(ofAll: Bool = false, _ out: inout SwiftWriter) {
    for property in machine.storedProperties where property.isParameter || model.layout.hasWholeInit {
      out.write("self.")
      out.write(property.name)
      out.write(" = ")
      if let value = property.initialValue, !property.isParameter, !ofAll {
        out.code(SwiftCode(range: value))
      } else {
        out.write(property.name)
      }
      out.endLine()
    }
    let isConsumed = model.layout.storage == .optional && model.takesStateOut
    out.line(string: "\(model.layout.storedState) = \(isConsumed ? "consume " : "")state")
    out.closeBrace()
    out.blankLine()
  }

  /// Writes the parameter for a stored property: `limit: Int = 8, `.
  private func writeParameter(_ property: StoredProperty, withDefault: Bool = true, _ out: inout SwiftWriter) {
    out.write(property.name)
    out.write(": ")
    // Swift requires the ownership of a parameter whose type may be noncopyable.
    if model.mayBeNoncopyable(property.type) { out.write("consuming ") }
    if model.text(property.type).isFunctionType { out.write("@escaping ") }
    out.piece(property.type)
    if withDefault, let value = property.initialValue {
      out.write(" = ")
      out.code(SwiftCode(range: value))
    }
    out.write(", ")
  }

  /// Writes the default of the parameter `state`, which is the initial state: ` = .closed`.
  private func writeInitialState(_ out: inout SwiftWriter) {
    if machine.isParallel {
      out.write(" = State()")
    } else if let initial = machine.initialState {
      out.write(" = .")
      out.write(member: machine.states[initial].name)
      if !machine.states[initial].fields.isEmpty || machine.states[initial].isComposite { out.write("()") }
    }
  }
}
