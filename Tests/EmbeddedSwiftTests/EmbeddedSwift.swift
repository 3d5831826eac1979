@testable import StateMachineSyntax

/// A piece of Swift in a `.sm` file.
struct EmbeddedSwift {
  enum Kind: Hashable, CaseIterable {
    case type, typealiasType, defaultValue, initialValue, namedGuard, guardCondition, pattern, delay, targetArgument
    case outputArgument, raisedArgument, assignedValue, message, block, actionCondition, namedBlock
    case thrownError, policyError, result, resultType, defaultResult
  }

  var kind: Kind
  var range: SourceRange

  /// Every piece of a file, in the order of the source.
  static func pieces(of tree: SyntaxTree) -> [EmbeddedSwift] {
    var collector = Collector()
    for machine in tree.machines {
      machine.body.forEachDeep { collector.add($0) }
    }
    return collector.pieces.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private struct Collector {
    var pieces: [EmbeddedSwift] = []

    mutating func add(_ item: ItemSyntax) {
      switch item {
      case .state(let state): add(state.payload)
      case .event(let signature), .output(let signature, _):
        add(signature.payload)
        add(.policyError, signature.policy?.error)
        add(.message, signature.policy?.message)
        add(.resultType, signature.method?.result)
        add(.defaultResult, signature.method?.defaultResult)
      case .actionEnum(let action): for one in action.cases { add(one.payload) }
      case .unhandled(let policy):
        add(.policyError, policy.error)
        add(.message, policy.message)
      case .stored(let stored):
        add(.type, stored.type)
        add(.initialValue, stored.initialValue)
      case .namedGuard(let named): add(.namedGuard, named.expression)
      case .namedEffect(let named): add(named.effects, block: .namedBlock)
      case .action(let action):
        add(.actionCondition, action.condition)
        add(action.effects)
      case .typealias(let alias): add(.typealiasType, alias.text)
      case .transition(let row), .initialTransition(let row), .historyDefault(let row): add(row)
      case .formerState(let former):
        add(former.payload)
        add(former.target)
      // What statements for tests say is compiled with the tests.
      case .choice, .region, .group, .defer, .wrapper, .swift, .interface, .claim: break
      }
    }

    private mutating func add(_ kind: Kind, _ text: SwiftText?) {
      if let text { pieces.append(EmbeddedSwift(kind: kind, range: text.range)) }
    }

    private mutating func add(_ parameters: [ParameterSyntax]) {
      for parameter in parameters {
        add(.type, parameter.type)
        add(.defaultValue, parameter.defaultValue)
      }
    }

    private mutating func add(_ kind: Kind, _ list: ArgumentListSyntax?) {
      for item in list?.items ?? [] { add(kind, item.value) }
    }

    private mutating func add(_ target: TargetSyntax) {
      for step in [target.first] + target.rest { add(.targetArgument, step.arguments) }
    }

    private mutating func add(_ row: TransitionSyntax) {
      if case .listed(let sources) = row.sources {
        for index in 0..<sources.count { add(.pattern, sources[index].pattern) }
      }
      if let target = row.target { add(target) }
      if let triggers = row.triggers {
        for index in 0..<triggers.count {
          switch triggers[index] {
          case .event(_, let pattern), .done(let pattern, _): add(.pattern, pattern)
          case .timer(let timer): if case .expression(let delay, _) = timer.duration { add(.delay, delay) }
          case .always: break
          }
        }
      }
      if case .expression(let condition, _)? = row.guardSyntax { add(.guardCondition, condition) }
      add(row.effects)
    }

    private mutating func add(_ effects: [EffectSyntax], block: Kind = .block) {
      for effect in effects {
        switch effect {
        case .output(_, let arguments): add(.outputArgument, arguments)
        case .assignment(_, _, let value): add(.assignedValue, value)
        case .raise(_, let arguments, _): add(.raisedArgument, arguments)
        case .trap(_, let message): add(.message, message)
        case .throw(_, let error): add(.thrownError, error)
        case .result(_, let value): add(.result, value)
        case .block(let code, _): add(block, code)
        }
      }
    }
  }
}
