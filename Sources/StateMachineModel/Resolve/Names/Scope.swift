import StateMachineSyntax

/// The names that one transition can use, and what has been used of them.
struct Scope {
  struct Entry {
    var name: Identifier
    var owner: PayloadOwner
    var field: Int32
    /// The type that carry-over compares.
    var key: TypeKey
    /// The type as written: of a plain field, or of what a pattern binds where that is known.
    var type: SourceRange
    /// The pattern that binds the name, and which of its bindings; nil for a plain field.
    var binding: (pattern: Int32, place: Int32)?
    var usage: LocalUsage = []
    /// Whether the row itself gives the name, in a pattern: such a name hides labels.
    var isExplicit = false
    /// How many levels out the state is that has the field: 0 for the source itself.
    var level = 0
    /// Whether methods that are called on it change it: a state's field that is declared so, or `inout`.
    var isVariable = false

    /// What a name that a guard binds stands for.
    var kind: Occurrence.Kind?

    var isDeep: Bool { binding != nil }
    /// Whether its type is known, so that it can be carried over.
    var isCarried: Bool { binding == nil || key != .unknown }
  }

  private(set) var entries: [Entry] = []
  /// By the number of a name: its first entry, where there are too many entries to look at each, and for which filling
  /// of the scope that was noted. A scope is filled for each row, and what is not noted anew costs nothing.
  private var firstEntries: [(filling: Int, entry: Int)] = []
  /// By entry: the next one of the same name; the entry itself where it is the last.
  private var nextEntries: [Int] = []
  private var filling = 0
  private static let fewEntries = 32
  private(set) var patterns: [Pattern] = []
  /// Changes of fields of a state that may be left, as long as nothing is found that reads them: behind the last, they
  /// are lost.
  var unreadChanges: [UnreadChange] = []

  mutating func clear() {
    entries.clear()
    patterns.clear()
    unreadChanges.clear()
    nextEntries.clear()
  }

  /// Enters the fields of an event or a state, as its pattern leaves them.
  ///
  /// - Parameters:
  ///   - first: the place of the first field among the fields of the whole path.
  ///   - level: how many levels out the fields are.
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

  /// Enters a name that the guard of a row binds: it hides labels.
  ///
  /// - Parameter kind: what an editor takes it for; nil where that is a name of Swift elsewhere.
  mutating func enter(
    _ name: Identifier, as kind: Occurrence.Kind?, of owner: PayloadOwner = .source,
    type: SourceRange = SourceRange(0, 0), key: TypeKey = .unknown
  ) {
    var entry = Entry(name: name, owner: owner, field: -1, key: key, type: type, binding: (-1, 0), isExplicit: true)
    entry.kind = kind
    entries.append(entry)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// Forgets the names that have been entered behind some others.
  mutating func removeEntries(from count: Int) {
    guard entries.count > count else { return }
    entries.removeSubrange(count...)
    if !nextEntries.isEmpty { noteEntries() }
  }

  /// What a guard binds, of a name.
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

  /// The places of the entries with a name, in order.
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

  /// The entries of a name: one of the event, one of the source, or both, which is ambiguous. A name that the row gives
  /// hides labels; a composite around the source gives its labels to those who have none of that name.
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

  /// Whether an entry hides another of the same owner.
  private func hides(_ first: Int, _ second: Int) -> Bool {
    if entries[first].isExplicit != entries[second].isExplicit { return entries[first].isExplicit }
    return entries[first].level < entries[second].level
  }

  mutating func mark(_ index: Int, _ usage: LocalUsage) {
    entries[index].usage.formUnion(usage)
    if !unreadChanges.isEmpty, !usage.isDisjoint(with: .reading) { noteRead { $0.entry == index } }
  }

  /// What changes of fields are read: where a field may have been changed, it counts as changed then.
  mutating func noteRead(_ isRead: (UnreadChange) -> Bool) {
    for change in unreadChanges where isRead(change) { entries[change.entry].usage.formUnion(change.usage) }
    unreadChanges.removeAll(where: isRead)
  }

  /// The fields that are used so far.
  var usedFields: Set<UsedField> {
    Set(entries.lazy.filter { !$0.usage.isEmpty && $0.field >= 0 }.map { UsedField(owner: $0.owner, field: $0.field) })
  }

  /// Forgets what is used, to see what comes; returns it for `addUsages`.
  mutating func takeUsages() -> [LocalUsage] {
    let usages = entries.map(\.usage)
    for index in entries.indices { entries[index].usage = [] }
    return usages
  }

  /// What is used so far, entry by entry.
  var usages: [LocalUsage] {
    get { entries.map(\.usage) }
    set { for (index, usage) in newValue.enumerated() { entries[index].usage = usage } }
  }

  mutating func addUsages(_ usages: [LocalUsage]) {
    for (index, usage) in usages.enumerated() { entries[index].usage.formUnion(usage) }
  }

  /// What the transition must bind by plain names.
  var locals: [Local] {
    var locals: [Local] = []
    for entry in entries where !entry.isDeep && !entry.usage.isEmpty {
      locals.append(Local(name: entry.name, owner: entry.owner, field: entry.field, usage: entry.usage))
    }
    return locals
  }

  /// The patterns, with what is used of their bindings.
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

/// A place where a row changes a field, or may, whose state it may leave.
struct UnreadChange: Equatable {
  /// The field, by its place in the scope.
  var entry: Int
  var usage: LocalUsage
  var name: NameID
  var range: SourceRange
}

/// What a pattern in a row says of one field. A plan is what a list of patterns says of each field, in the order of the
/// fields; an empty plan says nothing.
enum FieldPattern {
  /// Nothing: the field keeps its name.
  case unnamed
  /// A bare name, which replaces the field's.
  case bound(Identifier)
  /// `_`
  case ignored
  /// Anything deeper: Swift, which may fail, may bind, and may use names.
  case deep(Pattern, SwiftText)

  /// Whether the field's label can be used in the row.
  var keepsLabel: Bool {
    switch self {
    case .unnamed, .deep: true
    case .bound, .ignored: false
    }
  }
}
