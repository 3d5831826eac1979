/// Conditions, effects and expressions.
extension ChartGenerator {
  mutating func condition(_ names: [String]) -> Chart.Condition {
    switch number(0...9) {
    case 0...4: .less(expression(names), expression(names))
    case 5...7: .equal(.remainder(expression(names), number(2...3)), .constant(number(0...1)))
    case 8: .and(comparison(names), comparison(names))
    default: .or(comparison(names), comparison(names))
    }
  }

  mutating func comparison(_ names: [String]) -> Chart.Condition {
    .less(expression(names), expression(names))
  }

  mutating func effect(_ names: [String], assignable: [String]) -> Chart.Effect {
    if chance(25), let named = namedEffect(names, assignable) { return .named(named) }
    if features.contains(.raise), !chart.events.isEmpty, chance(15) {
      let event = number(0...(chart.events.count - 1))
      return .raise(event, chart.parameters(of: event).map { _ in .remainder(expression(names), 7) })
    }
    if !assignable.isEmpty, chance(50) { return .assign(pick(assignable), .remainder(expression(names), 7)) }
    return .output(number(0...(chart.outputs.count - 1)), expression(names))
  }

  mutating func expression(_ names: [String], depth: Int = 0) -> Chart.Expression {
    if depth < 2, chance(35) {
      let first = expression(names, depth: depth + 1)
      let second = expression(names, depth: depth + 1)
      return chance(50) ? .sum(first, second) : .difference(first, second)
    }
    return !names.isEmpty && chance(65) ? .name(pick(names)) : .constant(number(-2...5))
  }
}
