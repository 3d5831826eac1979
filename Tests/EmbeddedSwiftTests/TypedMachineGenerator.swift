import TestSupport

/// Makes random machines whose payloads have many kinds of types, which they use in many forms, under names that
/// generated code contains, too.
///
/// A part is kept if the compiler accepts the machine with it. Swift must accept such a machine, too, as the rows use
/// each type correctly.
struct TypedMachineGenerator {
  struct Field {
    var label: String?
    var type: PayloadType
    var hasDefault: Bool
  }

  struct Signature {
    var name: String
    var fields: [Field]
    var kind = Kind.plain
  }

  enum Kind: String { case plain, async, stream }

  /// A condition with a name; it can be used where what it asks for is in scope.
  struct NamedGuard {
    var name: String
    var asks: (name: String, type: PayloadType)
  }

  /// Effects with a name; the same.
  struct NamedEffect {
    var name: String
    var parameters: [Field]
    var asks: Scope
  }

  struct StateInfo {
    var name: String
    var fields: [Field] = []
    var parent: Int?
    var isRegion = false
    var isFinal = false
    var hasSubmachine = false
  }

  typealias Scope = [(name: String, type: PayloadType)]

  let accepts: (String) -> Bool
  var types: TypeSource
  var machine: TypedMachine
  var states: [StateInfo] = []
  var events: [Signature] = []
  var outputs: [Signature] = []
  var properties: Scope = []
  var choices: [String] = []
  var groups: [(name: String, states: [Int])] = []
  var guards: [NamedGuard] = []
  var effectNames: [NamedEffect] = []
  var submachine: Submachine?
  /// Values of types that are errors, in blocks of Swift and elsewhere.
  var errors = ["CancellationError()"]
  /// Whether nothing happens to the machine from outside: the events are not declared.
  var isEventless = false
  /// Fields that have been made, as labels carry over where they have the same type.
  var fields: [Field] = []
  var names: [String]
  var usedNames: [String] = []
  var refused = 0
  var accepted = 0

  static let isolations = ["", "", "", "", "", "", "@MainActor "]
  static let accesses = ["", "", "", "", "", "public ", "public ", "package ", "fileprivate ", "private "]
  /// Types that hold machines.
  static let namespaces = ["OpenNamespace", "Namespace", "Namespace.Inner"]
  /// Their declarations, for what is compiled with the machines.
  static let support = "public enum OpenNamespace {}\nenum Namespace { struct Inner {} }\n"

  /// - Returns: nil where the declarations are refused; else the machine, and how many of its parts were refused.
  static func machine(seed: UInt64, accepts: @escaping (String) -> Bool) -> (TypedMachine, kept: Int, refused: Int)? {
    var generator = TypedMachineGenerator(seed: seed, accepts: accepts)
    guard generator.declare() else { return nil }
    generator.addGuards()
    generator.addGroups()
    generator.addEffects()
    generator.addActions()
    for _ in 0..<generator.types.number(4...14) { generator.addRow() }
    generator.addStruct(seed)
    return (generator.machine, generator.accepted, generator.refused)
  }

  private init(seed: UInt64, accepts: @escaping (String) -> Bool) {
    self.accepts = accepts
    var random = SeededGenerator(seed: seed)
    let names = TypedMachineNames.all.shuffled(using: &random)
    self.names = names
    var types = TypeSource(random: random, isSendable: false, isHashable: false, generics: [], labels: [])
    types.isSendable = types.chance(50)
    types.isHashable = types.chance(types.isSendable ? 15 : 10)
    types.labels = Array(names.prefix(12))
    self.types = types
    // A name stands for one machine only, in machines that are compiled together.
    let odd = TypedMachineNames.ofTypes
    let name = seed % 16 == 5 ? odd[Int(seed / 16) % odd.count] : "Machine\(seed)"
    machine = TypedMachine(name: name, head: "")
  }

  // MARK: What is declared

