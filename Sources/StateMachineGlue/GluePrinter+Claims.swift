import StateMachineCodeGeneration
import StateMachineModel

/// Writes the glue for statements for tests. These are statements that tests check (`never`, `can reach`), and limits
/// of exploration (`within`), which are called bounds.
extension GluePrinter {
  /// The Swift of each statement that tests check, as a call of an initializer. Its closures call functions of the
  /// glue, such as `claim0InGlue`, with a configuration. Statements with `try` are left out.
  var properties: [String] {
    machine.claims.enumerated().compactMap { index, claim in
      let machine = waits ? ".machine" : ""
      func asking(_ call: String) -> String {
        isReplayed
          ? "{ configuration in configuration\(machine).read(redo) { $0.\(call) } }" : "{ $0\(machine).\(call) }"
      }
      let call = "claim\(index)InGlue(\(counts(claim) ? "0" : ""))"
      let condition: String
      switch claim.subject {
      // Without a guard, the statement is about a state that is never active.
      case .never: condition = ".never \(asking(claim.hasGuard ? call : call + " == true"))"
      case .canBe: condition = ".canBe \(asking(call))"
      case .within: condition = ".within \(asking(call))"
      case .invariant: condition = ".never \(asking(call + ".map { !$0 }"))"
      case .canReach:
        condition = ".canReach(from: \(asking(call + " == true")), to: \(asking("isTargetOfClaim\(index)InGlue()")))"
      case .event, .start: return nil
      }
      return ".init(\(parts(of: claim)), \(condition)\(documentation(of: claim)))"
    }
  }

  /// Returns the first two arguments of an initializer in the testing library, as Swift. They are the text of a
  /// statement for tests and its place in the file: `"never open", .init("Door.sm", 3, 5)`.
  func parts(of claim: Claim) -> String { "\(literal(text.swift(claim.range))), \(place(claim.range))" }

  func documentation(of claim: Claim) -> String {
    claim.documentation == nil ? "" : ", documentation: \(literal(text.documentation(claim.documentation)))"
  }

  /// The Swift expressions for the bounds, which limit exploration: tests take no steps from a configuration beyond a
  /// bound. Bounds are `within` statements, default limits for deferred events and tasks, and the bounds of
  /// submachines. The value of each expression is the bound if the configuration is beyond it, and nil otherwise.
  private var bounds: [String] {
    let claims = machine.claims.enumerated().filter(\.element.isBound)
    var bounds = claims.map { index, claim in
      "(machine.claim\(index)InGlue(\(counts(claim) ? "tasks" : "")) == false "
        + "? StateMachineTesting.ModelBound(\(literal(text.swift(claim.range)))) : nil)"
    }
    func isSaid(_ word: String) -> Bool { claims.contains { counted(by: $0.1).contains(word) } }
    var defaults: [String] = []
    if behaviour.run.defers, !isSaid("deferred") { defaults.append("deferred: \(countOfDeferred("machine"))") }
    if tasks.contains(where: { $0.tasks.isEffect }), !isSaid("tasks") { defaults.append("tasks: tasks") }
    if !defaults.isEmpty {
      bounds.append("StateMachineTesting.ModelBound.byDefault(\(defaults.joined(separator: ", ")))")
    }
    if !parts.isEmpty { bounds.append("machine.boundOfPartsInGlue(tasks)") }
    return bounds
  }

  private func countOfDeferred(_ machine: String) -> String {
    "StateMachineTesting.count(ofElements: \(literal(GeneratedNames(self.machine).deferredEvents)), in: \(machine))"
  }

  /// The Swift of the glue's function `bound`. For a configuration beyond a bound, such as `within open [persons < 3]`,
  /// this function returns the bound. Otherwise, it returns nil. An owner's glue calls the function for its submachine.
  /// Empty if the machine has no bounds.
  var bound: String {
    let bounds = bounds
    if bounds.isEmpty { return "" }
    let head = "\(access)static func bound(beyond machine: \(passing)\(type), tasks: Int)"
    let list = bounds.joined(separator: "\n        ?? ")
    return "    \(head) -> StateMachineTesting.ModelBound? {\n      \(list)\n    }\n"
  }

  var boundCall: String? {
    if bounds.isEmpty { return nil }
    let tasks = waits ? "\(subject).waitedFor.equalTasks" : "0"
    func call(_ machine: String) -> String { "Self.bound(beyond: \(machine), tasks: \(tasks))" }
    return isReplayed ? "\(value).read(redo) { \(call("$0")) }" : call(value)
  }

