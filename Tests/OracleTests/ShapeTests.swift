import TestSupport
import Testing

/// The shapes that some random charts must have, because they were wrong once or are easily forgotten.
private enum Shape: String, CaseIterable {
  case quietRegion = "a region without transitions"
  case quietRegions = "regions side by side, all without transitions"
  case quietMachine = "regions of the machine, one of them without transitions"
  case ignoringRegion = "a region that only ignores"
  case singleState = "a body of one state"
  case ignoringState = "a simple state that ignores"
  case ignoringInRegion = "a state in a region that ignores"
  case ignoringParallel = "a composite with regions that ignores"
  case ignoringOnlyRow = "a composite whose only row ignores"
  case ignoringParallelOnlyRow = "a composite with regions whose only row ignores"
  case ignoringSeveral = "a row that ignores several events"
  case ignoringDone = "a 'done' row that ignores"
  case oneEvent = "one event"
  case noEvents = "no events"
  case nothingHappens = "neither events nor timers"
  case similarNames = "names that begin with others"
  case trappingRow = "a row that traps"
  case trappingArrow = "a row with an arrow that traps"
  case trappingInRegion = "a row in a region that traps"
  case trappingBranch = "a branch of a choice that traps"
  case trappingLastBranch = "a choice whose last branch traps"
  case trappingChain = "a choice that leads to one that traps"
  case leavingMachine = "an arrow to a choice beside the machine's regions"
  case leavingMachineToSeveral = "a choice beside the machine's regions that leads to several states"
  case group = "a row of a group"
  case sharingGroups = "a row of several groups"
  case exceptedGroup = "a group after 'except'"
  case groupOfGroups = "a group in a group"
  case groupOfRegions = "a region in a group"
  case groupWithinRegions = "a group of states in regions"
  case namedEffect = "a named effect in a row"
  case namedEffectInAction = "a named effect in an 'entry' or 'exit'"
  case namedEffectInAnother = "a named effect in a named effect"
  case namedEffectOfLabels = "a named effect that changes a label"
  case namedTrap = "a row that traps by a name"
  case hidingGuard = "a guard that binds the name of a field"
  case hidingGuardInRegion = "a guard in a region that binds the name of a field"
  case guardedEntry = "an 'entry' with a guard"
  case guardedExit = "an 'exit' with a guard"
  case throwingRow = "a row that throws"
  case throwingInRegion = "a row in a region that throws"
  case throwingBranch = "a branch of a choice that throws"
  case throwingAlways = "a row without an event that throws"
  case throwingWithDeferral = "a row that throws where events are deferred"
  case ownPolicy = "an event with a policy of its own"
  case ownError = "an error of the user's for what no row takes"
}

extension Chart {
  fileprivate func rows(of state: Int) -> [Row] { rows.filter { $0.applies(to: state, in: self) } }

  private func isWithinRegion(_ state: Int) -> Bool { ancestors(of: state).contains { states[$0].isRegion } }

  /// The regions without transitions. Rows that ignore their event do not count as transitions.
  private var quietRegions: [Int] {
    states.indices.filter { region in
      states[region].isRegion
        && !states.indices.contains { ancestors(of: $0).contains(region) && rows(of: $0).contains { !$0.ignores } }
    }
  }

  private func ignores(_ state: Int) -> Bool { rows(of: state).contains(where: \.ignores) }
  private func onlyIgnores(_ state: Int) -> Bool { ignores(state) && rows(of: state).count == 1 }

  /// Returns whether a row of a choice traps.
  private func traps(_ choice: Int) -> Bool { choices[choice].branches.contains(where: \.traps) }

