import StateMachineSyntax

/// The type of an expression in a file's Swift, as far as the file shows it. In `door.state == .open`, the name `open`
/// can mean a state of `machine Door` only if `door.state` is of the type `Door.State`. `unknown` is a type that the
/// file does not show.
indirect enum KnownType: Equatable {
  case unknown
  /// A type that belongs to no machine and contains no type of a machine, such as `Int`.
  case other
  case machine(String)
  /// An enum of states of the machine with this name. `path` is empty for the type `State` itself. For the states
  /// within a composite state, it has the names of this state and its ancestors, outermost first. If `isName` is true,
  /// the type is instead the enum of these states' names, which have no payloads.
  case state(String, path: [String], isName: Bool = false)
  case event(String)
  case output(String)
  case result(String, action: String)
  case tuple([KnownType])
  case list(KnownType)
  case optional(KnownType)

  /// The type without `?`.
  var unwrapped: KnownType {
    if case .optional(let type) = self { type } else { self }
  }

  /// The name of the machine to which the type belongs: `Door` for `Door.State`. Nil for types of no machine, and for
  /// tuples, lists and optionals of a machine's types.
  var machine: String? {
    switch self {
    case .machine(let machine), .state(let machine, _, _), .event(let machine), .output(let machine),
      .result(let machine, _):
      machine
    default: nil
    }
  }

  var isKnown: Bool { self != .unknown }

  var isState: Bool { if case .state(_, _, false) = self { true } else { false } }
}

/// The names of a machine's members that Swift in its body and in extensions of it may use without the machine's name.
struct MachineNamesInSwift {
  /// A parameter of a function or of an enum's case.
  struct Parameter {
    var label: String?
    var type: String
    /// The place of the label in the `.sm` file that declares it. Nil if the parameter has no label, or only Swift
    /// declares it.
    var declared: MachineOutline.Name?
    var kind = Occurrence.Kind.label
  }

  let outline: MachineOutline
  /// The types of the machine's properties and labels, by name. A name is left out if it is declared with two different
  /// types.
  private(set) var variables: [String: String] = [:]
  /// The lists of parameters of each state, event and so on, by its name. If several declarations have the name, it has
  /// several lists.
  private(set) var calls: [String: [[Parameter]]] = [:]
  /// The names of the cases of all enums that belong to the machine.
  private(set) var cases: Set<String> = []
  /// The names of members of the machine's generated types. These are its properties, its regions, the properties of
  /// groups (`isMoving`) and the types of composite states (`Player`).
  private(set) var members: Set<String> = []

  init(_ outline: MachineOutline) {
    self.outline = outline
    var types: [String: Set<String>] = [:]
    func add(_ name: MachineOutline.Name, _ fields: [MachineOutline.Field]) {
      cases.insert(name.text)
      calls[name.text, default: []].append(Self.parameters(fields))
      for field in fields { if let label = field.label { types[label.text, default: []].insert(field.type) } }
    }
    var pending = outline.states
    while let state = pending.popLast() {
      if state.isRegion { members.insert(state.name.text) } else { add(state.name, state.fields) }
      if !state.children.isEmpty { members.insert(state.name.text.capitalizedFirst) }
      pending += state.children
    }
    for signal in outline.events + outline.outputs + outline.actions.flatMap(\.cases) {
      add(signal.name, signal.fields)
    }
    for property in outline.members {
      guard let name = property.label?.text else { continue }
      types[name, default: []].insert(property.type)
      members.insert(name)
    }
    members.formUnion(outline.groups.map { "is" + $0.text.capitalizedFirst })
    for (name, types) in types where types.count == 1 { variables[name] = types.first }
    calls["handle", default: []].append([Parameter(label: "event", type: "Event")])
    calls["accepts", default: []].append([Parameter(type: "Event")])
  }

  static func parameters(
    _ fields: [MachineOutline.Field], _ kind: Occurrence.Kind = .label
  ) -> [Parameter] {
    fields.map { Parameter(label: $0.label?.text, type: $0.type, declared: $0.label, kind: kind) }
  }

  /// The parameters of the machine's `init`.
  var initializer: [Parameter] {
    Self.parameters(outline.properties, .property) + Self.parameters(outline.startFields)
      + [Parameter(label: "state", type: "State")]
  }

  /// Returns the parameters of an enum's case: the payload of a state, an event, an output or a result. For `open` in
  /// `Door.State`, this may be `persons: Int`. For `init` in the machine's own type, returns the parameters of the
  /// machine's `init`. Nil if the type has no such case.
  func parameters(of name: String, in type: KnownType) -> [Parameter]? {
    let fields: [MachineOutline.Field]?
    switch type {
    case .state(_, let path, _):
      fields =
        (path.isEmpty ? outline.state(named: name) : outline.state(at: path)?.children.first { $0.name.text == name })?
        .fields
    case .event: fields = outline.event(named: name)?.fields
    case .output: fields = outline.output(named: name)?.fields
    case .result(_, let action): fields = outline.results(of: action)?.first { $0.name.text == name }?.fields
    case .machine where name == "init": return initializer
    default: fields = nil
    }
    return fields.map { Self.parameters($0) }
  }
}

/// Finds the type of a machine that a text in the file's Swift means. For `Door.State`, this is the type of the states
/// of the machine `Door`.
struct KnownTypes {
  private let context: MachineContext
  private var machines: [String: MachineNamesInSwift?] = [:]
  private var known: [Written: KnownType] = [:]
  private var wrappers: [String: (MachineOutline.Name, Occurrence.Kind, MachineOutline)]?
  /// The limit for types within types, such as lists of optionals, and for type aliases that name type aliases. Without
  /// it, type aliases that name each other in a cycle would never end.
  private static let maximumDepth = 8

