/// Writes the protocol for what is told of each step of a wrapper, in the wrapper's isolation.
struct DelegatePrinter {
  let model: SwiftModel
  let plan: WrapperPlan

  /// A method of the protocol.
  private struct Method {
    var name: String
    var argument: String
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
    out.write(string: "\(plan.delegateAccess)\(plan.nonisolated)protocol \(plan.delegate)\(plan.arguments)")
    out.write(string: ": AnyObject\(plan.isActor ? ", Sendable" : "")")
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

  /// Writes the methods that a delegate need not have, in an extension at the top of the file.
  func writeDefaults(_ out: inout SwiftWriter) {
    out.beginDeclaration(plan.availability(of: model), at: nil)
    out.write(string: "\(plan.isolation)\(plan.nonisolated)extension \(plan.qualifiedDelegate)")
    out.openBrace()
    for method in methods.dropFirst() { out.line(string: "\(plan.access)\(declaration(of: method)) {}") }
    out.closeBrace()
  }

  private func declaration(of method: Method) -> String {
    let receiver = "_ stateMachine: \(plan.isActor ? "isolated " : "")\(plan.qualifiedType)\(plan.arguments)"
    return "func stateMachine(\(receiver), \(method.name), \(method.argument))"
  }

  private var methods: [Method] {
    var methods = [
      Method(
        name: "didChangeFrom oldState: \(plan.state)", argument: "on event: \(plan.event)?",
        documentation:
          "The machine may have changed: after its start, without an event, and after every event with a transition."),
      Method(
        name: "willHandle event: \(plan.event)", argument: "in state: \(plan.state)",
        documentation: "The machine is about to handle `event`."),
      Method(
        name: "didEnter state: \(plan.state)", argument: "from oldState: \(plan.state)?, on event: \(plan.event)?",
        documentation:
          "An external transition has led from `oldState` to `state`. The start has neither an event nor a state before."
      ),
      Method(
        name: "didStayIn state: \(plan.state)", argument: "on event: \(plan.event)",
        documentation: "An internal transition has run: `state` was neither left nor entered."),
      Method(
        name: "didIgnore event: \(plan.event)", argument: "in state: \(plan.state)",
        documentation: "The machine has no transition for `event` in `state`."),
    ]
    if model.run.defers {
      methods.append(
        Method(
          name: "didDefer event: \(plan.event)", argument: "in state: \(plan.state)",
          documentation: "The machine defers `event` until a state does not."))
    }
    return methods
  }
}
