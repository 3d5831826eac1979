import StateMachineModel

/// Prints the protocol of a wrapper's delegate. The wrapper calls the protocol's methods in the isolation of the
/// wrapper.
struct DelegatePrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  /// A method of the protocol.
  private struct DelegateMethod {
    /// The parameters after the first one, which is always the wrapper. `names` is a label and a name:
    /// `didHandle event`.
    var parameters: [(names: String, type: String)]
    var documentation: String
  }

  /// Writes the protocol.
  func write(_ out: inout SwiftWriter) {
    writeHead(&out)
    writeAssociatedTypes(&out)
    for method in methods {
      out.line(string: "/// \(method.documentation)")
      out.line(string: declaration(of: method))
    }
    out.closeBrace()
  }

  private func writeHead(_ out: inout SwiftWriter) {
    out.line(string: "/// The callbacks of \(plan.type.indefiniteArticle) `\(plan.type)`.")
    out.beginDeclaration(plan.availability(of: model) + plan.isolationAttribute, at: model.machine.requirements)
    let introducer = "\(plan.delegateAccess)\(plan.nonisolated)protocol \(plan.delegate)\(plan.arguments)"
    let conformances: [TypePiece] = [.text(": AnyObject\(plan.isActor ? ", Sendable" : "")")]
    if !out.isLocated, let head = model.head(introducer, conformances, hasParameters: false) { return out.open(head) }
    out.write(string: introducer)
    out.write(conformances)
    out.write(model.whereClause)
    out.openBrace()
    out.endLocation()
  }

  private func writeAssociatedTypes(_ out: inout SwiftWriter) {
    for parameter in model.machine.genericParameters {
      out.beginLocation(parameter.constraint)
      out.write("associatedtype ")
      out.write(parameter.name)
      if let constraint = parameter.constraint {
        out.write(": ")
        out.piece(constraint)
      }
      out.endLine()
      out.endLocation()
    }
  }

  /// Writes an extension with empty implementations of the protocol's methods, so that a delegate need not implement
  /// them all. Only the first method, `stateMachine(_:didChangeFrom:on:)`, has none: a delegate must implement it.
  func writeDefaults(_ out: inout SwiftWriter) {
    out.beginDeclaration(plan.availability(of: model), at: nil)
    // In an outer actor, the protocol is not isolated, but its extension at the top of the file may be, by default.
    let mayBeInActor = plan.isolation.isEmpty && model.machine.outer != nil
    let nonisolated = mayBeInActor ? "nonisolated " : plan.nonisolated
    out.write(string: "\(plan.isolation)\(nonisolated)extension \(plan.qualifiedDelegate)")
    out.openBrace()
    for method in methods.dropFirst() {
      let declaration = namesTypesOfDefaults ? declaration(of: method) : declarationWithoutTypes(of: method)
      out.line(string: "\(plan.access)\(declaration) {}")
    }
    out.closeBrace()
  }

  /// Whether the empty implementations name the machine's types. They cannot if the machine is declared within another
  /// type. That type may have less access than the methods, and Swift then rejects the methods.
  private var namesTypesOfDefaults: Bool { model.machine.outer == nil }

  private func declaration(of method: DelegateMethod) -> String {
    let receiver = "_ stateMachine: \(plan.isActor ? "isolated " : "")\(plan.qualifiedType)\(plan.arguments)"
    let parameters = method.parameters.map { "\($0.names): \($0.type)" }.joined(separator: ", ")
    return "func stateMachine(\(receiver), \(parameters))"
  }

  /// Returns the declaration of a method with `some Any` in place of the machine's types.
  private func declarationWithoutTypes(of method: DelegateMethod) -> String {
    let receiver = "_ stateMachine: \(plan.isActor ? "isolated some _Concurrency.Actor" : "some AnyObject")"
    let parameters = method.parameters.map { "\($0.names): some Any" }.joined(separator: ", ")
    return "func stateMachine(\(receiver), \(parameters))"
  }

  private var methods: [DelegateMethod] {
    var methods = [
      DelegateMethod(
        parameters: [("didChangeFrom oldState", "\(plan.state)"), ("on event", "\(plan.event)?")],
        documentation:
          "The machine may have changed: after its start, without an event, and after every event with a transition."),
      DelegateMethod(
        parameters: [("willHandle event", "\(plan.event)"), ("in state", "\(plan.state)")],
        documentation: "The machine is about to handle `event`."),
      DelegateMethod(
        parameters: [
          ("didEnter state", "\(plan.state)"), ("from oldState", "\(plan.state)?"), ("on event", "\(plan.event)?"),
        ],
        documentation:
          "An external transition has led from `oldState` to `state`. The start has neither an event nor a state before."
      ),
      DelegateMethod(
        parameters: [("didStayIn state", "\(plan.state)"), ("on event", "\(plan.event)")],
        documentation: "An internal transition has run: `state` was neither left nor entered."),
      DelegateMethod(
        parameters: [("didIgnore event", "\(plan.event)"), ("in state", "\(plan.state)")],
        documentation: "The machine has no transition for `event` in `state`."),
    ]
    if model.run.defers {
      methods.append(
        DelegateMethod(
          parameters: [("didDefer event", "\(plan.event)"), ("in state", "\(plan.state)")],
          documentation: "The machine defers `event` until a state does not."))
    }
    return methods
  }
}
