import StateMachineSyntax

/// A piece of the file's Swift, which is copied into the generated code.
package struct SwiftCode: Sendable {
  package var range: SourceRange
  /// The names and queries of the machine in the code; nil if there are none, as in most code.
  private var mentions: Mentions?
  /// Whether the code is a block whose last statement is a trap.
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

  /// Whether the code is written as it stands in the file.
  package var isPlain: Bool { mentions == nil }

  /// The names of guards and of effects' parameters in the code, which other code replaces; in source order.
  package var expansions: [Expansion] {
    get { mentions?.expansions ?? [] }
    set { mention(newValue, queries, names) }
  }

  /// The places in the code that ask whether a state is active; in source order.
  package var queries: [Query] {
    get { mentions?.queries ?? [] }
    set { mention(expansions, newValue, names) }
  }

  /// The names of the state or of the event in string literals of the code; in source order.
  package var names: [NamePlace] {
    get { mentions?.names ?? [] }
    set { mention(expansions, queries, newValue) }
  }

  /// Whether a string literal in the code names the state.
  package var namesState: Bool { names(.state) }

  /// Whether a string literal in the code names the event.
  package var namesEvent: Bool { names(.event) }

  /// Returns whether a string literal names a subject, also in the code that replaces names, such as arguments.
  private func names(_ subject: NamePlace.Subject) -> Bool {
    names.contains { $0.subject == subject } || expansions.contains { $0.code.names(subject) }
  }

  /// Returns the conditions of a list such as `n > 3, isOpen`, or the code itself if commas do not separate it.
  package func conditions(_ bytes: [UInt8]) -> [SwiftCode] {
    guard bytes[range.lowerBound..<range.upperBound].contains(Ascii.comma) else { return [self] }
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    // A `<` directly after a name may begin generic arguments.
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

  /// Returns a part of the code, without the blanks and newlines before it.
  package func within(_ range: SourceRange, _ bytes: [UInt8]) -> SwiftCode {
    let start = bytes[range.lowerBound..<range.upperBound].firstIndex { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    let part = SourceRange(start ?? range.lowerBound, range.upperBound)
    var code = SwiftCode(range: part)
    code.mention(
      expansions.filter { part.contains($0.range) }, queries.filter { part.contains($0.range) },
      names.filter { part.contains($0.range) })
    return code
  }

  /// Returns whether the condition has a closure outside of brackets, which Swift would take for the body of the `if`.
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

  /// Returns whether the code is a condition that is no expression: a binding, or one that begins with `#`.
  package func isStatement(_ bytes: [UInt8]) -> Bool {
    ["let ", "var ", "case ", "#"].contains { word in
      bytes[range.lowerBound..<range.upperBound].starts(with: word.utf8)
    }
  }

  /// The interpolation `\(state)` or `\(event)` in a string literal, which gives the name and no value.
  package struct NamePlace: Sendable {
    package enum Subject: Sendable { case state, event }

    /// The whole interpolation.
    package var range: SourceRange
    package var subject: Subject
  }

  /// A place where the code asks whether a state is active: `in(active.muted)`.
  package struct Query: Sendable {
    package var range: SourceRange
    package var query: ID<StateQuery>
  }

  /// A name that other code replaces: the name of a guard, or of an effect's parameter.
  package struct Expansion: Sendable {
    package var range: SourceRange
    package var name: Identifier
    package var code: SwiftCode
    package var form = Form.condition
    /// Whether the name is that of an effect's parameter, and not of a guard.
    package var isArgument: Bool { if case .condition = form { false } else { true } }
    /// The string interpolation that contains nothing but the name; nil if there is none.
    var interpolation: SourceRange?
    /// The text between the quotes, if the code is a plain string literal for a parameter; nil if not.
    var content: SourceRange?

    /// The form in which code replaces a name.
    package enum Form: Sendable {
      /// In parentheses, as there may be several conditions.
      case condition
      /// Without parentheses: the code is one operand, of its parameter's type.
      case operand
      /// Without parentheses: the code is text within a string literal.
      case content
      /// In a conversion to the type of the parameter.
      case converted(to: SourceRange)
    }
  }

  /// Returns the code with arguments in place of parameters' names, by the places of the parameters' declarations.
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

  /// The arguments that replace names of parameters, and their types: two uses of one effect differ only in these.
  package var arguments: [SourceRange] {
    expansions.flatMap { place -> [SourceRange] in
      switch place.form {
      case .condition: []
      case .operand, .content: [place.code.range] + place.code.arguments
      case .converted(let type): [place.code.range, type] + place.code.arguments
      }
    }
  }

  /// Returns how often the name of a parameter stands in the code, and in the code that replaces names.
  func count(of parameter: SourceRange) -> Int {
    expansions.reduce(0) { $0 + ($1.name.range == parameter ? 1 : $1.code.count(of: parameter)) }
  }

  /// The range of the code, and the ranges of the code that replaces names in it.
  package var texts: [SourceRange] { [range] + expansions.flatMap(\.code.texts) }

  /// The code that replaces the name if the code is nothing but a name; otherwise the code itself.
  package var named: SwiftCode { expansions.count == 1 && expansions[0].range == range ? expansions[0].code : self }
}

/// A condition with a name that rows use.
struct NamedGuard: Sendable {
  var documentation: SourceRange?
  var name: Identifier
  var expression: SwiftCode
}

/// Effects with a name that rows and actions use.
struct NamedEffect: Sendable {
  /// The limit for named effects within named effects.
  static let maximumDepth = 32

  var documentation: SourceRange?
  var name: Identifier
  /// The parameters.
  var fields: [Field]
  /// The effects as written.
  var range: SourceRange
}

/// A name that the file gives to a condition or to effects. The model's rows contain the condition or the effects.
package struct Shorthand: Sendable {
  package enum Kind: String, Sendable {
    case condition = "guard"
    case effects = "effect"
  }

  package var kind: Kind
  package var documentation: SourceRange?
  package var name: Identifier
  /// The parameters of effects; empty for a condition.
  package var fields: [Field] = []
  /// The condition or the effects, as written.
  package var range: SourceRange
}

extension StateMachine {
  /// The file's named conditions, then its named effects.
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
  /// The constraint after the colon; nil if there is none.
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

/// The embedded Swift of a machine, which is copied into the generated type.
package struct SwiftMembers: Sendable {
  /// A type that the embedded Swift declares.
  package struct TypeDeclaration: Sendable {
    package var name: SourceRange
    package var access: AccessLevel
    /// Whether the type has generic parameters.
    package var isGeneric: Bool
  }

  /// The code between the braces of each block.
  package var blocks: [SourceRange] = []
  package var types: [TypeDeclaration] = []
  /// The names of the functions, properties and types in the blocks.
  package var names: Set<String> = []
  /// The names of the functions and properties in the blocks, which can read the machine's state.
  package var members: Set<String> = []
  /// The names of functions in the file, none of which is `mutating`.
  package var readingFunctions: Set<String> = []
  /// The names that the blocks use.
  package var usedNames: [NameID] = []
  /// The words of the Swift outside of the file's machines; `typesBeside` has the types that this Swift declares.
  var wordsBeside = SwiftWords()
  package var typesBeside: [TypeDeclaration] = []
}

/// A property that the machine keeps in every state.
package struct StoredProperty: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: Identifier
  /// The property's names in older versions, under which stored data are read, too.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The initial value, which is the default of the property's parameter in `init`; nil if there is none.
  package var initialValue: SourceRange?

  /// Whether `init` has a parameter for the property.
  package var isParameter: Bool { visibility != .private || initialValue == nil }
}

/// A value in the payload of a state, an event or an output, or a parameter of named effects.
package struct Field: Sendable {
  /// The label at the place of use; nil if the field is positional.
  package var label: Identifier?
  /// The name in scope; nil if only a pattern can name the field.
  package var name: Identifier?
  /// The field's labels in older versions.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The type as carry-over compares it.
  package var key: TypeKey
  package var defaultValue: SourceRange?
  /// The part of a state's submachine that the field contains; nil if it contains none.
  package var submachine: SubmachinePart?

  /// The parts of a submachine that a field can contain; the raw value is a suffix to the submachine's type.
  package enum SubmachinePart: String, Sendable {
    /// The machine itself, with or without a default.
    case machine = ""
    case event = ".Event"
    case output = ".Output"
  }

  /// Whether the field's submachine can be created without arguments.
  package var hasDefaultMachine = false
  /// The specifier of a method's parameter, such as `inout`, which `type` does not contain; nil if there is none.
  package var specifier: SourceRange?
  /// Whether `var` stands before the field: methods that are called on the field change it.
  package var isVariable = false

  /// The payload of `done`: the final state within the source.
  package static var finalChild: Field { Field(type: SourceRange(0, 0), key: .finalChild) }

  /// Whether a use of the field may omit its value.
  package var hasDefault: Bool { defaultValue != nil || hasDefaultMachine }
}

/// The type of a field as carry-over compares it: values are carried over between fields with equal keys.
package enum TypeKey: Hashable, Sendable {
  /// A number for the text of a type: the same for types that are written alike, blanks aside.
  case written(Int32)
  /// The final state within the source, which `done` matches.
  case finalChild
  /// The submachine of a state, its events or its outputs.
  case submachine(of: StateID)
  /// The type of a name that a pattern binds within a field, or of another file's property: equal to no field's key.
  case unknown
}

/// An event that triggers transitions, with its payload.
package struct Event: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The event's names in older versions, under which stored data are read, too.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  /// The state to whose submachine the event hands on an event; nil for a declared event.
  package var owner: StateID?
  /// The event's own policy; nil if the machine's policy applies.
  package var unhandled: Unhandled?
  /// The signature of the event's method, in a machine that has methods.
  package var method = Method()
}

/// Something that the machine asks of the world, with its payload.
package struct Output: Sendable {
  /// The kinds of outputs, by how long they are performed.
  package enum Kind: Sendable {
    /// Performed at once.
    case plain
    /// Performed by a task, which may end with one event.
    case async
    /// Performed by a task, which may send any number of events.
    case stream
  }

  package var documentation: SourceRange?
  package var name: Identifier
  /// The output's names in older versions, under which stored data are read, too.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  package var kind = Kind.plain
  package var tasks = TaskUse()
  /// The state whose submachine's outputs are in the payload; nil for a declared output.
  package var owner: StateID?
  /// The events that only a task of the output sends, except for `alsoSent`; empty if the file names none.
  package var sent: [EventID] = []
  /// The events among `sent` that others send, too.
  package var alsoSent: [EventID] = []

  /// Whether a task performs the output.
  var isAsynchronous: Bool { kind != .plain }
}

/// The uses that a machine makes of an output that a task performs.
package struct TaskUse: Hashable, Sendable {
  /// Whether states begin the output with `do`, and end it when they are exited.
  package var isActivity = false
  /// Whether the output is an effect of rows, or of an `entry` or `exit`.
  package var isEffect = false
  /// Whether an effect cancels the output.
  package var isCancelled = false

  /// Whether the output is an activity and an effect: the two have different names, and neither ends the other.
  package var isBoth: Bool { isActivity && isEffect }

  /// Returns the outputs that begin and end the activity: `save` and `cancelSave`, or `doSave` and `cancelDoSave` if
  /// effects begin the output, too. Nil if the output is no activity.
  package func activity(_ name: String) -> (begin: String, cancel: String)? {
    guard isActivity else { return nil }
    return isBoth ? ("do" + name.capitalizedFirst, "cancelDo" + name.capitalizedFirst) : (name, Self.cancel(name))
  }

  /// Returns the output of effects, and the output that cancels it if a row does; nil if no effect begins the output.
  package func effect(_ name: String) -> (begin: String, cancel: String?)? {
    guard isEffect || !isActivity else { return nil }
    return (name, isCancelled ? Self.cancel(name) : nil)
  }

  /// Returns the name of the output that cancels another one: `cancelSave` for `save`.
  package static func cancel(_ name: String) -> String { "cancel" + name.capitalizedFirst }

  /// Returns whether an effect of this name cancels an output that a task performs; no output may have that name.
  static func isCancelled(_ output: String, _ kind: Output.Kind, by effect: String) -> Bool {
    kind != .plain && effect.hasPrefix("cancel") && cancel(output) == effect
  }
}

extension Output.Kind {
  /// Creates the kind for the keyword after an output.
  init(_ syntax: OutputKind) {
    switch syntax {
    case .plain: self = .plain
    case .async: self = .async
    case .stream: self = .stream
    }
  }
}

/// A timer, which fires some time after its state was entered, unless the state is exited before. Rows of one state
/// with the same timer text share a timer.
package struct Timer: Sendable {
  /// The time that a timer waits, as Swift.
  package enum Delay: Sendable {
    /// A Swift expression for a number with a unit: `.seconds(5)`.
    case literal(String)
    case code(SwiftCode)
  }

  /// The state whose entry starts the timer, and whose exit ends it.
  package var state: StateID
  /// Whether the timer goes on after it has fired: `every`.
  package var repeats: Bool
  package var delay: Delay
  /// The trigger as written.
  package var range: SourceRange
}

extension StateMachine {
  /// By timer: its names in older versions, in which the state or an ancestor has a former name.
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

  /// By timer: its case in the generated code, without back-ticks: `playerPlaying` for the timer of `player.playing`,
  /// `playerPlaying2` for the state's second timer.
  package var timerNames: [String] {
    var taken: Set<String> = []
    return timers.map { timer in
      let path = path(of: timer.state).map { source.text(states[$0].name.range) }
      return taken.insertNumbered((path.prefix(1) + path.dropFirst().map(\.capitalizedFirst)).joined())
    }
  }
}

/// A pseudostate that chooses the target of a transition by guards (UML 2.5.1, §14.2.3.7, choice).
package struct Choice: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The composite state whose body declares the choice; nil for the machine's body.
  package var parent: StateID?
  /// The rows of the choice, in the order in which they are tried.
  package var branches: [Branch] = []

  /// A row of a choice with its targets, which are the same for all transitions to the choice.
  package struct Branch: Sendable {
    package var row: RowID
    /// The target; nil for a row that leads to another choice, or nowhere.
    package var target: StateID?
    package var choice: ChoiceID?
    package var history: HistoryKind?
    /// The targets after the first, each in a region of its own.
    package var otherTargets: [StateID] = []

    /// Whether the branch has no arrow: it exits no state, unless the row traps.
    package var isInternal: Bool { target == nil && choice == nil }
  }
}