  private mutating func declare() -> Bool {
    let generics = genericParameters()
    let isolation = types.pick(Self.isolations)
    let access = types.pick(Self.accesses)
    let conformances = conformances(isIsolated: !isolation.isEmpty, isPublic: access == "public ")
    let attribute = types.chance(10) ? "@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) " : ""
    let namespace = types.chance(12) ? " in \(types.pick(Self.namespaces))" : ""
    machine.head = "\(attribute)\(isolation)\(access)machine \(machine.name)\(generics)\(namespace)\(conformances)"
    isEventless = types.chance(5)
    for _ in 0..<types.number(1...3) { addProperty() }
    events = signatures(2...4, activities: 0)
    outputs = signatures(2...4, activities: 15)
    addWrappers(isIsolated: !isolation.isEmpty)
    addErrorType()
    if namespace.isEmpty, isolation.isEmpty || types.isSendable, types.chance(35) {
      addSubmachine("\(isolation)\(access)machine", generics, conformances)
    }
    addStates()
    choices = types.chance(40) ? [name()] : []
    for event in events where !isEventless { machine.declarations.append(.init(text: "event \(text(event))")) }
    for output in outputs { machine.declarations.append(.init(text: "output \(text(output))")) }
    for choice in choices { machine.declarations.append(.init(text: "choice \(choice)")) }
    if types.chance(20) {
      let error = types.chance(30) ? " " + types.pick(errors) : ""
      machine.declarations.append(.init(text: "unhandled throw\(error)"))
    }
    addChoice()
    return accepts(machine.source)
  }

  /// Returns the conformances after the colon of the head, with the colon.
  private mutating func conformances(isIsolated: Bool, isPublic: Bool) -> String {
    guard types.isHashable else { return types.isSendable ? ": Sendable" : "" }
    if types.isSendable { return ": Hashable, Sendable" }
    // A payload of a generic type is not sendable then, and only the head of a public machine need not say what follows.
    let isWritten = isIsolated && !isPublic && !types.generics.isEmpty
    return isWritten ? ": @MainActor Hashable" : types.pick([": Hashable", ": Equatable"])
  }

  /// A type in a block of Swift, called as types that wrappers have.
  private mutating func addErrorType() {
    guard types.chance(30) else { return }
    let name = types.pick(["Refusal", "Step", "Ended", "Alarm", "Activity", "ThrownError"])
    guard !types.generics.map(\.text).contains(name), machine.name != name else { return }
    let access = types.pick(["", "", "public ", "private "])
    machine.declarations.append(
      .init(text: "swift { \(access)enum \(name): Swift.Error { case no, late(Swift.Int) } }"))
    errors += ["\(name).no", "\(name).late(3)"]
  }

  /// `<T: Sendable>`, or nothing.
  private mutating func genericParameters() -> String {
    guard types.chance(30) else { return "" }
    let names = TypedMachineNames.ofTypes.filter { $0 != machine.name }.shuffled(using: &types.random)
    var parts: [String] = []
    for name in names.prefix(types.number(1...2)) {
      let isHashable = types.isHashable || types.chance(50)
      let constraints = (isHashable ? ["Hashable"] : []) + (types.isSendable ? ["Sendable"] : [])
      parts.append(constraints.isEmpty ? name : "\(name): \(constraints.joined(separator: " & "))")
      types.generics.append(.generic(name, isHashable: isHashable))
    }
    return "<\(parts.joined(separator: ", "))>"
  }

  private mutating func addWrappers(isIsolated: Bool) {
    let number = types.number(0...9)
    // What is called back needs an isolation.
    let hasActivities = outputs.contains { $0.kind != .plain }
    let wrapper: String? =
      switch number {
      case 0, 1: "none"
      case 2, 3, 4: hasActivities ? "@MainActor class" : "class"
      case 5, 6: types.isSendable && !isIsolated ? "actor" : "none"
      case 7: "@MainActor class"
      default: hasActivities ? "@MainActor class" : nil
      }
    if let wrapper { machine.declarations.append(.init(text: "wrapper \(wrapper)")) }
  }

  /// Adds a struct around a machine that has timers.
  private mutating func addStruct(_ seed: UInt64) {
    let source = machine.source
    let hasTimers = source.contains(": after ") || source.contains(": every ")
    guard hasTimers, !source.contains("wrapper none"), types.chance(50) else { return }
    attempt { $0.declarations.append(.init(text: "wrapper struct Timed\(seed)")) }
  }

  private mutating func addProperty() {
    let type = types.type()
    guard let literal = type.literal else { return }
    var name = name()
    // Members of the generated type have these names.
    while TypedMachineNames.ofMembers.contains(name) || types.generics.map(\.text).contains(name) { name = self.name() }
    guard !properties.contains(where: { $0.name == name }) else { return }
    properties.append((name, type))
    machine.declarations.append(.init(text: "var \(name): \(type.text) = \(literal)"))
  }

  mutating func signatures(_ counts: ClosedRange<Int>, activities: Int) -> [Signature] {
    (0..<types.number(counts)).map { _ in
      Signature(
        name: name(), fields: payload(maximum: 3),
        kind: types.chance(activities) ? types.pick([.async, .stream]) : .plain)
    }
  }

