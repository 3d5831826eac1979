import StateMachineSyntax

/// Swift code to be copied.
package struct SwiftCode: Sendable {
  package var range: SourceRange
  /// What it mentions of the machine; nil of most code, which is copied often.
  private var mentions: Mentions?
  /// Is true of a block whose last statement is a trap.
  package var endsInTrap = false

  package init(range: SourceRange) { self.range = range }

  private final class Mentions: Sendable {
    let expansions: [Expansion]
    let queries: [Query]
    let names: [NamePlace]

    init(_ expansions: [Expansion], _ queries: [Query], _ names: [NamePlace]) {
      self.expansions = expansions
      self.queries = queries
      self.names = names
    }
  }

  private mutating func mention(_ expansions: [Expansion], _ queries: [Query], _ names: [NamePlace]) {
    let isPlain = expansions.isEmpty && queries.isEmpty && names.isEmpty
    if isPlain, mentions == nil { return }
    mentions = isPlain ? nil : Mentions(expansions, queries, names)
  }

  /// Is true where the code is written as it stands in the source.
  package var isPlain: Bool { mentions == nil }

  /// Where names of guards and of an effect's parameters stand in it, to be replaced by the code behind them; in order.
  package var expansions: [Expansion] {
    get { mentions?.expansions ?? [] }
    set { mention(newValue, queries, names) }
  }

  /// Where it asks whether a state is active; in order.
  package var queries: [Query] {
    get { mentions?.queries ?? [] }
    set { mention(expansions, newValue, names) }
  }

  /// Where a string literal in it names the state or the event that the code is about; in order.
  package var names: [NamePlace] {
    get { mentions?.names ?? [] }
    set { mention(expansions, queries, newValue) }
  }

  /// Is true where a string literal in the code names its state.
  package var namesState: Bool { names(.state) }

  /// Is true where a string literal in the code names its event.
  package var namesEvent: Bool { names(.event) }

  /// What names in it stand for, such as an argument of a named effect, has literals, too.
  private func names(_ subject: NamePlace.Subject) -> Bool {
    names.contains { $0.subject == subject } || expansions.contains { $0.code.names(subject) }
  }

  /// The conditions of a list: `n > 3, isOpen`. One condition for what has no comma outside of brackets.
  package func conditions(_ bytes: [UInt8]) -> [SwiftCode] {
    guard bytes[range.lowerBound..<range.upperBound].contains(Ascii.comma) else { return [self] }
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    // A `<` directly behind a name may be that of a generic type.
    let mayBeGeneric = tokens.indices.dropFirst().contains {
      tokens[$0 - 1].kind == .identifier && tokens[$0 - 1].end == tokens[$0].start
        && bytes[tokens[$0].start] == Ascii.leftAngle
    }
    let elements = tokens.elements(of: tokens.indices)
    guard !mayBeGeneric, elements.count > 1, elements.allSatisfy({ !$0.isEmpty }) else { return [self] }
    return elements.map { element in
      within(SourceRange(tokens[element.lowerBound].start, tokens[element.upperBound - 1].end), bytes)
    }
  }

  /// A part of the code, without the blanks before it.
  package func within(_ range: SourceRange, _ bytes: [UInt8]) -> SwiftCode {
    let start = bytes[range.lowerBound..<range.upperBound].firstIndex { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    let part = SourceRange(start ?? range.lowerBound, range.upperBound)
    var code = SwiftCode(range: part)
    code.mention(
      expansions.filter { part.contains($0.range) }, queries.filter { part.contains($0.range) },
      names.filter { part.contains($0.range) })
    return code
  }

  /// Tells whether a condition has a closure that Swift would take for the body of the `if`: one outside of brackets.
  package func needsParentheses(_ bytes: [UInt8]) -> Bool {
    guard bytes[range.lowerBound..<range.upperBound].contains(Ascii.leftBrace), !isStatement(bytes) else {
      return false
    }
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    let closers = tokens.closers
    var index = 0
    while index < tokens.count, !tokens[index].isPunctuation(Ascii.leftBrace) { index = closers[index] + 1 }
    return index < tokens.count
  }

  /// Whether it is a condition that binds, or asks for a version: no value of its own.
  package func isStatement(_ bytes: [UInt8]) -> Bool {
    ["let ", "var ", "case ", "#"].contains { word in
      bytes[range.lowerBound..<range.upperBound].starts(with: word.utf8)
    }
  }

  /// `\(state)` or `\(event)` in a string literal: the name, and no value.
  package struct NamePlace: Sendable {
    package enum Subject: Sendable { case state, event }

    /// The whole interpolation.
    package var range: SourceRange
    package var subject: Subject
  }

  /// A place where a state is asked for: `in(active.muted)`.
  package struct Query: Sendable {
    package var range: SourceRange
    package var query: ID<StateQuery>
  }

  /// A place where a name stands for code: that of a named guard, or of an effect's parameter.
  package struct Expansion: Sendable {
    package var range: SourceRange
    package var name: Identifier
    package var code: SwiftCode
    package var form = Form.condition
    /// Whether the name is that of a parameter.
    package var isArgument: Bool { if case .condition = form { false } else { true } }
    /// The interpolation that holds nothing but the name.
    var interpolation: SourceRange?
    /// Between the quotes of an argument that is a plain string literal.
    var content: SourceRange?

    /// What is written around the code.
    package enum Form: Sendable {
      /// Parentheses, as conditions may be several.
      case condition
      /// Nothing: the code is one operand, of its parameter's type.
      case operand
      /// Nothing: the code is text within a string literal.
      case content
      /// A conversion to the type of its parameter.
      case converted(to: SourceRange)
    }
  }

  /// The code with what the names of parameters stand for, by the places of their declarations.
  func replacing(_ arguments: [SourceRange: Expansion]) -> SwiftCode {
    guard !expansions.isEmpty else { return self }
    var code = self
    code.expansions = expansions.map { place in
      var place = place
      guard let argument = arguments[place.name.range] else {
        place.code = place.code.replacing(arguments)
        return place
      }
      (place.code, place.form) = (argument.code, argument.form)
      if let content = argument.content, let interpolation = place.interpolation {
        (place.range, place.code, place.form) = (interpolation, SwiftCode(range: content), .content)
      }
      return place
    }
    return code
  }

  /// What stands for the names of parameters in it, and the types that it gets: code of one place differs in it alone.
  package var arguments: [SourceRange] {
    expansions.flatMap { place -> [SourceRange] in
      switch place.form {
      case .condition: []
      case .operand, .content: [place.code.range] + place.code.arguments
      case .converted(let type): [place.code.range, type] + place.code.arguments
      }
    }
  }

  /// How often the name of a parameter stands in the code, also in what other names stand for.
  func count(of parameter: SourceRange) -> Int {
    expansions.reduce(0) { $0 + ($1.name.range == parameter ? 1 : $1.code.count(of: parameter)) }
  }

  /// The code, and that which names in it stand for.
  package var texts: [SourceRange] { [range] + expansions.flatMap(\.code.texts) }

  /// What the code stands for, where it is nothing but a name.
  package var named: SwiftCode { expansions.count == 1 && expansions[0].range == range ? expansions[0].code : self }
}

/// A condition with a name, which rows use in its place.
struct NamedGuard: Sendable {
  var documentation: SourceRange?
  var name: Identifier
  var expression: SwiftCode
}

/// Effects with a name, which rows and actions use in their place.
struct NamedEffect: Sendable {
  /// Effects through effects through effects: more levels than anyone reads.
  static let maximumDepth = 32

  var documentation: SourceRange?
  var name: Identifier
  /// Its parameters.
  var fields: [Field]
  /// As written.
  var range: SourceRange
}

/// A name that the file gives to a condition or to effects. Rows and actions have what it stands for.
package struct Shorthand: Sendable {
  package enum Kind: String, Sendable {
    case condition = "guard"
    case effects = "effect"
  }

  package var kind: Kind
  package var documentation: SourceRange?
  package var name: Identifier
  /// The parameters of effects.
  package var fields: [Field] = []
  /// What it stands for, as written.
  package var range: SourceRange
}

extension StateMachine {
  /// The names that the file gives to conditions, and then those that it gives to effects.
  package var shorthands: [Shorthand] {
    namedGuards.map {
      Shorthand(kind: .condition, documentation: $0.documentation, name: $0.name, range: $0.expression.range)
    }
      + namedEffects.map {
        Shorthand(kind: .effects, documentation: $0.documentation, name: $0.name, fields: $0.fields, range: $0.range)
      }
  }
}

/// A generic parameter of the machine, which the generated type has too.
package struct GenericParameter: Sendable {
  /// The parameter as written, with its constraint.
  package var range: SourceRange
  package var name: SourceRange
  /// The constraint behind its colon.
  package var constraint: SourceRange?
  package var kind: Kind

  package enum Kind: String, Sendable {
    case type = ""
    case pack = "each"
    case value = "let"
  }
}

/// A type alias, which the generated type declares again.
package struct Typealias: Sendable {
  package var documentation: SourceRange?
  package var name: SourceRange
  /// The name with its generic parameters.
  package var head: SourceRange
  /// The aliased type.
  package var type: SourceRange
}

/// The embedded Swift of a machine, which is copied.
package struct SwiftMembers: Sendable {
  /// A type that it declares.
  package struct TypeDeclaration: Sendable {
    package var name: SourceRange
    package var access: AccessLevel
    /// Is true where the type has generic parameters.
    package var isGeneric: Bool
  }

  /// The code between the braces of each block.
  package var blocks: [SourceRange] = []
  package var types: [TypeDeclaration] = []
  /// The names of its functions, properties and types.
  package var names: Set<String> = []
  /// The names of its functions and properties, which see the machine's state.
  package var members: Set<String> = []
  /// The names of functions in the file that are not `mutating`, whatever else has the name.
  package var readingFunctions: Set<String> = []
  /// The names that it uses.
  package var usedNames: [NameID] = []
  /// The words of the Swift that stands beside the machines of the file, and the types that it declares.
  var wordsBeside = SwiftWords()
  package var typesBeside: [TypeDeclaration] = []
}

/// A property of the machine beside its state, which every transition keeps.
package struct StoredProperty: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: Identifier
  /// The names that older versions have for it: data that they have stored are read under these, too.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The default of the parameter that `init` has for it.
  package var initialValue: SourceRange?

  /// Is true where `init` has a parameter for the property.
  package var isParameter: Bool { visibility != .private || initialValue == nil }
}

