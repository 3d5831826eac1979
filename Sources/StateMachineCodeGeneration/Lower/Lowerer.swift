import StateMachineModel
import StateMachineSyntax

/// Translates the behaviour of a machine to Swift code in the form of `Function` and `Statement` values. The code is
/// complete, but too long: for example, each pattern binds all fields. The passes (`Simplify`) then drop the code that
/// is not needed. The passes and the printer read only this code; they know nothing of the machine.
final class Lowerer {
  let model: SwiftModel
  let variables = Variables()
  /// The functions that have been translated so far.
  var functions: [Function] = []
  /// The type aliases by which functions name the types of their parameters, in code with source locations. Swift then
  /// reports an error in such a type at its line in the `.sm` file. Nil if the functions spell the types as the `.sm`
  /// file does.
  let types: LocatedTypes?
  /// Whether the code calls the function `mayChange`, which must then be generated, too. The function is empty and has
  /// an `inout` parameter. Without a call of it, Swift would warn that a variable is never changed.
  var tellsOfChanges = false
  /// Whether the method that is being translated consumes the machine's state. Swift then allows no assignment to the
  /// state alone, so the method has to assign a new machine to `self`.
  var isConsumed = false
  /// The functions that throw the error `Stopped` where they would otherwise stop the program. This is so only in the
  /// code for tests that explore, because a real trap would end the test.
  var throwing: Set<FunctionID> = []
  /// The documentation of the functions that return whether an event is accepted, such as `acceptsMoving`. The key is
  /// the function from which such a function is made: `handleMoving` for `acceptsMoving`.
  var questions: [FunctionID: String] = [:]
  /// Empty statements with row marks (see `Mark`), for rows that never run but must be known to coverage. Such rows
  /// occur if rows of several regions all only ignore the same event: the code of the first row returns, so that the
  /// others never run.
  var uncounted: [Statement] = []
  private var ids: [String: FunctionID] = [:]
  private var texts: [TextKey: Piece.Text] = [:]
  private var typePlaces: [String: SourceRange] = [:]

  var machine: StateMachine { model.machine }
  var behaviour: Behaviour { model.behaviour }
  var names: GeneratedNames { model.names }
  var layout: StateLayout { model.layout }
  var bytes: [UInt8] { model.machine.source.bytes }

  /// The variable for the event, a parameter of the machine's functions.
  let event: Variable
  /// The variable for the `inout` parameter `run` of the machine's functions. They add to it raised events, completion
  /// events and errors, which the machine handles after the transition.
  let run: Variable
  /// The variable for the closure that gets the outputs, a parameter of the machine's functions.
  let emit: Variable

  init(_ model: SwiftModel, types: LocatedTypes? = nil) {
    self.model = model
    self.types = types
    event = variables.make(model.names.event, isFixed: true)
    run = variables.make(model.names.run, isFixed: true)
    emit = variables.make(model.names.emit, isFixed: true)
    variables[run].isInout = true
  }

  func text(_ name: Identifier) -> String { model.text(name) }

  /// Returns a name as Swift spells it after a dot or before a colon. It has back-ticks only for `inout` and for names
  /// that are no plain word, because Swift warns of needless back-ticks there.
  func member(_ name: Identifier) -> String {
    let plain = name.asMember(of: machine.source, quoting: ["inout"])
    return plain.needsBackticks ? "`\(machine.source.text(plain.range))`" : machine.source.text(plain.range)
  }

  /// Returns the identity of the function with a name. The first call for a name creates the identity, so that a call
  /// can be written before its function is translated.
  func function(_ name: String) -> FunctionID {
    if let id = ids[name] { return id }
    let id = FunctionID(name)
    ids[name] = id
    return id
  }

  // MARK: Pieces

  private struct TextKey: Hashable {
    var start: Int
    var end: Int
    var form: Piece.Form
    var arguments: [SourceRange]
  }

