/// How a wrapper performs the outputs of its machine, and of the machines that states hold.
extension SwiftEmitter {
  // MARK: Closures

  /// What performs the outputs: one closure for each, those of machines that states hold included.
  func closures(_ attribute: String) -> [OutputClosure] {
    var closures = machine.outputs.flatMap { output -> [OutputClosure] in
      guard output.holder < 0 else { return heldClosures(of: output.holder, attribute) }
      let name = text(output.name.range)
      return [
        OutputClosure(
          name: spelling(output.name), property: (name + "Output").spelledAsName,
          type: closureType(
            output.fields.map { ($0.name.map(spelling), text($0.type)) }, output.kind, "\(machineType).Event", attribute
          ),
          kind: output.kind, priority: nil)
      ]
    }
    var taken = Set(closures.map(\.name))
    for index in closures.indices where closures[index].kind != .plain {
      let base = closures[index].property.filter { $0 != "`" }
      var label = base.dropLast("Output".count) + "Priority"
      while !taken.insert(String(label).spelledAsName).inserted { label += "_" }
      closures[index].priority = (String(label).spelledAsName, (base + "Priority").spelledAsName)
    }
    return closures
  }

  /// `(_ speed: Int) -> Void`
  func closureType(
    _ parameters: [(name: String?, type: String)], _ kind: Output.Kind, _ event: String, _ attribute: String
  ) -> String {
    let list = parameters.map { parameter -> String in
      let escaping = isFunction(parameter.type) && !parameter.type.hasPrefix("@escaping") ? "@escaping " : ""
      return parameter.name.map { "_ \($0): \(escaping)\(parameter.type)" } ?? escaping + parameter.type
    }
    let result =
      switch kind {
      case .plain: "-> Void"
      case .async: "async -> \(event)?"
      case .stream: "-> AsyncStream<\(event)>"
      }
    return "\(attribute)(\(list.joined(separator: ", "))) \(result)"
  }

  // MARK: Performing

  mutating func emitPerforming(_ plan: WrapperPlan) {
    if plan.slots == nil {
      writer.lines(
        """

        /// Performs the outputs of one event, with the new state visible. By index, so that the buffer is never shared.
        private func performPendingOutputs() {
          var index = 0
          while index < self.pendingOutputs.count {
            self.perform(self.pendingOutputs[index])
            index += 1
          }
          self.pendingOutputs.removeAll(keepingCapacity: true)
        }
        """)
    }
    writer.lines(
      """

      private func perform(_ output: \(plan.machine).Output) {
        switch output {
      """)
    writer.indent()
    for output in machine.outputs {
      writer.write("case .")
      writer.write(member: output.name)
      if output.holder >= 0 {
        writer.line("(let output):")
        writer.indent()
        emitPerformingHeld(output.holder, plan)
        writer.outdent()
        continue
      }
      let arguments = output.fields.enumerated().map { index, field in
        field.name.map(spelling) ?? machine.names.fresh("value\(index + 1)")
      }
      if !arguments.isEmpty {
        writer.write(string: "(" + arguments.map { "let \($0)" }.joined(separator: ", ") + ")")
      }
      writer.line(":")
      writer.indent()
      let activity = output.isActivity ? spelling(output.name) : nil
      emitCall(of: closure(plan, (text(output.name.range) + "Output").spelledAsName), arguments, activity, nil)
      writer.outdent()
      if let activity {
        writer.line(string: "case .\(cancelName(output)):")
        writer.line(string: "  self.endTask(of: .\(activity))")
      }
    }
    if !machine.timers.isEmpty {
      emitPerformingTimers(
        ownTimers(plan), after: hasTimersAfter, every: hasTimersEvery, wrapping: [])
    }
    writer.line("}")
    writer.outdent()
    writer.line("}")
  }

  private func closure(_ plan: WrapperPlan, _ property: String) -> OutputClosure {
    plan.closuresByProperty[property]
      ?? OutputClosure(name: property, property: property, type: "", kind: .plain)
  }

  /// Calls the closure of an output, or has a task do it.
  ///
  /// - Parameters:
  ///   - activity: what a state does by it, if one does.
  ///   - holders: the states whose events the events of the output are wrapped in, outer first.
  private mutating func emitCall(
    of closure: OutputClosure, _ arguments: [String], _ activity: String?, _ holders: [String]?
  ) {
    let list = arguments.joined(separator: ", ")
    let task = "self.beginTask(\(activity.map { "of: .\($0)" } ?? ""))"
    let priority = "self.\(closure.priority?.property ?? "")"
    switch closure.kind {
    case .plain:
      writer.line(string: "self.\(closure.property)(\(list))")
    case .async where arguments.isEmpty && holders == nil:
      writer.line(string: "self.run(\(task), \(priority), self.\(closure.property))")
    case .async:
      let operation = machine.names.fresh("operation")
      writer.line(string: "let \(operation) = self.\(closure.property)")
      let call = "await \(operation)(\(list))"
      let body = holders.map { "\(call).map { \(Self.wrapped("$0", in: $0)) }" } ?? call
      writer.line(string: "self.run(\(task), \(priority)) { \(body) }")
    case .stream:
      let stream = "self.\(closure.property)(\(list))"
      let wrapping = wrapsStreams ? " { \(Self.wrapped("$0", in: holders ?? [])) }" : ""
      writer.line(string: "self.follow(\(task), \(priority), \(stream))\(wrapping)")
    }
  }

