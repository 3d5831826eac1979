import StateMachineSyntax

/// The named guards of a machine, and the names that they use.
struct NamedGuards {
  var names = IDMap<NamedGuard, NameSyntax>()
  /// For each named guard, the names that its expression uses. A named guard in the expression is replaced by the names
  /// that it uses itself. With `guard isOpen = count > 0` and `guard isReady = isOpen && done`, the names of `isReady`
  /// are `count` and `done`.
  var uses: IDMap<NamedGuard, [NameUse]>
  /// Whether at least one named guard of the machine has an error. If so, no named guard is reported as unused, and no
  /// property that a named guard uses.
  var areBroken: Bool
  /// The named guards without errors, ordered so that each one comes after the named guards that its expression uses.
  /// In this order, the code of a guard can include the finished code of the guards before it.
  var order: [NamedGuardID]
}

/// Finds the names that named guards use, also through other named guards.
struct GuardExpansion {
  /// The limit for a chain of named guards in which each one uses the next.
  static let maximumDepth = 32
  /// The limit for the length of a named guard's expression, in bytes. Where it uses another named guard, the length of
  /// that guard's expression is added, for each use again. Without a limit, a short file could bring about very long
  /// code. With `guard b = a || a`, `guard c = b || b` and so on, each guard doubles the length.
  static let maximumLength = 64 * 1024

  let declarations: IDMap<NamedGuard, NamedGuardSyntax>
  let names: MachineScope
  let tree: SyntaxTree
  private(set) var diagnostics: [Diagnostic] = []
  /// For each named guard, the names that its expression uses. A named guard in the expression is replaced by the names
  /// that it uses itself. With `guard isOpen = count > 0` and `guard isReady = isOpen && done`, the names of `isReady`
  /// are `count` and `done`.
  private(set) var uses: IDMap<NamedGuard, [NameUse]>
  private var isBroken: IDSet<NamedGuard>
  /// The named guards without errors, ordered so that each one comes after the named guards that its expression uses.
  /// In this order, the code of a guard can include the finished code of the guards before it.
  private(set) var order: [NamedGuardID] = []
  private var length: IDMap<NamedGuard, Int>
  private var progress: IDMap<NamedGuard, Progress>

  private enum Progress { case untouched, active, done }

  init(declarations: IDMap<NamedGuard, NamedGuardSyntax>, names: MachineScope, tree: SyntaxTree) {
    self.declarations = declarations
    self.names = names
    self.tree = tree
    let count = declarations.ids.count
    uses = IDMap(repeating: [], count: count)
    isBroken = IDSet(count: count)
    length = IDMap(repeating: 0, count: count)
    progress = IDMap(repeating: .untouched, count: count)
  }

  /// Collects, in `uses`, the names that a named guard uses. If its expression uses another named guard, that guard is
  /// visited first, and the names in it are included. Reports named guards that use each other in a cycle, or in too
  /// long a chain. Also reports an expression that is too long.
  ///
  /// - Parameters:
  ///   - index: the named guard.
  ///   - depth: the number of other calls of `visit` that have not ended yet. It limits the recursion.
  mutating func visit(_ index: NamedGuardID, depth: Int) {
    guard progress[index] == .untouched else { return }
    progress[index] = .active
    let expression = declarations[index].expression
    var seen: Set<NameID> = []
    var total = expression.range.upperBound - expression.range.lowerBound
    for useIndex in expression.uses.indices {
      let use = tree.nameUses[useIndex]
      guard !use.isMemberOfSelf, let other = names[use.name].namedGuard else {
        if seen.insert(use.name).inserted { uses[index].append(use) }
        continue
      }
      if depth < Self.maximumDepth { visit(other, depth: depth + 1) }
      if progress[other] != .done || isBroken[other] {
        if progress[other] != .done {
          let name = tree.names.text(declarations[other].name.id)
          diagnostics.append(
            Diagnostic.guardCycle(declarations[index].name.range, name, isDeep: progress[other] == .untouched)
              .note("'\(name)' is declared here", declarations[other].name.range))
        }
        isBroken[index] = true
        continue
      }
      total += length[other]
      for inner in uses[other] where seen.insert(inner.name).inserted { uses[index].append(inner) }
    }
    if total > Self.maximumLength, !isBroken[index] {
      diagnostics.append(.guardTooLong(declarations[index].name.range, tree.names.text(declarations[index].name.id)))
      isBroken[index] = true
    }
    length[index] = min(total, Self.maximumLength)
    progress[index] = .done
    if !isBroken[index] { order.append(index) }
  }
}
