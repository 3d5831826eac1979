import StateMachineSyntax

/// The forms in which a declared name occurs in Swift: the name itself, such as `save`, and names made of it, such as
/// `cancelSave`. If a user renames the declaration, all of them change.
package enum NameForm: Hashable, Sendable {
  case itself
  /// `cancelSave`, the effect that cancels an output.
  case cancellation
  /// `isOpen`, the property that says whether the state is in a group.
  case query
  /// The name as a type: for the state or region `active`, this is `Active`, the type of the states within it.
  case type
  /// `DoorStateMachine`, the default wrapper of a machine.
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

/// A place where a name of the machine is written, with the range of the name's declaration. Declarations, rows and the
/// Swift in the file have such places.
///
/// The resolver adds an occurrence each time it looks a name up. An editor thus shows and renames the declaration that
/// the compiler means.
package struct Occurrence: Hashable, Sendable {
  /// The kinds of declared names.
  package enum Kind: String, Hashable, Sendable {
    case machine, wrapper, state, region, choice, group, event, output, property, namedGuard, namedEffect
    /// An enum of results (`action`), and one of its cases.
    case actionEnum, result
    case typeAlias
    /// A field of a payload or a parameter list: its label, the name by which code uses its value, or both.
    case label
    /// A name that a pattern of a row binds.
    case binding
  }

  /// The range of the name, without back-ticks.
  package var range: SourceRange
  /// The range of the name in its declaration, in the same file.
  package var declaration: SourceRange
  package var kind: Kind
  package var form = NameForm.itself

  package var isDeclaration: Bool { range == declaration }
}

/// A place where a machine names a declaration in another file, such as a state of its submachine.
package struct ForeignOccurrence: Hashable, Sendable {
  /// The range of the name, without back-ticks.
  package var range: SourceRange
  /// The path of the file that declares the name. The range `declaration` is in this file.
  package var path: String
  package var declaration: SourceRange
  package var kind: Occurrence.Kind
  package var form = NameForm.itself

  /// The name where it is declared, as an occurrence in the file that declares it.
  package var declared: Occurrence { Occurrence(range: declaration, declaration: declaration, kind: kind) }
}

/// A range of Swift in which the compiler looks up no names, although names of a machine may occur there. If the range
/// contains a name that a user renames, the editor refuses to rename it.
package struct UnreadSwift: Hashable, Sendable {
  package var range: SourceRange
  /// The full name of the machine.
  package var machine: String
}

/// All occurrences of a machine's names, collected while the machine is resolved.
package struct Occurrences: Sendable {
  /// The occurrences of names that this file declares, without duplicates; in the order of the file after `sort()`.
  package private(set) var all: [Occurrence] = []
  /// Pairs of declarations that must be renamed together. An example is two labels of which one is carried over to the
  /// other: carry-over needs labels with the same name.
  package private(set) var links: Set<Link> = []
  /// The occurrences of names that other files declare, without duplicates; in the order of the file after `sort()`.
  package private(set) var foreign: [ForeignOccurrence] = []
  package private(set) var unread: Set<UnreadSwift> = []
  /// For each result that a row gives by `return`, the type of the method's result as written: `OnPing?` for
  /// `return .none`. The key is the offset of the result in the file. The value is empty if the row has several events
  /// whose results have different types.
  private(set) var resultTypes: [Int: String] = [:]
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

  mutating func add(result: SourceRange, _ type: String) {
    let known = resultTypes[result.lowerBound] ?? type
    resultTypes[result.lowerBound] = known == type ? type : ""
  }

  mutating func link(_ first: SourceRange, _ second: SourceRange) {
    if first != second { links.insert(Link(first: first, second: second)) }
  }

  /// Adds the occurrences that were found in another machine of the file.
  package mutating func append(_ other: Occurrences) {
    for occurrence in other.all { add(occurrence) }
    for occurrence in other.foreign { add(occurrence) }
    unread.formUnion(other.unread)
    links.formUnion(other.links)
    resultTypes.merge(other.resultTypes) { $0 == $1 ? $0 : "" }
  }

  package mutating func sort() {
    all.sort { ($0.range.start, $0.declaration.start) < ($1.range.start, $1.declaration.start) }
    foreign.sort {
      ($0.range.start, $0.path, $0.declaration.start) < ($1.range.start, $1.path, $1.declaration.start)
    }
  }

  /// Returns the occurrences of the name that is written at an offset, or that ends there. There may be several,
  /// because the name may mean several declarations: a row with two sources may use a label of each source.
  package func at(_ offset: Int) -> [Occurrence] {
    all.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// Returns the occurrences of names that other files declare, if such a name is written at the offset.
  package func foreign(at offset: Int) -> [ForeignOccurrence] {
    foreign.filter { $0.range.lowerBound <= offset && offset <= $0.range.upperBound }
  }

  /// Returns all occurrences of the given declarations, and of all declarations that must be renamed with them. For
  /// example, a label and another label to which its value is carried over must have one name.
  ///
  /// - Parameter declarations: the ranges of the names in their declarations.
  package func named(_ declarations: some Sequence<SourceRange>) -> [Occurrence] {
    var found = Set(declarations)
    var neighbours: [SourceRange: [SourceRange]] = [:]
    for link in links {
      neighbours[link.first, default: []].append(link.second)
      neighbours[link.second, default: []].append(link.first)
    }
    // One place may name several declarations, which then share their name.
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
