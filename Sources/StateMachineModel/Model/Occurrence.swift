import StateMachineSyntax

/// What stands for a name: the name, or one that is made of it.
package enum NameForm: Hashable, Sendable {
  case itself
  /// `cancelSave`, the effect that cancels an output.
  case cancellation
  /// `isOpen`, which says whether the state is in a group.
  case query
  /// `Active`, the type of the states within a state or a region.
  case type
  /// `DoorStateMachine`, the wrapper of a machine that names none.
  case wrapper

  package func text(_ name: String) -> String {
    switch self {
    case .itself: name
    case .cancellation: TaskUse.cancel(name)
    case .query: "is" + name.capitalizedFirst
    case .type: name.capitalizedFirst
    case .wrapper: name + "StateMachine"
    }
  }
}

/// A place where a name of the language stands, in declarations, in rows or in embedded Swift, with what it stands for.
///
/// The resolver notes it where it looks the name up, so that what an editor shows and renames is what the compiler
/// means.
package struct Occurrence: Hashable, Sendable {
  /// The kinds of declared names.
  package enum Kind: String, Hashable, Sendable {
    case machine, wrapper, state, region, choice, group, event, output, property, namedGuard, namedEffect
    /// An enum of answers, and one of its cases.
    case actionEnum, answer
    case typeAlias
    /// A field of a state, of an event or of anything else with a payload: its label, its name in scope, or both.
    case label
    /// A name that a pattern of a row gives.
    case binding
  }

  /// The name without back-ticks.
  package var range: SourceRange
  /// Where the name is declared, in the same file: the same for all that stand for one thing.
  package var declaration: SourceRange
  package var kind: Kind
  package var form = NameForm.itself

  package var isDeclaration: Bool { range == declaration }
}

/// A place where a machine names something that a machine in another file declares: a state of its submachine, say.
package struct ForeignOccurrence: Hashable, Sendable {
  /// The name without back-ticks.
  package var range: SourceRange
  /// The path of the file that declares it, and where it does.
  package var path: String
  package var declaration: SourceRange
  package var kind: Occurrence.Kind
  package var form = NameForm.itself

  /// The declaration, as a name of its own file.
  package var declared: Occurrence { Occurrence(range: declaration, declaration: declaration, kind: kind) }
}

/// Swift that may name something of a machine, and that is not taken apart.
package struct UnreadSwift: Hashable, Sendable {
  package var range: SourceRange
  /// The full name of the machine.
  package var machine: String
}

/// The names of a machine, as they are found.
package struct Occurrences: Sendable {
  /// Each once, in the order of their places.
  package private(set) var all: [Occurrence] = []
  /// Declarations that must have one name: what is carried over goes from one to the other by its name.
  package private(set) var links: Set<Link> = []
  /// Names that other files declare, in the order of their places.
  package private(set) var foreign: [ForeignOccurrence] = []
  package private(set) var unread: Set<UnreadSwift> = []
  /// The type of what rows answer, by the place of the value; empty where their events have several.
  private(set) var answerTypes: [Int: String] = [:]
  private var seen: Set<Occurrence> = []
  private var seenForeign: Set<ForeignOccurrence> = []

  package init() {}

  package struct Link: Hashable, Sendable {
    package var first: SourceRange
    package var second: SourceRange
  }

  mutating func add(_ occurrence: Occurrence) {
    if seen.insert(occurrence).inserted { all.append(occurrence) }
  }

  mutating func add(_ occurrence: ForeignOccurrence) {
    if seenForeign.insert(occurrence).inserted { foreign.append(occurrence) }
  }

  mutating func add(_ swift: UnreadSwift) { unread.insert(swift) }

  mutating func add(answer: SourceRange, _ type: String) {
    let known = answerTypes[answer.lowerBound] ?? type
    answerTypes[answer.lowerBound] = known == type ? type : ""
  }

  mutating func link(_ first: SourceRange, _ second: SourceRange) {
    if first != second { links.insert(Link(first: first, second: second)) }
  }

  /// Takes over what another machine of the file has.
  package mutating func append(_ other: Occurrences) {
    for occurrence in other.all { add(occurrence) }
    for occurrence in other.foreign { add(occurrence) }
    unread.formUnion(other.unread)
    links.formUnion(other.links)
    answerTypes.merge(other.answerTypes) { $0 == $1 ? $0 : "" }
  }

  package mutating func sort() {
    all.sort { ($0.range.start, $0.declaration.start) < ($1.range.start, $1.declaration.start) }
    foreign.sort {
      ($0.range.start, $0.path, $0.declaration.start) < ($1.range.start, $1.path, $1.declaration.start)
    }
  }

  /// The occurrences of the name at a place: the place behind its last letter belongs to it. Several, where a row of
  /// several sources means a label of each.
  package func at(_ offset: Int) -> [Occurrence] {
    all.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// The same for names that other files declare.
  package func foreign(at offset: Int) -> [ForeignOccurrence] {
    foreign.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// All places of what some declarations have in common with what is linked to them.
  package func named(_ declarations: some Sequence<SourceRange>) -> [Occurrence] {
    var found = Set(declarations)
    var neighbours: [SourceRange: [SourceRange]] = [:]
    for link in links {
      neighbours[link.first, default: []].append(link.second)
      neighbours[link.second, default: []].append(link.first)
    }
    // One place may stand for several declarations, which then share their name.
    var byRange: [SourceRange: [SourceRange]] = [:]
    for occurrence in all { byRange[occurrence.range, default: []].append(occurrence.declaration) }
    for declarations in byRange.values where declarations.count > 1 {
      for other in declarations.dropFirst() {
        neighbours[declarations[0], default: []].append(other)
        neighbours[other, default: []].append(declarations[0])
      }
    }
    var pending = Array(found)
    while let next = pending.popLast() {
      for other in neighbours[next] ?? [] where found.insert(other).inserted { pending.append(other) }
    }
    return all.filter { found.contains($0.declaration) }
  }
}
