import StateMachineSyntax

/// A piece of Swift in the `.sm` file, which is copied into the generated code.
package struct SwiftCode: Sendable {
  package var range: SourceRange
  /// The parts of the code in place of which the generator writes other code. These are names of guards and parameters,
  /// `in(…)`, and `\(state)`. Nil if the code has no such parts, which is so for most code.
  private var mentions: Mentions?
  /// Whether the code is a block whose last statement is `trap`, so that nothing after the block can run.
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

  /// Whether the code can be copied from the file unchanged, because it contains nothing that must be replaced, such as
  /// a named guard or `in(…)`.
  package var isPlain: Bool { mentions == nil }

  /// The names of named guards, and of parameters of named effects, that the code contains, in the order of the file.
  /// Each name comes with the code that the generator writes in place of it.
  package var expansions: [Expansion] {
    get { mentions?.expansions ?? [] }
    set { mention(newValue, queries, names) }
  }

  /// The state queries in the code, in the order of the file. A query such as `in(active.muted)` asks whether a state
  /// is active.
  package var queries: [Query] {
    get { mentions?.queries ?? [] }
    set { mention(expansions, newValue, names) }
  }

  /// The interpolations `\(state)` and `\(event)` in string literals of the code, in the order of the file. In place of
  /// them, the generated code has the name of the state or of the event.
  package var names: [NamePlace] {
    get { mentions?.names ?? [] }
    set { mention(expansions, queries, newValue) }
  }

  /// Whether a string literal in the code contains `\(state)`, the name of the state.
  package var namesState: Bool { names(.state) }

  /// Whether a string literal in the code contains `\(event)`, the name of the event.
  package var namesEvent: Bool { names(.event) }

  /// Returns whether a string literal contains `\(state)` or, if `subject` is `event`, `\(event)`. The literal may be
  /// in this code. It may also be in code that replaces a name here, such as an argument of a named effect.
  private func names(_ subject: NamePlace.Subject) -> Bool {
    names.contains { $0.subject == subject } || expansions.contains { $0.code.names(subject) }
  }

  /// Returns the conditions of a guard, which commas separate: two for `n > 3, isOpen`. A comma within brackets
  /// separates nothing. In `Pair<A, B>`, the compiler cannot tell whether the comma separates conditions. So this code
  /// is returned as one condition if a `<` stands directly after a name.
  ///
  /// - Parameter bytes: the text of the file.
  package func conditions(_ bytes: [UInt8]) -> [SwiftCode] {
    guard bytes[range.lowerBound..<range.upperBound].contains(Ascii.comma) else { return [self] }
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    // In `Pair<A, B>` the comma separates no conditions: a `<` directly after a name may begin generic arguments.
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

  /// Returns the part of this code in a range, without blanks and newlines at its beginning. The generator replaces
  /// named guards, parameters, state queries and interpolations in the part, as it does in the whole code.
  ///
  /// - Parameter bytes: the text of the file.
  package func within(_ range: SourceRange, _ bytes: [UInt8]) -> SwiftCode {
    let start = bytes[range.lowerBound..<range.upperBound].firstIndex { !Ascii.isBlank($0) && !Ascii.isNewline($0) }
    let part = SourceRange(start ?? range.lowerBound, range.upperBound)
    var code = SwiftCode(range: part)
    code.mention(
      expansions.filter { part.contains($0.range) }, queries.filter { part.contains($0.range) },
      names.filter { part.contains($0.range) })
    return code
  }

  /// Returns whether the generated `if` needs parentheses around the condition. It does for `list.contains { $0 > 1 }`,
  /// because Swift would read the closure as the body of the `if`. A closure inside brackets needs no parentheses.
  /// Returns false for a condition such as `let a = b`, which cannot be in parentheses.
  ///
  /// - Parameter bytes: the text of the file.
  package func needsParentheses(_ bytes: [UInt8]) -> Bool {
    guard bytes[range.lowerBound..<range.upperBound].contains(Ascii.leftBrace), !isStatement(bytes) else {
      return false
    }
    let tokens = SwiftLexer.tokens(of: bytes, in: range)
    let closers = tokens.closers
    var index = 0
    // Brackets are skipped with their contents: a `{` that is found is outside of brackets.
    // `closers` has the index of the closing bracket; a token that is no opening bracket has its own index there.
    while index < tokens.count, !tokens[index].isPunctuation(Ascii.leftBrace) { index = closers[index] + 1 }
    return index < tokens.count
  }

  /// Returns whether the condition is no expression, so that commas, but not `&&`, can join it to another condition.
  /// This is so if it begins with `let`, `var`, `case` or `#`: `let a = b`, `#available(…)`.
  ///
  /// - Parameter bytes: the text of the file.
  package func isStatement(_ bytes: [UInt8]) -> Bool {
    ["let ", "var ", "case ", "#"].contains { word in
      bytes[range.lowerBound..<range.upperBound].starts(with: word.utf8)
    }
  }

  /// An interpolation `\(state)` or `\(event)` in a string literal, in place of which the name of the state or the
  /// event is written, without the payload.
  package struct NamePlace: Sendable {
    package enum Subject: Sendable { case state, event }

    /// The whole interpolation.
    package var range: SourceRange
    package var subject: Subject
  }

  /// A state query in the code, which asks whether a state is active: `in(active.muted)`.
  package struct Query: Sendable {
    package var range: SourceRange
    package var query: ID<StateQuery>
  }

  /// A use of a named guard, or of a parameter of a named effect. The generator writes `code` in place of the name:
  /// `tries >= most` for `isFull` if the file has `guard isFull = tries >= most`.
  package struct Expansion: Sendable {
    package var range: SourceRange
    package var name: Identifier
    package var code: SwiftCode
    package var form = Form.condition
    /// Whether the name is that of a parameter of a named effect, and not that of a named guard.
    package var isArgument: Bool { if case .condition = form { false } else { true } }
    /// The range of `\(name)` in a string literal such as `"to \(name)"`, if the interpolation contains only this name.
    /// Nil if the name stands elsewhere.
    var interpolation: SourceRange?
    /// The range of the text between the quotes, if `code` is an argument and a plain string literal: `Rome` for
    /// `"Rome"`. This text can replace an interpolation: `"to \(name)"` becomes `"to Rome"`. Nil for all other code.
    var content: SourceRange?

    /// The forms in which code replaces a name.
    package enum Form: Sendable {
      /// The code of a named guard, in parentheses: `(n > 3 || isOpen)`. They are needed because the guard may have
      /// several operands.
      case condition
      /// An argument that is a single operand and already has the parameter's type. It is written without parentheses:
      /// `name`.
      case operand
      /// An argument that is a string literal and replaces an interpolation. Its text is written without quotes:
      /// `"to \(name)"` becomes `"to Rome"`.
      case content
      /// An argument that does not already have the parameter's type. It is written in parentheses, with the type:
      /// `(0 as Double)`.
      case converted(to: SourceRange)
    }
  }

  /// Returns this code, which belongs to a named effect, with arguments in place of the effect's parameters. For
  /// example, a row uses `effect greet(name: String) = say(name)` as `greet("Ann")`. The code `name` then becomes
  /// `"Ann"`.
  ///
  /// - Parameter arguments: the argument for each parameter, by the range of the parameter's name in its declaration.
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
      // The text of a string literal can replace the interpolation: `"to \(name)"` becomes `"to Rome"`.
      if let content = argument.content, let interpolation = place.interpolation {
        (place.range, place.code, place.form) = (interpolation, SwiftCode(range: content), .content)
      }
      return place
    }
    return code
  }

  /// The ranges of the arguments that replace parameters in this code, and of the types to which arguments are
  /// converted. If these lists are equal for two uses of a named effect, both uses have the same generated code. The
  /// generator then makes the code only once.
  package var arguments: [SourceRange] {
    expansions.flatMap { place -> [SourceRange] in
      switch place.form {
      case .condition: []
      case .operand, .content: [place.code.range] + place.code.arguments
      case .converted(let type): [place.code.range, type] + place.code.arguments
      }
    }
  }

  /// Returns how often the code uses a parameter of a named effect: twice for `n` in `n + n`. Uses in the code that
  /// replaces a name count, too, such as those in an argument for another named effect.
  ///
  /// - Parameter parameter: the range of the parameter's name in its declaration.
  func count(of parameter: SourceRange) -> Int {
    expansions.reduce(0) { $0 + ($1.name.range == parameter ? 1 : $1.code.count(of: parameter)) }
  }

  /// The range of the code, and the ranges of all code that replaces names in it.
  package var texts: [SourceRange] { [range] + expansions.flatMap(\.code.texts) }

  /// The code that the generator writes in place of this code, if this code is only a name. For the named guard
  /// `isFull`, it is `tries >= most`; for a parameter, it is the argument. For all other code, this code itself.
  package var named: SwiftCode { expansions.count == 1 && expansions[0].range == range ? expansions[0].code : self }
}

