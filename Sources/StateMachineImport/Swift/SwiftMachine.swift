import StateMachineSyntax

/// A type of the imported file that is a state machine. Its methods test and change the state, a value of an enum. The
/// type stores the state, has a function with the state as a parameter, or is the enum itself.
struct SwiftMachine {
  typealias Tokens = SwiftCode.Tokens

  /// A value in the payload of a state or an event.
  struct Field {
    /// The label; nil for a value without a label.
    var label: String?
    /// The name of the value in rows. It is the declared name: `persons`, or `count` in `persons count: Int`. If none
    /// is declared, it is the name to which most patterns in the file bind the value. Otherwise, it is made of the
    /// type. Nil if no pattern binds the value, or if all these names are used already.
    var name: String?
    var type: String
    var value: String?
  }

  /// A case of the enum of states or of events.
  struct State {
    var name: String
    var fields: [Field]
    var place: SourceRange
    var lead: [String]
  }

  /// A type of the file, together with the members of its extensions.
  struct FoundType {
    var member: SwiftMember
    /// The names of the types around this type, the outermost first.
    var path: [String]
    var members: [SwiftMember]
    var name: String { member.name }
    /// The name after the names of the enclosing types: `Door.State`.
    var fullName: String { (path + [name]).joined(separator: ".") }
  }

  let code: SwiftCode
  /// All types of the file.
  let types: [FoundType]
  let type: FoundType
  /// The enum of the states.
  let enumeration: FoundType
  /// The name that means the state in the methods: the name of a property or of a parameter. It is `self` in the
  /// methods of an enum that is the machine itself.
  let property: String
  /// The function that has the state as a parameter, `reduce(_ state: State, _ event: Event)`, and whether it returns
  /// the next state. Nil if a property stores the state.
  let function: (member: SwiftMember, returnsState: Bool)?
  var states: [State] = []
  /// The methods that assign the state. They become events.
  private(set) var decidingMethods: [SwiftMember] = []
  /// The names of methods such as `func modify(_ body: (inout State) -> Void)`. They call a closure, and give it the
  /// state as an `inout` parameter, so that the closure can change it.
  private(set) var lenders: Set<String> = []
  /// The names of members that read the state, directly or through other members. Methods that become events are not
  /// among them.
  private(set) var stateReaders: Set<String> = []

  /// Creates the machine of a type.
  init(
    _ code: SwiftCode, _ types: [FoundType], _ type: FoundType, enumeration: FoundType, property: String,
    function: (member: SwiftMember, returnsState: Bool)? = nil
  ) {
    (self.code, self.types, self.type, self.enumeration) = (code, types, type, enumeration)
    (self.property, self.function) = (property, function)
    states = cases(of: enumeration.members)
    decidingMethods = function.map { [$0.member] } ?? type.members.filter(decides)
    let lending = type.members.filter { member in
      member.introducer == "func" && member.start != function?.member.start
        && member.head(code).contains { code.word($0) == "inout" && code.word($0 + 1) == enumeration.name }
    }
    lenders = Set(lending.map(\.name))
    stateReaders = findStateReaders()
  }

  /// Returns the names of the members that read the state, directly or through other members. A member may call one
  /// that was found just before. So the search is repeated until it finds no further member.
  private func findStateReaders() -> Set<String> {
    let members = type.members.filter { member in
      ["func", "var"].contains(member.introducer) && member.body != nil && member.name != property
        && !decidingMethods.contains { $0.start == member.start }
    }
    var readers: Set<String> = []
    var isGrowing = true
    while isGrowing {
      let found = members.filter { member in
        guard let body = member.body, !readers.contains(member.name) else { return false }
        return reader(for: member).asksForState(body)
          || body.contains { code.isUse($0) && readers.contains(code.word($0)) }
      }
      isGrowing = !found.isEmpty
      readers.formUnion(found.map(\.name))
    }
    return readers
  }

  // MARK: Types of a file

