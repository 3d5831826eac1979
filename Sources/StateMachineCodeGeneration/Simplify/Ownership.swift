/// A pass that avoids copies of payloads. Variables for a payload share memory with the machine's state, so that a
/// change of them would copy it. The statement `giveUp` therefore stores an empty payload in the state. The pass moves
/// this store to before the first change, or drops it. It also drops needless stores of an unchanged payload
/// (`rebuild`) and of the old state after an error (`restore`).
///
/// Each path must have a `giveUp` before all changes in place, and store the state later. After the pass, there is no
/// `giveUp`, and each `rebuild` that stays is a `store`.
enum Ownership: Pass {
  static func run(_ function: inout Function) {
    place(&function.body, function.variables)
    var changed: Set<Variable> = []
    for parameter in function.signature.parameters ?? [] where function.variables[parameter.variable].isInout {
      changed.insert(parameter.variable)
    }
    var emptied: Set<Expression> = []
    dropRebuilds(&function.body, &changed, &emptied)
    dropRestores(&function.body)
  }

  // MARK: Emptying

  /// Replaces each `giveUp` in a list of statements. A `giveUp` contains stores of empty values in the machine's state.
  /// They are inserted just before the first change of the payload: `giveUp; a(); names.append("b")` becomes
  /// `a(); state = .empty; names.append("b")`. If the payload does not change, they are dropped.
  private static func place(_ list: inout [Statement], _ variables: Variables) {
    var index = 0
    while index < list.count {
      if case .giveUp(let stores, let owners) = list[index].kind {
        var rest = Array(list[(index + 1)...])
        move(stores, of: Set(owners.filter { variables[$0].owns }), into: &rest, variables)
        var gone = Statement.nothing(like: list[index])
        gone.place = nil
        list = Array(list[..<index]) + (gone.comments.isEmpty && gone.marks.isEmpty ? [] : [gone]) + rest
        return
      }
      list[index].updateBodies { place(&$0, variables) }
      index += 1
    }
  }

  /// Inserts the statements `stores` into a list, before the first statement that changes one of the variables `owners`
  /// in place. If only branches that leave the list change one, the stores are inserted into these branches. If nothing
  /// changes one, nothing is inserted.
  ///
  /// - Parameter owners: the variables whose change would copy memory, because they share it with the machine's state.
  private static func move(
    _ stores: [Statement], of owners: Set<Variable>, into list: inout [Statement], _ variables: Variables
  ) {
    for index in list.indices {
      if case .giveUp = list[index].kind { break }
      if changes(list[index], owners) { return insert(stores, at: index, of: &list, variables) }
      var (isWithin, goesOn) = (false, false)
      list[index].forEachBody { body in
        guard body.containsStatement(where: { changes($0, owners) }) else { return }
        isWithin = true
        goesOn = goesOn || !body.leaves
      }
      // If the code continues after the statement, the payload is emptied once, before it.
      if goesOn { return insert(stores, at: index, of: &list, variables) }
      if isWithin {
        list[index].updateBodies { body in
          if body.containsStatement(where: { changes($0, owners) }) {
            move(stores, of: owners, into: &body, variables)
          } else {
            place(&body, variables)
          }
        }
      } else {
        list[index].updateBodies { place(&$0, variables) }
      }
    }
    place(&list, variables)
  }

  /// Inserts the statements `stores` before the statement at an index. The statements from this index on may contain a
  /// further `giveUp`, which is replaced by its own stores.
  private static func insert(
    _ stores: [Statement], at index: Int, of list: inout [Statement], _ variables: Variables
  ) {
    var rest = Array(list[index...])
    place(&rest, variables)
    list = Array(list[..<index]) + stores + rest
  }