  func text(_ signature: Signature) -> String {
    signature.name + text(signature.fields) + (signature.kind == .plain ? "" : " \(signature.kind.rawValue)")
  }

  func text(_ fields: [Field]) -> String {
    guard !fields.isEmpty else { return "" }
    let parts = fields.map { field in
      let value = field.hasDefault ? field.type.literal.map { " = \($0)" } ?? "" : ""
      return (field.label.map { "\($0): " } ?? "") + field.type.text + value
    }
    return "(\(parts.joined(separator: ", ")))"
  }

  mutating func payload(maximum: Int, needsDefaults: Bool = false) -> [Field] {
    var result: [Field] = []
    for _ in 0..<types.number(0...maximum) {
      var field = Field(label: name(), type: types.type(), hasDefault: types.chance(35))
      if !fields.isEmpty, types.chance(45) { field = types.pick(fields) }
      if types.chance(12) { field.label = nil }
      if needsDefaults { field.hasDefault = true }
      if field.hasDefault, field.type.literal == nil {
        if needsDefaults { continue }
        field.hasDefault = false
      }
      if let label = field.label, result.contains(where: { $0.label == label }) { continue }
      if field.label != nil { fields.append(field) }
      result.append(field)
    }
    return result
  }

  /// A name that has not been given yet, or that something of another sort has.
  mutating func name() -> String {
    if !usedNames.isEmpty, types.chance(4) { return types.pick(usedNames) }
    usedNames.append(names.isEmpty ? "name\(usedNames.count)" : names.removeLast())
    return usedNames[usedNames.count - 1]
  }

  // MARK: States

  private mutating func addStates() {
    let simple = types.number(1...3)
    for index in 0..<simple { addState(parent: nil, isInitial: index == 0) }
    if types.chance(55) {
      let composite = addState(parent: nil, isInitial: false)
      if types.chance(40) {
        for _ in 0..<2 {
          let region = addRegion(parent: composite)
          addChildren(of: region)
        }
      } else {
        addChildren(of: composite)
      }
    }
    if submachine != nil {
      addSubmachineState(parent: nil)
      if types.chance(30) { addSubmachineState(parent: states.indices.filter { !children(of: $0).isEmpty }.last) }
    }
    if types.chance(25) { addState(parent: nil, isInitial: false, isFinal: true) }
  }

  private mutating func addSubmachineState(parent: Int?) {
    guard let submachine,
      parent.map({ states[$0].isRegion || children(of: $0).allSatisfy { !states[$0].isRegion } }) ?? true
    else { return }
    states.append(StateInfo(name: name(), parent: parent, hasSubmachine: true))
    machine.states.append(.init(parent: parent, head: "state \(states[states.count - 1].name): \(submachine.type)"))
  }

  private mutating func addChildren(of parent: Int) {
    let first = addState(parent: parent, isInitial: true)
    if types.chance(25) { for index in 0..<2 { addState(parent: first, isInitial: index == 0) } }
    addState(parent: parent, isInitial: false)
    if types.chance(60) { addState(parent: parent, isInitial: false, isFinal: true) }
  }

  private mutating func addRegion(parent: Int) -> Int {
    states.append(StateInfo(name: name(), parent: parent, isRegion: true))
    machine.states.append(.init(parent: parent, head: "region \(states[states.count - 1].name)"))
    return states.count - 1
  }

  @discardableResult
  private mutating func addState(parent: Int?, isInitial: Bool, isFinal: Bool = false) -> Int {
    let fields = payload(maximum: 3, needsDefaults: isInitial)
    states.append(StateInfo(name: name(), fields: fields, parent: parent, isFinal: isFinal))
    let prefix = isInitial ? "initial " : isFinal ? "final " : ""
    machine.states.append(.init(parent: parent, head: "\(prefix)state \(states[states.count - 1].name)\(text(fields))"))
    return states.count - 1
  }

  /// The composites and regions around a state, inner first.
  func ancestors(of state: Int) -> [Int] {
    var result: [Int] = []
    var next = states[state].parent
    while let ancestor = next {
      result.append(ancestor)
      next = states[ancestor].parent
    }
    return result
  }

  func children(of state: Int) -> [Int] { states.indices.filter { states[$0].parent == state } }

  // MARK: What is tried

  /// Keeps a change if the compiler accepts it.
  mutating func attempt(_ change: (inout TypedMachine) -> Void) {
    let before = machine
    change(&machine)
    if accepts(machine.source) {
      accepted += 1
    } else {
      refused += 1
      machine = before
    }
  }
}