  /// Returns the types of a file, each with the members of its extensions. The members of an extension with
  /// conformances or a `where` clause are not added.
  static func types(in code: SwiftCode) -> [FoundType] {
    var types: [FoundType] = []
    collect(SwiftMember.all(in: 0..<code.tokens.count, code), path: [], code, &types)
    var merged: [FoundType] = []
    for type in types where type.member.introducer != "extension" { merged.append(type) }
    for found in types where found.member.introducer == "extension" && !found.member.isConstrained(code) {
      let name = found.fullName
      if let index = merged.firstIndex(where: { $0.fullName == name || name.hasSuffix("." + $0.fullName) }) {
        merged[index].members += found.members
      }
    }
    return merged
  }

  /// Adds the types among the given members, and the types inside them, to `types`.
  private static func collect(
    _ members: [SwiftMember], path: [String], _ code: SwiftCode, _ types: inout [FoundType]
  ) {
    guard path.count < 16 else { return }
    for member in members where member.isType {
      let inner = member.body.map { SwiftMember.all(in: $0, code) } ?? []
      types.append(FoundType(member: member, path: path, members: inner))
      collect(inner, path: path + [member.name], code, &types)
    }
  }

  // MARK: Machines of a file

  /// Returns the machines in a file. A machine is a type that stores the state, or that has a function of a state and
  /// an event. An enum whose methods assign `self` is a machine, too. In a type with a property `state`, only this
  /// property can store the state. Otherwise, it is the suitable property that most methods assign.
  static func all(in code: SwiftCode) -> [SwiftMachine] {
    let types = types(in: code)
    var machines: [SwiftMachine] = []
    for type in types where ["struct", "class", "actor"].contains(type.member.introducer) {
      let candidates = type.members.compactMap { member -> (SwiftMachine, Int)? in
        // If there is a property `state`, no other property can be the state.
        let isHidden = member.name != "state" && type.members.contains { $0.name == "state" && $0.introducer != "func" }
        guard member.introducer == "var", !member.isStatic, !isHidden,
          let found = enumeration(of: member, in: type, types, code)
        else { return nil }
        let machine = SwiftMachine(code, types, type, enumeration: found, property: member.name)
        let weight = machine.decidingMethods.count
        return machine.states.isEmpty || weight == 0 ? nil : (machine, weight)
      }
      if let best = candidates.max(by: { $0.1 < $1.1 }) { machines.append(best.0) }
    }
    for type in types where !machines.contains(where: { $0.type.fullName == type.fullName }) {
      if let machine = ofFunction(in: type, types, code) ?? ofItself(type, types, code) { machines.append(machine) }
    }
    return machines.filter { machine in
      machine.property != "self"
        || !machines.contains { $0.enumeration.fullName == machine.type.fullName && $0.property != "self" }
    }
  }

  /// Returns the machine of a function with a state and an event as its parameters:
  /// `reduce(_ state: State, _ event: Event) -> State`. Nil if the type has no such function.
  private static func ofFunction(in type: FoundType, _ types: [FoundType], _ code: SwiftCode) -> SwiftMachine? {
    for member in type.members where member.introducer == "func" && member.body != nil {
      let parameters = code.parameters(of: member)
      guard parameters.count == 2 else { continue }
      for parameter in parameters {
        let isChanged = parameter.type.hasPrefix("inout ")
        let name = isChanged ? String(parameter.type.dropFirst(6)) : parameter.type
        let found =
          name == "Self"
          ? type
          : types.first {
            $0.member.introducer == "enum"
              && ($0.fullName == name || $0.fullName == type.fullName + "." + name
                || $0.path.isEmpty && $0.name == name)
          }
        guard let found, found.member.introducer == "enum" else { continue }
        let others = parameters.filter { $0.name != parameter.name }.map(\.type)
        let takesEvent = types.contains { other in
          other.member.introducer == "enum" && other.fullName != found.fullName
            && others.contains { other.fullName == $0 || other.fullName.hasSuffix("." + $0) }
        }
        guard takesEvent else { continue }
        let result = code.first(in: member.head(code)) { code.word($0) == "->" }.map { code.word($0 + 1) }
        let returnsState = !isChanged && (result == found.name || result == "Self")
        guard isChanged || returnsState else { continue }
        let machine = SwiftMachine(
          code, types, type, enumeration: found, property: parameter.name, function: (member, returnsState))
        guard let body = member.body, !machine.states.isEmpty, machine.reader(for: member).asksForState(body) else {
          continue
        }
        return machine
      }
    }
    return nil
  }

