import StateMachineSyntax

/// What each name of the file stands for in one machine, found in constant time and without hashing.
///
/// The entries are as many as the file has names, and serve one machine after the other: an entry counts only where it
/// bears the number of the machine at hand. A file of many small machines is thus not searched or cleared for each.
struct MachineScope: Sendable {
  /// What one name stands for. States, choices and groups share a name space, and so do properties and
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
    /// Whether it is a label, a guard, a stored property or given by a pattern: embedded Swift is searched for these.
    var isTracked = false
    /// Whether a block declares it, which a row of a choice behind the block may use.
    var isDeclaredInBlock = false
    /// Whether another state of the same name is declared in another body: rows there may mean that.
    var isDeclaredAgain = false
    /// Whether it is declared in a way that cannot be understood: nothing is said of transitions that name it.
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
  /// Is true where a name stands for a guard.
  private(set) var hasGuards = false
  /// The names that stand for something.
  private var known: [NameID] = []

  /// The scope of a file's first machine, in which no name means anything yet.
  init(nameCount: Int) {
    self.init(Array(repeating: Entry(meaning: .nothing, machine: 0), count: nameCount), machine: 1)
  }

  private init(_ entries: consuming [Entry], machine: UInt32) {
    self.entries = entries
    self.machine = machine
  }

  /// The scope of another machine: it takes the storage over, and none of the meanings.
  ///
  /// - Parameter meanings: those that names have in that machine.
  consuming func next(_ meanings: [(name: NameID, meaning: Meaning)] = []) -> MachineScope {
    var next = MachineScope(entries, machine: machine + 1)
    for (name, meaning) in meanings { next[name] = meaning }
    return next
  }

  /// What the names of the machine stand for, to be known again when its rows are resolved.
  var meanings: [(name: NameID, meaning: Meaning)] { known.map { ($0, self[$0]) } }

  /// What the name stands for; the name that the source does not have stands for nothing.
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