  /// Returns Swift from the `.sm` file as a `Piece`, with the variables that it uses. For `persons > 1`, it uses the
  /// variable that `row` has for `persons`: a field of the state or the event, or a name that a pattern or the guard
  /// binds.
  func piece(_ code: SwiftCode, _ form: Piece.Form = .value, _ row: RowScope) -> Piece {
    let text = text(of: code, form)
    var piece = Piece(text: text)
    if code.namesState { piece.stateName = row.stateName }
    if code.namesEvent { piece.eventName = row.eventName }
    // A condition does not change its variables.
    let changed = form == .condition ? [] : SwiftAnalysis.changedNames(in: code.range, bytes)
    for name in text.names.sorted() where !row.hidden.contains(name) {
      guard let id = machine.names.find(text: name) else { continue }
      if let variable = row.bound[id] {
        let isChanged = form == .block && row.changing.contains(id) && changed.contains(name)
        piece.uses.append(.init(variable: variable, name: name, change: isChanged ? .inPlace : .none))
      } else if let local = row.locals.first(where: { $0.name.id == id }), let variable = row[local.owner, local.field]
      {
        let isChanged = local.isChanged && changed.contains(name)
        // A value does not assign.
        let other: Piece.Change = form == .block ? .assigned : .none
        let change: Piece.Change = !isChanged ? .none : local.isChangedInPlace ? .inPlace : other
        piece.uses.append(.init(variable: variable, name: name, change: change))
      }
    }
    return piece
  }

  func value(_ code: SwiftCode, _ row: RowScope) -> Expression { .piece(piece(code, .value, row)) }

  /// Returns Swift from the `.sm` file as an expression. The Swift uses no variables of the function: it is a default
  /// value, for example.
  func plain(_ range: SourceRange) -> Expression { .piece(Piece(text: text(of: SwiftCode(range: range), .value))) }

  /// Returns the text of some Swift from the `.sm` file, and facts that passes need. Such facts are its names, and
  /// whether it may throw. The result is stored for each form, such as condition or block. The Swift is then examined
  /// only once.
  private func text(of code: SwiftCode, _ form: Piece.Form) -> Piece.Text {
    let arguments = code.isPlain ? [] : code.arguments
    let key = TextKey(start: code.range.lowerBound, end: code.range.upperBound, form: form, arguments: arguments)
    if let text = texts[key] { return text }
    var start = code.range.lowerBound
    if form == .arguments {
      // A label of the first argument is one only with the parenthesis before it.
      while start > 0, bytes[start - 1] != Ascii.leftParen { start -= 1 }
      start = max(0, start - 1)
    }
    var names = names(in: code, from: start)
    var declared: [String] = []
    if form == .block {
      let around = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
      declared = SwiftAnalysis.declaredNames(in: around, bytes, withConditions: false).map(machine.source.text)
      // Within a block, a name that the block declares means the declaration.
      names.subtract(declared)
    }
    // The key includes the text of the arguments of named guards and effects.
    let words = ([code.range] + arguments).map { model.isLocated ? "\($0.lowerBound)" : model.text($0) }
    let text = Piece.Text(
      code, form, key: words.joined(separator: "\u{0}"), names: names,
      declared: declared, isMovable: form != .block && MovableSwift.canFollow(code, machine),
      isOperand: SwiftAnalysis.isOperand(code.range, bytes),
      stops: form == .block && code.endsInTrap,
      mayThrow: machine.hasMethods && SwiftAnalysis.attempt(in: code.range, bytes) != nil,
      mayChangeMachine: !machine.hasMethods || !ReadingSwift(machine).changesNothing(code))
    texts[key] = text
    return text
  }

  /// Returns the names that some Swift from the `.sm` file uses: `persons` and `limit` for
  /// `persons < limit && in(open)`. The names in its named guards and named effects are included. Names in a query, a
  /// test of the active state such as `in(open)`, are left out.
  ///
  /// - Parameter start: the offset in the file from which on the Swift is examined.
  private func names(in code: SwiftCode, from start: Int) -> Set<String> {
    // With source locations, parameters of named effects are constants.
    let expansions = code.expansions.filter { !(model.isLocated && $0.isArgument) }
    let replaced = code.queries.map(\.range) + expansions.map(\.range)
    let range = SourceRange(start, code.range.upperBound)
    return expansions.reduce(into: SwiftAnalysis.usedNames(in: range, besides: replaced, bytes)) {
      if case .content = $1.form { return }
      $0.formUnion(names(in: $1.code, from: $1.code.range.lowerBound))
    }
  }