/// One parameter of a state, an event or an output.
package struct Field: Sendable {
  /// At the place of use; nil for a positional one.
  package var label: Identifier?
  /// In scope; nil where only a pattern can name it.
  package var name: Identifier?
  /// The labels that older versions have for it.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The field's type, as carry-over compares it.
  package var key: TypeKey
  package var defaultValue: SourceRange?
  /// The part of a state's submachine that the field is; nil for none.
  package var submachine: SubmachinePart?

  /// The parts of a submachine that a field can be; the raw value follows the submachine's type in the field's type.
  package enum SubmachinePart: String, Sendable {
    /// The machine itself, which has a default or not.
    case machine = ""
    case event = ".Event"
    case output = ".Output"
  }

  /// Is true where the field's submachine can be made without arguments.
  package var hasDefaultMachine = false
  /// The specifier before the type of a method's parameter, no part of the type: `inout`, `@escaping`.
  package var specifier: SourceRange?
  /// Is true where `var` stands before the field: methods that are called on it change it.
  package var isVariable = false

  /// What `done` looks into: the state within the source that is final.
  package static var finalChild: Field { Field(type: SourceRange(0, 0), key: .finalChild) }

  /// Is true where a use of the field may omit its value.
  package var hasDefault: Bool { defaultValue != nil || hasDefaultMachine }
}

