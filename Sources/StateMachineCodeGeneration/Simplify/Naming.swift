/// A pass that decides the names of variables. A variable gets the name that the file's Swift uses for it: `count` for
/// the guard `count > 3`. If that name is not free, the variable gets another one, and an alias is declared before the
/// Swift: `let count = stateCount`.
///
/// Then `NameCheck` finds names that Swift would understand as another declaration. Their variables get unique names,
/// and all names are decided again until there are no conflicts.
struct Naming: Pass {
  private let function: Function
  /// The variables that get unique names. `NameCheck` has found that their usual names would conflict with other names.
  private let apart: Set<Variable>
  private var names: [Variable: String] = [:]
  /// The unique names that the pass has given to variables so far.
  private var taken: Set<String> = []
  /// The aliases whose variables are read when control leaves the function. `count` in `var count = stateCount` is one
  /// if `stateCount` is an `inout` parameter, or if a `defer` reads it. If such an alias is changed,
  /// `stateCount = count` must run on each path out of the function.
  private var seen: Set<Variable> = []

  static func run(_ function: inout Function) {
    var apart: Set<Variable> = []
    while true {
      var naming = Naming(function: function, apart: apart)
      let body = naming.named()
      let conflicts = NameCheck.conflicts(in: body, of: function, naming.names)
      if conflicts.isSubset(of: apart) {
        assert(conflicts.isEmpty, "a name hides another in \(function.name)")
        (function.body, function.names) = (body, naming.names)
        return
      }
      apart.formUnion(conflicts)
    }
  }

  private init(function: Function, apart: Set<Variable>) {
    self.function = function
    self.apart = apart
  }

  private var variables: Variables { function.variables }

  /// Decides the names of all variables. Returns the function's body with the declarations of the aliases that it
  /// needs.
  private mutating func named() -> [Statement] {
    var body = function.body
    let parameters = (function.signature.parameters ?? []).map(\.variable)
    declare(parameters, over: &body, [], [], areParameters: true)
    name(&body, visible: parameters)
    return body
  }

  // MARK: Scopes

  /// Gives names to the variables that a list of statements and the lists within it declare.
  ///
  /// - Parameter visible: the variables that are declared before the list.
  private mutating func name(_ list: inout [Statement], visible: [Variable]) {
    var visible = visible
    var index = 0
    while index < list.count {
      let declared = list[index].declared
      if !declared.isEmpty {
        var rest = Array(list[(index + 1)...])
        declare(declared, over: &rest, [], visible)
        list.replaceSubrange((index + 1)..., with: rest)
      }
      var statement = list[index]
      switch statement.kind {
      case .match(var match):
        statement.kind = .nothing
        for arm in match.arms.indices {
          let bound = match.arms[arm].patterns.first?.variables ?? []
          declare(bound, over: &match.arms[arm].body, match.arms[arm].condition, visible)
          name(&match.arms[arm].body, visible: visible + bound)
        }
        statement.kind = .match(match)
      case .check(var check):
        statement.kind = .nothing
        let bound = check.conditions.flatMap(\.variables)
        declare(bound, over: &check.then, check.conditions, visible)
        name(&check.then, visible: visible + bound)
        name(&check.otherwise, visible: visible)
        statement.kind = .check(check)
      default: statement.updateBodies { name(&$0, visible: visible) }
      }
      list[index] = statement
      visible += declared
      index += 1
    }
  }

  /// Gives names to variables that have just been declared. For pieces of Swift that use other names for them, it also
  /// declares aliases in the list: `let count = stateCount`.
  ///
  /// - Parameters:
  ///   - list: the statements in which the variables are visible.
  ///   - conditions: the conditions of the `if` or the arm whose body the list is; they may use the variables.
  ///   - visible: the other variables that are visible in the list.
  ///   - areParameters: whether the variables are the function's parameters.
  private mutating func declare(
    _ declared: [Variable], over list: inout [Statement], _ conditions: [Condition], _ visible: [Variable],
    areParameters: Bool = false
  ) {
    guard !declared.isEmpty else { return }
    let scope = Scope(list, conditions)
    for (index, variable) in declared.enumerated() {
      guard names[variable] == nil else { continue }
      guard !variables[variable].isFixed else {
        names[variable] = variables[variable].hint
        continue
      }
      let others = declared[..<index]
      names[variable] = name(for: variable, scope, list, visible, others, isParameter: areParameters)
      if scope.wanted(variable).contains(where: { $0 != names[variable] }) {
        alias(variable, &list, besides: Set(visible.compactMap { names[$0] }))
      }
    }
  }

