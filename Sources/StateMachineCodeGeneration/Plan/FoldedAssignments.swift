import StateMachineModel
import StateMachineSyntax

/// Assignments to fields that need no variable: they become arguments of the case that is built anew.
///
/// They are the last effects of a row without an arrow, but for its answer. Nothing behind them reads what they
/// assign, and nothing before them changes it.
struct FoldedAssignments: Sendable {
  private var places: [TransitionID: [Int: Int]] = [:]

  /// - Parameter isLocated: whether the code has source locations: then one value alone stands where it is written.
  init(_ machine: StateMachine, isLocated: Bool) {
    for id in machine.transitions.indices where machine.transitions[id].isInternal {
      let found = Self.find(machine.transitions[id], machine, atMost: isLocated ? 1 : .max)
      if !found.isEmpty { places[id] = found }
    }
  }

  /// By field, where its assignment stands among the row's effects.
  subscript(id: TransitionID) -> [Int: Int] { places[id] ?? [:] }

  private static func find(_ transition: Transition, _ machine: StateMachine, atMost limit: Int) -> [Int: Int] {
    let row = machine.rows[transition.row]
    var end = row.effects.count
    /// The names that are read behind the effects at hand.
    var read: Set<String> = []
    if case .answer? = row.effects.last {
      guard let codes = codes(of: transition.answer, machine) else { return [:] }
      for code in codes { read.formUnion(SwiftAnalysis.usedNames(in: code, machine.source.bytes)) }
      end -= 1
    }
    guard end > 0, case .assignField = row.effects[end - 1] else { return [:] }
    let fields = fields(of: transition, row)
    let carried = carried(by: transition.answer)
    let changes = Changes(by: row.effects[..<end], machine)
    var folded: [Int: Int] = [:]
    /// Whether a value may be worked out in another order: that of the fields.
    var isMovable = true
    for place in (0..<end).reversed() where folded.count < limit {
      guard case .assignField(let name, let symbol, let value) = row.effects[place],
        let field = fields[name.id], folded[field] == nil
      else { break }
      let text = machine.names.text(name.id)
      let isPlain = machine.source.bytes[symbol.lowerBound] == Ascii.equals
      let callsNothing = AnswerPlan.canFollow(value, machine)
      guard isPlain || machine.ownsNothing(machine.states[transition.source].pathFields[field].type),
        folded.isEmpty || isMovable && callsNothing,
        !read.contains(text), !carried.contains(name.id), !changes.contain(text, before: place)
      else { break }
      isMovable = callsNothing
      folded[field] = place
      read.formUnion(SwiftAnalysis.usedNames(in: value.range, machine.source.bytes))
    }
    return folded
  }

  /// The fields of a transition's source by the names that its row knows them under.
  private static func fields(of transition: Transition, _ row: Row) -> [NameID: Int] {
    var fields: [NameID: Int] = [:]
    for local in transition.locals where local.owner == .source && fields[local.name.id] == nil {
      fields[local.name.id] = Int(local.field)
    }
    // A block hides the field.
    for name in row.blockNames { fields[name] = nil }
    return fields
  }

  /// The Swift of an answer that may stand behind the new state; nil where some of it must stand before.
  private static func codes(of answer: TransitionAnswer?, _ machine: StateMachine) -> [SourceRange]? {
    let codes: [SwiftCode] =
      switch answer {
      case nil: []
      case .value(let code): [code]
      case .action(_, _, let arguments, _):
        arguments.compactMap { if case .code(let code) = $0 { code } else { nil } }
      }
    return codes.allSatisfy { AnswerPlan.canFollow($0, machine) } ? codes.map(\.range) : nil
  }

  /// The names of what an answer is given without a text that says so.
  private static func carried(by answer: TransitionAnswer?) -> Set<NameID> {
    guard case .action(_, _, let arguments, _)? = answer else { return [] }
    return Set(arguments.compactMap { if case .local(let carried) = $0 { carried.id } else { nil } })
  }

  /// Where the effects of a row first change what a name stands for.
  private struct Changes {
    private var first: [String: Int] = [:]
    /// The first effects with a name or a condition, which may change anything.
    private var scope = Int.max

    init(by effects: ArraySlice<Effect>, _ machine: StateMachine) {
      for place in effects.indices {
        switch effects[place] {
        case .scope:
          scope = place
          return
        case .block(let code):
          note(SourceRange(code.range.lowerBound + 1, code.range.upperBound - 1), place, machine)
        case let effect:
          if case .assignField(let name, _, _) = effect { note(machine.names.text(name.id), place) }
          for code in effect.codes { note(code.range, place, machine) }
        }
      }
    }

    private mutating func note(_ range: SourceRange, _ place: Int, _ machine: StateMachine) {
      for name in SwiftAnalysis.changedNames(in: range, machine.source.bytes) { note(name, place) }
    }

    private mutating func note(_ name: String, _ place: Int) { if first[name] == nil { first[name] = place } }

    func contain(_ name: String, before place: Int) -> Bool { scope < place || (first[name] ?? .max) < place }
  }
}