/// A guard with a name, which rows use: `guard isFull = tries >= most`.
struct NamedGuard: Sendable {
  var documentation: SourceRange?
  var name: Identifier
  var expression: SwiftCode
}

/// Effects with a name, which rows and actions use: `effect retry = tries += 1, dial(host)`.
struct NamedEffect: Sendable {
  /// The greatest depth to which named effects may use other named effects.
  static let maximumDepth = 32

  var documentation: SourceRange?
  var name: Identifier
  /// The parameters of the named effect; empty if it has none.
  var fields: [Field]
  /// The range of the effects, as written after `=`.
  var range: SourceRange
}

/// A named guard or a named effect of the file, for documents and editors: `guard isFull = tries >= most`,
/// `effect retry = tries += 1, dial(host)`.
package struct Shorthand: Sendable {
  package enum Kind: String, Sendable {
    case condition = "guard"
    case effects = "effect"
  }

  package var kind: Kind
  package var documentation: SourceRange?
  package var name: Identifier
  /// The parameters of a named effect; empty for a named guard.
  package var fields: [Field] = []
  /// The range of the guard or of the effects, as written after `=`.
  package var range: SourceRange
}

extension StateMachine {
  /// The named guards of the file, then its named effects.
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
  /// The parameter as written, with its constraint: `Key: Hashable`.
  package var range: SourceRange
  package var name: SourceRange
  /// The constraint after the colon, such as `Hashable`; nil for a parameter without a constraint.
  package var constraint: SourceRange?
  package var kind: Kind