  // MARK: Variables

  /// Returns a new variable for the value of a field of a state or an event. It has the name of the field or, if this
  /// name is taken, a name such as `stateSpeed`.
  ///
  /// - Parameters:
  ///   - owner: `state` or `event`. Names such as `stateSpeed` begin with it.
  ///   - index: the index of the field in its list. It is part of the name for a field without a name: `stateValue1`.
  func variable(for field: Field, _ owner: String, _ index: Int) -> Variable {
    let number = machine.names.fresh("\(owner)Value\(index + 1)")
    var facts = Variables.Facts(hint: number, fallback: number)
    facts.label = field.label.map(member)
    facts.type = field.submachine == nil && !field.type.isEmpty ? type(field.type) : nil
    // A submachine and a field without a written type may contain arrays, for example.
    facts.owns = field.submachine != nil || field.type.isEmpty || !machine.ownsNothing(field.type)
    facts.isNoncopyable = facts.owns && model.isNoncopyable
    if let name = field.name {
      facts.hint = text(name)
      facts.fallback = machine.names.fresh(owner + text(name).capitalizedFirst)
    } else if field.key == .finalChild || field.submachine == .machine {
      facts.hint = names.child
    } else if field.submachine == .event {
      facts.hint = names.inner
    }
    return variables.make(facts)
  }

  /// Returns the range of the first type in the `.sm` file with the same text as a given type: the first `Int` for each
  /// `Int`. Equal types then have the same range, so that passes can compare them.
  private func type(_ range: SourceRange) -> SourceRange {
    let text = model.text(range)
    if let first = typePlaces[text] { return first }
    typePlaces[text] = range
    return range
  }

  func variables(of state: StateID) -> [Variable] {
    machine.states[state].pathFields.enumerated().map { variable(for: $1, "state", $0) }
  }

  func variables(of event: EventID) -> [Variable] {
    machine.events[event].fields.enumerated().map { variable(for: $1, "event", $0) }
  }

  /// Returns a new variable that only generated code uses. If the `.sm` file contains the name, the variable gets
  /// another name.
  ///
  /// - Parameter owns: whether a change of the value copies its memory while another variable shares this memory, as
  ///   for an array.
  func variable(_ name: String, owns: Bool = false) -> Variable {
    variables.make(machine.names.fresh(name), owns: owns)
  }

  // MARK: Calls

  /// The arguments that the machine's functions pass on when they call each other: `run: &run` and `emit: emit`. Each
  /// is left out if the machine does not need it.
  var passedOn: [Argument] {
    (model.needsRun ? [Argument("run", .reference(.variable(run)))] : [])
      + (model.hasOutputs ? [Argument("emit", .variable(emit))] : [])
  }

  var passedOnParameters: [Parameter] {
    var list: [Parameter] = []
    if model.needsRun {
      list.append(
        Parameter(
          label: "run", variable: run, specifier: [.text("inout ")], type: [.text(names.runType)], isPassedOn: true))
    }
    if model.hasOutputs { list.append(emitParameter) }
    return list
  }

  var emitParameter: Parameter {
    Parameter(label: "emit", variable: emit, type: [.text("(Output) -> Void")], isPassedOn: true)
  }

  func call(_ id: FunctionID, _ arguments: [Argument] = [], mayThrow: Bool = false) -> Expression {
    .call(Call(callee: .own(id), arguments: arguments + passedOn, mayThrow: mayThrow))
  }

  func call(_ name: String, _ arguments: [Expression]) -> Expression {
    .call(Call(callee: .other(name), arguments: arguments.map { Argument(nil, $0) }))
  }

  /// Returns a call of the parameter `emit`: `emit(.beep)`.
  func send(_ value: Expression) -> Statement {
    .perform(.call(Call(callee: .variable(emit), arguments: [Argument(nil, value)])))
  }

  /// The declaration of the variable `run`, to which functions add raised events, completion events and errors. Empty
  /// if the machine's functions add nothing to it.
  var beginsRun: [Statement] {
    model.needsRun ? [Statement(.declare(run, type: names.runType, .literal("\(names.runType)()")))] : []
  }

  // MARK: Rows

