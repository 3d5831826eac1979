/// The marks of rows (`Mark`) where passes merge statements.
extension [Statement] {
  /// Adds the marks of another list of equal statements, which the list replaces.
  mutating func share(marksOf other: [Statement]) {
    for (index, statement) in other.enumerated() where indices.contains(index) {
      self[index].share(marksOf: statement)
    }
  }

  /// Changes the marks of statements and arms.
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

  /// Adds the marks of other statements, each of which the statement replaces on one path.
  mutating func add(marksOf others: [Statement]) {
    for var mark in others.flatMap(\.marks) where !marks.contains(where: { $0.kind == mark.kind && $0.row == mark.row })
    {
      mark.isShared = true
      marks.append(mark)
    }
  }
}

extension [Mark] {
  /// Adds the marks of equal code. A mark that only one of both lists contains becomes shared (`isShared`).
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
