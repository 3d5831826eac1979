import StateMachineModel
import StateMachineSyntax

/// Writes down what a machine does as code, naively: each pattern binds every field, each row begins with all that it
/// may need, each way ends by leaving. Passes find out what of it is needed.
///
/// It is the only one that knows machines: what comes behind it knows Swift.
final class Lowerer {
  let model: SwiftModel
  let variables = Variables()
  /// The functions so far.
  var functions: [Function] = []
  /// Names for the types of parameters; nil where they are as the file has them.
  let types: LocatedTypes?
  /// Whether the code tells Swift that something may change.
  var tellsOfChanges = false
  /// Whether the method at hand consumes the state: what stores one writes the machine as a whole.
  var isConsumed = false
  /// The functions that throw where code that tells its rows stops.
  var throwing: Set<FunctionID> = []
  /// By function, what the one says that answers for it.
  var questions: [FunctionID: String] = [:]
  /// What no place tells of rows.
  var uncounted: [Statement] = []
  private var ids: [String: FunctionID] = [:]
  private var texts: [TextKey: Piece.Text] = [:]
  private var typePlaces: [String: SourceRange] = [:]

  var machine: StateMachine { model.machine }
  var behaviour: Behaviour { model.behaviour }
  var names: GeneratedNames { model.names }
  var layout: StateLayout { model.layout }
  var bytes: [UInt8] { model.machine.source.bytes }

  /// What every function of the machine may be handed.
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

  /// The name of a declared case or label, as it stands behind a dot or before a colon.
  func member(_ name: Identifier) -> String {
    let plain = name.asMember(of: machine.source, quoting: ["inout"])
    return plain.needsBackticks ? "`\(machine.source.text(plain.range))`" : machine.source.text(plain.range)
  }

  /// The function that has a name.
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

  /// A piece of the file's Swift, with what its names stand for.
  func piece(_ code: SwiftCode, _ form: Piece.Form = .value, _ row: RowScope) -> Piece {
    let text = text(of: code, form)
    var piece = Piece(text: text)
    if code.namesState { piece.stateName = row.stateName }
    if code.namesEvent { piece.eventName = row.eventName }
    // A condition only looks.
    let changed = form == .condition ? [] : SwiftAnalysis.changedNames(in: code.range, bytes)
    for name in text.names.sorted() where !row.hidden.contains(name) {
      guard let id = machine.names.find(text: name) else { continue }
      if let variable = row.bound[id] {
        let isChanged = form == .block && row.changing.contains(id) && changed.contains(name)
        piece.uses.append(.init(variable: variable, name: name, change: isChanged ? .inPlace : .none))
      } else if let local = row.locals.first(where: { $0.name.id == id }), let variable = row[local.owner, local.field]
      {
        let isChanged = local.isChanged && changed.contains(name)
        // A value assigns nothing.
        let other: Piece.Change = form == .block ? .assigned : .none
        let change: Piece.Change = !isChanged ? .none : local.isChangedInPlace ? .inPlace : other
        piece.uses.append(.init(variable: variable, name: name, change: change))
      }
    }
    return piece
  }

  func value(_ code: SwiftCode, _ row: RowScope) -> Expression { .piece(piece(code, .value, row)) }

  /// A piece whose names are nothing of the machine's.
  func plain(_ range: SourceRange) -> Expression { .piece(Piece(text: text(of: SwiftCode(range: range), .value))) }

  private func text(of code: SwiftCode, _ form: Piece.Form) -> Piece.Text {
    let arguments = code.isPlain ? [] : code.arguments
    let key = TextKey(start: code.range.lowerBound, end: code.range.upperBound, form: form, arguments: arguments)
    if let text = texts[key] { return text }
    var start = code.range.lowerBound
    if form == .arguments {
      // The first may have a label, which is none without the parenthesis before it.
      while start > 0, bytes[start - 1] != Ascii.leftParen { start -= 1 }
      start = max(0, start - 1)
    }
    var names = names(in: code, from: start)
    var declared: [String] = []
    if form == .block {
      let around = SourceRange(code.range.lowerBound - 1, code.range.upperBound + 1)
      declared = SwiftAnalysis.declaredNames(in: around, bytes, withConditions: false).map(machine.source.text)
      // A block that declares a name means nothing else by it.
      names.subtract(declared)
    }
    // An argument reads the same wherever it stands.
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

  /// The names in a piece, with those in the guards that it names; states that it asks for are no Swift.
  private func names(in code: SwiftCode, from start: Int) -> Set<String> {
    // With source locations, the names of parameters are those of constants.
    let expansions = code.expansions.filter { !(model.isLocated && $0.isArgument) }
    let replaced = code.queries.map(\.range) + expansions.map(\.range)
    let range = SourceRange(start, code.range.upperBound)
    return expansions.reduce(into: SwiftAnalysis.usedNames(in: range, besides: replaced, bytes)) {
      if case .content = $1.form { return }
      $0.formUnion(names(in: $1.code, from: $1.code.range.lowerBound))
    }
  }

  // MARK: Variables

  /// The variable for a payload field.
  ///
  /// - Parameter owner: what the field is of: `state`, `event`.
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

  /// The place where a type has been seen first: types that read alike are one.
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

  /// A variable of the generator's own.
  func variable(_ name: String, owns: Bool = false) -> Variable {
    variables.make(machine.names.fresh(name), owns: owns)
  }

  // MARK: Calls

  /// What the functions within the machine hand on to one another.
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

  /// A call of what is handed in: `emit(.beep)`.
  func send(_ value: Expression) -> Statement {
    .perform(.call(Call(callee: .variable(emit), arguments: [Argument(nil, value)])))
  }

  /// The statement that declares what a function collects for what follows from it.
  var beginsRun: [Statement] {
    model.needsRun ? [Statement(.declare(run, type: names.runType, .literal("\(names.runType)()")))] : []
  }

  // MARK: Rows

  /// What is said of a row by coming to a statement.
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

  /// Where what follows comes from, if that is asked for.
  func located(_ list: [Statement], at place: SourceRange?) -> [Statement] {
    guard model.isLocated, let place, !list.isEmpty, list[0].place == nil else { return list }
    var list = list
    list[0].place = place
    return list
  }
}

/// What the names of a row stand for, where it is lowered.
struct RowScope {
  /// The state whose path's fields `source` are.
  var state: StateID
  /// Whether the state is around that which has been told apart: what is active within it is not bound.
  var isAround = false
  var event: [Variable] = []
  var source: [Variable] = []
  /// In a step, what its transition has for itself of fields that all of it shares.
  var own: [(owner: StateID, shared: Variable, own: Variable)] = []
  /// What a composite at the end of the path holds.
  var child: Variable?
  /// By segment of the path: the variable that holds the regions behind it.
  var regions: [Int: Variable] = [:]
  /// What patterns and the guard of the row bind.
  var bound: [NameID: Variable] = [:]
  /// Those names among them that the guard binds as variables.
  var changing: Set<NameID> = []
  /// The names that blocks of the row have declared.
  var hidden: Set<String> = []
  var locals: [Local] = []
  /// Whether what throws in the row puts back the state from before its guard.
  var catches = false
  /// Arguments that several fields are given, by the state and the place of the first.
  var shared: [SharedArgument: Variable] = [:]
  /// The Swift that stands for the names of the state and the event in messages.
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

/// The function that code stands in: how it says what has been done.
enum Task {
  /// Takes an event: `handle`, `take`.
  case take
  /// Takes a transition that no event triggers.
  case always
  /// The method of an event.
  case method(EventID)
  /// A step of several regions.
  case step(RegionStep)
}