  /// Returns whether a statement changes one of the variables `owners` in place, as `a.append(1)` and `a += 1` do.
  /// Statements within this statement do not count.
  static func changes(_ statement: Statement, _ owners: Set<Variable>) -> Bool {
    if case .assign(let assignment) = statement.kind, assignment.symbol != "=",
      case .variable(let variable) = assignment.target, owners.contains(variable)
    {
      return true
    }
    return statement.containsExpression { value in
      value.contains { node in
        switch node {
        case .piece(let piece): piece.uses.contains { $0.change == .inPlace && owners.contains($0.variable) }
        case .call(let call) where call.callee == .mayChange:
          call.arguments.contains { $0.value.root.map(owners.contains) ?? isReference($0, owners) }
        default: false
        }
      }
    }
  }

  private static func isReference(_ argument: Argument, _ owners: Set<Variable>) -> Bool {
    if case .reference(.variable(let variable)) = argument.value { owners.contains(variable) } else { false }
  }

  // MARK: Writing back

  /// Drops each `rebuild` that is not needed: a store of a payload that has not changed since the last store. If its
  /// variables have changed, it stays and becomes a `store`. It also stays if the state contains an empty value in
  /// place of the payload. Both sets are changed to what is true after the list.
  ///
  /// - Parameters:
  ///   - changed: the variables that have changed since the last store.
  ///   - emptied: the parts of the state that contain an empty value.
  private static func dropRebuilds(
    _ list: inout [Statement], _ changed: inout Set<Variable>, _ emptied: inout Set<Expression>
  ) {
    var isDropped: [Int] = []
    for index in list.indices {
      if case .assign(var assignment) = list[index].kind {
        if case .rebuild(let variables) = assignment.role {
          guard !changed.isDisjoint(with: variables) || emptied.contains(assignment.target) else {
            isDropped.append(index)
            continue
          }
          changed.subtract(variables)
          assignment.role = .store
          list[index].kind = .assign(assignment)
        }
        if assignment.role == .empty { emptied.insert(assignment.target) } else { emptied.remove(assignment.target) }
        if let root = assignment.target.root { changed.insert(root) }
      }
      list[index].forEachExpression { value in
        value.forEachUse { variable, change in if change != .none { changed.insert(variable) } }
      }
      var (before, after) = ((changed, emptied), (changed, emptied))
      let isAttempt = if case .attempt = list[index].kind { true } else { false }
      list[index].updateBodies { body in
        var own = before
        dropRebuilds(&body, &own.0, &own.1)
        // A jump leads to the code after the statement, and an error to the `catch`.
        guard isAttempt || !body.leaves || body.hasJumps else { return }
        after = (after.0.union(own.0), after.1.union(own.1))
        if isAttempt { before = after }
      }
      (changed, emptied) = after
    }
    for index in isDropped.reversed() { list[index] = .nothing(like: list[index]) }
  }

  // MARK: Restoring

  /// Drops a `do … catch` whose `catch` stores the old state again (`restore`). It is not needed if no statement after
  /// a store may throw. At an error, the machine then still contains the old state.
  private static func dropRestores(_ body: inout [Statement]) {
    body.replace { statement in
      guard case .attempt(let list, _, let otherwise) = statement.kind, let back = otherwise.first,
        case .assign(let assignment) = back.kind, assignment.role == .restore
      else { return nil }
      var isWritten = false
      return throwsAfterWrite(to: assignment.target, list, &isWritten)
        ? nil : [.nothing(like: statement)] + list.closed
    }
  }

  /// Returns whether a list of statements may throw an error after an assignment to `target`.
  ///
  /// - Parameter isWritten: before the call, whether code before the list assigns to `target`; after the call, whether
  ///   that code or the list does.
  private static func throwsAfterWrite(
    to target: Expression, _ list: [Statement], _ isWritten: inout Bool
  ) -> Bool {
    for statement in list {
      if isWritten, [statement].mayThrow { return true }
      var (isThrowing, after) = (false, isWritten)
      statement.forEachBody { body in
        var own = isWritten
        isThrowing = isThrowing || throwsAfterWrite(to: target, body, &own)
        after = after || own
      }
      if isThrowing { return true }
      if case .assign(let assignment) = statement.kind, assignment.target == target { after = true }
      isWritten = after
    }
    return false
  }
}