  package enum Kind: String, Sendable {
    case type = ""
    case pack = "each"
    case value = "let"
  }
}

/// A type alias of the machine, which is written into the generated type, too: `typealias Key = String`.
package struct Typealias: Sendable {
  package var documentation: SourceRange?
  package var name: SourceRange
  /// The name with its generic parameters: `Reply<Value>`.
  package var head: SourceRange
  /// The type for which the alias stands.
  package var type: SourceRange
}

/// The Swift of a machine in `swift { … }` blocks, which is copied into the generated type.
package struct SwiftMembers: Sendable {
  /// A type that is declared in a `swift { … }` block.
  package struct TypeDeclaration: Sendable {
    package var name: SourceRange
    package var access: AccessLevel
    /// Whether the type has generic parameters.
    package var isGeneric: Bool
  }

  /// The ranges of the code in `swift { … }` blocks, without the braces.
  package var blocks: [SourceRange] = []
  package var types: [TypeDeclaration] = []
  /// The names of the functions, properties and types in the blocks.
  package var names: Set<String> = []
  /// The names of the functions and properties in the blocks. Code that uses one of them may read or change the
  /// machine.
  package var members: Set<String> = []
  /// The names of functions whose call changes nothing in the machine. The file declares at least one function with
  /// such a name, and none with this name is `mutating`.
  package var readingFunctions: Set<String> = []
  /// The names of `mutating` functions.
  package var mutatingFunctions: Set<String> = []
  /// The names that the Swift in the blocks uses.
  package var usedNames: [NameID] = []
  /// The words of the Swift that stands outside of the file's machines.
  var wordsBeside = SwiftWords()
  /// The types that the Swift outside of the file's machines declares.
  package var typesBeside: [TypeDeclaration] = []
}