/// The type of a field, as carry-over compares it: equal keys let it carry a value over.
package enum TypeKey: Hashable, Sendable {
  /// A number for the text of a type: the same for types that are written alike, blanks aside.
  case written(Int32)
  /// The final state within the source, which `done` matches.
  case finalChild
  /// The submachine of a state, its events or its outputs.
  case submachine(of: StateID)
  /// A name that a pattern binds within a field, or a property of another file's machine: equal to nothing that counts.
  case unknown
}

/// An event that triggers transitions, with its payload.
package struct Event: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The names that older versions have for it: data that they have stored are read under these, too.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  /// The state to whose submachine it hands an event on; nil for one that is declared.
  package var owner: StateID?
  /// The policy for the event where no transition takes it; nil for the machine's policy.
  package var unhandled: Unhandled?
  /// The signature of the event's method, in a machine that has methods.
  package var method = Method()
}

/// A request of the machine to its surroundings, with its payload.
package struct Output: Sendable {
  /// How long what is asked for goes on.
  package enum Kind: Sendable {
    /// Performed at once.
    case plain
    /// Goes on for a while, and may end with an event.
    case async
    /// Goes on for a while, with any number of events.
    case stream
  }

  package var documentation: SourceRange?
  package var name: Identifier
  /// The names that older versions have for it: data that they have stored are read under these, too.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  package var kind = Kind.plain
  package var tasks = TaskUse()
  /// The state whose submachine's outputs it hands out; nil for one that is declared.
  package var owner: StateID?
  /// The events that a task of it sends, which no other sends; empty where nothing is said.
  package var sent: [EventID] = []
  /// Those among them that others send, too.
  package var alsoSent: [EventID] = []

  /// Is true where a task performs the output.
  var isAsynchronous: Bool { kind != .plain }
}

