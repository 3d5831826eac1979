import StateMachineSyntax

/// Resolves statements for states that only older versions of the machine have:
/// `was refunding(amount: Int) -> cancelled(reason: "gone")`. They say which state replaces the former one when stored
/// data are read.
extension Resolver {
  /// Resolves the target of a former state, and the value of each field of the target. Reports a target that is not in
  /// the same body, and a field without a value.
  mutating func resolve(_ syntax: FormerStateSyntax, in body: StateID?) {
    row.clear(.claim)
    row.body = body
    let steps = [syntax.target.first] + syntax.target.rest
    var path = PathSyntax(steps[0].name)
    for step in steps.dropFirst() { path.append(step.name) }
    guard let target = resolveState(path), let last = steps.last else { return }
    guard machine.states[target].parent == body, !machine.states[target].isRegion else {
      return reject(.formerStateLeadsElsewhere(last.name.range, text(last.name.id), from: text(syntax.name.id)))
    }
    guard machine.beginsByItself(target) else {
      return reject(.formerStateCannotBegin(last.name.range, text(last.name.id)))
    }
    guard let former = machine.formerStates.firstIndex(where: { $0.name.range == syntax.name.range }) else { return }
    let declared = machine.states[target]
    guard let places = places(of: last, declared) else { return }
    var values: [FormerState.Value] = []
    for (index, field) in declared.fields.enumerated() {
      if let place = places.firstIndex(of: index), let list = last.arguments {
        values.append(.code(list.items[place].value.range))
      } else if let value = value(of: field, in: machine.formerStates[former]) {
        values.append(value)
      } else {
        reject(
          .formerStateLacksField(
            last.name.range, label: field.label.map { text($0.id) }, type: source.text(field.type),
            target: text(last.name.id), former: text(syntax.name.id)))
      }
    }
    machine.formerStates[former].target = target
    machine.formerStates[former].values = values
  }

  /// Returns, for each argument of the target, the index of its field in the target's payload. Nil if the arguments do
  /// not fit the payload, which has been reported.
  private mutating func places(of step: StepSyntax, _ target: State) -> [Int]? {
    guard let list = step.arguments else { return [] }
    return match(list, to: target.fields, of: "state", named: target.name, isPattern: false)
  }

  /// Returns the value for a field of the new state if the statement writes no argument for it. This is the former
  /// state's value of the same name and type, or else the field's default. Nil if neither exists.
  private func value(of field: Field, in former: FormerState) -> FormerState.Value? {
    let carried = former.fields.firstIndex { $0.name?.id == field.name?.id && $0.name != nil && $0.key == field.key }
    return carried.map { .carried($0) } ?? (field.hasDefault ? .ownDefault : nil)
  }
}