  /// Returns an empty statement with a row mark (see `Mark`), by which coverage counts how often a row's code runs. In
  /// the code for tests that explore, it returns a call that tells the test that the row runs.
  ///
  /// - Parameters:
  ///   - kind: what is counted: that the row is taken, or that its conditions are evaluated or true.
  ///   - transition: in a microstep of several regions, the transition that is selected or performed; nil elsewhere.
  ///   - isShared: whether the code runs for other rows, too.
  func mark(
    _ kind: RowLine.Kind, _ row: RowID, in transition: TransitionID? = nil, isShared: Bool = false
  ) -> [Statement] {
    if model.tellsRows { return tell(kind, row, isSelected: transition != nil && kind == .taken) }
    let place = machine.rows[row].range.lowerBound
    return [
      .nothing(with: [Mark(kind: kind, row: place, isShared: isShared, transition: transition.map { Int($0.index) })])
    ]
  }

  func comments(of row: RowID) -> [Comment] {
    let row = machine.rows[row]
    return (row.documentation.map { [.documentation($0)] } ?? []) + (row.comments.isEmpty ? [] : [.lines(row.comments)])
  }

  /// Returns the statements, the first of them with a place in the `.sm` file, where Swift then reports its errors.
  /// Without source locations, or if the first statement already has a place, they are returned unchanged.
  func located(_ list: [Statement], at place: SourceRange?) -> [Statement] {
    guard model.isLocated, let place, !list.isEmpty, list[0].place == nil else { return list }
    var list = list
    list[0].place = place
    return list
  }
}

/// The variables for the names in a row. The scope changes while the row is translated, because patterns, guards and
/// effects add names.
struct RowScope {
  /// The state whose fields have variables: the active state or one of its ancestors. `source` has a variable for each
  /// field on the path to this state.
  var state: StateID
  /// Whether `state` is only an ancestor of the active state. This is so while the rows of an ancestor are translated.
  /// The scope then has no variables for the states within `state`.
  var isAround = false
  var event: [Variable] = []
  var source: [Variable] = []
  /// In a microstep of several regions, the fields that one transition changes while other transitions still read the
  /// old values. `owner` is the state that has the field. `shared` is the variable with the old value, and `own` is the
  /// variable that the transition changes.
  var own: [(owner: StateID, shared: Variable, own: Variable)] = []
  /// The variable for the active state directly within `state`; nil if `state` is a leaf state or has regions.
  var child: Variable?
  /// The variables for structs of regions, such as `regions`. The path to the state is cut into segments, each within
  /// one region (see `StateLayout`). The key is the index of the segment that ends in the composite state with the
  /// regions. For a composite state that is in no region itself, it is 0.
  var regions: [Int: Variable] = [:]
  /// The variables that the patterns and the guard of the row bind.
  var bound: [NameID: Variable] = [:]
  /// The names that the guard binds with `var`.
  var changing: Set<NameID> = []
  /// The names that Swift blocks among the row's effects have declared. In later code, such a name means this
  /// declaration, not a field.
  var hidden: Set<String> = []
  var locals: [Local] = []
  /// Whether the row's guard and effects are in a `do` whose `catch` stores the old state again if one of them throws.
  var catches = false
  /// The variables for arguments that several fields get, so that each argument is evaluated only once.
  var shared: [SharedArgument: Variable] = [:]
  /// The text that replaces `\(state)`, the name of the state, in messages.
  var stateName = ""
  /// The text that replaces `\(event)`, the name of the event, in messages.
  var eventName = ""

  subscript(owner: PayloadOwner, field: Int32) -> Variable? {
    let list = owner == .event ? event : source
    return Int(field) < list.count ? list[Int(field)] : nil
  }
}

struct SharedArgument: Hashable {
  var state: StateID
  var place: Int
  var argument: Int?
}

/// The kind of the function that is being translated. It decides how the function ends after a row: `handle` ends with
/// `return .transitioned`, but a method ends with the row's own result.
enum Task {
  /// A function that takes an event: `handle`, `take`.
  case take
  /// A function that takes a transition that no event triggers: `takeAlways`, `takeDone`.
  case always
  /// The method of an event.
  case method(EventID)
  /// A microstep of several regions.
  case step(RegionStep)
}