/// How a machine makes use of an output that a task performs.
package struct TaskUse: Hashable, Sendable {
  /// Is true where states begin the output with `do`, and end it when they are left.
  package var isActivity = false
  /// Is true where the output is an effect of rows, or of an `entry` or `exit`.
  package var isEffect = false
  /// Is true where an effect cancels the output.
  package var isCancelled = false

  /// Is true where states do the output and effects begin it: their names differ, and neither ends the other.
  package var isBoth: Bool { isActivity && isEffect }

  /// The output that begins what a state does, and the one that ends it: `save` and `cancelSave`, or `doSave` and
  /// `cancelDoSave` where effects begin it too.
  package func activity(_ name: String) -> (begin: String, cancel: String)? {
    guard isActivity else { return nil }
    return isBoth ? ("do" + name.capitalizedFirst, "cancelDo" + name.capitalizedFirst) : (name, Self.cancel(name))
  }

  /// The output of effects, and the one that cancels it if a row does.
  package func effect(_ name: String) -> (begin: String, cancel: String?)? {
    guard isEffect || !isActivity else { return nil }
    return (name, isCancelled ? Self.cancel(name) : nil)
  }

  /// `cancelSave`
  package static func cancel(_ name: String) -> String { "cancel" + name.capitalizedFirst }

  /// Tells whether an effect of this name cancels an output that a task performs; no output may have that name.
  static func isCancelled(_ output: String, _ kind: Output.Kind, by effect: String) -> Bool {
    kind != .plain && effect.hasPrefix("cancel") && cancel(output) == effect
  }
}

extension Output.Kind {
  /// The kind for the keyword behind an output.
  init(_ syntax: OutputKind) {
    switch syntax {
    case .plain: self = .plain
    case .async: self = .async
    case .stream: self = .stream
    }
  }
}

/// A timer that sends an event of its own some time after its state was entered, unless that is left before. Rows of
/// one state with the same text share a timer.
package struct Timer: Sendable {
  /// How long a timer waits, as Swift.
  package enum Delay: Sendable {
    /// A Swift expression for what was written as a number with a unit: `.seconds(5)`.
    case literal(String)
    case code(SwiftCode)
  }

  /// The state that starts it when it is entered, and ends it when it is left.
  package var state: StateID
  /// Is true for `every`: the timer goes on after it has fired.
  package var repeats: Bool
  package var delay: Delay
  /// The trigger as written.
  package var range: SourceRange
}

extension StateMachine {
  /// The names of timers in older versions, by the timers' places: those of the states around them may be former ones.
  package var formerTimerNames: [[String]] {
    let names = timerNames
    return timers.indices.map { timer in
      var words = [""]
      for state in path(of: timers[timer].state).map({ states[$0] }) {
        let choices = ([state.name] + state.formerNames).map { source.text($0.range) }
        words = words.flatMap { word in choices.map { word.isEmpty ? $0 : word + $0.capitalizedFirst } }
      }
      let number = names[timer.index].dropFirst(words[0].count)
      return words.dropFirst().map { $0 + number }
    }
  }