  /// `.outer(.inner(event))`
  static func wrapped(_ event: String, in holders: [String]) -> String {
    holders.reversed().reduce(event) { ".\($1)(\($0))" }
  }

  /// Whether events of a stream can be those of a machine that a state holds.
  var wrapsStreams: Bool {
    machine.states.contains { state in
      state.submachine?.outputs.contains { if case .output(.stream, _) = $0.role { true } else { false } } == true
    }
  }

  private mutating func emitPerformingTimers(
    _ activity: String, after: Bool, every: Bool, wrapping holders: [String]
  ) {
    let event = Self.wrapped(".elapsed(timer)", in: holders)
    if after {
      writer.lines(
        """
        case .schedule(let timer, after: let delay):
          self.schedule(.\(activity)(timer), \(event), after: delay, on: self.clock)
        """)
    }
    if every {
      writer.lines(
        """
        case .\(Self.repeating(besideAfter: after))(let timer, every: let interval):
          self.schedule(.\(activity)(timer), \(event), every: interval, on: self.clock)
        """)
    }
    writer.lines(
      """
      case .cancel(let timer):
        self.endTask(of: .\(activity)(timer))
      """)
  }

  // MARK: What a task is found by

  func activityNames() -> [ActivityName] {
    var names: [ActivityName] = []
    for output in machine.outputs where output.isActivity && output.holder < 0 {
      names.append(ActivityName(name: spelling(output.name)))
    }
    if !machine.timers.isEmpty { names.append(ActivityName(name: "timer", timer: "\(machineType).Timer")) }
    for state in machine.states.indices {
      for output in machine.states[state].submachine?.outputs ?? [] {
        switch output.role {
        case .output(_, isActivity: true):
          names.append(ActivityName(name: heldName(state, output.path)))
        case .timers:
          names.append(ActivityName(name: heldName(state, output.path), timer: "\(heldType(output, state)).Timer"))
        case .output: break
        }
      }
    }
    // The cases of timers give way to those of outputs.
    var taken = Set(names.filter { $0.timer == nil }.map(\.name))
    for index in names.indices where names[index].timer != nil {
      while !taken.insert(names[index].name).inserted { names[index].name += "_" }
    }
    return names
  }

  private func ownTimers(_ plan: WrapperPlan) -> String {
    plan.activities.first { $0.timer == "\(plan.machine).Timer" }?.name ?? "timer"
  }

  // MARK: Machines that states hold

  /// The cases that perform the outputs of the machine that a state holds: a switch within a switch for each level.
  private mutating func emitPerformingHeld(_ state: Int, _ plan: WrapperPlan) {
    let outputs = machine.states[state].submachine?.outputs ?? []
    emitPerformingHeld(outputs, of: state, depth: 0, plan)
  }

  private mutating func emitPerformingHeld(_ outputs: [HeldOutput], of state: Int, depth: Int, _ plan: WrapperPlan) {
    writer.line("switch output {")
    var names: [String] = []
    for output in outputs where !output.isTimers(at: depth) && !names.contains(output.path[depth]) {
      names.append(output.path[depth])
    }
    for name in names {
      let group = outputs.filter { $0.path[depth] == name && !$0.isTimers(at: depth) }
      guard let first = group.first else { continue }
      writer.write(string: "case .\(name)")
      guard first.path.count == depth + 1 else {
        writer.line("(let output):")
        writer.indent()
        emitPerformingHeld(group, of: state, depth: depth + 1, plan)
        writer.outdent()
        continue
      }
      let values = first.parameters.indices.map { "value\($0 + 1)" }
      if !values.isEmpty { writer.write(string: "(\(values.map { "let \($0)" }.joined(separator: ", ")))") }
      writer.line(":")
      writer.indent()
      let key = heldName(state, first.path)
      guard case .output(_, let isActivity) = first.role else { continue }
      emitCall(of: closure(plan, key + "Output"), values, isActivity ? key : nil, holders(of: first, state))
      writer.outdent()
      if isActivity {
        writer.line(string: "case .\(("cancel" + name.capitalizedFirst).spelledAsName):")
        writer.line(string: "  self.endTask(of: .\(key))")
      }
    }
    for output in outputs where output.isTimers(at: depth) {
      guard case .timers(let after, let every) = output.role else { continue }
      let type = "\(heldType(output, state)).Timer"
      let base = heldName(state, output.path)
      let name = plan.activities.first { $0.timer == type && $0.name.hasPrefix(base) }?.name ?? base
      emitPerformingTimers(name, after: after, every: every, wrapping: holders(of: output, state))
    }
    writer.line("}")
  }

  /// The states that hold the machines that an output comes from, outer first.
  private func holders(of output: HeldOutput, _ state: Int) -> [String] {
    [text(machine.states[state].name.range)] + output.path.dropLast()
  }
}

extension HeldOutput {
  /// Whether it stands for the timers of a machine so many levels within.
  fileprivate func isTimers(at depth: Int) -> Bool {
    if case .timers = role { path.count == depth + 1 } else { false }
  }
}
