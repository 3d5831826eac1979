import StateMachineModel
import StateMachineSyntax

/// Writes the list of the machine's rows for the testing library. Each row has facts for findings of tests: its source
/// states, its targets, and the values that decide whether it is taken.
extension GluePrinter {
  /// The Swift for each row of the machine, in the order of `machine.rows`. The glue refers to a row by its index in
  /// this list.
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

  /// Returns the index of a leaf state in `leaves`. For a composite state, returns the indices of all leaf states in
  /// it.
  ///
  /// - Parameter leaves: the index of each leaf state.
  private func sources(of state: StateID, _ leaves: [StateID: Int]) -> [Int] {
    guard machine.states[state].isComposite else { return [leaves[state]].compactMap { $0 } }
    return leaves.filter { machine.isInside($0.key, state) }.map(\.value)
  }

  private struct RowFacts {
    var isDemanded = false
    /// The indices of the leaf states in which the row can be taken.
    var sources: Set<Int> = []
    /// The indices of the leaf states to which the row leads.
    var targets: Set<Int> = []
    /// The indices of those states in `targets` that the machine may exit in the run that enters them. Tests see only
    /// the states after a run, and not these. So if the row is taken, tests count these states as entered.
    var entered: Set<Int> = []
    var values: Set<String> = []
    var events: Set<EventID> = []
  }

  /// Returns the names of values that decide whether a row is taken, but that exploration cannot find: a guard or a
  /// pattern compares them with something other than constants. A name is `word.text` for the label `text` of the event
  /// `word`, and `init.limit` for a value at the start. If the event has a payload, the first name is `word.`: the row
  /// needs some value for it.
  ///
  /// - Parameters:
  ///   - branch: the transition with the row: `transition` itself, or a row of its choice.
  ///   - transition: the transition from the source.
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

  /// Returns the names by which some transitions use a field of their event: the field's label, and names that patterns
  /// bind in the field.
  ///
  /// - Parameter place: the index of the field.
  func names(of place: Int, in transitions: [Transition]) -> Set<String> {
    let names = transitions.flatMap { transition in
      transition.locals.filter { $0.owner == .event && Int($0.field) == place }.map(\.name)
        + transition.patterns.filter { $0.owner == .event && Int($0.field) == place }.flatMap {
          $0.bindings.map(\.name)
        }
    }
    return Set(names.map { machine.names.text($0.id) })
  }

  /// Returns whether a part of a guard depends on anything but constants and the given names. For the name `count`, the
  /// result is false for `count > 3`, and true for `count > limit`. It is also true for a call of a function, a
  /// computed value (`a + b`), or a member such as `word.first`.
  ///
  /// - Parameters:
  ///   - conjunct: the tokens of the part. `&&` or a comma separates the parts of a guard.
  ///   - names: the given names.
  private func asksForOthers(_ conjunct: [SwiftWord], than names: Set<String>) -> Bool {
    let plain: Set<String> = ["true", "false", "nil", "let", "case", "is", "as", "Self", "self"]
    let comparisons: Set<String> = ["==", "!=", "<", ">", "<=", ">=", "~=", "...", "..<", "!", "||", "?", "="]
    func isSign(_ index: Int, _ words: [SwiftWord]) -> Bool {
      index + 1 < words.count && words[index + 1].kind == .number && words[index + 1].isJoined
    }
    let members: Set<String> = ["count", "isEmpty", "hasPrefix", "hasSuffix", "contains"]
    return conjunct.indices.contains { index in
      let word = conjunct[index]
      let isAfterValue =
        index > 0 && (conjunct[index - 1].kind == .identifier || ")]".contains(conjunct[index - 1].text))
      if word.text == "[", word.isJoined, isAfterValue { return true }
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
      // The dot of a case without its type, as in `.gold`, follows no value.
      let isCase =
        index < 2 || conjunct[index - 2].kind != .identifier && ![")", "]"].contains(conjunct[index - 2].text)
      return !isCase && !members.contains(word.text)
    }
  }

  /// Returns whether a pattern compares a field with something other than constants.
  private func comparesWithOthers(_ pattern: Pattern) -> Bool {
    let bound = Set(pattern.bindings.map { machine.names.text($0.name.id) })
    return !pattern.isIrrefutable && asksForOthers(words(of: pattern.range), than: bound)
  }

  /// Returns a sentence for a finding about a row that tests have not taken:
  /// `'dropped' is sent by 'dial' alone, which is not running in 'idle'`. Nil if the row has a guard or several events,
  /// or if not only tasks of outputs send its event. The function does not check where the outputs run. Tests show the
  /// sentence only if no path leads to the row.
  private func sender(of events: Set<EventID>, in sources: Set<Int>, _ row: Row) -> String? {
    guard events.count == 1, let event = events.first, row.condition == nil, !row.isElse else { return nil }
    let senders = onlySenders(of: event)
    if senders.isEmpty { return nil }
    return behaviour.reasonNotSent(event, by: senders, in: sources.sorted().map { leaves[$0] })
  }

  /// Returns the name of an event as `try` statements write it, such as `word` or `next(for:)`.
  func triedName(_ event: EventID) -> String { machine.name(of: .event(event)) }

  /// Returns the name of a field for findings of tests. It is the field's label; without a label, the field's name;
  /// without a name, its index.
  ///
  /// - Parameter place: the index of the field.
  func label(_ place: Int, of event: EventID) -> String {
    let field = machine.events[event].fields[place]
    return (field.label ?? field.name).map { machine.names.text($0.id) } ?? "\(place)"
  }
}
