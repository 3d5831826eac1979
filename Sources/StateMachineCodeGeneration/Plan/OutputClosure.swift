import StateMachineModel
import StateMachineSyntax

/// The closure that performs one output. The program passes it to the wrapper's initializer: `close: { speed in … }`.
struct OutputClosure {
  var duty: WrapperDuty
  /// The label of the initializer's parameter for the closure, such as `close`.
  var name: String
  var property: String
  var type: [TypePiece]
  /// The names of the type aliases for `writtenTypes`, such as `CloseOutput1`. The code uses the aliases only if it has
  /// source locations: `#sourceLocation` directives.
  var typeNames: [String] = []
  var kind: Output.Kind
  /// Whether the output is used both as an activity of a state and as an effect.
  var isBegunTwice = false
  /// The label of the initializer's parameter for the priority of the closure's task, and the property that stores it:
  /// `playPriority` and `playOutputPriority`. Nil if no task runs the closure.
  var priority: (label: String, property: String)?

  /// The places in the `.sm` file of the types of the closure's parameters. Types that the generator adds are left out.
  var writtenTypes: [SourceRange] {
    type.compactMap { if case .source(let range) = $0 { range } else { nil } }
  }
}

/// Plans a wrapper's closures: one for each output of the machine and of its submachines.
struct ClosurePlanner {
  let model: SwiftModel
  /// The attributes of the closures, with a space at the end, such as `@Sendable `; empty if there are none.
  let attribute: String

  /// Returns the closures of the wrapper, with unique names.
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

  /// Returns the closures for the outputs of a state's submachine, and of the submachines nested in it.
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

  /// Makes the names of submachines' outputs unique: appends `_` to a name that another output has. `aBC` would
  /// otherwise be the name of two outputs: of `c` of the submachine of `aB`, and of `bC` of the submachine of `a`.
  private func separateNames(of closures: inout [OutputClosure]) {
    var taken = Set(closures.lazy.filter { !$0.duty.isOfSubmachine }.map { $0.name.filter { $0 != "`" } })
    for index in closures.indices where closures[index].duty.isOfSubmachine {
      var name = closures[index].name
      while !taken.insert(name).inserted { name += "_" }
      closures[index].name = name.spelledAsName
      closures[index].property = (name + "Output").spelledAsName
    }
  }

  /// Sets `priority` of each closure that a task runs. The label, such as `playPriority`, is unique.
  private func addPriorities(to closures: inout [OutputClosure]) {
    var taken = Set(closures.map(\.name))
    for index in closures.indices where closures[index].kind != .plain {
      let base = closures[index].property.filter { $0 != "`" }
      var label = base.dropLast("Output".count) + "Priority"
      while !taken.insert(String(label).spelledAsName).inserted { label += "_" }
      closures[index].priority = (String(label).spelledAsName, (base + "Priority").spelledAsName)
    }
  }

  /// Sets the names of the type aliases for the types of the closures' parameters: `CloseOutput1` for the first
  /// parameter of `closeOutput`. A name that is taken gets underscores.
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

  /// Returns the type of a closure, such as `(_ speed: Int) -> Void`. For an `async` output, the closure is `async` and
  /// returns an event or nil: `(_ url: URL) async -> Loader.Event?`. For a `stream` output, it returns a stream of
  /// events.
  ///
  /// - Parameter event: the type of the events.
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
