import StateMachineSyntax

/// The named guards of a machine, with the facts that their users need.
struct NamedGuards {
  var names = IDMap<NamedGuard, NameSyntax>()
  /// By guard: the names that its expression uses, those of other guards replaced by the names that these use.
  var uses: IDMap<NamedGuard, [NameUse]>
  /// Whether a guard has an error; then no guard, and no name in a guard, is reported as unused.
  var areBroken: Bool
  /// The guards without errors, each after those that it names.
  var order: [NamedGuardID]
}

/// The expansion of named guards that name one another.
struct GuardExpansion {
  /// The limit for guards within guards.
  static let maximumDepth = 32
  /// The length limit of an expanded expression, in bytes.
  static let maximumLength = 64 * 1024

  let declarations: IDMap<NamedGuard, NamedGuardSyntax>
  let names: MachineScope
  let tree: SyntaxTree
  private(set) var diagnostics: [Diagnostic] = []
  /// By guard: the names that its expression uses, those of other guards replaced by the names that these use.
  private(set) var uses: IDMap<NamedGuard, [NameUse]>
  private var isBroken: IDSet<NamedGuard>
  /// The guards without errors, each after those that it names.
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

  /// Finds the names that a guard uses, and first those of the guards that it names.
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
