import StateMachineModel
import StateMachineSyntax

/// The translation of a machine's behaviour to naive code: each pattern binds all fields, each row begins with all that
/// it may need, and each path leaves the function. Passes drop what is not needed.
///
/// The passes and the printer that follow read only code, and no machine.
final class Lowerer {
  let model: SwiftModel
  let variables = Variables()
  /// The functions that have been lowered so far.
  var functions: [Function] = []
  /// The aliases for the types of parameters; nil if the types are as the file spells them.
  let types: LocatedTypes?
  /// Whether the code calls `mayChange`, the empty function without which Swift warns of variables that never change.
  var tellsOfChanges = false
  /// Whether the current method consumes the state, so that writing a state writes the machine as a whole.
  var isConsumed = false
  /// The functions that throw if a trap stops a machine whose rows are told to a test.
  var throwing: Set<FunctionID> = []
  /// By function, the documentation of the function without side effects that `accepts` calls in its place.
  var questions: [FunctionID: String] = [:]
  /// Empty statements with the marks of rows without effects, which no code counts.
  var uncounted: [Statement] = []
  private var ids: [String: FunctionID] = [:]
  private var texts: [TextKey: Piece.Text] = [:]
  private var typePlaces: [String: SourceRange] = [:]

  var machine: StateMachine { model.machine }
  var behaviour: Behaviour { model.behaviour }
  var names: GeneratedNames { model.names }
  var layout: StateLayout { model.layout }
  var bytes: [UInt8] { model.machine.source.bytes }

  /// The parameters of the machine's functions: the current event, the closure for outputs, and the run.
  let event: Variable
  let run: Variable
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

  /// Returns the name of a declared case or label as Swift needs it after a dot or before a colon.
  func member(_ name: Identifier) -> String {
    let plain = name.asMember(of: machine.source, quoting: ["inout"])
    return plain.needsBackticks ? "`\(machine.source.text(plain.range))`" : machine.source.text(plain.range)
  }

  /// Returns the identity of the function with a name, which is created by the first call.
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

  /// Returns a piece of the file's Swift, with the variables for its names.
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

  /// Returns the text of a range as an expression that uses no variables.
  func plain(_ range: SourceRange) -> Expression { .piece(Piece(text: text(of: SwiftCode(range: range), .value))) }

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

  /// Returns the names that a piece uses from an offset on, those in its named guards included, without queries.
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

  /// Returns the variable for a field.
  ///
  /// - Parameter owner: the word for the field's declaration: `state` or `event`.
  func variable(for field: Field, _ owner: String, _ index: Int) -> Variable {
    let number = machine.names.fresh("\(owner)Value\(index + 1)")
    var facts = Variables.Facts(hint: number, fallback: number)
    facts.label = field.label.map(member)
    facts.type = field.submachine == nil && !field.type.isEmpty ? type(field.type) : nil
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

  /// Returns the first place of a type's text, which represents all types that read alike.
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

  /// Returns a variable that only generated code uses.
  func variable(_ name: String, owns: Bool = false) -> Variable {
    variables.make(machine.names.fresh(name), owns: owns)
  }

  // MARK: Calls

  /// The arguments that the machine's functions pass on to each other.
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

  /// The declaration of the run, to which functions add raised events and completion events.
  var beginsRun: [Statement] {
    model.needsRun ? [Statement(.declare(run, type: names.runType, .literal("\(names.runType)()")))] : []
  }

  // MARK: Rows

  /// Returns an empty statement with a mark of a row, or a statement that tells a test of the row.
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

  /// Returns statements with their place in the source, if the code has source locations.
  func located(_ list: [Statement], at place: SourceRange?) -> [Statement] {
    guard model.isLocated, let place, !list.isEmpty, list[0].place == nil else { return list }
    var list = list
    list[0].place = place
    return list
  }
}

/// The meaning of names in a row at the place where it is lowered.
struct RowScope {
  /// The matched state, or an ancestor of it; `source` has the variables for the fields on the state's path.
  var state: StateID
  /// Whether `state` is an ancestor of the matched state. There are then no variables for states within `state`.
  var isAround = false
  var event: [Variable] = []
  var source: [Variable] = []
  /// In a microstep of several regions, the transition's own copies of fields that all of its transitions share.
  var own: [(owner: StateID, shared: Variable, own: Variable)] = []
  /// The variable for the active child of the state at the end of the path; nil for a leaf, or a state with regions.
  var child: Variable?
  /// The variables for structs of regions, by the segment of the path that ends in them.
  var regions: [Int: Variable] = [:]
  /// The variables that the patterns and the guard of the row bind.
  var bound: [NameID: Variable] = [:]
  /// The names that the guard binds with `var`.
  var changing: Set<NameID> = []
  /// The names that blocks of the row have declared.
  var hidden: Set<String> = []
  var locals: [Local] = []
  /// Whether an error in the row puts back the state from before the row's guard.
  var catches = false
  /// The variables for arguments that several fields share, by the state and the index of the first field.
  var shared: [SharedArgument: Variable] = [:]
  /// The Swift for the names of the state and of the event in messages.
  var stateName = ""
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

/// The kind of a function, which decides how a path in it leaves the function.
enum Task {
  /// A function that takes an event: `handle`, `take`.
  case take
  /// A function that takes a transition without an event.
  case always
  /// The method of an event.
  case method(EventID)
  /// A microstep of several regions.
  case step(RegionStep)
}