/// A name for several states, which rows have as a source, and for which the generated state has a property.
package struct Group: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The states and regions of the group, and of the groups in it, each once, in the order in which they are named. A
  /// composite state includes all states within it.
  package var members: [StateID] = []
}

/// A question of guards: whether a state, a state within it, or a state of a group is active.
package struct StateQuery: Sendable {
  /// The argument of `in`: `active.muted`, or the name of a group.
  package var text: String
  package var members: [StateID]
  /// The group, if the question is about one; nil for a state. The generated state has a property for each group.
  package var group: GroupID?
  /// Whether only statements for tests, and not the machine, ask the question.
  package var isForTests: Bool

  /// Returns the name of the generated property for a group: `isConnected` for the group `connected`.
  package static func property(ofGroup name: String) -> String { "is" + name.capitalizedFirst }
}

/// The policies for events that no transition takes.
package enum UnhandledPolicy: String, CaseIterable, Sendable {
  case ignore, assert, trap, `throw`, error

  /// Whether nobody notices an event without a transition. With `error`, the compiler reports such events.
  package var isSilent: Bool { self == .ignore || self == .error }

  /// Whether an event without a transition ends the program (`trap`), or cannot occur (`error`).
  package var stops: Bool { self == .trap || self == .error }
}

/// A policy as it is declared, for a machine or for one event.
package struct Unhandled: Sendable {
  package var policy: UnhandledPolicy
  /// The error that `throw` throws; nil for an `UnhandledEvent`.
  package var error: SwiftCode?
  /// The message of `trap` and `assert`; nil for the default message.
  package var message: SwiftCode?

  package init(policy: UnhandledPolicy, error: SwiftCode? = nil, message: SwiftCode? = nil) {
    self.policy = policy
    self.error = error
    self.message = message
  }
}

/// A wrapper of the machine: a class, an actor or a struct.
package struct Wrapper: Sendable {
  /// The name as written; nil for the machine's name with the suffix `StateMachine`.
  package var name: Identifier?
  /// The access level as written; nil if the wrapper has the machine's.
  package var access: AccessLevel?
  package var kind = WrapperKind.class
  package var isActor: Bool { kind == .actor }
  /// The attribute that isolates a class to a global actor, as written: `@MainActor`; nil if there is none.
  package var isolation: SourceRange?
  /// Whether views observe the wrapper's state, by the macro `@Observable`.
  package var isObservable = false
  /// The other attributes, as written.
  package var attributes: [SourceRange] = []
}
