/// Takes away the label that no `break` is left for, and the braces of a `do` that keeps no name from others.
struct Braces {
  private var code: Code

  /// - Parameter first: the statement with which the pass begins.
  static func simplify(_ code: inout Code, from first: Int = 0) {
    guard code.hasJumps || code.hasScopes else { return }
    var pass = Braces(code: code)
    code = Code()
    let all = first..<pass.code.statements.count
    if pass.code.hasJumps { pass.removeLabels(in: all) }
    if pass.code.hasScopes { pass.dissolveScopes(in: all) }
    code = pass.code
  }

  private mutating func removeLabels(in places: Range<Int>) {
    var isUsed = Array(repeating: false, count: places.upperBound)
    var place = places.lowerBound
    while place < places.upperBound {
      // What is within something that is not written is not written, either.
      if code.statements[place].isRemoved {
        place = code.statements[place].end
        continue
      }
      if code.statements[place].target >= 0 { isUsed[code.statements[place].target] = true }
      place += 1
    }
    for place in places where !isUsed[place] && code.statements[place].label == .needed {
      code.statements[place].label = .unneeded
    }
  }

  /// A `do` is for names that would be in the way of others: where nothing else stands beside it, or it declares none, it
  /// loses its braces.
  private mutating func dissolveScopes(in places: Range<Int>) {
    let last = code.lastStatement(of: places)
    var place = places.lowerBound
    while place < places.upperBound {
      let end = code.statements[place].end
      if !code.statements[place].isRemoved, end > place + 1 {
        dissolveScopes(in: code.inside(place))
        if code.statements[place].kind == .scope, code.statements[place].label != .needed,
          !hasCatch(place, places.upperBound)
        {
          let isOnly = last.map { $0.place == place && $0.isOnly } ?? false
          if isOnly || declaresNothing(place) { code.statements[place].isDissolved = true }
        }
      }
      place = end
    }
  }

  private func hasCatch(_ scope: Int, _ end: Int) -> Bool {
    let next = code.statements[scope].end
    return next < end && code.statements[next].kind == .alternative && !code.statements[next].isRemoved
  }

  /// Whether no name is declared in a scope but in statements with scopes of their own.
  private func declaresNothing(_ scope: Int) -> Bool {
    var place = scope + 1
    while place < code.statements[scope].end {
      let statement = code.statements[place]
      if !statement.isRemoved {
        if statement.kind == .line, code.declaresName(place) { return false }
        if statement.kind == .scope, statement.isDissolved, !declaresNothing(place) { return false }
      }
      place = statement.end
    }
    return true
  }
}
