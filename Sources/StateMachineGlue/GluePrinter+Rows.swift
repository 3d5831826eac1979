import StateMachineModel
import StateMachineSyntax

/// The rows of the file, with the facts that findings need: where rows are taken, where they lead, what decides that.
extension GluePrinter {
  /// The rows of the file, by their indices in the model.
  var rows: [String] {
    let leaves = Dictionary(uniqueKeysWithValues: self.leaves.enumerated().map { ($1, $0) })
    var facts = [RowFacts](repeating: RowFacts(), count: machine.rows.count)
    for transition in machine.transitions {
      let isPrivate = transition.trigger.event.map { machine.events[$0].method.isPrivate } ?? false
      let sources = self.sources(of: transition.source, leaves)
      let event = transition.trigger.event
      transition.forEachBranch { branch in
        let row = branch.row.index
        facts[row].isDemanded = facts[row].isDemanded || !isPrivate
        facts[row].sources.formUnion(sources)
        facts[row].values.formUnion(uncertainValues(branch, of: transition))
        facts[row].events.formUnion(event.map { [$0] } ?? [])
        guard branch.choice == nil, branch.history == nil, let leaf = branch.leaf else { return }
        let states = [leaf] + branch.regions.map(\.leaf)
        facts[row].targets.formUnion(states.compactMap { leaves[$0] })
        facts[row].entered.formUnion(states.filter(isTransient).compactMap { leaves[$0] })
      }
    }
    return machine.rows.indices.map { id in
      let row = machine.rows[id]
      var facts = facts[id.index]
      if row.neverApplies { facts.isDemanded = true }
      func list(_ name: String, _ places: Set<Int>) -> String {
        places.isEmpty ? "" : ", \(name): \(places.sorted())"
      }
      let values = facts.values.sorted().map(literal).joined(separator: ", ")
      let sender = sender(of: facts.events, in: facts.sources, row)
      let options =
        list("entered", facts.entered) + (facts.isDemanded ? "" : ", isDemanded: false")
        + list("sources", facts.sources) + list("targets", facts.targets)
        + (values.isEmpty ? "" : ", values: [\(values)]") + (sender.map { ", sender: \(literal($0))" } ?? "")
      return ".init(\(literal(text.row(row))), \(place(row.range))\(options))"
    }
  }

  /// Returns the index of a state among the leaf states, or the indices of the leaf states in a composite state.
  private func sources(of state: StateID, _ leaves: [StateID: Int]) -> [Int] {
    guard machine.states[state].isComposite else { return [leaves[state]].compactMap { $0 } }
    return leaves.filter { machine.isInside($0.key, state) }.map(\.value)
  }

  private struct RowFacts {
    var isDemanded = false
    /// The indices of the leaf states in which the row is taken.
    var sources: Set<Int> = []
    var targets: Set<Int> = []
    var entered: Set<Int> = []
    var values: Set<String> = []
    var events: Set<EventID> = []
  }

  /// Returns the values that decide whether a branch is taken, in a comparison that the exploration cannot solve:
  /// `word.text` for a label of an event, `init.limit` for a start value; and `word.` for any event with a payload.
  private func uncertainValues(_ branch: Transition, of transition: Transition) -> [String] {
    var deciding = [branch]
    // The rows before an `[else]` decide whether it is taken.
    if machine.rows[branch.row].isElse, let group = behaviour.group(of: transition.source, on: transition.trigger) {
      deciding = behaviour.all(group).map { machine.transitions[$0] }
    }
    let known = deciding + [transition]
    let conjuncts = deciding.compactMap { machine.rows[$0.row].condition }.flatMap(\.texts).flatMap { text in
      words(of: text).split { $0.text == "&&" || $0.text == "," }.map(Array.init)
    }
    func isUncertain(_ names: Set<String>, _ all: Set<String>) -> Bool {
      conjuncts.contains { conjunct in
        conjunct.contains { !$0.isMember && names.contains($0.text) } && asksForOthers(conjunct, than: all)
      }
    }
    var values: [String] = []
    if let event = transition.trigger.event, !machine.events[event].fields.isEmpty {
      let name = triedName(event)
      let all = machine.events[event].fields.indices.map { names(of: $0, in: known) }
      values = [name + "."]
      for (place, own) in all.enumerated() {
        let patterns = known.flatMap(\.patterns).filter { $0.owner == .event && Int($0.field) == place }
        guard isUncertain(own, all.reduce([]) { $0.union($1) }) || patterns.contains(where: comparesWithOthers) else {
          continue
        }
        values.append("\(name).\(label(place, of: event))")
      }
    }
    let begun = machine.startLabels.compactMap { $0.map { machine.names.text($0.id) } }
    return values + begun.filter { isUncertain([$0], Set(begun)) }.map { "init." + $0 }
  }