  private struct Written: Hashable {
    var text: String
    var scope: String
  }

  init(_ context: MachineContext) { self.context = context }

  mutating func names(of machine: String) -> MachineNamesInSwift? {
    if let known = machines[machine] { return known }
    let names = context[machine].map { MachineNamesInSwift($0.outline) }
    machines[machine] = .some(names)
    return names
  }

  /// Returns the declaration that gives a wrapper its name, and its machine. For `DoorStateMachine`, this is the name
  /// in `machine Door`; for `Lobby`, it is the name in `wrapper class Lobby`. Nil if no declaration gives the name.
  mutating func wrapper(_ name: String) -> (MachineOutline.Name, Occurrence.Kind, MachineOutline)? {
    if wrappers == nil {
      wrappers = [:]
      for machine in context.names {
        guard let outline = names(of: machine)?.outline else { continue }
        wrappers?[NameForm.wrapper.text(outline.name.text)] = (outline.name, .machine, outline)
        for wrapper in outline.wrappers { wrappers?[wrapper.text] = (wrapper, .wrapper, outline) }
      }
    }
    return wrappers?[name]
  }

  func outline(_ reference: String, in scope: String) -> MachineOutline? { context.outline(of: reference, in: scope) }

  /// Returns the type that a text such as `[Door.State]?` means.
  ///
  /// - Parameters:
  ///   - scope: the full name of the type that contains the text; names are looked up in it first.
  ///   - depth: the number of types around the text, and of type aliases that led to it; limits the recursion.
  mutating func type(_ text: String, in scope: String, _ depth: Int = 0) -> KnownType {
    if let known = known[Written(text: text, scope: scope)] { return known }
    let bytes = Array(text.utf8)
    let tokens = SwiftLexer.tokens(of: bytes, in: SourceRange(0, bytes.count))
    let words = tokens.map { String(decoding: bytes[$0.start..<$0.end], as: UTF8.self) }
    let type = type(words[...], in: scope, depth)
    known[Written(text: text, scope: scope)] = type
    return type
  }

  /// Returns the type that some words and signs mean: `[`, `Door`, `.`, `State`, `]` mean a list of states.
  private mutating func type(_ words: ArraySlice<String>, in scope: String, _ depth: Int) -> KnownType {
    guard depth < Self.maximumDepth, let first = words.first, let last = words.last else { return .unknown }
    if ["inout", "borrowing", "consuming", "sending"].contains(first) {
      return type(words.dropFirst(), in: scope, depth + 1)
    }
    if last == "?" || last == "!" { return .optional(type(words.dropLast(), in: scope, depth + 1)) }
    if first == "[", last == "]", words.dropFirst().firstIndex(of: "]") == words.endIndex - 1, !words.contains(":") {
      return .list(type(words.dropFirst().dropLast(), in: scope, depth + 1))
    }
    let isPath = words.enumerated().allSatisfy { ($0.offset % 2 == 1) == ($0.element == ".") }
    if isPath, words.count % 2 == 1 { return path(words.filter { $0 != "." }, in: scope, depth) ?? .other }
    // Text that is no type is unknown.
    let isType = words.allSatisfy {
      $0.first?.isLetter == true || "_`.,:()[]<>&?!@->~".contains($0)
    }
    // A type of another form, such as `() -> Door`, is unknown if it may contain a machine's type.
    return !isType || words.contains { path([$0], in: scope, depth + 1) != nil || $0 == "Self" } ? .unknown : .other
  }

  /// Returns the type that a path of names means, such as `Door.State`. Nil if it is no type of a machine.
  ///
  /// - Parameters:
  ///   - scope: the full name of the type that contains the path; names are looked up in it first.
  ///   - depth: the number of types around the path, and of type aliases that led to it; limits the recursion.
  mutating func path(_ names: [String], in scope: String, _ depth: Int = 0) -> KnownType? {
    var rest = names[...]
    var machine = context.find(scope, in: "")
    if rest.first == "Self" {
      rest = rest.dropFirst()
    } else {
      for count in (1...max(1, rest.count)).reversed() {
        guard let found = context.find(rest.prefix(count).joined(separator: "."), in: scope) else { continue }
        (machine, rest) = (found, rest.dropFirst(count))
        break
      }
    }
    guard let machine, let own = self.names(of: machine) else { return nil }
    guard let first = rest.first else { return .machine(machine) }
    let isName = rest.count > 1 && rest.last == "Name"
    let inner = rest.dropFirst().dropLast(isName ? 1 : 0)
    switch first {
    case "State": return state(inner, of: own.outline, isName: isName)
    case "Event" where inner.isEmpty: return .event(machine)
    case "Output" where inner.isEmpty: return .output(machine)
    case _ where inner.isEmpty && own.outline.results(of: first) != nil: return .result(machine, action: first)
    default:
      guard rest.count == 1, let alias = own.outline.aliases.first(where: { $0.name.text == first }) else { return nil }
      return type(alias.type, in: machine, depth + 1)
    }
  }

  /// Returns the type of the states within a composite state. Nil if there is no such composite state.
  ///
  /// - Parameters:
  ///   - types: the names after `State` in a path. In `State.Active.Playback`, they mean the states within `playback`,
  ///     which is within `active`.
  ///   - isName: whether the type of the states' names is meant, instead of the states.
  private func state(_ types: ArraySlice<String>, of outline: MachineOutline, isName: Bool) -> KnownType? {
    var children = outline.states
    var path: [String] = []
    for type in types {
      guard let state = children.first(where: { $0.name.text.capitalizedFirst == type && !$0.children.isEmpty }) else {
        return nil
      }
      path.append(state.name.text)
      children = state.children
    }
    return .state(outline.machine, path: path, isName: isName)
  }
}
