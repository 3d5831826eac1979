import StateMachineModel
import StateMachineSyntax

/// Functions such as `guard1` that contain the guards of a machine. `handle` and `accepts` both call them, so that the
/// Swift compiler reports an error in a guard only once. Only code with source locations has them. A guard has no
/// function if it uses a name that a pattern or a block of Swift declares. The type of such a name is unknown.
struct GuardFunctions: Sendable {
  struct Function: Sendable {
    var name: String
    var condition: SwiftCode
    var parameters: [Parameter]
  }

  struct Parameter: Sendable {
    var name: Identifier
    var field: Field
  }

  /// Identifies a guard's function: guards with equal keys share one. `start` is the guard's offset in the file.
  /// `names` and `types` are those of the fields that it uses. A row with two sources declares two transitions with the
  /// same guard. They share a function only if the guard's names mean fields of the same types for both sources.
  private struct Key: Hashable {
    var start: Int
    var names: [NameID]
    var types: [String]
  }

  private let machine: StateMachine
  /// Whether a block of Swift among the effects of a row declares a name. The guard of a choice after the row may use
  /// the name, whose type is unknown. If there is such a block, guards of choices have no functions.
  private let hasBlockNames: Bool
  private(set) var functions: [Function] = []
  private var places: [Key: Int] = [:]

  /// Creates the functions for the guards of a machine.
  ///
  /// - Parameter isWanted: whether to create functions. It is false for code without source locations, in which guards
  ///   have no functions.
  init(_ machine: StateMachine, _ behaviour: Behaviour, isWanted: Bool) {
    self.machine = machine
    hasBlockNames = isWanted && machine.rows.contains { machine.declareNames($0.effects) }
    guard isWanted else { return }
    for id in machine.transitions.indices {
      let transition = machine.transitions[id]
      if let condition = machine.rows[transition.row].condition { add(condition, transition, .condition) }
      if transition.choice != nil { add(behaviour.passage(of: id), transition) }
    }
  }

  /// Adds functions for the guards of all choices that a transition leads to.
  ///
  /// - Parameters:
  ///   - passage: what follows the transition: effects, and then a choice or a state. In a recursive call, it is what
  ///     follows a row of the choice.
  ///   - transition: the transition that leads to the first choice.
  private mutating func add(_ passage: Passage, _ transition: Transition) {
    guard case .choice(let branches) = passage.end else { return }
    for branch in branches {
      if let condition = machine.rows[branch.transition.row].condition {
        add(condition, transition, .branchCondition)
      }
      add(branch.passage, transition)
    }
  }

  /// Adds a function for a guard, unless another transition with the same guard has added one. Nothing is added for a
  /// guard that cannot have a function, such as one that may throw.
  private mutating func add(_ condition: SwiftCode, _ transition: Transition, _ usage: LocalUsage) {
    let condition = condition.named
    // A guard that may throw, or that reads a noncopyable payload, has no function.
    if machine.hasMethods, SwiftAnalysis.attempt(in: condition.range, machine.source.bytes) != nil { return }
    if machine.hasMethods, machine.isNoncopyable { return }
    guard let parameters = parameters(of: condition, transition, usage) else { return }
    let key = key(condition, parameters)
    guard places[key] == nil else { return }
    places[key] = functions.count
    let name = machine.names.fresh("guard\(functions.count + 1)")
    functions.append(Function(name: name, condition: condition, parameters: parameters))
  }

  var isEmpty: Bool { functions.isEmpty }

  /// Returns the function for a guard; nil if the guard has no function.
  ///
  /// - Parameters:
  ///   - transition: the transition that has the guard. For a guard of a choice, it is the transition that leads to
  ///     the choice.
  ///   - usage: `.condition` for the transition's own guard, `.branchCondition` for a guard of a choice.
  func function(for condition: SwiftCode, of transition: Transition, _ usage: LocalUsage) -> Function? {
    guard !functions.isEmpty, let parameters = parameters(of: condition, transition, usage) else { return nil }
    return places[key(condition, parameters)].map { functions[$0] }
  }

  private func key(_ condition: SwiftCode, _ parameters: [Parameter]) -> Key {
    Key(
      start: condition.range.lowerBound, names: parameters.map(\.name.id),
      types: parameters.map { machine.typeText(of: $0.field) })
  }

  /// Returns the parameters of a guard's function: one for each field that the guard uses. Nil if the guard cannot have
  /// a function. It binds names, as `[let x = y]` does, or uses a name whose type is unknown.
  private func parameters(of condition: SwiftCode, _ transition: Transition, _ usage: LocalUsage) -> [Parameter]? {
    if bindsNames(condition.range) { return nil }
    if usage == .branchCondition, hasBlockNames { return nil }
    let usesPattern = transition.patterns.contains { $0.bindings.contains { !$0.usage.isDisjoint(with: usage) } }
    if usesPattern { return nil }
    var parameters: [Parameter] = []
    for local in transition.locals where !local.usage.isDisjoint(with: usage) {
      let fields =
        local.owner == .event
        ? machine.fields(of: transition.trigger) : machine.states[transition.source].pathFields
      guard fields.indices.contains(Int(local.field)) else { return nil }
      let field = fields[Int(local.field)]
      if case .written = field.key {} else { return nil }
      parameters.append(Parameter(name: local.name, field: field))
    }
    return parameters
  }
  /// Returns whether a guard binds names that effects may use, as `[let x = y]` does.
  private func bindsNames(_ range: SourceRange) -> Bool {
    let bytes = machine.source.bytes
    var swift = SwiftLexer(bytes: bytes, from: range.lowerBound, to: range.upperBound)
    var token = swift.next()
    while token.kind != .end {
      let text = SourceRange(token.start, token.end)
      if token.kind == .identifier, ["let", "var", "case"].contains(machine.source.text(text)) { return true }
      token = swift.next()
    }
    return false
  }
}
