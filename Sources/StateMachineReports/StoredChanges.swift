import StateMachineDiagrams
import StateMachineModel
import StateMachineSyntax

/// Finds stored data that a newer version of a machine cannot read, or reads with another meaning. An older version of
/// the machine has stored the data.
///
/// States, properties, events and timers are stored. The generated initializers search each value under its name and
/// its former names. A missing value gets its default.
package struct StoredChanges {
  /// The findings, each with a range in the newer version.
  package private(set) var findings: [Diagnostic] = []
  private let old: StateMachine
  private let new: StateMachine
  private let renames: [Diagram.Rename]

  /// Compares two versions of a machine. If the old version is not `Encodable`, there are no findings, because it has
  /// stored nothing.
  ///
  /// - Parameter renames: the declarations that were probably renamed. If the new version does not say so by `was`, a
  ///   finding offers to add it.
  package init(from old: StateMachine, to new: StateMachine, renames: [Diagram.Rename] = []) {
    (self.old, self.new, self.renames) = (old, new, renames)
    guard old.isEncodable else { return }
    guard new.isDecodable else {
      findings.append(.unreadable(new.name.range, "what '\(old.fullName)' has stored: it was 'Codable'"))
      return
    }
    compareProperties()
    compareBodies(nil, nil)
    if !old.hasMethods, !new.hasMethods { compareEvents() }
    compareTimers()
    findings.sort { $0.range.lowerBound < $1.range.lowerBound }
  }

  // MARK: Parts

  /// A declaration whose name is stored: a state, a property, an event or a label.
  private struct Part<ID> {
    var id: ID
    var name: String
    var formerNames: [String] = []
    /// The range of the declaration's name.
    var range: SourceRange
    /// The types in the declaration's payload, in order.
    var types: [String] = []
  }

  /// Returns the declaration that reads the data stored under a name. For `cart`, this is the state `cart` or, if no
  /// state has this name, `state order was cart`. Nil if no declaration reads the data.
  private static func reader<ID>(of name: String, among parts: [Part<ID>]) -> Part<ID>? {
    parts.first { $0.name == name } ?? parts.first { $0.formerNames.contains(name) }
  }

  /// Returns pairs of a declaration of the older version and the declaration of the newer version that reads its data.
  /// Adds findings about declarations of the older version whose data no declaration reads.
  ///
  /// - Parameters:
  ///   - before: the declarations in the older version.
  ///   - after: the declarations in the newer version.
  ///   - kind: the word for the declarations in messages, such as `state`.
  ///   - scope: the path of the composite state or region that contains the declarations; empty for the machine.
  ///   - owner: the name of the state, region or machine that contains the declarations. A finding is shown there if no
  ///     declaration of the newer version seems to replace the older one.
  private mutating func match<ID>(
    _ before: [Part<ID>], _ after: [Part<ID>], _ kind: String, in scope: String = "", _ owner: SourceRange
  ) -> [(old: ID, new: ID)] {
    var pairs: [(old: ID, new: ID)] = []
    var gone: [Part<ID>] = []
    for part in before {
      if let reader = Self.reader(of: part.name, among: after) {
        pairs.append((part.id, reader.id))
      } else {
        gone.append(part)
      }
    }
    let come = after.filter { part in
      !before.contains { $0.name == part.name || part.formerNames.contains($0.name) }
    }
    for part in gone {
      let path = scope.isEmpty ? part.name : "\(scope).\(part.name)"
      let rename = renames.first { $0.kind == kind && $0.former == path }
      // If one declaration was removed and one with the same types was added, it was probably renamed.
      let alike = gone.count == 1 && come.count == 1 && come[0].types == part.types ? come[0] : nil
      let successor = rename.flatMap { rename in come.first { $0.name == rename.name } } ?? alike
      findings.append(unread(kind, path, part.name, successor.map { ($0.name, $0.range) }, owner))
    }
    return pairs
  }

  private func unread(
    _ kind: String, _ path: String, _ name: String, _ successor: (name: String, range: SourceRange)?,
    _ owner: SourceRange
  ) -> Diagnostic {
    let what = "data with the \(kind) '\(path)', which is gone"
    let written = SwiftName.written(name)
    guard let successor else {
      let remedy =
        kind == "state"
        ? ": write 'was \(written)' after what it is called now, or 'was \(written) -> …' for what is read in its place"
        : ": write 'was \(written)' after what it is called now"
      return .unreadable(owner, what + remedy)
    }
    let finding = Diagnostic.unreadable(
      successor.range, what + ": where it is '\(successor.name)' now, write 'was \(written)' after that")
    return offering(finding, was: name, after: successor.range, kind)
  }

  /// Returns a finding with one more fix. The fix adds the former name, such as `was cart`, to a declaration of the
  /// newer version.
  private func offering(
    _ finding: Diagnostic, was former: String, after name: SourceRange, _ kind: String
  ) -> Diagnostic {
    let text = "was \(SwiftName.written(former))"
    return finding.offering("write '\(text)'", TextEdit(endOfDeclaration(name, kind), " \(text)"))
  }

  /// Returns the place at which a fix inserts `was …`, as an empty range: after the declaration's name or, for a state
  /// or an event, after the payload.
  private func endOfDeclaration(_ name: SourceRange, _ kind: String) -> SourceRange {
    let bytes = new.source.bytes
    // Backticks belong to the name.
    var end = new.source.written(name).upperBound
    if kind == "state" || kind == "event", end < bytes.count, bytes[end] == UInt8(ascii: "(") {
      let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(end, bytes.count))
      end = tokens.isEmpty ? end : tokens[tokens.closers[0]].end
    }
    return SourceRange(end, end)
  }

  // MARK: States

  /// Compares the states in a body of the older version with the states in a body of the newer version.
  ///
  /// - Parameters:
  ///   - before: the composite state or region in the older version; nil for the machine's body.
  ///   - after: the composite state or region in the newer version; nil for the machine's body.
  private mutating func compareBodies(_ before: StateID?, _ after: StateID?) {
    let owner = after.map { new.states[$0].name.range } ?? new.name.range
    let name = after.map { "'\(new.source.text(new.states[$0].name.range))'" } ?? "the machine"
    guard old.isParallel(body: before) == new.isParallel(body: after) else {
      findings.append(.unreadable(owner, "data of \(name): it has regions in one version alone"))
      return
    }
    let isParallel = new.isParallel(body: after)
    let scope = before.map { MachineText(old).path($0) } ?? ""
    let parts = Self.states(of: old, in: before)
    let present = Self.states(of: new, in: after)
    if isParallel {
      compareRegions(parts, present)
      return
    }
    let former = new.formerStates.filter { $0.parent == after }
    let left = parts.filter { part in
      guard Self.reader(of: part.name, among: present) == nil,
        let gone = former.first(where: { new.source.text($0.name.range) == part.name })
      else { return true }
      compareFields(old.states[part.id].fields, gone.fields, of: "'\(part.name)'")
      return false
    }
    for (one, other) in match(left, present, "state", in: scope, owner) { compareStates(one, other) }
  }

  private static func states(of machine: StateMachine, in body: StateID?) -> [Part<StateID>] {
    let children = body.map { machine.states[$0].children } ?? machine.topStates
    return children.filter { !machine.states[$0].isPseudostate }.map { id in
      let state = machine.states[id]
      return Part(
        id: id, name: machine.source.text(state.name.range),
        formerNames: state.formerNames.map { machine.source.text($0.range) }, range: state.name.range,
        types: state.fields.map { machine.source.text($0.type) })
    }
  }

  private mutating func compareStates(_ before: StateID, _ after: StateID) {
    let (one, other) = (old.states[before], new.states[after])
    let name = "'\(new.source.text(other.name.range))'"
    compareFields(one.fields, other.fields, of: name)
    if other.isComposite, one.isComposite {
      compareBodies(before, after)
    } else if other.isComposite {
      findings.append(.unreadable(other.name.range, "data of \(name), which had no states within it"))
    } else if one.isComposite {
      findings.append(.readOtherwise(other.name.range, "data of \(name) lose the state within it, as it has none now"))
    }
  }

  /// Compares the regions of a body. An added region is reported, because the data of the older version contain no
  /// state for it. A removed region is not reported; its data are ignored.
  private mutating func compareRegions(_ before: [Part<StateID>], _ after: [Part<StateID>]) {
    for region in after {
      let names = [region.name] + region.formerNames
      guard let same = names.compactMap({ name in before.first { $0.name == name } }).first else {
        let gone = before.filter { Self.reader(of: $0.name, among: after) == nil }
        let isOnlyOne = gone.count == 1 && after.count { part in !before.contains { $0.name == part.name } } == 1
        let finding = Diagnostic.unreadable(
          region.range,
          "data without the region '\(region.name)', which is new: where it was called otherwise, write 'was'")
        findings.append(isOnlyOne ? offering(finding, was: gone[0].name, after: region.range, "region") : finding)
        continue
      }
      compareBodies(same.id, region.id)
    }
  }

  // MARK: Payloads

  private func key(_ field: Field, _ index: Int, _ machine: StateMachine) -> String {
    field.label.map { machine.source.text($0.range) } ?? "_\(index)"
  }

  /// Compares the fields of a payload in both versions, such as a state's. Reports a field without stored data and
  /// without a default, and a field whose type or default has changed.
  private mutating func compareFields(_ before: [Field], _ after: [Field], of owner: String) {
    let before = before.filter { $0.submachine == nil }
    let after = after.filter { $0.submachine == nil }
    let keys = before.enumerated().map { key($1, $0, old) }
    var unread = Set(keys)
    var lacking: [Field] = []
    for (index, field) in after.enumerated() {
      let names = [key(field, index, new)] + field.formerNames.map { new.source.text($0.range) }
      guard let place = names.compactMap(keys.firstIndex).first else {
        if !new.isOptional(field.type) && !field.hasDefault { lacking.append(field) }
        continue
      }
      unread.remove(keys[place])
      compare(before[place].type, field.type, named: names[0], of: owner)
      if !new.isOptional(field.type), let value = before[place].defaultValue, let other = field.defaultValue {
        compareDefaults(value, other, named: names[0], of: owner)
      }
    }
    for field in lacking {
      let place = field.label?.range ?? field.type
      guard let label = field.label else {
        findings.append(
          .unreadable(
            place, "data of \(owner), which have another value, or none, in this place: labels keep their places"))
        continue
      }
      let name = new.source.text(label.range)
      let finding = Diagnostic.unreadable(
        place, "data of \(owner) without '\(name)': give it a default, or write what it was called, '\(name) was …'")
      let alike = before.indices.filter {
        unread.contains(keys[$0]) && old.source.text(before[$0].type) == new.source.text(field.type)
      }
      guard alike.count == 1, lacking.count == 1, before[alike[0]].label != nil else {
        findings.append(finding)
        continue
      }
      findings.append(offering(finding, was: keys[alike[0]], after: field.name?.range ?? label.range, "label"))
    }
  }

  private mutating func compare(_ before: SourceRange, _ after: SourceRange, named name: String, of owner: String) {
    let (one, other) = (Self.type(before, old), Self.type(after, new))
    // If a type becomes optional, its values are stored in the same form as before.
    guard one != other, one + "?" != other else { return }
    findings.append(
      .unreadable(after, "'\(name)' in data of \(owner): its type was '\(old.source.text(before))'"))
  }

  /// Returns the text of a type without blanks: `[String:Int]` for `[String: Int]`, and `Int?` for `Optional<Int>`. For
  /// a type alias of the machine, returns the text of the type that the alias means.
  private static func type(_ range: SourceRange, _ machine: StateMachine) -> String {
    let reader = TypeReader(bytes: machine.source.bytes, alias: machine.alias)
    func text(_ type: SourceRange) -> String { machine.source.text(type).filter { !$0.isWhitespace } }
    if case .optional(of: let wrapped) = reader.structure(of: range) { return text(wrapped) + "?" }
    return text(machine.aliased(range))
  }

  private mutating func compareDefaults(
    _ before: SourceRange, _ after: SourceRange, named name: String, of owner: String
  ) {
    let (one, other) = (old.source.text(before), new.source.text(after))
    guard one != other else { return }
    findings.append(
      .readOtherwise(after, "data of \(owner) without '\(name)' meant '\(one)', and mean '\(other)' now"))
  }

  // MARK: Properties

  /// Compares the properties of both versions. Reports a property that cannot get a value from older data, and one that
  /// gets another value than before. A `let` with an initial value is a constant, which is not stored.
  private mutating func compareProperties() {
    func name(_ property: StoredProperty, _ machine: StateMachine) -> String {
      machine.source.text(property.name.range)
    }
    let owner = "the machine"
    for property in new.storedProperties {
      let names = [name(property, new)] + property.formerNames.map { new.source.text($0.range) }
      let before = names.compactMap { key in old.storedProperties.first { name($0, old) == key } }.first
      let isConstant = !property.isVariable && property.initialValue != nil
      guard let before else {
        guard !new.isOptional(property.type), property.initialValue == nil else { continue }
        let gone = old.storedProperties.filter { one in
          old.source.text(one.type) == new.source.text(property.type)
            && !new.storedProperties.contains { name($0, new) == name(one, old) }
        }
        let finding = Diagnostic.unreadable(
          property.name.range,
          "data of \(owner) without '\(names[0])': give it an initial value, or write what it was called, '\(names[0]) was …'"
        )
        findings.append(
          gone.count == 1
            ? offering(finding, was: name(gone[0], old), after: property.name.range, "property") : finding)
        continue
      }
      let wasConstant = !before.isVariable && before.initialValue != nil
      if !isConstant, !wasConstant { compare(before.type, property.type, named: names[0], of: owner) }
      if isConstant, !wasConstant {
        findings.append(
          .readOtherwise(property.name.range, "what data have of '\(names[0])' is not read: it is a constant now"))
      } else if wasConstant, !isConstant, property.initialValue == nil, !new.isOptional(property.type) {
        findings.append(
          .unreadable(
            property.name.range, "data of \(owner) without '\(names[0])', which was a constant and not stored"))
      } else if let value = before.initialValue, let other = property.initialValue, !new.isOptional(property.type) {
        compareDefaults(value, other, named: names[0], of: owner)
      }
    }
  }

  // MARK: Events and timers

  private mutating func compareEvents() {
    func events(_ machine: StateMachine) -> [Part<EventID>] {
      machine.events.indices.filter { machine.events[$0].owner == nil }.map { id in
        let event = machine.events[id]
        return Part(
          id: id, name: machine.source.text(event.name.range),
          formerNames: event.formerNames.map { machine.source.text($0.range) }, range: event.name.range,
          types: event.fields.map { machine.source.text($0.type) })
      }
    }
    for (before, after) in match(events(old), events(new), "event", new.name.range) {
      let name = "the event '\(new.source.text(new.events[after].name.range))'"
      compareFields(old.events[before].fields, new.events[after].fields, of: name)
    }
  }

  /// Compares the timers. A timer is stored under the path of its state, such as `playerPlaying`. Further timers of the
  /// state have a number: `playerPlaying2`. If rows change their order, the number means another timer, which is
  /// reported. A timer that no longer exists is reported if its state still exists.
  private mutating func compareTimers() {
    func trigger(_ machine: StateMachine, _ timer: TimerID) -> String {
      LabelText(source: machine.source).swift(machine.timers[timer].range)
    }
    let (before, after) = (old.timerNames, new.timerNames)
    let formerNames = new.formerTimerNames
    for timer in old.timers.indices {
      let name = before[timer.index]
      let place = after.firstIndex(of: name) ?? formerNames.firstIndex { $0.contains(name) }
      guard let place else {
        // If the state of the timer was removed, another finding reports that.
        let state = old.source.text(old.states[old.timers[timer].state].name.range)
        if let now = new.states.first(where: { new.source.text($0.name.range) == state }) {
          findings.append(
            .unreadable(
              now.name.range, "the timer '\(name)', '\(trigger(old, timer))', where data have one that has elapsed"))
        }
        continue
      }
      let now = new.timers.indices.first { $0.index == place }
      guard let now, trigger(new, now) != trigger(old, timer),
        let moved = new.timers.indices.first(where: { other in
          new.timers[other].state == new.timers[now].state && trigger(new, other) == trigger(old, timer)
        })
      else { continue }
      findings.append(
        .readOtherwise(
          new.timers[now].range,
          "the timer '\(name)' in data was '\(trigger(old, timer))', which is '\(after[moved.index])' now: keep the order"
        ))
    }
  }
}
