import StateMachineSyntax

/// The meanings of a file's names in one machine: the declarations that a name refers to. A name is found by its
/// number, without hashing.
///
/// The storage has one entry for each name of the file, and all machines of the file use it one after the other. An
/// entry counts only if it has the number of the current machine. So the storage need not be cleared for each machine,
/// of which a file may have many.
struct MachineScope: Sendable {
  /// The declarations that have one name, at most one of each kind. A state and an event may have the same name. A
  /// state, a choice and a group cannot; nor can a property and a named guard, nor an output and a named effect.
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
    /// Whether the name is a label, a named guard, a property or a name in a pattern. The resolver records where Swift
    /// uses such a name. Any other name in Swift may be declared outside of the machine, so its uses do not matter.
    var isTracked = false
    /// Whether a block of a row that leads to a choice declares the name: `n` in `a -> check : e / { let n = 1 }`. The
    /// rows of the choice `check` can then use the name.
    var isDeclaredInBlock = false
    /// Whether a second state of this name is declared in another body, which has been reported. Rows in that body may
    /// mean the second state.
    var isDeclaredAgain = false
    /// Whether the declaration of the name has an error. Rows that use the name are then not reported.
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
  /// The names that have a meaning in the machine.
  private var known: [NameID] = []

  /// Creates the meanings for the first machine of a file, in which no name has a meaning yet.
  ///
  /// - Parameter nameCount: the number of names in the file.
  init(nameCount: Int) {
    self.init(Array(repeating: Entry(meaning: .nothing, machine: 0), count: nameCount), machine: 1)
  }

  private init(_ entries: consuming [Entry], machine: UInt32) {
    self.entries = entries
    self.machine = machine
  }

  /// Returns a scope for the next machine of the file. It reuses the storage, in which the old meanings stay. They are
  /// ignored, because they have the number of the earlier machine.
  ///
  /// - Parameter meanings: the meanings that names have in the next machine from the start.
  consuming func next(_ meanings: [(name: NameID, meaning: Meaning)] = []) -> MachineScope {
    var next = MachineScope(entries, machine: machine + 1)
    for (name, meaning) in meanings { next[name] = meaning }
    return next
  }

  /// The meanings of all names in the machine. They are stored elsewhere while other machines use the storage, and
  /// given to `next` again when the machine's rows are resolved.
  var meanings: [(name: NameID, meaning: Meaning)] { known.map { ($0, self[$0]) } }

  /// The meaning of a name in the machine. It is empty for a name without a declaration.
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
