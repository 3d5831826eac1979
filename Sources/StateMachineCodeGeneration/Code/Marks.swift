/// Keeps row marks, the notes of where a row's code begins (`Mark`), when a pass merges statements.
extension [Statement] {
  /// Adds the row marks (`Mark`) of an equal list of statements. The caller drops the other list, so that this list
  /// stands for both.
  mutating func share(marksOf other: [Statement]) {
    for (index, statement) in other.enumerated() where indices.contains(index) {
      self[index].share(marksOf: statement)
    }
  }

  /// Calls `change` for the row marks (`Mark`) of each statement, and of each arm of a `switch`, in the list at any
  /// depth.
  mutating func updateMarks(_ change: (inout [Mark]) -> Void) {
    updateLists { list in
      for index in list.indices {
        change(&list[index].marks)
        guard case .match(var match) = list[index].kind else { continue }
        list[index].kind = .nothing
        for arm in match.arms.indices { change(&match.arms[arm].marks) }
        list[index].kind = .match(match)
      }
    }
  }
}

extension Statement {
  /// Adds the row marks (`Mark`) of an equal statement, including the row marks of the statements within it.
  fileprivate mutating func share(marksOf other: Statement) {
    marks.share(other.marks)
    var bodies: [[Statement]] = []
    other.forEachBody { bodies.append($0) }
    var index = 0
    updateBodies { body in
      if bodies.indices.contains(index) { body.share(marksOf: bodies[index]) }
      index += 1
    }
  }

  /// Adds the row marks (`Mark`) of several statements that this statement replaces. It now runs for the rows of all
  /// these statements. The added marks therefore become shared (`isShared`).
  mutating func add(marksOf others: [Statement]) {
    for var mark in others.flatMap(\.marks) where !marks.contains(where: { $0.kind == mark.kind && $0.row == mark.row })
    {
      mark.isShared = true
      marks.append(mark)
    }
  }
}

extension [Mark] {
  /// Adds the row marks of equal code, which is then written only once. A mark that only one of both lists has becomes
  /// shared (`isShared`), because the code now runs for other rows, too.
  mutating func share(_ others: [Mark]) {
    if isEmpty && others.isEmpty { return }
    var new = others
    for index in indices {
      if let same = new.firstIndex(where: { $0.kind == self[index].kind && $0.row == self[index].row }) {
        new.remove(at: same)
      } else {
        self[index].isShared = true
      }
    }
    for index in new.indices { new[index].isShared = true }
    self += new
  }
}
