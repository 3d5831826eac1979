/// The protocol for what is told of each step of a wrapper, in the wrapper's isolation.
extension SwiftEmitter {
  mutating func emitDelegate(_ plan: WrapperPlan) {
    var methods: [(name: String, argument: String, documentation: String)] = [
      (
        "didEnter state: \(plan.machine).State", "on event: \(plan.machine).Event?",
        "The machine has entered `state`: at its start, with no event, and after every transition."
      ),
      (
        "willHandle event: \(plan.machine).Event", "in state: \(plan.machine).State",
        "The machine is about to handle `event`."
      ),
      (
        "didStayIn state: \(plan.machine).State", "on event: \(plan.machine).Event",
        "An internal transition has run: `state` was neither left nor entered."
      ),
      (
        "didIgnore event: \(plan.machine).Event", "in state: \(plan.machine).State",
        "The machine has no transition for `event` in `state`."
      ),
    ]
    if traits.defers {
      methods.append(
        (
          "didDefer event: \(plan.machine).Event", "in state: \(plan.machine).State",
          "The machine keeps `event` for a state that does not defer it."
        ))
    }
    writer.line(string: "/// Is told what \(article(plan.type)) `\(plan.type)` does.")
    writeAvailability(plan)
    if !plan.isolation.isEmpty { writer.line(string: String(plan.isolation.dropLast())) }
    let sendable = plan.isActor ? ", Sendable" : ""
    writer.write(
      string:
        "\(topLevelAccess)\(plan.nonisolated)protocol \(plan.delegate)\(plan.arguments): AnyObject\(sendable)\(whereClause)"
    )
    writer.openBrace()
    for parameter in machine.genericParameters {
      writer.write("associatedtype ")
      writer.write(parameter.name)
      if let constraint = parameter.constraint {
        writer.write(": ")
        writer.write(constraint)
      }
      writer.endLine()
    }
    let receiver = "_ stateMachine: \(plan.isActor ? "isolated " : "")\(plan.type)\(plan.arguments)"
    for (index, method) in methods.enumerated() {
      if index > 0 { writer.blankLine() }
      writer.line(string: "/// \(method.documentation)")
      writer.line(string: "func stateMachine(\(receiver), \(method.name), \(method.argument))")
    }
    writer.closeBrace()
    writer.blankLine()
    writeAvailability(plan)
    writer.write(string: "\(plan.isolation)\(plan.nonisolated)extension \(plan.delegate)")
    writer.openBrace()
    for method in methods.dropFirst() {
      writer.line(string: "\(access)func stateMachine(\(receiver), \(method.name), \(method.argument)) {}")
    }
    writer.closeBrace()
  }
}
