import StateMachineSyntax

/// A named effect, resolved as far as this does not depend on the statement that uses it, such as a row or an `entry`.
struct ResolvedEffects {
  let syntax: NamedEffectSyntax
  /// The effects. An assignment is stored as an assignment to a property, even if the name may be a label: only a row
  /// that uses the named effect knows its labels.
  var effects: [Effect] = []
  /// The changes that the blocks of the named effect make to labels and properties.
  var blockChanges: [BlockChange] = []
  /// The labels for which blocks of the named effect declare variables of the same name.
  var blockNames: [NameID] = []
  var ending: EndOfEffects?
  /// Whether the effects may throw an error, which only a machine with methods allows.
  var mayThrow = false
  /// The number of effects, including those of the named effects that it uses.
  var count = 0
  var isBroken = false
  fileprivate var progress = Progress.untouched

  fileprivate enum Progress { case untouched, active, done }

  /// Whether the named effect is resolved without errors. It is false for a named effect that uses itself.
  var isKnown: Bool { progress == .done && !isBroken }

  init(_ syntax: NamedEffectSyntax) { self.syntax = syntax }
}

/// Resolves named effects. The errors in a named effect are reported once, where it is declared. The labels in it are
/// looked up where it is used, because only the row, `entry` or `exit` that uses it knows the labels.
extension Resolver {
  /// The limit for the number of effects in a named effect. The effects of a named effect that it uses are counted, for
  /// each use again. Without a limit, a short file could bring about very long code. With `effect b = a, a`,
  /// `effect c = b, b` and so on, each named effect doubles the number.
  private static let maximumEffects = 256

  /// Resolves all named effects. This happens before rows are resolved, because rows may use them.
  mutating func resolveNamedEffects(_ items: [ItemSyntax]) {
    guard !machine.namedEffects.isEmpty else { return }
    for item in items {
      // Of two with one name, the first counts.
      guard case .namedEffect(let syntax) = item,
        names[syntax.name.id].namedEffect == namedEffects.ids.upperBound
      else { continue }
      namedEffects.append(ResolvedEffects(syntax))
    }
    let labels = Labels(machine)
    for effect in namedEffects.ids { resolve(effect, labels, depth: 0) }
  }

  /// Resolves a named effect, and before it the named effects that it uses. Reports a named effect that uses itself,
  /// and the place at which a chain of uses becomes too long.
  ///
  /// - Parameter depth: the number of named effects in the chain that led to this one. In a chain, each uses the next.
  ///   Limits the recursion.
  private mutating func resolve(_ id: NamedEffectID, _ labels: Labels, depth: Int) {
    guard namedEffects[id].progress == .untouched else { return }
    namedEffects[id].progress = .active
    let effects = namedEffects[id].syntax.effects
    var isCyclic = false
    for effect in effects {
      guard let inner = namedEffect(effect) else { continue }
      used.effects[inner] = true
      if depth < NamedEffect.maximumDepth { resolve(inner, labels, depth: depth + 1) }
      if namedEffects[inner].progress != .done, !isCyclic {
        isCyclic = true
        reportCycle(of: id, through: inner)
      }
    }
    row.clear(.namedEffect)
    row.parameters = parameters(of: id)
    row.isBroken = isCyclic
    if isCyclic { markLoosely(nil, effects) } else { complete(id, labels) }
    namedEffects[id].isBroken = row.isBroken || row.hasErrors
    namedEffects[id].progress = .done
  }

  /// Resolves the effects of a named effect, after those of the named effects that it uses. Reports a named effect with
  /// too many effects.
  private mutating func complete(_ id: NamedEffectID, _ labels: Labels) {
    let syntax = namedEffects[id].syntax
    let effects = resolveEffects(syntax.effects)
    // The names in an effect that is not used itself count as used, so that it is one finding.
    enterCarrier()
    useEffects(syntax.effects)
    checkAssignments(effects, labels)
    namedEffects[id].effects = effects
    refuseChangesOfParameters(of: id)
    namedEffects[id].blockChanges = row.blockChanges.filter { row.parameters[$0.name] == nil }
    namedEffects[id].blockNames = row.blockNames
    namedEffects[id].ending = row.ending
    namedEffects[id].mayThrow = firstAttempt(in: syntax.effects) != nil
    let count = syntax.effects.reduce(0) { $0 + (namedEffect($1).map { namedEffects[$0].count } ?? 1) }
    namedEffects[id].count = min(count, Self.maximumEffects + 1)
    if count > Self.maximumEffects, !row.isBroken {
      reject(.effectTooLong(syntax.name.range, text(syntax.name.id), limit: Self.maximumEffects))
    }
  }

  /// Reports blocks of a named effect that change a parameter, or that declare a variable with its name. A parameter is
  /// not a variable: the argument is written in its place.
  private mutating func refuseChangesOfParameters(of id: NamedEffectID) {
    for field in machine.namedEffects[id].fields {
      guard let name = field.name else { continue }
      for change in row.blockChanges where change.name == name.id {
        guard knowledge(of: field.type).usage(of: change.use.change).contains(.changes) else { continue }
        reportOnce(.assignsEvent(text(name.id), change.range, of: "effect"))
      }
      if row.blockNames.contains(name.id) { reportOnce(.labelDeclaredAgain(text(name.id), name.range)) }
    }
  }

  private mutating func reportCycle(of id: NamedEffectID, through inner: NamedEffectID) {
    let name = namedEffects[inner].syntax.name
    let isDeep = namedEffects[inner].progress == .untouched
    diagnostics.append(
      Diagnostic.effectCycle(namedEffects[id].syntax.name.range, text(name.id), isDeep: isDeep)
        .note("'\(text(name.id))' is declared here", name.range))
  }

  /// Reports an assignment in a named effect to a parameter, a label of an event, or an undeclared name. A label of
  /// some state is allowed here. Later, each row that uses the named effect reports a label that it does not know, or
  /// may not change.
  private mutating func checkAssignments(_ effects: [Effect], _ labels: Labels) {
    for case .assignProperty(let name, let symbol, let value) in effects {
      if row.parameters[name.id] != nil {
        reportOnce(.assignsEvent(text(name.id), file.written(name), of: "effect"))
      } else if labels.ofStates.contains(name.id) {
        continue
      } else if labels.ofEvents.contains(name.id), names[name.id].property == nil {
        reportOnce(.assignsEvent(text(name.id), file.written(name)))
      } else {
        _ = resolveAssignment(name, symbol, value, in: nil)
      }
    }
  }

  /// The names of all labels of a machine's states and of its events.
  private struct Labels {
    let ofStates: Set<NameID>
    let ofEvents: Set<NameID>

    init(_ machine: StateMachine) {
      ofStates = Set(machine.states.lazy.flatMap(\.fields).compactMap(\.name?.id))
      ofEvents = Set(machine.events.lazy.flatMap(\.fields).compactMap(\.name?.id))
    }
  }
}
