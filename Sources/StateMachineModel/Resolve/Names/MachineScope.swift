import StateMachineSyntax

/// The meanings of the file's names in one machine, found in constant time and without hashing.
///
/// There is one entry for each name of the file, and the entries serve one machine after the other: an entry is valid
/// only if it has the number of the current machine. So they are not cleared for each of many small machines.
struct MachineScope: Sendable {
  /// The declarations that have one name. States, choices and groups share a name space, and so do properties and
  /// guards, and outputs and effects.
  struct Meaning: Sendable {
    var state: StateID?
    var choice: ChoiceID?
    var group: GroupID?
    var event: EventID?
    var output: OutputID?
    var property: ID<StoredProperty>?
    var namedGuard: NamedGuardID?
    var namedEffect: NamedEffectID?
    var actionEnum: ActionEnumID?
    /// Whether the name is that of a label, a guard, a stored property or a pattern: embedded Swift is searched for it.
    var isTracked = false
    /// Whether a block declares the name, which a row of a choice after the block may use.
    var isDeclaredInBlock = false
    /// Whether another body declares another state of this name, which rows there may mean.
    var isDeclaredAgain = false
    /// Whether the declaration cannot be understood: transitions that name it are not reported.
    var isUnsupported = false

    static let nothing = Meaning()
  }

  private struct Entry: Sendable {
    var meaning: Meaning
    /// The number of the machine in which the name has this meaning.
    var machine: UInt32
  }

  private var entries: [Entry]
  private let machine: UInt32
  /// Whether the machine has named guards.
  private(set) var hasGuards = false
  /// The names that have a meaning.
  private var known: [NameID] = []

  /// Creates the scope of a file's first machine, in which no name has a meaning yet.
  init(nameCount: Int) {
    self.init(Array(repeating: Entry(meaning: .nothing, machine: 0), count: nameCount), machine: 1)
  }

  private init(_ entries: consuming [Entry], machine: UInt32) {
    self.entries = entries
    self.machine = machine
  }

  /// Returns the scope of another machine, which takes over the storage and none of the meanings.
  ///
  /// - Parameter meanings: the meanings of names in that machine.
  consuming func next(_ meanings: [(name: NameID, meaning: Meaning)] = []) -> MachineScope {
    var next = MachineScope(entries, machine: machine + 1)
    for (name, meaning) in meanings { next[name] = meaning }
    return next
  }

  /// The meanings of all names in the machine, which are needed again when its rows are resolved.
  var meanings: [(name: NameID, meaning: Meaning)] { known.map { ($0, self[$0]) } }

  /// The meaning of a name in the machine; empty for a name that the file does not contain.
  subscript(name: NameID) -> Meaning {
    get {
      guard name.index >= 0, entries[Int(name.index)].machine == machine else { return .nothing }
      return entries[Int(name.index)].meaning
    }
    set {
      guard name.index >= 0 else { return }
      if newValue.namedGuard != nil { hasGuards = true }
      if entries[Int(name.index)].machine != machine { known.append(name) }
      entries[Int(name.index)] = Entry(meaning: newValue, machine: machine)
    }
  }
}