  /// Returns which of the words `deferred`, `tasks` and `waiters` a `within` statement uses for numbers that the glue
  /// counts. These are the numbers of deferred events, of running tasks with one name, and of continuations in the
  /// machine. If a property or a label has the name, the word stands for it instead, and is not returned.
  private func counted(by claim: Claim) -> Set<String> {
    guard claim.isBound, let condition = claim.condition else { return [] }
    let known = Set(machine.storedProperties.map { machine.names.text($0.name.id) })
      .union(claim.sources.flatMap { $0.locals.map { machine.names.text($0.name.id) } })
    return NamingCondition(condition, source).names.intersection(["deferred", "tasks", "waiters"]).subtracting(known)
  }

  private func counts(_ claim: Claim) -> Bool { counted(by: claim).contains("tasks") }

  /// Returns the Swift that declares constants for the words `deferred` and `waiters`, if a `within` statement uses
  /// them: `let deferred = …`. The word `tasks` needs no constant, because it is a parameter of the function.
  private func counting(_ claim: Claim) -> String {
    let counted = counted(by: claim)
    let values = [
      ("deferred", behaviour.run.defers ? countOfDeferred("self") : "0"),
      ("waiters", isReplayed ? "0" : "StateMachineTesting.waiters(in: self).count"),
    ]
    return values.filter { counted.contains($0.0) }.map { "    let \($0) = \($1)\n" }.joined()
  }

  /// The states that have a submachine which gets events from its owner.
  private var parts: [StateID] { machine.states.indices.filter { machine.states[$0].submachine?.event != nil } }

  /// The Swift of the function `partsPermitInGlue`. It returns false if the guard of a `try` statement in an active
  /// submachine forbids the event now. Empty if no submachine gets events.
  private var partsPermit: String {
    guard !parts.isEmpty else { return "" }
    let lines = parts.map { state -> String in
      let own = machine.states[state]
      let submachine = own.ownFields + (own.submachine?.field ?? 0)
      let event = own.submachine?.event.map { ["case .\(name(of: $0)) = eventInGlue"] } ?? []
      let conditions = conditions(of: state, binding: [submachine: "let part"])
      let call = "!glueInGlue.\(part(state)).mayCome(stepInGlue, to: part)"
      return "    \(when(conditions + event + [call], "return false"))\n"
    }
    return """

        /// Returns whether the environment can send an event to the submachine of a state now, as a statement there says.
        fileprivate func partsPermitInGlue(_ eventInGlue: Event, _ stepInGlue: Int?, _ glueInGlue: Glue) -> Bool {
          guard let stepInGlue else { return true }
      \(lines.joined())    return true
        }

      """
  }

  /// The Swift of the function `boundOfPartsInGlue`. It returns the bound of a submachine if this submachine is beyond
  /// it, and otherwise nil. Empty if no submachine gets events.
  private var boundOfParts: String {
    guard !parts.isEmpty else { return "" }
    let lines = parts.map { state -> String in
      let own = machine.states[state]
      let submachine = own.ownFields + (own.submachine?.field ?? 0)
      let conditions = conditions(of: state, binding: [submachine: "let part"])
      let call = "let bound = \(glue(ofPart: state)).bound(beyond: part, tasks: tasks)"
      return "    \(when(conditions + [call], "return bound"))\n"
    }
    return """

        fileprivate func boundOfPartsInGlue(_ tasks: Int) -> StateMachineTesting.ModelBound? {
      \(lines.joined())    return nil
        }

      """
  }

  var permission: String? {
    var conditions = waits ? ["Self.isAwaited(events[step], \(subject).waitedFor, \"\")"] : []
    if !comings.isEmpty { conditions.append("mayCome(step, to: \(value))") }
    return conditions.isEmpty ? nil : conditions.joined(separator: " && ")
  }

  /// The Swift calls that return whether an event may be sent now. One checks the guards of the machine's own `try`
  /// statements, the other those of its submachines. Empty if no `try` statement has a guard and no submachine gets
  /// events.
  private var comings: [String] {
    let isAsked = triedClaims.contains { $0.condition != nil }
    return (isAsked ? ["permitsInGlue(events[step], tries[step].statement)"] : [])
      + (parts.isEmpty ? [] : ["partsPermitInGlue(events[step], tries[step].part, self)"])
  }

  /// The Swift of the glue's function `mayCome`. It returns whether a test may send an event now, by the guards of the
  /// `try` statements. An owner's glue also asks the function `mayCome` of its submachine's glue. For this, the Swift
  /// declares a constant with the glue of each submachine. Empty if every event may always be sent.
  var coming: String {
    if comings.isEmpty { return "" }
    let calls = comings.map { isReplayed ? "machine.read(redo) { $0.\($0) }" : "machine.\($0)" }
    let subject = isReplayed ? "StateMachineTesting.Replayed<\(type)>" : type
    let head = "    \(access)func mayCome(_ step: Int, to machine: \(subject)) -> Bool"
    return "\(head) { \(calls.joined(separator: " && ")) }\n"
      + parts.map { "    fileprivate let \(part($0)) = \(glue(ofPart: $0))()\n" }.joined()
  }

