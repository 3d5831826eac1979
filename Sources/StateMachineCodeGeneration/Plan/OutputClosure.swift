import StateMachineModel
import StateMachineSyntax

/// The closure that performs an output.
struct OutputClosure {
  var duty: WrapperDuty
  /// The label of the parameter for the closure.
  var name: String
  var property: String
  var type: [TypePiece]
  /// The type aliases for the types of the closure that the `.sm` file contains, in the order of `writtenTypes`.
  var typeNames: [String] = []
  var kind: Output.Kind
  /// Whether the output is an activity of states, and is also begun by effects.
  var isBegunTwice = false
  /// The parameter and the property for the priority of the closure's task; nil if no task runs the closure.
  var priority: (label: String, property: String)?

  /// The types of the closure that the `.sm` file contains.
  var writtenTypes: [SourceRange] {
    type.compactMap { if case .source(let range) = $0 { range } else { nil } }
  }
}

/// The planner of a wrapper's closures: one for each output, outputs of submachines included.
struct ClosurePlanner {
  let model: SwiftModel
  /// The attributes of the closures, with a space after them.
  let attribute: String

  func closures() -> [OutputClosure] {
    var closures = model.machine.outputs.indices.flatMap { id in
      model.machine.outputs[id].owner.map(submachineClosures) ?? [closure(of: id)]
    }
    separateNames(of: &closures)
    addPriorities(to: &closures)
    addTypeNames(to: &closures)
    return closures
  }

  /// Returns the closure of an output that the machine itself declares.
  private func closure(of id: OutputID) -> OutputClosure {
    let output = model.machine.outputs[id]
    let parameters = output.fields.map { ($0.name.map(model.spelling), TypePiece.source($0.type)) }
    return OutputClosure(
      duty: .output(id), name: model.spelling(output.name),
      property: (model.text(output.name) + "Output").spelledAsName,
      type: type(parameters, output.kind, event: "\(model.machineType).Event"), kind: output.kind,
      isBegunTwice: output.tasks.isBoth)
  }

  /// Returns the closures for the outputs of a state's submachine, and of the submachines within it.
  private func submachineClosures(of state: StateID) -> [OutputClosure] {
    guard let submachine = model.machine.states[state].submachine else { return [] }
    return submachine.outputs.compactMap { output in
      guard case .output(let kind, let tasks) = output.role else { return nil }
      let name = model.name(of: output, of: state)
      let parameters = output.parameters.map {
        ($0.name, TypePiece.text(model.qualified($0.type, of: output, submachine)))
      }
      return OutputClosure(
        duty: .submachineOutput(state, path: output.path), name: name, property: "",
        type: type(parameters, kind, event: "\(model.type(declaring: output, submachine)).Event"), kind: kind,
        isBegunTwice: tasks.isBoth)
    }
  }

  /// Appends underscores to names of submachines' outputs that collide with the machine's own outputs or with earlier
  /// ones: the output `c` of the state `aB`, and `bC` of `a`.
  private func separateNames(of closures: inout [OutputClosure]) {
    var taken = Set(closures.lazy.filter { !$0.duty.isOfSubmachine }.map { $0.name.filter { $0 != "`" } })
    for index in closures.indices where closures[index].duty.isOfSubmachine {
      var name = closures[index].name
      while !taken.insert(name).inserted { name += "_" }
      closures[index].name = name.spelledAsName
      closures[index].property = (name + "Output").spelledAsName
    }
  }

  /// Gives each asynchronous closure a priority with a unique name.
  private func addPriorities(to closures: inout [OutputClosure]) {
    var taken = Set(closures.map(\.name))
    for index in closures.indices where closures[index].kind != .plain {
      let base = closures[index].property.filter { $0 != "`" }
      var label = base.dropLast("Output".count) + "Priority"
      while !taken.insert(String(label).spelledAsName).inserted { label += "_" }
      closures[index].priority = (String(label).spelledAsName, (base + "Priority").spelledAsName)
    }
  }

  /// Names the type aliases: `CloseOutput1` for the first argument of `closeOutput`, unless a property has that name.
  private func addTypeNames(to closures: inout [OutputClosure]) {
    var taken = Set(closures.map { $0.property.filter { $0 != "`" } })
    for index in closures.indices {
      let base = closures[index].property.filter { $0 != "`" }.capitalizedFirst
      closures[index].typeNames = closures[index].writtenTypes.indices.map { number in
        var name = model.names.fresh("\(base)\(number + 1)")
        while !taken.insert(name).inserted { name += "_" }
        return name.spelledAsName
      }
    }
  }

  /// Returns `(_ speed: Int) -> Void`.
  private func type(
    _ parameters: [(name: String?, type: TypePiece)], _ kind: Output.Kind, event: String
  ) -> [TypePiece] {
    var pieces: [TypePiece] = [.text("\(attribute)(")]
    for (index, parameter) in parameters.enumerated() {
      let type =
        switch parameter.type {
        case .text(let text), .name(let text): text
        case .source(let range): model.text(range)
        }
      if index > 0 { pieces.append(.text(", ")) }
      if let name = parameter.name { pieces.append(.name("_ \(name): ")) }
      if type.isFunctionType, !type.hasPrefix("@escaping") { pieces.append(.text("@escaping ")) }
      pieces.append(parameter.type)
    }
    let result =
      switch kind {
      case .plain: "-> Void"
      case .async: "async -> \(event)?"
      case .stream: "-> _Concurrency.AsyncStream<\(event)>"
      }
    return pieces + [.text(") \(result)")]
  }
}
