import StateMachineModel
import StateMachineSyntax

/// Adds the function that takes events, and derives `accepts` from it.
extension Lowerer {
  /// Returns all functions that have been translated, and empties `functions`. Only the caller then has the functions,
  /// so that passes change them in place and do not copy them.
  func takeFunctions() -> [Function] {
    defer { functions = [] }
    if !functions.isEmpty { functions[0].lostMarks += uncounted.flatMap(\.marks) }
    if model.tellsRows { for index in functions.indices { tellStops(&functions[index]) } }
    return functions
  }

  /// Adds the function to which callers pass events: `handle`, or `take` if `handle` does more than take one
  /// transition. Also adds the functions of composite states that it calls.
  func handle() {
    var signature = Signature(documentation: .lines(""), introducer: "private mutating func")
    let body = model.hasEvents ? reducer() : [noEvents]
    if model.takesSteps {
      signature.documentation = .lines("Handles `event`: takes its transition in the current state, if there is one.")
      signature.parameters = [eventParameter] + passedOnParameters
      signature.result = [.text("Outcome?")]
    } else {
      let ending = model.hasOutputs ? ", and hands its outputs to `emit` in order." : "."
      signature.documentation = .lines("Takes the transition for `event`" + ending)
      signature.introducer = "@discardableResult\n\(model.access)mutating func"
      signature.parameters =
        [Parameter(label: "event", variable: event, type: [.text("Event")])] + (model.hasOutputs ? [emitParameter] : [])
      signature.clause = [.text(model.errors.clause)]
      signature.result = [.text("Outcome")]
    }
    // It comes before the functions of microsteps, which were added while its body was made.
    functions.insert(
      Function(
        id: function(model.takesSteps ? "take" : "handle"), signature: signature, body: body,
        otherwise: [.leave(.literal(model.takesSteps ? "nil" : ".ignored"))], isEntryPoint: true,
        variables: variables), at: 0)
    if model.hasEvents { composites(.take) }
  }

  private var noEvents: Statement {
    var statement = Statement(.nothing)
    statement.comments = [.generated("There are no events.")]
    return statement
  }

  /// Returns `accepts` and the functions that it calls. `Erasure` makes them from the functions that take events: they
  /// have no effects, and return whether a transition would be taken.
  ///
  /// - Parameter functions: the functions that take events, the reducer's function first.
  func questions(of functions: [Function]) -> [Function] {
    var asking = submachineQuestions
    let first = functions.first?.id
    for function in functions {
      asking[function.id] = self.function(function.id == first ? "accepts" : asked(function.name))
    }
    var erasure = Erasure(asking: asking)
    var all: [Function] = []
    for function in functions {
      guard let id = asking[function.id] else { continue }
      var question = Function(
        id: id, signature: function.signature, body: function.body, isEntryPoint: function.id == first,
        variables: variables)
      question.enumerations = function.enumerations
      question.holder = holder(of: question)
      erasure.run(&question)
      question.signature.documentation = .lines(questions[function.id] ?? "")
      question.signature.introducer = "private func"
      question.signature.parameters = function.signature.parameters?.filter { !$0.isPassedOn }.map { parameter in
        var parameter = parameter
        parameter.label = nil
        return parameter
      }
      question.signature.clause = []
      question.signature.result = [.text("Bool")]
      all.append(question)
    }
    guard !all.isEmpty else { return [] }
    all[0].signature.documentation = .lines(
      "Whether `event` has a transition in the current state. Guards are evaluated, and nothing else happens.")
    all[0].signature.introducer = "\(model.access)func"
    if !model.hasEvents { all[0].body = [noEvents] }
    return all + submachineQuestionFunctions()
  }

  /// Returns the name of the function that `accepts` calls in place of another function: `acceptsMoving` in place of
  /// `handleMoving`.
  private func asked(_ name: String) -> String {
    let plain = name.filter { $0 != "`" }
    let verb = ["handle", "take"].first { plain.hasPrefix($0) } ?? ""
    return machine.names.fresh("accepts" + String(plain.dropFirst(verb.count)).capitalizedFirst).spelledAsName
  }
}