/// A property that the machine keeps in every state.
package struct StoredProperty: Sendable {
  package var documentation: SourceRange?
  package var isVariable: Bool
  package var visibility: PropertyVisibility
  package var name: Identifier
  /// The property's names in older versions: data that were stored under such a name can still be read.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The initial value, which is the default of the property's parameter in `init`. Nil for a property without an
  /// initial value.
  package var initialValue: SourceRange?

  /// Whether `init` has a parameter for the property. Only a private property with an initial value has none.
  package var isParameter: Bool { visibility != .private || initialValue == nil }
}

/// A value in the payload of a state, an event, an output or a result, or a parameter of a named effect.
package struct Field: Sendable {
  /// The label that callers write before the value. Nil if callers write the value alone, because the declaration is
  /// `_ name: Int` or only `Int`.
  package var label: Identifier?
  /// The name by which rows can use the value. Nil if the declaration gives only a type, as in `open(Int)`; a pattern
  /// must then bind the value to a name.
  package var name: Identifier?
  /// The labels of the field in older versions: data that were stored under such a label can still be read.
  package var formerNames: [Identifier] = []
  package var type: SourceRange
  /// The key of the field's type. A value is carried over from one field to another only if both fields have equal
  /// keys.
  package var key: TypeKey
  package var defaultValue: SourceRange?
  /// The part of a submachine that the field contains: the submachine itself, its event or its output. The compiler
  /// adds such a field to a state with a submachine. It also adds one to the event and the output that the owner has
  /// for the submachine. Nil for all fields that the file declares.
  package var submachine: SubmachinePart?

  /// The parts of a submachine that a field can contain. The raw value is the end of the field's type: `.Event` in
  /// `Loader.Event`.
  package enum SubmachinePart: String, Sendable {
    /// The submachine itself.
    case machine = ""
    case event = ".Event"
    case output = ".Output"
  }

  /// Whether the field is a submachine that can be created without arguments.
  package var hasDefaultMachine = false
  /// The specifier of a method's parameter, such as `inout`, which `type` does not contain. Nil for a parameter without
  /// a specifier.
  package var specifier: SourceRange?
  /// Whether `var` stands before the field: `open(var list: [Int])`. A method that is called on the value, such as
  /// `list.append(1)`, may then change it.
  package var isVariable = false

  /// The only field in the payload of the completion event `done`. Its value is the final state that is active within
  /// the source. In `done(.paid)`, the pattern `.paid` matches this field.
  package static var finalChild: Field { Field(type: SourceRange(0, 0), key: .finalChild) }

  /// Whether the value can be left out where a state is entered, because it has a default.
  package var hasDefault: Bool { defaultValue != nil || hasDefaultMachine }
}

/// The key of a type, by which the compiler compares two types. A value is carried over from one field to another only
/// if both fields have equal keys.
package enum TypeKey: Hashable, Sendable {
  /// A type that the file contains. The number stands for the text of the type. Two types have the same number if their
  /// texts are equal, apart from blanks.
  case written(Int32)
  /// The final state within the source, which a pattern of `done` matches: `done(.paid)`.
  case finalChild
  /// The submachine of the given state, or that submachine's event or output.
  case submachine(of: StateID)
  /// A type that the compiler does not know, because the file does not contain its text: for example, the type of `a`
  /// in the pattern `.some(let a)`. It counts as different from the type of every field.
  case unknown
}

/// An event that triggers transitions, with its payload.
package struct Event: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The names of the event in older versions: data that were stored under such a name can still be read.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  /// The state whose submachine gets this event. The compiler has added the event for the submachine. Nil for an event
  /// that the file declares.
  package var owner: StateID?
  /// The policy that the event itself declares; nil if the machine's policy applies.
  package var unhandled: Unhandled?
  /// The signature of the event's method; used only in a machine with `interface methods`.
  package var method = Method()
}