  /// Returns the machine that an enum is if its methods assign `self`. Nil for any other type.
  private static func ofItself(_ type: FoundType, _ types: [FoundType], _ code: SwiftCode) -> SwiftMachine? {
    guard type.member.introducer == "enum" else { return nil }
    let machine = SwiftMachine(code, types, type, enumeration: type, property: "self")
    return machine.states.count < 2 || machine.decidingMethods.isEmpty ? nil : machine
  }

  /// Returns the enum that is the type of a property, if this file declares it; otherwise nil.
  private static func enumeration(
    of member: SwiftMember, in type: FoundType, _ types: [FoundType], _ code: SwiftCode
  ) -> FoundType? {
    let head = member.head(code)
    var name = ""
    if code.word(head.lowerBound) == ":" {
      let end = code.first(in: head) { code.word($0) == "=" } ?? head.upperBound
      name = code.line(head.lowerBound + 1..<end)
    } else if code.word(head.lowerBound) == "=" {
      // The property has no type, but a value `State.idle`, which names it.
      var index = head.lowerBound + 1
      while code.isName(index), code.word(index + 1) == ".", code.word(index).first?.isUppercase == true {
        name += (name.isEmpty ? "" : ".") + code.word(index)
        index += 2
      }
    }
    guard !name.isEmpty else { return nil }
    let enums = types.filter {
      $0.member.introducer == "enum" && (($0.fullName == name) || $0.fullName.hasSuffix("." + name))
    }
    // An enum inside the type is preferred to one beside it, and this to one further out.
    let inside = enums.first { $0.path == type.path + [type.name] || $0.fullName == type.fullName + "." + name }
    let beside =
      enums.first { $0.path == type.path } ?? enums.first { $0.path.isEmpty || type.path.starts(with: $0.path) }
    return inside ?? beside
  }

  // MARK: States

  /// Returns a state for each `case` among the members of an enum.
  func cases(of members: [SwiftMember]) -> [State] {
    var states: [State] = []
    for member in members where member.introducer == "case" {
      for (index, part) in code.elements(member.start + 1..<member.all.upperBound).enumerated() {
        let name = code.word(part.lowerBound)
        var fields: [Field] = []
        if code.word(part.lowerBound + 1) == "(" {
          fields = code.elements(code.inside(part.lowerBound + 1)).map(field)
        }
        let lead = index == 0 ? code.comments(above: member.all.lowerBound) : []
        states.append(State(name: name, fields: fields, place: code.place(part), lead: lead))
      }
    }
    return states
  }

  /// Returns the cases with names for values that have no label. The name is the one to which most patterns in the file
  /// bind the value, or else a name made of the value's type. A value that no pattern binds gets no name.
  func named(_ cases: [State]) -> [State] {
    cases.map { found in
      guard found.fields.contains(where: { $0.name == nil }) else { return found }
      var found = found
      let counts = boundNames(of: found)
      for field in found.fields.indices where found.fields[field].name == nil {
        let taken = Set(found.fields.compactMap(\.name) + ["state", "event", property])
        let best = counts[field].filter { !taken.contains($0.key) }.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        found.fields[field].name =
          best ?? (counts[field].isEmpty ? nil : Self.name(ofType: found.fields[field].type, besides: taken))
      }
      return found
    }
  }

  /// For each value in a case's payload, returns the names to which patterns in the file bind the value. Each name
  /// comes with the number of such patterns. Patterns with a label, as in `.open(persons: let n)`, do not count.
  private func boundNames(of found: State) -> [[String: Int]] {
    var counts = [[String: Int]](repeating: [:], count: found.fields.count)
    for place in code.tokens.indices
    where code.word(place) == found.name && code.word(place - 1) == "." && code.word(place + 1) == "(" {
      let isAll = ["let", "var"].contains(code.word(place - 2))
      for (field, part) in code.elements(code.inside(place + 1)).enumerated() where field < counts.count {
        let first = code.word(part.lowerBound)
        if part.count == 2, ["let", "var"].contains(first) {
          counts[field][code.word(part.lowerBound + 1), default: 0] += 1
        } else if isAll, part.count == 1, code.isName(part.lowerBound), first != "_" {
          counts[field][first, default: 0] += 1
        }
      }
    }
    return counts
  }

