import Durable
import OrdersV1
import OrdersV2

// The two versions that are deployed. A package of a user has one.

typealias FirstOrder = OrdersV1.TimedOrder
typealias SecondOrder = OrdersV2.TimedOrder

extension OrdersV1.TimedOrder: DurableMachine {
  public static let kind = "order"
  public static let version = 1
  public static func initial(id: String) -> Self { Self() }
  public var due: Duration? { deadlines.first?.time }
}

extension OrdersV2.TimedOrder: DurableMachine {
  public static let kind = "order"
  public static let version = 2
  public static func initial(id: String) -> Self { Self() }
  public var due: Duration? { deadlines.first?.time }
}

/// What the program does with either version.
protocol OrderMachine: DurableMachine {
  /// The event that a test, or the answer of a bank, is called by.
  static func event(_ name: OrderEvent) -> Event
  /// Whether the output asks a bank for money, which answers.
  static func isCharge(_ output: Output) -> Bool
}

enum OrderEvent: CaseIterable {
  case add, checkout, charged, declined, packed, cancel
}

extension OrdersV1.TimedOrder: OrderMachine {
  static func event(_ name: OrderEvent) -> OrdersV1.Order.Event {
    switch name {
    case .add: .add(cents: 250)
    case .checkout: .checkout
    case .charged: .charged
    case .declined: .declined
    case .packed: .packed
    case .cancel: .cancel
    }
  }

  static func isCharge(_ output: OrdersV1.Order.Output) -> Bool { if case .charge = output { true } else { false } }
}

extension OrdersV2.TimedOrder: OrderMachine {
  static func event(_ name: OrderEvent) -> OrdersV2.Order.Event {
    switch name {
    case .add: .add(cents: 250)
    case .checkout: .checkout
    case .charged: .charged
    case .declined: .declined
    case .packed: .packed
    case .cancel: .cancel
    }
  }

  static func isCharge(_ output: OrdersV2.Order.Output) -> Bool { if case .charge = output { true } else { false } }
}