  /// Returns the name for a variable: the first free one of some candidates. The candidates are the names that pieces
  /// of Swift use for it, then its preferred name, then its fallback. The fallback is a name that the file's Swift does
  /// not contain. If all are taken, or if the variable is in `apart`, the result is a new name, such as `count2`.
  ///
  /// - Parameters:
  ///   - scope: the names that pieces of Swift in `list` use, and the variables that they mean by them.
  ///   - list: the statements in which the variable is visible.
  ///   - visible: the variables that are declared before `list`.
  ///   - siblings: the variables that are declared together with the variable, and have names already.
  ///   - isParameter: whether the variable is a parameter, for which the preferred name is the first candidate.
  private mutating func name(
    for variable: Variable, _ scope: Scope, _ list: [Statement], _ visible: [Variable],
    _ siblings: ArraySlice<Variable>,
    isParameter: Bool
  ) -> String {
    let facts = variables[variable]
    if !apart.contains(variable) {
      let candidates = (isParameter ? [facts.hint] : []) + scope.wanted(variable) + [facts.hint, facts.fallback]
      for name in candidates where !taken.contains(name) {
        let isTaken = siblings.contains { names[$0] == name } || visible.contains { names[$0] == name && list.uses($0) }
        if !isTaken, scope.isFree(name, for: variable, in: list) { return name }
      }
    }
    var number = 1
    var name = facts.fallback
    while taken.contains(name) || names.values.contains(name) {
      number += 1
      name = facts.fallback + String(number)
    }
    taken.insert(name)
    return name
  }

  // MARK: Aliases

  /// Declares an alias of a variable before statements whose Swift uses another name than the variable has:
  /// `let count = stateCount`. If the statements change the alias and later code may read the variable,
  /// `stateCount = count` follows them. If control may leave them early, a `defer` contains this assignment instead.
  ///
  /// - Parameters:
  ///   - isInner: whether code after the list may read the variable. False if the list is all code in which the
  ///     variable is visible.
  ///   - other: the names that the enclosing braces may have declared already. An alias with one of these names gets
  ///     braces of its own.
  private mutating func alias(
    _ variable: Variable, _ list: inout [Statement], isInner: Bool = false, besides other: Set<String> = []
  ) {
    var index = 0
    while index < list.count {
      guard let name = otherName(of: variable, in: list[index]) else {
        list[index].updateBodies { alias(variable, &$0, isInner: true) }
        index += 1
        continue
      }
      // The alias covers the statements up to the last use of its name, and ends before another meaning of the name. If
      // it is changed, it also ends before another name for the variable is used.
      func isOther(_ statement: Statement) -> Bool { hasOther(name, than: variable, in: statement) }
      var limit = ((index + 1)..<list.count).first { isOther(list[$0]) } ?? list.count
      if Array(list[index..<limit]).changes(variable) {
        limit = ((index + 1)..<limit).first { uses(variable, otherwiseThanAs: name, in: list[$0]) } ?? limit
      }
      var end = (index..<limit).last { uses(variable, as: name, in: list[$0]) }.map { $0 + 1 } ?? index + 1
      // Braces around the statements are needed only if later code uses another name.
      let isAlone =
        limit == list.count && !Array(list[end...]).declaresSomething && !Array(list[index...]).changes(variable)
      if isAlone || Array(list[index..<end]).declaresSomething || Array(list[index..<end]).leaves { end = list.count }
      let isWhole = end == list.count
      var covered = Array(list[index..<end])
      let facts = variables[variable]
      let new = variables.make(name, type: facts.type, owns: facts.owns, isFixed: true)
      names[new] = name
      let isSeen = facts.isInout || seen.contains(variable) || isUsedAtEnd(variable)
      if isSeen { seen.insert(new) }
      let isChanged = covered.changes(variable)
      if isChanged {
        covered[0].updateExpressions { $0 = $0.mapping { Self.renamed($0, variable, new, name) } }
        covered[0].updateBodies { replace(variable, new, &$0) }
        var rest = Array(covered.dropFirst())
        replace(variable, new, &rest)
        covered = [covered[0]] + rest
      } else {
        covered.updateExpressions { node in
          if case .variable = node { node } else { Self.renamed(node, variable, new, name) }
        }
      }
      alias(variable, &covered, isInner: true, besides: other.union([name]))
      let writesBack = isChanged && (!isWhole || isInner || isSeen)
      let back = Statement.assign(.variable(variable), .variable(new))
      if writesBack, isLeftEarly(covered, isSeen: isSeen) {
        // Written back on every path that leaves the statements.
        covered.insert(Statement(.atEnd([back])), at: 0)
      } else if writesBack, !covered.leaves {
        covered.append(back)
      }
      covered.insert(.bind(new, .variable(variable)), at: 0)
      list.replaceSubrange(index..<end, with: isWhole && !other.contains(name) ? covered : [.scope(covered)])
      if isWhole { return }
      index += 1
    }
  }