  /// Returns a name made of a type's name, `item` for `[Item]`; nil if the name is one of `taken`.
  static func name(ofType type: String, besides taken: Set<String>) -> String? {
    let word = type.split { !$0.isLetter && !$0.isNumber }.last.map(String.init) ?? "value"
    let name = word.prefix(1).lowercased() + word.dropFirst()
    return taken.contains(name) ? nil : name
  }

  /// Returns the field that a parameter of an enum's case declares: `persons count: Int = 0`.
  private func field(_ range: Tokens) -> Field {
    let equals = code.first(in: range) { code.word($0) == "=" }
    let colon = code.first(in: range) { code.word($0) == ":" }
    let end = equals ?? range.upperBound
    let value = equals.map { code.line($0 + 1..<range.upperBound) }
    guard let colon, colon < end else {
      return Field(label: nil, type: code.line(range.lowerBound..<end), value: value)
    }
    let label = code.word(range.lowerBound)
    let name = colon > range.lowerBound + 1 ? code.word(range.lowerBound + 1) : label
    return Field(
      label: label == "_" ? nil : label, name: name == "_" ? nil : name, type: code.line(colon + 1..<end), value: value)
  }

  // MARK: Methods

  /// Returns a reader for the statements of a method. It knows by which names the method means the state.
  func reader(for method: SwiftMember) -> SwiftStatementReader {
    SwiftStatementReader(
      code: code, property: property, hidesBareName: function == nil && property != "self" && hidesProperty(method),
      isSelfState: property == "self")
  }

  /// Returns whether a method has a parameter or a variable with the name of the state's property. In such a method,
  /// only `self.state` means the state.
  private func hidesProperty(_ method: SwiftMember) -> Bool {
    method.all.contains { index in
      guard code.word(index) == property else { return false }
      let before = code.word(index - 1)
      // A variable, a parameter of the method, or a parameter of a closure has the name.
      return before == "let" || before == "var"
        || code.word(index + 1) == ":" && index < (method.body?.lowerBound ?? index) && before != "."
        || code.word(index + 1) == "in" && before == "{"
    }
  }

  /// Returns whether a member is a method that becomes an event: one that assigns the state, or a `mutating` method
  /// that reads it.
  private func decides(_ member: SwiftMember) -> Bool {
    guard member.introducer == "func", !member.isStatic, let body = member.body else { return false }
    let reader = reader(for: member)
    return reader.writesState(body) || member.modifiers.contains("mutating") && reader.asksForState(body)
  }

  /// The name of the machine, which is usually the type's name. There are two exceptions, in which the enum of states
  /// has this name already. A type `State` within `Door` becomes the machine `DoorStateMachine`. An enum `Door` with a
  /// function that has the state as its parameter becomes `DoorMachine`.
  var name: String {
    if type.name == "State" {
      return (type.path.last?.split(separator: ".").last.map(String.init) ?? "") + "StateMachine"
    }
    return function != nil && type.fullName == enumeration.fullName ? type.name + "Machine" : type.name
  }

  /// Returns the names of the types and protocols that the states, payloads, events and properties use. This includes
  /// types that they use through other types of the file. In the `.sm` file, none of them may be private.
  func visibleTypes() -> Set<String> {
    let declarations = SwiftMember.all(in: 0..<code.tokens.count, code) + types.flatMap(\.members)
    let named = declarations.filter {
      $0.isType && $0.introducer != "extension" || ["typealias", "protocol"].contains($0.introducer)
    }
    let properties = type.members.filter { ["let", "var"].contains($0.introducer) }
    let heads = decidingMethods.map { $0.head(code) } + properties.map { $0.head(code) }
    var open = Set(heads.flatMap { code.words[$0] })
    for member in enumeration.members where member.introducer == "case" { open.formUnion(code.words[member.all]) }
    var visible: Set<String> = []
    while let name = open.popFirst() {
      for member in named where member.name == name && visible.insert(name).inserted {
        open.formUnion(code.words[member.all])
      }
    }
    return visible
  }

  /// Returns the index of the state with this name; nil if the machine has no such state. In the file, the name may be
  /// in back-ticks.
  func state(named name: String) -> Int? {
    states.firstIndex { $0.name == name || $0.name == "`\(name)`" }
  }
}
