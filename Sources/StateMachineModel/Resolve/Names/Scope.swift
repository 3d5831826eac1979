import StateMachineSyntax

/// The names that the Swift of one transition can use: the labels of the event and of the source, and the names that
/// patterns and guards bind. Also the uses of these names that have been found so far.
struct Scope {
  struct Entry {
    var name: Identifier
    var owner: PayloadOwner
    var field: Int32
    /// The type as a key, by which carry-over compares types.
    var key: TypeKey
    /// The place of the value's type in the file: of `Int` for the label of `persons: Int`. If a pattern such as
    /// `.some(let n)` binds the name, its type may be unknown. This is then the place of the field's type. If a guard
    /// binds the name and its type is unknown, the range is empty.
    var type: SourceRange
    /// The index of a pattern in `patterns`, and of the name in the pattern's `bindings`. This is for a name that a
    /// pattern gives to a part of a field, such as `n` in `.some(let n)`. For a name that a guard binds, `pattern` is
    /// -1. Nil if the name means the value of a whole field.
    var binding: (pattern: Int32, place: Int32)?
    var usage: LocalUsage = []
    /// Whether a pattern or a guard of the row gives the name to the value. The name then means this value, even if a
    /// label has the same name.
    var isExplicit = false
    /// The distance of the state with the field: 0 for the source itself, 1 for its parent, and so on. Also 0 for a
    /// field of the event.
    var level = 0
    /// Whether the field is declared with `var` or `inout`. A method call on such a field, as in `{ list.sort() }`,
    /// counts as a change. A method that is known to change nothing is an exception.
    var isVariable = false

    /// The kind of declaration that an editor shows for a name that a guard binds: `binding` for
    /// `[let item = list.first]`, `label` for `[let item]` with a label `item`. Nil if the guard unwraps a variable
    /// that Swift elsewhere declares, and for names that no guard binds.
    var kind: Occurrence.Kind?

    var isDeep: Bool { binding != nil }
    /// Whether the type of the name is known, so that its value can be carried over.
    var isCarried: Bool { binding == nil || key != .unknown }
  }

  private(set) var entries: [Entry] = []
  /// The first entry of each name, by the name's number. It makes `find` fast if the scope has many entries. An element
  /// is valid only if its `filling` is equal to the scope's property `filling`, so that old elements need not be
  /// cleared.
  private var firstEntries: [(filling: Int, entry: Int)] = []
  /// The next entry with the same name, for each entry. The last entry of a name is followed by itself. Empty if the
  /// scope has few entries.
  private var nextEntries: [Int] = []
  private var filling = 0
  private static let fewEntries = 32
  private(set) var patterns: [Pattern] = []
  /// The changes so far of fields whose states may be exited. When something reads the new value, the change is
  /// removed. The changes that remain at the end of the transition are lost.
  var unreadChanges: [UnreadChange] = []

  mutating func clear() {
    entries.clear()
    patterns.clear()
    unreadChanges.clear()
    nextEntries.clear()
  }

  /// Adds the fields of an event or a state, with the names that the row's patterns give to them.
  ///
  /// - Parameters:
  ///   - plan: the pattern for each field; empty if there are no patterns.
  ///   - owner: whether the fields are those of the event or of the source.
  ///   - first: the index of the first of these fields. For a state with ancestors, it is the number of fields of all
  ///     ancestors, because these are numbered first.
  ///   - level: the distance from the source to the state with the fields: 0 for the source, 1 for its parent.
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

