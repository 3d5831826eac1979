import StateMachineSyntax

/// The names that one transition can use, and their uses so far.
struct Scope {
  struct Entry {
    var name: Identifier
    var owner: PayloadOwner
    var field: Int32
    /// The type as carry-over compares it.
    var key: TypeKey
    /// The type as written: of a plain field, or of a bound value if it is known.
    var type: SourceRange
    /// The pattern that binds the name, and the index of the binding; nil for a plain field.
    var binding: (pattern: Int32, place: Int32)?
    var usage: LocalUsage = []
    /// Whether the row itself gives the name, in a pattern or a guard: such a name hides labels.
    var isExplicit = false
    /// The number of levels from the source out to the state that has the field: 0 for the source itself.
    var level = 0
    /// Whether methods that are called on the field change it, as it is declared with `var`, or `inout`.
    var isVariable = false

    /// The kind of declaration, for a name that a guard binds; nil for other names, and for names of Swift elsewhere.
    var kind: Occurrence.Kind?

    var isDeep: Bool { binding != nil }
    /// Whether the type is known, so that the value can be carried over.
    var isCarried: Bool { binding == nil || key != .unknown }
  }

  private(set) var entries: [Entry] = []
  /// By the number of a name: its first entry, and the number of the call of `noteEntries` that noted it. Used if there
  /// are too many entries to look at each. Entries of earlier calls need no clearing.
  private var firstEntries: [(filling: Int, entry: Int)] = []
  /// By entry: the next entry with the same name; the entry itself if it is the last.
  private var nextEntries: [Int] = []
  private var filling = 0
  private static let fewEntries = 32
  private(set) var patterns: [Pattern] = []
  /// The changes of fields whose state may be exited, until something that reads them is found: after the last effect,
  /// they are lost.
  var unreadChanges: [UnreadChange] = []

  mutating func clear() {
    entries.clear()
    patterns.clear()
    unreadChanges.clear()
    nextEntries.clear()
  }

  /// Adds the fields of an event or a state, as its patterns leave them.
  ///
  /// - Parameters:
  ///   - first: the index of the first field among the fields of the whole path.
  ///   - level: the number of levels from the source out to the fields.
  mutating func enter(
    _ fields: [Field], _ plan: [FieldPattern], of owner: PayloadOwner, first: Int = 0, level: Int = 0
  ) {
    for (place, field) in fields.enumerated() {
      let index = first + place
      let pattern = plan.isEmpty ? .unnamed : plan[place]
      if pattern.keepsLabel, let name = field.name {
        entries.append(
          Entry(
            name: name, owner: owner, field: Int32(index), key: field.key, type: field.type, level: level,
            isVariable: field.isVariable || field.specifier != nil))
      }
      switch pattern {
      case .unnamed, .ignored: break
      case .bound(let name):
        entries.append(
          Entry(
            name: name, owner: owner, field: Int32(index), key: field.key, type: field.type, isExplicit: true,
            isVariable: field.isVariable || field.specifier != nil))
      case .deep(var pattern, _):
        pattern.owner = owner
        pattern.field = Int32(index)
        for (binding, bound) in pattern.bindings.enumerated() {
          entries.append(
            Entry(
              name: bound.name, owner: owner, field: Int32(index), key: bound.key,
              type: bound.type ?? field.type,
              binding: (Int32(patterns.count), Int32(binding)), isExplicit: true))
        }
        patterns.append(pattern)
      }
    }
    guard entries.count > Self.fewEntries else { return }
    noteEntries()
  }