  /// Returns whether a `defer` of the function uses a variable.
  private func isUsedAtEnd(_ variable: Variable) -> Bool {
    function.body.containsStatement { if case .atEnd(let list) = $0.kind { list.uses(variable) } else { false } }
  }

  /// Returns whether control may leave a list before its end, and then reach code that reads a variable. The assignment
  /// of an alias to the variable must then be in a `defer`.
  ///
  /// - Parameter isSeen: whether the variable is also read when control leaves the function.
  private func isLeftEarly(_ list: [Statement], isSeen: Bool) -> Bool {
    if list.hasJumps || isSeen && list.hasLeaves { return true }
    guard isSeen || function.body.containsStatement(where: { if case .attempt = $0.kind { true } else { false } })
    else {
      return false
    }
    return list.mayThrow
  }

  /// Returns an expression in which an alias replaces a variable. A piece of the file's Swift may use the variable by
  /// several names. Only the use by the name of the alias is replaced.
  ///
  /// - Parameters:
  ///   - new: the variable that is the alias.
  ///   - name: the name of the alias.
  private static func renamed(
    _ node: Expression, _ variable: Variable, _ new: Variable, _ name: String
  ) -> Expression {
    switch node {
    case .variable(variable): return .variable(new)
    case .piece(var piece):
      for place in piece.uses.indices where piece.uses[place].variable == variable && piece.uses[place].name == name {
        piece.uses[place].variable = new
      }
      return .piece(piece)
    default: return node
    }
  }

  /// Replaces a variable by its alias `new` in a list of statements. A piece of Swift in the list may use the variable
  /// by a third name. For such a piece, an alias of the alias is declared.
  private mutating func replace(_ variable: Variable, _ new: Variable, _ list: inout [Statement]) {
    list.updateExpressions { $0.replacing(variables: { $0 == variable ? new : $0 }) }
    alias(new, &list, isInner: true)
  }

  /// Returns whether a piece of Swift in a statement needs a name for something other than `variable`: the piece
  /// declares the name, or uses it for something else.
  private func hasOther(_ name: String, than variable: Variable, in statement: Statement) -> Bool {
    [statement].containsPiece { piece in
      piece.text.declared.contains(name)
        || piece.text.names.contains(name) && !piece.uses.contains { $0.variable == variable && $0.name == name }
    }
  }

  /// Returns a name other than the variable's own that a piece of Swift in a statement uses for the variable. It is the
  /// first such name, or nil if there is none. Statements within the statement do not count.
  private func otherName(of variable: Variable, in statement: Statement) -> String? {
    var found: String?
    statement.forEachExpression { value in
      value.walk { node in
        guard found == nil, case .piece(let piece) = node else { return }
        found = piece.uses.first { $0.variable == variable && $0.name != names[variable] }?.name
      }
    }
    return found
  }

  /// Returns whether a piece of Swift in a statement uses a variable by another name than `name`.
  private func uses(_ variable: Variable, otherwiseThanAs name: String, in statement: Statement) -> Bool {
    [statement].containsPiece { $0.uses.contains { $0.variable == variable && $0.name != name } }
  }

  /// Returns whether a piece of Swift in a statement uses a variable by the name `name`.
  private func uses(_ variable: Variable, as name: String, in statement: Statement) -> Bool {
    [statement].containsPiece { $0.uses.contains { $0.variable == variable && $0.name == name } }
  }
}

extension [Statement] {
  fileprivate func containsPiece(where holds: (Piece) -> Bool) -> Bool {
    containsStatement { $0.containsExpression { $0.containsPiece(where: holds) } }
  }
}