  /// Adds a name that the guard of a row binds: `item` in `[let item = list.first]`. The name then means the value that
  /// the guard gives to it, even if a label has the same name.
  ///
  /// - Parameters:
  ///   - kind: the kind of declaration that an editor shows, such as `.binding`. Nil if the guard unwraps a variable of
  ///     Swift elsewhere.
  ///   - owner: whether the label that the guard unwraps belongs to the event or to the source.
  ///   - type: the place of the type; empty if the type is unknown.
  ///   - key: the type in a form that carry-over compares.
  mutating func enter(
    _ name: Identifier, as kind: Occurrence.Kind?, of owner: PayloadOwner = .source,
    type: SourceRange = SourceRange(0, 0), key: TypeKey = .unknown
  ) {
    // A field and a pattern of -1 mean that a guard binds the name.
    var entry = Entry(name: name, owner: owner, field: -1, key: key, type: type, binding: (-1, 0), isExplicit: true)
    entry.kind = kind
    entries.append(entry)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// Removes the entries after the first `count` ones. They were added for one row of a choice, and the next row cannot
  /// use these names.
  mutating func removeEntries(from count: Int) {
    guard entries.count > count else { return }
    entries.removeSubrange(count...)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// Returns the entry of a name that a guard binds. Nil if no guard binds the name.
  func boundByGuard(_ name: NameID) -> Entry? { entries.last { $0.field < 0 && $0.name.id == name } }

  /// Links each entry with the next entry of the same name, so that `find` need not look at all entries.
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

  /// Calls a function with the index of each entry that has a name, in order.
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

  /// Returns the indices of the entries that a name may mean. `event` is nil if the name is no value of the event, and
  /// `source` if it is none of the source. If neither is nil, the name is ambiguous. A name that the row gives in a
  /// pattern or a guard takes precedence over a label. A label of the source's ancestor counts only if the event has no
  /// label of this name.
  ///
  /// - Parameter carriedOnly: whether names of unknown types are left out, because their values cannot be carried over.
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

  /// Returns whether a name means the first of two entries, and not the second. Both entries must have the name, and
  /// must belong to the same owner: the event or the source. A name that the row gives in a pattern or a guard takes
  /// precedence over a label. A label of a state takes precedence over one of its ancestor.
  private func hides(_ first: Int, _ second: Int) -> Bool {
    if entries[first].isExplicit != entries[second].isExplicit { return entries[first].isExplicit }
    return entries[first].level < entries[second].level
  }

  mutating func mark(_ index: Int, _ usage: LocalUsage) {
    entries[index].usage.formUnion(usage)
    if !unreadChanges.isEmpty, !usage.isDisjoint(with: .reading) { noteRead { $0.entry == index } }
  }

  /// Takes changes off `unreadChanges`, because something reads their new values and they are not lost. These are the
  /// changes for which `isRead` returns true. Adds each of them to the uses of its field's entry.
  mutating func noteRead(_ isRead: (UnreadChange) -> Bool) {
    for change in unreadChanges where isRead(change) { entries[change.entry].usage.formUnion(change.usage) }
    unreadChanges.removeAll(where: isRead)
  }

  /// The fields that have been used so far, by their labels or by names in patterns.
  var usedFields: Set<UsedField> {
    Set(entries.lazy.filter { !$0.usage.isEmpty && $0.field >= 0 }.map { UsedField(owner: $0.owner, field: $0.field) })
  }

  /// Returns the uses of all entries so far, in the order of the entries, and empties `usage` of each entry. The uses
  /// that one row of a choice adds can then be told apart from earlier ones. The caller later adds the earlier uses
  /// again by `addUsages`.
  mutating func takeUsages() -> [LocalUsage] {
    let usages = entries.map(\.usage)
    for index in entries.indices { entries[index].usage = [] }
    return usages
  }

  /// The uses of each entry so far, in the order of the entries.
  var usages: [LocalUsage] {
    get { entries.map(\.usage) }
    set { for (index, usage) in newValue.enumerated() { entries[index].usage = usage } }
  }

  mutating func addUsages(_ usages: [LocalUsage]) {
    for (index, usage) in usages.enumerated() { entries[index].usage.formUnion(usage) }
  }

  /// The fields whose values the row uses. The generated code must bind them to constants or variables.
  var locals: [Local] {
    var locals: [Local] = []
    for entry in entries where !entry.isDeep && !entry.usage.isEmpty {
      locals.append(Local(name: entry.name, owner: entry.owner, field: entry.field, usage: entry.usage))
    }
    return locals
  }

  /// The patterns of the row. For each name that a pattern binds, `usage` in the pattern's `bindings` says how the row
  /// uses the name.
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

/// A change of a field whose new value nothing has read so far, in a state that the row may exit. If nothing reads the
/// value later, the change is lost. `usage` says whether the change is certain (`changes`) or uncertain (`mayChange`).
struct UnreadChange: Equatable {
  /// The index of the field's entry in the scope.
  var entry: Int
  var usage: LocalUsage
  var name: NameID
  var range: SourceRange
}

/// The pattern that a row has for one field. A list of such patterns, one for each field in their order, is called a
/// plan; an empty plan means that no field has a pattern.
enum FieldPattern {
  /// No pattern: the field keeps its label.
  case unnamed
  /// A single name, which replaces the field's label in the row: `open(n)`.
  case bound(Identifier)
  /// The pattern `_`: the row cannot use the field.
  case ignored
  /// Any other pattern of Swift, `open(.some(let n))`, which may not match, and may bind and use names.
  case deep(Pattern, SwiftText)

  /// Whether the row can use the field's label.
  var keepsLabel: Bool {
    switch self {
    case .unnamed, .deep: true
    case .bound, .ignored: false
    }
  }
}