/// Something that the machine asks of the world, such as `close(speed: Int)`.
package struct Output: Sendable {
  /// The kinds of outputs: an output is performed at once, or by a task that goes on for a while.
  package enum Kind: Sendable {
    /// The output is performed at once.
    case plain
    /// A task performs the output, and may send one event when it ends.
    case async
    /// A task performs the output, and may send any number of events.
    case stream
  }

  package var documentation: SourceRange?
  package var name: Identifier
  /// The names of the output in older versions: data that were stored under such a name can still be read.
  package var formerNames: [Identifier] = []
  package var fields: [Field]
  package var kind = Kind.plain
  package var tasks = TaskUse()
  /// The state whose submachine emits this output. The compiler has added the output for the submachine. Nil for an
  /// output that the file declares.
  package var owner: StateID?
  /// The events after `->`, which the task of the output sends. The machine gets these events from nowhere else, except
  /// for those in `alsoSent`. Empty if the declaration has no `->`.
  package var sent: [EventID] = []
  /// The events in `sent` that are marked with `also`, as in `-> also dropped`: they may come from elsewhere, too.
  package var alsoSent: [EventID] = []

  /// Whether a task performs the output: it is declared with `async` or `stream`.
  var isAsynchronous: Bool { kind != .plain }
}

/// The uses of an `async` or `stream` output in a machine: as an activity of states (`do`), as an effect, or both.
package struct TaskUse: Hashable, Sendable {
  /// Whether a state begins the output with `do`. The exit from the state ends it.
  package var isActivity = false
  /// Whether a row, an `entry` or an `exit` begins the output.
  package var isEffect = false
  /// Whether an effect cancels the output: the effect `cancelSave` cancels the output `save`.
  package var isCancelled = false

  /// Whether states begin the output with `do`, and effects emit it, too. The generated outputs for the two uses then
  /// have different names. So the end of the activity does not end the task of the effect.
  package var isBoth: Bool { isActivity && isEffect }

  /// Returns the names of the generated outputs that begin and end an activity. For the activity `save`, these are
  /// `save` and `cancelSave`. If effects use `save`, too, they are `doSave` and `cancelDoSave`. Nil if the output is no
  /// activity.
  package func activity(_ name: String) -> (begin: String, cancel: String)? {
    guard isActivity else { return nil }
    return isBoth ? ("do" + name.capitalizedFirst, "cancelDo" + name.capitalizedFirst) : (name, Self.cancel(name))
  }

  /// Returns the names of the generated outputs that begin and cancel the output as an effect: `save` and `cancelSave`.
  /// `cancel` is nil if no effect cancels the output. The result is nil if the output is used only as an activity.
  package func effect(_ name: String) -> (begin: String, cancel: String?)? {
    guard isEffect || !isActivity else { return nil }
    return (name, isCancelled ? Self.cancel(name) : nil)
  }

  /// Returns the name of the output that cancels another one: `cancelSave` for `save`.
  package static func cancel(_ name: String) -> String { "cancel" + name.capitalizedFirst }

  /// Returns whether an effect cancels an output, as `cancelSave` cancels the `async` or `stream` output `save`. A
  /// declared output may have the name `cancelSave`, too. The effect then means that output, so callers must look for
  /// one first.
  ///
  /// - Parameters:
  ///   - output: the name of the output.
  ///   - kind: the kind of the output.
  ///   - effect: the name of the effect.
  static func isCancelled(_ output: String, _ kind: Output.Kind, by effect: String) -> Bool {
    kind != .plain && effect.hasPrefix("cancel") && cancel(output) == effect
  }
}

extension Output.Kind {
  /// Creates the kind from the word after the output's name: `async`, `stream` or none.
  init(_ syntax: OutputKind) {
    switch syntax {
    case .plain: self = .plain
    case .async: self = .async
    case .stream: self = .stream
    }
  }
}

/// A timer, which fires some time after its state was entered, unless the state is exited before that. Rows with the
/// same source and the same trigger text, such as `after 5s`, share a timer.
package struct Timer: Sendable {
  /// The time that a timer waits, as Swift code.
  package enum Delay: Sendable {
    /// The Swift for a number with a unit, made by the resolver: `.seconds(5)` for `5s`.
    case literal(String)
    case code(SwiftCode)
  }

  /// The state whose entry starts the timer, and whose exit ends it.
  package var state: StateID
  /// Whether the timer fires again and again until its state is exited: `every 1s`.
  package var repeats: Bool
  package var delay: Delay
  /// The trigger as written in the first row that has it: `after 5s`.
  package var range: SourceRange
}