/// The names that pieces of the file's Swift use in a list of statements. They limit the names of the variables that
/// are visible in the list.
private struct Scope {
  /// For each name, what the pieces of Swift mean by it: variables or something else.
  private var meanings: [String: Meaning] = [:]
  /// For each variable, the names that pieces of Swift use for it. Each name has a weight: 1 for each use, and 100 for
  /// each use that changes the variable.
  private var counts: [Variable: [String: Int]] = [:]
  /// All variables that are declared in the list or in lists within it.
  private var inner: Set<Variable> = []
  /// The variables that the list itself declares, and not the lists within it.
  private var beside: Set<Variable>

  private struct Meaning {
    var variables: Set<Variable> = []
    /// Whether a piece of Swift declares the name, or uses it for something other than a variable.
    var isOther = false
  }

  init(_ list: [Statement], _ conditions: [Condition]) {
    beside = Set(list.flatMap(\.declared))
    for condition in conditions { condition.forEachExpression { note($0) } }
    list.forEachStatement { statement in
      statement.forEachExpression { note($0) }
      inner.formUnion(statement.declared)
      switch statement.kind {
      case .match(let match): for arm in match.arms { inner.formUnion(arm.patterns.flatMap(\.variables)) }
      case .check(let check): inner.formUnion(check.conditions.flatMap(\.variables))
      default: break
      }
    }
  }

  private mutating func note(_ value: Expression) {
    value.walk { node in
      guard case .piece(let piece) = node, !piece.text.names.isEmpty else { return }
      for use in piece.uses {
        meanings[use.name, default: Meaning()].variables.insert(use.variable)
        // A change has a larger weight, because an alias that is changed has to be assigned back.
        counts[use.variable, default: [:]][use.name, default: 0] += use.change == .none ? 1 : 100
      }
      for name in piece.text.names where !piece.uses.contains(where: { $0.name == name }) {
        meanings[name, default: Meaning()].isOther = true
      }
      for name in piece.text.declared { meanings[name, default: Meaning()].isOther = true }
    }
  }

  /// Returns the names that pieces of Swift use for a variable. The name with the largest weight comes first.
  func wanted(_ variable: Variable) -> [String] {
    guard let counts = counts[variable] else { return [] }
    // Larger weights come first; names of equal weight are in alphabetical order.
    return counts.count == 1 ? Array(counts.keys) : counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  /// Returns whether a variable can have a name: Swift in the list must use the name for nothing else. A branch of an
  /// `if` in the list may use the name for a variable of its own. `variable` must then not be used where that other
  /// variable is visible.
  func isFree(_ name: String, for variable: Variable, in list: [Statement]) -> Bool {
    guard let meaning = meanings[name] else { return true }
    // Another variable may have the name only if a list within this list declares it.
    let others = meaning.variables.subtracting([variable])
    if meaning.isOther || others.contains(where: { !inner.contains($0) || beside.contains($0) }) { return false }
    return others.isEmpty || !isHiding(name, variable, list)
  }

  /// Returns whether `variable` is used where another variable with the name is visible. Swift would then read the name
  /// as that other variable.
  private func isHiding(_ name: String, _ variable: Variable, _ list: [Statement]) -> Bool {
    var others: Set<Variable> = []
    for statement in list {
      statement.forEachExpression { value in
        value.walk { node in
          guard case .piece(let piece) = node else { return }
          for use in piece.uses where use.name == name && use.variable != variable { others.insert(use.variable) }
        }
      }
    }
    // A variable that is declared here hides the name from here on: `var count = count`.
    if others.contains(where: { other in
      let start = list.firstIndex { $0.declared.contains(other) }.map { $0 + 1 } ?? 0
      return Array(list[start...]).uses(variable)
    }) {
      return true
    }
    return list.contains { $0.containsBody { isHiding(name, variable, $0) } }
  }
}

/// Searches for names that would mean something else in Swift than intended. It follows Swift's rules of visibility,
/// from the outermost declaration inwards.
struct NameCheck {
  private enum Meaning: Equatable {
    case variable(Variable)
    /// A declaration in a block of the file's Swift, such as `let count = 1`.
    case block
  }

  private let names: [Variable: String]
  private let variables: Variables
  private var conflicts: Set<Variable> = []

  /// Returns the variables that need other names, because Swift would understand a use of a name as another
  /// declaration.
  static func conflicts(in body: [Statement], of function: Function, _ names: [Variable: String]) -> Set<Variable> {
    var check = NameCheck(names: names, variables: function.variables)
    var known: [String: Meaning] = [:]
    var own: Set<String> = []
    for parameter in function.signature.parameters ?? [] { check.declare(parameter.variable, &known, &own) }
    check.walk(body, known, own)
    return check.conflicts
  }

