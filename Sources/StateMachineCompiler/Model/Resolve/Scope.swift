/// The names that one transition can use, and what has been used of them.
struct Scope {
  struct Entry {
    var name: Identifier
    var owner: PayloadOwner
    var field: Int32
    /// The type that carry-over compares.
    var key: TypeKey
    /// The type as written, of a plain field.
    var type: SourceRange
    /// The pattern that binds the name, and which of its bindings; nil for a plain field.
    var binding: (pattern: Int32, place: Int32)?
    var usage: LocalUsage = []
    /// How many levels out the state is that has the field: 0 for the source itself.
    var level = 0

    var isDeep: Bool { binding != nil }
  }

  private(set) var entries: [Entry] = []
  private(set) var patterns: [Pattern] = []

  mutating func clear() {
    entries.clear()
    patterns.clear()
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
      switch pattern {
      case .unnamed:
        if let name = field.name {
          entries.append(
            Entry(
              name: name, owner: owner, field: Int32(index), key: field.key, type: field.type, level: level))
        }
      case .bound(let name):
        entries.append(Entry(name: name, owner: owner, field: Int32(index), key: field.key, type: field.type))
      case .ignored:
        break
      case .deep(var pattern):
        pattern.owner = owner
        pattern.field = Int32(index)
        for (binding, bound) in pattern.bindings.enumerated() {
          entries.append(
            Entry(
              name: bound.name, owner: owner, field: Int32(index), key: .unknown, type: field.type,
              binding: (Int32(patterns.count), Int32(binding))))
        }
        patterns.append(pattern)
      }
    }
  }

  /// The entries of a name: one of the event, one of the source, or both, which is ambiguous. A composite around the
  /// source gives its labels to those who have none of that name.
  func find(_ name: NameID) -> (event: Int?, source: Int?) {
    var found: (event: Int?, source: Int?) = (nil, nil)
    for index in entries.indices where entries[index].name.id == name {
      if entries[index].owner == .event {
        found.event = index
      } else if found.source.map({ entries[index].level <= entries[$0].level }) ?? true {
        found.source = index
      }
    }
    if found.event != nil, let source = found.source, entries[source].level > 0 { found.source = nil }
    return found
  }

  /// The entry of a plain field of the source's path.
  func find(field: Int32) -> Int? {
    entries.firstIndex { $0.owner == .source && $0.field == field && !$0.isDeep }
  }

  mutating func mark(_ index: Int, _ usage: LocalUsage) {
    entries[index].usage.formUnion(usage)
  }

  /// The fields that are used so far.
  var usedFields: Set<UsedField> {
    Set(entries.lazy.filter { !$0.usage.isEmpty }.map { UsedField(owner: $0.owner, field: $0.field) })
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
    locals.reserveCapacity(entries.count { !$0.isDeep && !$0.usage.isEmpty })
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
      guard let (pattern, place) = entry.binding else { continue }
      patterns[Int(pattern)].bindings[Int(place)].usage = entry.usage
    }
    return patterns
  }
}

/// What a pattern in a row says of one field.
enum FieldPattern {
  /// Nothing: the field keeps its name.
  case unnamed
  /// A bare name, which replaces the field's.
  case bound(Identifier)
  /// `_`
  case ignored
  /// Anything deeper: Swift, which may fail and may bind.
  case deep(Pattern)
}