  fileprivate func has(_ shape: Shape) -> Bool {
    let quiet = quietRegions
    let composites = states.indices.filter { !states[$0].isRegion && !children(of: $0).isEmpty }
    let simple = states.indices.filter { !states[$0].isRegion && children(of: $0).isEmpty }
    let trapping = rows.filter { traps($0.effects) }
    switch shape {
    case .quietRegion: return !quiet.isEmpty
    case .quietRegions:
      return ([nil] + composites.map(Optional.some)).contains { composite in
        isParallel(composite) && children(of: composite).allSatisfy(quiet.contains)
      }
    case .quietMachine: return quiet.contains { states[$0].parent == nil }
    case .ignoringRegion:
      return quiet.contains { region in states.indices.contains { ancestors(of: $0).contains(region) && ignores($0) } }
    case .singleState: return ([nil] + composites.map(Optional.some)).contains { children(of: $0).count == 1 }
    case .ignoringState: return simple.contains(where: ignores)
    case .ignoringInRegion: return simple.contains { isWithinRegion($0) && ignores($0) }
    case .ignoringParallel: return composites.contains { isParallel($0) && ignores($0) }
    case .ignoringOnlyRow: return composites.contains(where: onlyIgnores)
    case .ignoringParallelOnlyRow: return composites.contains { isParallel($0) && onlyIgnores($0) }
    case .ignoringSeveral: return rows.contains { $0.ignores && $0.triggers.count > 1 }
    case .ignoringDone:
      return rows.contains { row in
        row.ignores && row.triggers.contains { if case .done = $0 { true } else { false } }
      }
    case .oneEvent: return events.count == 1
    case .noEvents: return events.isEmpty
    case .nothingHappens: return events.isEmpty && timed.isEmpty
    case .similarNames:
      return states.contains { state in
        states.contains { $0.name != state.name && $0.name.hasPrefix(state.name) && !state.isRegion }
      } && states.contains { $0.name == "a" || $0.name == "s1S2" || $0.name.hasSuffix("Timer") }
    case .trappingRow: return !trapping.isEmpty
    case .trappingArrow: return trapping.contains { $0.target != nil }
    case .trappingInRegion:
      return states.indices.contains { isWithinRegion($0) && rows(of: $0).contains { traps($0.effects) } }
    case .trappingBranch: return choices.indices.contains(where: traps)
    case .trappingLastBranch: return choices.contains { $0.branches.last?.traps == true }
    case .leavingMachine:
      return isParallel(nil)
        && rows.contains { row in
          if case .choice(let choice)? = row.target?.place { choices[choice].parent == nil } else { false }
        }
    case .leavingMachineToSeveral:
      return isParallel(nil)
        && choices.contains { $0.parent == nil && $0.branches.contains { $0.target?.others.isEmpty == false } }
    case .group: return rows.contains { $0.sourceGroups(in: self) > 0 }
    case .sharingGroups: return rows.contains { $0.sourceGroups(in: self) > 1 }
    case .exceptedGroup: return rows.contains { $0.isWildcard && !$0.groups.isEmpty }
    case .groupOfGroups: return groups.contains { !$0.groups.isEmpty }
    case .groupOfRegions: return groups.indices.contains { members(of: $0).contains { states[$0].isRegion } }
    case .groupWithinRegions: return groups.indices.contains { members(of: $0).contains(where: isWithinRegion) }
    case .hidingGuard: return rows.contains { text($0).contains(", let ") }
    case .hidingGuardInRegion:
      return rows.contains { row in
        guard case .listed(let sources) = row.sources, text(row).contains(", let ") else { return false }
        return sources.contains(where: isWithinRegion)
      }
    case .namedEffect: return rows.contains { $0.effects.contains(where: \.isNamed) }
    case .namedEffectInAction: return states.contains { ($0.entry + $0.exit).contains(where: \.isNamed) }
    case .namedEffectInAnother: return effects.contains { $0.effects.contains(where: \.isNamed) }
    case .namedEffectOfLabels:
      return rows.contains { row in
        row.effects.contains { effect in
          guard case .named(let named) = effect else { return false }
          return effects[named].effects.contains { inner in
            switch inner {
            case .assign(let name, _), .assignInBlock(let name, _): !properties.contains { $0.name == name }
            default: false
            }
          }
        }
      }
    case .namedTrap: return trapping.contains { $0.effects.last?.isNamed == true }
    case .guardedEntry: return states.contains { $0.entry.contains(where: \.isGuarded) }
    case .guardedExit: return states.contains { $0.exit.contains(where: \.isGuarded) }
    case .trappingChain:
      return choices.contains { choice in
        choice.branches.contains { if case .choice(let next)? = $0.target?.place { traps(next) } else { false } }
      }
    case .throwingRow: return rows.contains { $0.effects.throwsError }
    case .throwingInRegion:
      return states.indices.contains { isWithinRegion($0) && rows(of: $0).contains { $0.effects.throwsError } }
    case .throwingBranch: return choices.flatMap(\.branches).contains { $0.effects.throwsError }
    case .throwingAlways: return rows.contains { $0.triggers.contains(.always) && $0.effects.throwsError }
    case .throwingWithDeferral:
      return rows.contains { $0.effects.throwsError } && states.contains { !$0.deferred.isEmpty }
    case .ownPolicy: return events.contains { $0.unhandled != nil }
    case .ownError: return unhandled == .throwOwn || events.contains { $0.unhandled == .throwOwn }
    }
  }
}

extension [Chart.Effect] {
  fileprivate var throwsError: Bool { if case .throw? = last { true } else { false } }
}

extension Chart.Row {
  fileprivate var ignores: Bool { target == nil && effects.isEmpty }

  /// Returns the number of groups among the row's sources.
  fileprivate func sourceGroups(in chart: Chart) -> Int { isWildcard ? 0 : groups.count }
}

extension Chart.Effect {
  fileprivate var isNamed: Bool { if case .named = self { true } else { false } }
  fileprivate var isGuarded: Bool { if case .when = self { true } else { false } }
}

/// The generator makes charts of every shape, and few charts that the compiler refuses. The environment variable
/// `SM_GEN_ORACLE_SHAPES` sets the number of charts whose counts are printed.
@Suite struct ShapeTests {
  @Test func allShapesAreMade() {
    var counts: [Shape: Int] = [:]
    var refused = 0
    var charts: UInt64 = 0
    let asked = TestExtent.number("SM_GEN_ORACLE_SHAPES")
    let count = asked ?? 300
    var seed: UInt64 = 1
    while charts < count {
      let chart = ChartGenerator.chart(seed: seed, features: OracleTests.features)
      seed += 1
      guard Oracle.swift(chart) != nil else {
        refused += 1
        continue
      }
      charts += 1
      for shape in Shape.allCases where chart.has(shape) { counts[shape, default: 0] += 1 }
    }
    if asked != nil {
      print("\(count) charts; \(refused) others were refused")
      for shape in Shape.allCases { print("\(counts[shape] ?? 0)\t\(shape.rawValue)") }
    }
    for shape in Shape.allCases {
      #expect(counts[shape] ?? 0 > 0, "\(shape.rawValue)")
    }
    // The more features a chart has, the likelier it is that two of them exclude each other.
    #expect(refused * 3 < count * 2, "too many charts are refused by the compiler")
  }
}