  private init(names: [Variable: String], variables: Variables) {
    self.names = names
    self.variables = variables
  }

  /// Adds the name of a declared variable to `known`. If the same braces have declared the name already, it notes a
  /// conflict.
  ///
  /// - Parameter own: the names that the same braces have declared.
  private mutating func declare(_ variable: Variable, _ known: inout [String: Meaning], _ own: inout Set<String>) {
    guard let name = names[variable] else { return }
    if !own.insert(name).inserted, known[name] != .variable(variable) {
      conflict(variable, known[name])
    }
    known[name] = .variable(variable)
  }

  /// Notes a conflict: Swift would read a name as the declaration `found`, but something else is meant. The variable of
  /// `found` then gets another name. If the file's Swift fixes the name of `found`, the variable `used` gets another
  /// name instead.
  ///
  /// - Parameter used: the variable that is meant; nil if a type or a declaration of the file's Swift is meant.
  private mutating func conflict(_ used: Variable?, _ found: Meaning?) {
    if case .variable(let other)? = found, !variables[other].isFixed {
      conflicts.insert(other)
    } else if let used, !variables[used].isFixed {
      conflicts.insert(used)
    }
  }

  /// Checks the names that a list of statements uses.
  ///
  /// - Parameters:
  ///   - known: the meaning of each name that is declared so far.
  ///   - own: the names that the same braces have declared.
  private mutating func walk(_ list: [Statement], _ known: [String: Meaning], _ own: Set<String> = []) {
    var (known, own) = (known, own)
    for statement in list {
      switch statement.kind {
      case .match(let match):
        read(match.subject, known)
        for arm in match.arms {
          var (inner, names) = (known, Set<String>())
          for variable in arm.patterns.first?.variables ?? [] { declare(variable, &inner, &names) }
          for condition in arm.condition { condition.forEachExpression { read($0, inner) } }
          walk(arm.body, inner, names)
        }
        if case .otherwise(let list)? = match.assumed { walk(list, known) }
      case .check(let check):
        var (inner, names) = (known, Set<String>())
        ask(check.conditions, &inner, &names)
        walk(check.then, inner, names)
        walk(check.otherwise, known)
      case .require(let conditions, let otherwise):
        walk(otherwise, known)
        ask(conditions, &known, &own)
      default:
        if case .declare(_, let type, _) = statement.kind { read(type, known) }
        statement.forEachExpression { read($0, known) }
        statement.forEachBody { walk($0, known) }
        if case .block(let piece) = statement.kind {
          for name in piece.text.declared {
            if !own.insert(name).inserted { conflict(nil, known[name]) }
            known[name] = .block
          }
        }
        for variable in statement.declared { declare(variable, &known, &own) }
      }
    }
  }

  private mutating func ask(_ conditions: [Condition], _ known: inout [String: Meaning], _ own: inout Set<String>) {
    for condition in conditions {
      condition.forEachExpression { read($0, known) }
      for variable in condition.variables { declare(variable, &known, &own) }
    }
  }

  /// Notes a conflict if a variable has the name with which a generated text begins, such as `State` in
  /// `State(speed: 1)`. A text that begins with a dot, such as `.ignored`, cannot be in conflict with a variable.
  private mutating func read(_ text: String, _ known: [String: Meaning]) {
    guard let first = text.utf8.first, first != UInt8(ascii: "."), !known.isEmpty else { return }
    if let found = known[String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })] { conflict(nil, found) }
  }

  private mutating func read(_ value: Expression, _ known: [String: Meaning]) {
    value.walk { node in
      switch node {
      case .literal(let text), .new(let text, _): read(text, known)
      case .call(let call): if case .other(let name) = call.callee { read(name, known) }
      case .variable(let variable):
        guard let name = names[variable], known[name] != .variable(variable) else { return }
        conflict(variable, known[name])
      case .piece(let piece):
        for use in piece.uses where known[use.name] != .variable(use.variable) {
          conflict(use.variable, known[use.name])
        }
        for name in piece.text.names {
          guard case .variable? = known[name], !piece.uses.contains(where: { $0.name == name }) else { continue }
          conflict(nil, known[name])
        }
      default: break
      }
    }
  }
}
