import StateMachineModel

/// Lowers the functions of choices with parameters, one for each state from which arrows lead there.
struct ChoiceLowering {
  private let rows: RowLowering
  private var planner: BindingPlanner
  private var model: SwiftModel { rows.model }
  private var machine: StateMachine { model.machine }
  private var states: StateLowering { rows.states }

  init(_ rows: RowLowering) {
    self.rows = rows
    planner = BindingPlanner(rows.model, .everything)
    planner.takesOut = rows.model.takesStateOut
  }

  func write(_ out: inout SwiftWriter) {
    let functions = machine.states.indices.flatMap { state in
      model.behaviour.groups(of: state).compactMap { group in
        guard case .choice(let choice) = group.trigger, !model.inlinedChoices.contains(choice, from: state) else {
          return ChoiceFunction?.none
        }
        return planner.choiceFunction(choice, state, group)
      }
    }
    var types = LocatedTypes(model, prefix: "ChoiceParameter")
    for function in functions {
      for field in machine.choices[function.choice].fields + machine.states[function.source].pathFields {
        types.declare(field, &out)
      }
    }
    for function in functions { write(function, types, &out) }
  }

  private func write(_ function: ChoiceFunction, _ types: LocatedTypes, _ out: inout SwiftWriter) {
    let choice = machine.choices[function.choice]
    out.blankLine()
    out.line(
      string:
        "/// Leads from `\(model.name(of: function.source))` to the target that the choice `\(model.text(choice.name))` selects."
    )
    out.write(string: "\(model.privateAccess)mutating func \(function.name)(")
    var isFirst = true
    func write(_ name: LocalName?, _ field: Field, isVariable: Bool, _ out: inout SwiftWriter) {
      if !isFirst { out.write(", ") }
      isFirst = false
      out.write("_")
      if let name {
        out.write(" ")
        states.write(name, &out)
      }
      out.write(": ")
      if model.takesStateOut {
        if isVariable || model.mayBeNoncopyable(field.type) { out.write("consuming ") }
      } else if isVariable {
        out.write("inout ")
      }
      if !isVariable, !model.takesStateOut, model.machine.typeText(of: field).isFunctionType { out.write("@escaping ") }
      out.write(string: types.text(of: field))
    }
    for (place, field) in choice.fields.enumerated() {
      let name = place < function.bound.eventNames.count ? function.bound.eventNames[place] : nil
      write(name, field, isVariable: false, &out)
    }
    for (place, name) in function.bindings.names.enumerated()
    where model.handedFields.isHanded(place, of: function.source) {
      let field = machine.states[function.source].pathFields[place]
      write(name, field, isVariable: function.bindings.isVariable[place], &out)
    }
    if let child = function.bindings.child {
      if !isFirst { out.write(", ") }
      isFirst = false
      let path = machine.path(of: function.source).map(model.names.children).joined(separator: ".")
      out.write(string: "_ \(states.text(child)): State.\(path)")
    }
    out.write(string: "\(model.parameters(first: isFirst)))")
    var purpose = ReducerPurpose.take
    if machine.hasMethods {
      if let event = choice.event {
        MethodLowering(model).writeResult(of: machine.events[event].method, &out)
        purpose = .method(event)
      }
    } else {
      out.write(" -> Outcome")
    }
    out.openFunction(
      answers: !machine.hasMethods || choice.event.map { machine.events[$0].method.answer != nil } ?? false)
    let context = RowLowering.Context(planner: planner, task: .function(purpose))
    rows.lower(function.bound, function.bindings, otherwise: nil, impossible: .impossible, context, &out)
    out.closeFunction()
  }
}
