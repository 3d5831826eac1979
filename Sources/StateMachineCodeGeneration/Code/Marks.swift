/// What code says of rows, where passes put statements together.
extension [Statement] {
  /// Takes over what a list that does the same says of rows: it is said of these statements from now on.
  mutating func share(marksOf other: [Statement]) {
    for (index, statement) in other.enumerated() where indices.contains(index) {
      self[index].share(marksOf: statement)
    }
  }

  /// Changes what statements and arms say of rows.
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

  /// Takes over what statements say of rows, each of which the statement does on a way of its own.
  mutating func add(marksOf others: [Statement]) {
    for var mark in others.flatMap(\.marks) where !marks.contains(where: { $0.kind == mark.kind && $0.row == mark.row })
    {
      mark.isShared = true
      marks.append(mark)
    }
  }
}

extension [Mark] {
  /// Takes over what is said elsewhere: a mark that does not stand on both sides is that of several rows from now on.
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