  /// Returns the names that transitions have for an event's field: its own name, and those that patterns bind.
  func names(of place: Int, in transitions: [Transition]) -> Set<String> {
    let names = transitions.flatMap { transition in
      transition.locals.filter { $0.owner == .event && Int($0.field) == place }.map(\.name)
        + transition.patterns.filter { $0.owner == .event && Int($0.field) == place }.flatMap {
          $0.bindings.map(\.name)
        }
    }
    return Set(names.map { machine.names.text($0.id) })
  }

  /// Returns whether a part of a guard depends on more than constants and some names: on a function, on other names, or
  /// on members of the named values.
  private func asksForOthers(_ conjunct: [SwiftWord], than names: Set<String>) -> Bool {
    let plain: Set<String> = ["true", "false", "nil", "let", "case", "is", "as", "Self", "self"]
    let comparisons: Set<String> = ["==", "!=", "<", ">", "<=", ">=", "~=", "...", "..<", "!", "||", "?", "="]
    func isSign(_ index: Int, _ words: [SwiftWord]) -> Bool {
      index + 1 < words.count && words[index + 1].kind == .number && words[index + 1].isJoined
    }
    let members: Set<String> = ["count", "isEmpty", "hasPrefix", "hasSuffix", "contains"]
    return conjunct.indices.contains { index in
      let word = conjunct[index]
      let isBehindValue =
        index > 0 && (conjunct[index - 1].kind == .identifier || ")]".contains(conjunct[index - 1].text))
      if word.text == "[", word.isJoined, isBehindValue { return true }
      // A comparison with a computed value is no comparison with a constant.
      if word.kind == .infixOrPrefix, !comparisons.contains(word.text),
        !(word.text == "-" && !word.isJoined && isSign(index, conjunct))
      {
        return true
      }
      guard word.kind == .identifier, !plain.contains(word.text), word.text.first?.isUppercase != true else {
        return false
      }
      if !word.isMember { return !names.contains(word.text) }
      // A case without its type is behind no value.
      let isCase =
        index < 2 || conjunct[index - 2].kind != .identifier && ![")", "]"].contains(conjunct[index - 2].text)
      return !isCase && !members.contains(word.text)
    }
  }

  /// Returns whether a pattern compares a field with anything that is not a constant.
  private func comparesWithOthers(_ pattern: Pattern) -> Bool {
    let bound = Set(pattern.bindings.map { machine.names.text($0.name.id) })
    return !pattern.isIrrefutable && asksForOthers(words(of: pattern.range), than: bound)
  }

  /// Returns why no output sends a row's event in the sources; nil if one does, others send it, or the row has a guard.
  private func sender(of events: Set<EventID>, in sources: Set<Int>, _ row: Row) -> String? {
    guard events.count == 1, let event = events.first, row.condition == nil, !row.isElse else { return nil }
    let senders = machine.outputs.indices.filter {
      isTask(machine.outputs[$0]) && machine.outputs[$0].sent.contains(event)
    }
    if senders.isEmpty { return nil }
    return behaviour.reasonNotSent(event, by: senders, in: sources.sorted().map { leaves[$0] })
  }

  /// Returns the name of an event as statements write it: `word`, `next(for:)`.
  func triedName(_ event: EventID) -> String { machine.name(of: .event(event)) }

  /// Returns the name of an event's field for findings: the label or the name, or the index if there is neither.
  func label(_ place: Int, of event: EventID) -> String {
    let field = machine.events[event].fields[place]
    return (field.label ?? field.name).map { machine.names.text($0.id) } ?? "\(place)"
  }
}