  /// Adds a name that the guard of a row binds, which hides labels.
  ///
  /// - Parameter kind: the kind of declaration for an editor; nil for a name of Swift elsewhere.
  mutating func enter(
    _ name: Identifier, as kind: Occurrence.Kind?, of owner: PayloadOwner = .source,
    type: SourceRange = SourceRange(0, 0), key: TypeKey = .unknown
  ) {
    var entry = Entry(name: name, owner: owner, field: -1, key: key, type: type, binding: (-1, 0), isExplicit: true)
    entry.kind = kind
    entries.append(entry)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// Removes the names that have been added after the first ones.
  mutating func removeEntries(from count: Int) {
    guard entries.count > count else { return }
    entries.removeSubrange(count...)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// Returns the entry of a name that a guard binds; nil if no guard binds it.
  func boundByGuard(_ name: NameID) -> Entry? { entries.last { $0.field < 0 && $0.name.id == name } }

  /// Links the entries of each name, from the last to the first, so that they are found in order.
  private mutating func noteEntries() {
    filling += 1
    nextEntries.clear()
    nextEntries.append(contentsOf: entries.indices)
    for index in entries.indices.reversed() {
      let name = Int(entries[index].name.id.index)
      guard name >= 0 else { continue }
      if name >= firstEntries.count {
        firstEntries += Array(repeating: (filling: 0, entry: 0), count: name + 1 - firstEntries.count)
      }
      if firstEntries[name].filling == filling { nextEntries[index] = firstEntries[name].entry }
      firstEntries[name] = (filling, index)
    }
  }

  /// Calls a function for the indices of the entries with a name, in order.
  private func forEachEntry(of name: NameID, _ body: (Int) -> Void) {
    guard nextEntries.isEmpty else {
      let number = Int(name.index)
      guard firstEntries.indices.contains(number), firstEntries[number].filling == filling else { return }
      var index = firstEntries[number].entry
      body(index)
      while nextEntries[index] != index {
        index = nextEntries[index]
        body(index)
      }
      return
    }
    for index in entries.indices where entries[index].name.id == name { body(index) }
  }

  /// Returns the entries of a name: one of the event, one of the source, or both, which is ambiguous. A name that the
  /// row gives hides labels; a label of the source's ancestor counts only if nothing else has the name.
  ///
  /// - Parameter carriedOnly: whether names of unknown types, which patterns give to parts of a field, are left out.
  func find(_ name: NameID, carriedOnly: Bool = false) -> (event: Int?, source: Int?) {
    var found: (event: Int?, source: Int?) = (nil, nil)
    forEachEntry(of: name) { index in
      if carriedOnly, !entries[index].isCarried { return }
      if entries[index].owner == .event {
        if found.event.map({ !hides($0, index) }) ?? true { found.event = index }
      } else if found.source.map({ !hides($0, index) }) ?? true {
        found.source = index
      }
    }
    if let event = found.event, let source = found.source {
      if entries[event].isExplicit != entries[source].isExplicit {
        return entries[event].isExplicit ? (event, nil) : (nil, source)
      }
      if entries[source].level > 0 { found.source = nil }
    }
    return found
  }

  /// Returns whether the first entry hides the second one, which is of the same event or state.
  private func hides(_ first: Int, _ second: Int) -> Bool {
    if entries[first].isExplicit != entries[second].isExplicit { return entries[first].isExplicit }
    return entries[first].level < entries[second].level
  }

  mutating func mark(_ index: Int, _ usage: LocalUsage) {
    entries[index].usage.formUnion(usage)
    if !unreadChanges.isEmpty, !usage.isDisjoint(with: .reading) { noteRead { $0.entry == index } }
  }

  /// Notes that changes of fields are read: a field that may have been changed then counts as changed.
  mutating func noteRead(_ isRead: (UnreadChange) -> Bool) {
    for change in unreadChanges where isRead(change) { entries[change.entry].usage.formUnion(change.usage) }
    unreadChanges.removeAll(where: isRead)
  }

  /// The fields that have been used so far.
  var usedFields: Set<UsedField> {
    Set(entries.lazy.filter { !$0.usage.isEmpty && $0.field >= 0 }.map { UsedField(owner: $0.owner, field: $0.field) })
  }

  /// Removes the uses so far, so that later uses can be told apart; returns the removed uses for `addUsages`.
  mutating func takeUsages() -> [LocalUsage] {
    let usages = entries.map(\.usage)
    for index in entries.indices { entries[index].usage = [] }
    return usages
  }

  /// The uses so far, by entry.
  var usages: [LocalUsage] {
    get { entries.map(\.usage) }
    set { for (index, usage) in newValue.enumerated() { entries[index].usage = usage } }
  }

  mutating func addUsages(_ usages: [LocalUsage]) {
    for (index, usage) in usages.enumerated() { entries[index].usage.formUnion(usage) }
  }

  /// The fields that the transition must bind by plain names.
  var locals: [Local] {
    var locals: [Local] = []
    for entry in entries where !entry.isDeep && !entry.usage.isEmpty {
      locals.append(Local(name: entry.name, owner: entry.owner, field: entry.field, usage: entry.usage))
    }
    return locals
  }

  /// The patterns, with the uses of their bindings.
  var usedPatterns: [Pattern] {
    guard !patterns.isEmpty else { return [] }
    var patterns = patterns
    for entry in entries {
      guard let (pattern, place) = entry.binding, pattern >= 0 else { continue }
      patterns[Int(pattern)].bindings[Int(place)].usage = entry.usage
    }
    return patterns
  }
}

/// A change of a field, or a possible one, whose state the row may exit.
struct UnreadChange: Equatable {
  /// The index of the field's entry in the scope.
  var entry: Int
  var usage: LocalUsage
  var name: NameID
  var range: SourceRange
}

/// The pattern of a row for one field. A plan is a list of such patterns, in the order of the fields; an empty plan has
/// no patterns.
enum FieldPattern {
  /// No pattern: the field keeps its name.
  case unnamed
  /// A bare name, which replaces the field's name.
  case bound(Identifier)
  /// The pattern `_`.
  case ignored
  /// Any other pattern: Swift, which may fail, may bind, and may use names.
  case deep(Pattern, SwiftText)

  /// Whether the field's label can be used in the row.
  var keepsLabel: Bool {
    switch self {
    case .unnamed, .deep: true
    case .bound, .ignored: false
    }
  }
}