  private func part(_ state: StateID) -> String { "part\(state.index)" }

  /// The Swift of the functions that the glue has for the statements for tests: they evaluate guards, and make the
  /// values of `try` statements.
  var claimFunctions: [String] {
    var functions: [String] = []
    for (index, claim) in machine.claims.enumerated() {
      switch claim.subject {
      case .never, .canBe, .invariant, .within:
        functions.append(question(index, claim))
      case .canReach(let targets):
        functions.append(question(index, claim))
        functions.append(
          "\n  fileprivate func isTargetOfClaim\(index)InGlue() -> Bool {\n\(areActive(targets))  }\n")
      case .event, .start: break
      }
    }
    return functions + permissions + [boundOfParts, partsPermit]
  }

  /// Returns the Swift of a function for a statement for tests, such as `never closing [persons > 9]`. That function
  /// returns whether the guard of the statement is true. It returns nil while none of the statement's sources, such as
  /// `closing`, is active.
  ///
  /// - Parameter index: the index of the statement in the machine, which becomes part of the function's name.
  private func question(_ index: Int, _ claim: Claim) -> String {
    var lines = ""
    if claim.condition == nil && claim.isAboutAll {
      lines = "    return true\n"
    } else if claim.sources.isEmpty {
      lines = "\(returns(claim, indentation: "    "))"
    } else {
      for source in claim.sources { lines += self.returns(claim, in: source, of: nil) }
      lines += "    return nil\n"
    }
    return """

        /// \(text.swift(claim.range))
        fileprivate func claim\(index)InGlue(\(counts(claim) ? "_ tasks: Int" : "")) -> Bool? {
      \(privateProperties)\(counting(claim))\(lines)  }

      """
  }

  private func returns(_ claim: Claim, in source: ClaimSource, of event: EventID?) -> String {
    let (conditions, uses) = matching(source.state, source.locals, source.patterns, of: event)
    let use = uses.isEmpty ? "" : "      \(uses)\n"
    // A region is active if its state is.
    return "    \(when(conditions, "\n\(use)\(returns(claim, indentation: "      "))   "))\n"
  }

  private func returns(_ claim: Claim, indentation: String) -> String {
    guard let condition = claim.condition else { return "\(indentation)return true\n" }
    return located("\(indentation)if", parts(condition).joined(separator: ", "), " { return true }", condition.range)
      + "\(indentation)return false\n"
  }

  // MARK: Events that are tried

  /// The Swift of functions for `try` statements. One returns whether an event may be sent now, by the guards of the
  /// statements. The others return the values that a statement gives for a field.
  private var permissions: [String] {
    var functions: [String] = []
    var cases = ""
    for (index, claim) in triedClaims.enumerated() {
      guard case .event(let event, let values) = claim.subject else { continue }
      if claim.condition != nil { cases += "    case \(index):\n\(permission(claim, event))" }
      for place in Set(values.map(\.place)).sorted() {
        let field = machine.events[event].fields[place]
        let type = text.swift(field.type)
        let given = values.filter { $0.place == place }.flatMap(\.values)
        if Self.isMadeAnew(field) { continue }
        functions.append(
          """

            fileprivate func values\(index)Of\(place)InGlue() -> [StateMachineTesting.Trial<\(type)>] {
          \(privateProperties)\(listed(given, of: type, in: "values", indentation: "    "))    return values
            }

          """)
      }
    }
    guard !cases.isEmpty else { return functions }
    return functions + [
      """

        /// Returns whether the environment can send an event now, as a statement says.
        fileprivate func permitsInGlue(_ eventInGlue: \(machine.hasMethods ? "Glue.Call" : "Event"), _ statementInGlue: Int?) -> Bool {
      \(privateProperties)    switch statementInGlue {
      \(cases)    default: return true
          }
        }

      """
    ]
  }

  /// Returns the Swift that returns whether the guard of a `try` statement is true. If the guard uses labels of states,
  /// there is an `if` for each source. Otherwise, the state does not matter.
  private func permission(_ claim: Claim, _ event: EventID) -> String {
    let usesState = claim.sources.contains { $0.locals.contains { $0.owner == .source } }
    guard let first = claim.sources.first else { return "      return false\n" }
    if usesState {
      return claim.sources.map { returns(claim, in: $0, of: event) }.joined() + "      return false\n"
    }
    var payload: [Int: String] = [:]
    for local in first.locals { payload[Int(local.field)] = "let \(machine.source.text(local.name.range))" }
    guard !payload.isEmpty else { return returns(claim, indentation: "      ") }
    return "      if \(condition(for: event, payload)) {\n\(returns(claim, indentation: "        "))      }\n"
      + "      return false\n"
  }
}
