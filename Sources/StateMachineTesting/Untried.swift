/// Finds rows and states that were not reached because too few values were tried. The values are those of an event's
/// payload, or of the machine's properties. There is one finding for each such event, and one for the properties. Other
/// findings about these rows and states are then left out.
struct Untried {
  private(set) var findings: [Finding] = []
  /// The indices of the rows that no path leads to, if one of `findings` says why.
  private(set) var rows: Set<Int> = []
  /// The indices of the states that were not reached, if one of `findings` says why.
  private(set) var states: Set<Int> = []
  /// The indices of the states in which the rows with an index in `rows` can be taken.
  private(set) var sources: Set<Int> = []

  var isEmpty: Bool { findings.isEmpty }

  /// Makes the findings for a model.
  ///
  /// - Parameters:
  ///   - rowsWithoutPath: the indices of the rows that no path has led to.
  ///   - isReached: for each state, by its index, whether it was reached.
  init(_ model: some Model, rowsWithoutPath: [Int], isReached: [Bool]) {
    let missing = rowsWithoutPath.filter { row in
      let sources = model.rows[row].sources
      return sources.isEmpty || sources.contains { isReached[$0] }
    }
    for payload in model.payloads {
      let unknown = payload.fields.filter { $0.values.isEmpty }
      let few = payload.fields.filter { !$0.isComplete }.map { "\(payload.name).\($0.label)" }
      let decided = missing.filter { row in model.rows[row].values.contains(where: few.contains) }
      if unknown.isEmpty && decided.isEmpty { continue }
      let own =
        unknown.isEmpty
        ? decided
        : rowsWithoutPath.filter { row in
          model.rows[row].values.contains { $0.hasPrefix(payload.name + ".") }
        }
      rows.formUnion(own)
      findings.append(
        Finding(
          unknown.isEmpty ? payload.isDecisive(for: own.map { model.rows[$0] }) : payload.isNotTried(unknown),
          payload.place))
    }
    sources = Set(rows.flatMap { model.rows[$0].sources })
    addWhatFollows(model, rowsWithoutPath, isReached)
  }

  private mutating func addWhatFollows(_ model: some Model, _ rowsWithoutPath: [Int], _ isReached: [Bool]) {
    var count = -1
    while count != rows.count + states.count {
      count = rows.count + states.count
      for row in rows { states.formUnion(model.rows[row].targets.filter { !isReached[$0] }) }
      for row in rowsWithoutPath {
        let sources = model.rows[row].sources
        if !sources.isEmpty, sources.allSatisfy(states.contains) { rows.insert(row) }
      }
    }
  }
}

extension ModelPayload {
  /// The statement by which the user can give values, as a finding suggests it: `'try word(text: …)'`.
  private var remedy: String {
    let labels = fields.map { Int($0.label) == nil ? "\($0.label): …" : "…" }.joined(separator: ", ")
    return "'try \(name.prefix { $0 != "(" })(\(labels))'"
  }

  private var isStart: Bool { name == "init" }

  fileprivate func isNotTried(_ unknown: [Field]) -> String {
    let labels = unknown.map { Int($0.label) == nil ? "'\($0.label)'" : "its payload" }.joined(separator: ", ")
    let head = isStart ? "the machine does not begin" : "'\(name)' is not tried"
    return
      "\(head), as no values of \(labels) are known: write some after \(remedy), or let the type conform to 'Tried'"
  }

  fileprivate func isDecisive(for rows: [ModelRow]) -> String {
    let tried = fields.filter { !$0.isComplete }.map { field in
      let values = field.values.prefix(12).joined(separator: ", ") + (field.values.count > 12 ? ", …" : "")
      return Int(field.label) == nil ? "\(field.label): \(values)" : values
    }.joined(separator: "; ")
    let texts = rows.prefix(3).map(\.text).joined(separator: "; ") + (rows.count > 3 ? "; …" : "")
    let head = isStart ? "the machine begins with" : "'\(name)' is tried with"
    return "\(head) \(tried), with which no path leads to this row: \(texts); write others after \(remedy)"
  }
}