  /// By timer: its case in the generated code, without back-ticks; `playerPlaying` for the timer of `player.playing`,
  /// `playerPlaying2` for its second one.
  package var timerNames: [String] {
    var taken: Set<String> = []
    return timers.map { timer in
      let path = path(of: timer.state).map { source.text(states[$0].name.range) }
      return taken.insertNumbered((path.prefix(1) + path.dropFirst().map(\.capitalizedFirst)).joined())
    }
  }
}

/// A place that transitions pass through, at which is decided where they lead (UML 2.5.1, §14.2.3.7, choice).
package struct Choice: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The composite whose body declares it; nil for the machine's.
  package var parent: StateID?
  /// Its rows, in the order in which they are tried.
  package var branches: [Branch] = []

  /// Where a row of a choice leads, whichever transition has come in.
  package struct Branch: Sendable {
    package var row: RowID
    /// Nil for one that leads to another choice, or nowhere.
    package var target: StateID?
    package var choice: ChoiceID?
    package var history: HistoryKind?
    /// The targets behind the first, each in a region of its own.
    package var otherTargets: [StateID] = []

    /// Is true where the branch has no arrow: no state is left, unless the row traps.
    package var isInternal: Bool { target == nil && choice == nil }
  }
}

/// Several states under one name, which rows have as a source, and which the generated state is asked about.
package struct Group: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// Its states and regions, and those of the groups in it, each once and in the order in which they are named. A
  /// composite stands for all that is within it.
  package var members: [StateID] = []
}

/// A question of guards about the active states: whether one of a group, or a state or one within it, is active.
package struct StateQuery: Sendable {
  /// `active.muted`, or the name of a group.
  package var text: String
  package var members: [StateID]
  /// The group that is asked for; the generated state has a property for it anyway.
  package var group: GroupID?
  /// Is true where statements for tests alone ask it: the machine does not.
  package var isForTests: Bool

  /// The property of the generated state that asks for a group: `isConnected`, for the group `connected`.
  package static func property(ofGroup name: String) -> String { "is" + name.capitalizedFirst }
}

/// The policies for events that no transition takes.
package enum UnhandledPolicy: String, CaseIterable, Sendable {
  case ignore, assert, trap, `throw`, error

  /// Is true where an untaken event goes by in silence: under `error` there is none, or the compiler has said so.
  package var isSilent: Bool { self == .ignore || self == .error }

  /// Is true where an untaken event ends the program (`trap`), or cannot come (`error`).
  package var stops: Bool { self == .trap || self == .error }
}

/// A policy as it is declared, for a machine or for one event.
package struct Unhandled: Sendable {
  package var policy: UnhandledPolicy
  /// The error that `throw` throws; nil for an `UnhandledEvent`.
  package var error: SwiftCode?
  /// The message of `trap` and `assert`; nil for the message of any machine.
  package var message: SwiftCode?

  package init(policy: UnhandledPolicy, error: SwiftCode? = nil, message: SwiftCode? = nil) {
    self.policy = policy
    self.error = error
    self.message = message
  }
}

/// A class, an actor or a struct around the machine.
package struct Wrapper: Sendable {
  /// The words are those of the file. A struct keeps the deadlines of timers, and does nothing by itself.
  package enum Kind: String, Sendable { case `class`, actor, `struct` }

  /// As written; nil for the machine's name with `StateMachine` behind it.
  package var name: Identifier?
  /// Nil for that of the machine.
  package var access: AccessLevel?
  package var kind = Kind.class
  package var isActor: Bool { kind == .actor }
  /// The attribute that isolates a class to a global actor, as written: `@MainActor`.
  package var isolation: SourceRange?
  /// Is true where views observe the wrapper's state, by the macro `@Observable`.
  package var isObservable = false
  /// Other attributes, as written.
  package var attributes: [SourceRange] = []
}
