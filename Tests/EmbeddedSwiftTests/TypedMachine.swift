/// A machine as it is written, in parts that can be left out.
struct TypedMachine {
  /// A declaration, an action or a row: what can stand after it can be left out, too.
  struct Item {
    var text: String
    var condition: String?
    var effects: [String] = []

    var line: String {
      text + (condition.map { " [\($0)]" } ?? "") + (effects.isEmpty ? "" : " / " + effects.joined(separator: ", "))
    }
  }

  struct State {
    /// The number of the composite or the region that it stands in.
    var parent: Int?
    /// The state's declaration, up to its body.
    var head: String
    var items: [Item] = []
  }

  var name: String
  var head: String
  var declarations: [Item] = []
  /// A composite stands before its children.
  var states: [State] = []
  var rows: [Item] = []
  /// The machine that states of this one have, as text.
  var submachine = ""

  var source: String {
    "\(head) {\n" + lines(declarations, "  ") + body(of: nil, "  ") + lines(rows, "  ") + "}\n" + submachine
  }

  private func lines(_ items: [Item], _ indentation: String) -> String {
    items.map { "\(indentation)\($0.line)\n" }.joined()
  }

  private func body(of parent: Int?, _ indentation: String) -> String {
    states.indices.filter { states[$0].parent == parent }.map { state in
      let inside = body(of: state, indentation + "  ") + lines(states[state].items, indentation + "  ")
      return "\(indentation)\(states[state].head)" + (inside.isEmpty ? "\n" : " {\n\(inside)\(indentation)}\n")
    }.joined()
  }

  /// Machines with one part less.
  var smaller: [TypedMachine] {
    var machines: [TypedMachine] = []
    func add(_ change: (inout TypedMachine) -> Void) {
      var machine = self
      change(&machine)
      machines.append(machine)
    }
    if !submachine.isEmpty { add { $0.submachine = "" } }
    if rows.count > 3 {
      add { $0.rows.removeFirst(rows.count / 2) }
      add { $0.rows.removeLast(rows.count / 2) }
    }
    for row in rows.indices { add { $0.rows.remove(at: row) } }
    for state in states.indices.reversed() {
      add { $0.remove(state: state) }
      for item in states[state].items.indices { add { $0.states[state].items.remove(at: item) } }
    }
    for declaration in declarations.indices { add { $0.declarations.remove(at: declaration) } }
    addWithoutParts(of: \.rows, to: &machines)
    for state in states.indices { addWithoutParts(of: \.states[state].items, to: &machines) }
    return machines
  }

  private func addWithoutParts(of items: WritableKeyPath<TypedMachine, [Item]>, to machines: inout [TypedMachine]) {
    for (index, item) in self[keyPath: items].enumerated() {
      for effect in item.effects.indices {
        var machine = self
        machine[keyPath: items][index].effects.remove(at: effect)
        machines.append(machine)
      }
      if item.condition != nil {
        var machine = self
        machine[keyPath: items][index].condition = nil
        machines.append(machine)
      }
    }
  }

  /// Without a state, and without the states within it.
  private mutating func remove(state: Int) {
    var numbers: [Int: Int] = [:]
    var kept: [State] = []
    for index in states.indices where index != state {
      if let parent = states[index].parent, numbers[parent] == nil { continue }
      numbers[index] = kept.count
      var new = states[index]
      new.parent = new.parent.flatMap { numbers[$0] }
      kept.append(new)
    }
    states = kept
  }
}