extension StateMachine {
  /// For each timer, the names that the timer's case in the generated code had in older versions. Stored data may
  /// contain such a name. For a timer of `state playing was running`, the list is `running`. It is empty if neither the
  /// timer's state nor a state or region around it has former names.
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

  /// For each timer, the name of its case in the generated code, without back-ticks. It is the path of the timer's
  /// state: `playerPlaying` for a timer of `player.playing`. If the state has several timers, the names of the others
  /// end with a number: `playerPlaying2`.
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
  /// The composite state or region whose body declares the choice; nil if the machine's body declares it.
  package var parent: StateID?
  /// The rows of the choice, in the order in which they are tried.
  package var branches: [Branch] = []

  /// A row of a choice, with its target. All transitions that lead to the choice share the row.
  package struct Branch: Sendable {
    package var row: RowID
    /// The state that is entered; nil for a row that leads to another choice, and for a row without `->`.
    package var target: StateID?
    package var choice: ChoiceID?
    package var history: HistoryKind?
    /// The targets of the row after the first, each in a region of its own. In `next -> on.sound, on.light : [n < 3]`,
    /// this is `on.light`.
    package var otherTargets: [StateID] = []

    /// Whether the row has no `->`. If such a branch is taken, no state is exited.
    package var isInternal: Bool { target == nil && choice == nil }
  }
}

/// A name for several states, which rows can have as a source: `group online = idle, active.sound`. The generated state
/// has a property that tells whether a state of the group is active.
package struct Group: Sendable {
  package var documentation: SourceRange?
  package var name: Identifier
  /// The states and regions of the group, each once, in the order in which they are named. If the group names another
  /// group, the states of the other group are included. A composite state stands for all states within it.
  package var members: [StateID] = []
}

/// A question in a guard, `in(…)`, whether a certain state is active. It is true if one of `members`, or a state within
/// one of them, is active.
package struct StateQuery: Sendable {
  /// The text between the parentheses of `in(…)`: the path `active.muted`, or the name of a group.
  package var text: String
  package var members: [StateID]
  /// The group that the question names; nil if it names a state. A group needs no code for the question: the generated
  /// state has a property for each group, such as `isConnected`.
  package var group: GroupID?
  /// Whether the question is asked only in statements for tests, such as `never`. The generated machine then needs no
  /// code for it.
  package var isForTests: Bool

  /// Returns the name of the generated property that tells whether a state of the group is active: `isConnected` for
  /// the group `connected`.
  package static func property(ofGroup name: String) -> String { "is" + name.capitalizedFirst }
}

/// The policies for events that no transition takes.
package enum UnhandledPolicy: String, CaseIterable, Sendable {
  case ignore, assert, trap, `throw`, error

  /// Whether nothing happens at an event without a transition while the program runs. With `ignore`, the machine
  /// ignores the event. With `error`, there is no such event, because the compiler has reported it.
  package var isSilent: Bool { self == .ignore || self == .error }

  /// Whether the machine never continues after an event without a transition. With `trap`, the program ends. With
  /// `error`, there is no such event, because the compiler has reported it.
  package var stops: Bool { self == .trap || self == .error }
}

/// A policy as it is declared, for a machine or for one event.
package struct Unhandled: Sendable {
  package var policy: UnhandledPolicy
  /// The error that the policy `throw` throws; nil if it throws the generated `UnhandledEvent`.
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
  /// The name as written. Nil if none is written; the wrapper's name is then the name of the machine with the suffix
  /// `StateMachine`.
  package var name: Identifier?
  /// The access level as written; nil if the wrapper has the machine's access level.
  package var access: AccessLevel?
  package var kind = WrapperKind.class
  package var isActor: Bool { kind == .actor }
  /// The attribute that isolates a class to a global actor, as written: `@MainActor`; nil for a class without such an
  /// attribute.
  package var isolation: SourceRange?
  /// Whether views observe the wrapper's state, by the macro `@Observable`.
  package var isObservable = false
  /// The attributes of the wrapper other than `isolation` and `@Observable`, as written.
  package var attributes: [SourceRange] = []
}
