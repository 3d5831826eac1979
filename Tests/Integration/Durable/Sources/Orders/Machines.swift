import Durable
import OrdersV1
import OrdersV2

// The two versions that are deployed. A package of a user has one.

typealias FirstOrder = OrdersV1.Order
typealias SecondOrder = OrdersV2.Order

extension OrdersV1.Order: DurableMachine {
  public static let kind = "order"
  public static let version = 1
  public static func initial(id: String) -> Self { Self() }
  public static func elapsed(_ timer: Timer) -> Event { .elapsed(timer) }

  public static func request(in output: Output) -> Request<Timer> {
    switch output {
    case .schedule(let timer, let delay): .schedule(timer, after: delay)
    case .repeat(let timer, let interval): .repeat(timer, every: interval)
    case .cancel(let timer): .cancel(timer)
    case .charge, .remind, .ship, .refund: .perform
    }
  }
}

extension OrdersV2.Order: DurableMachine {
  public static let kind = "order"
  public static let version = 2
  public static func initial(id: String) -> Self { Self() }
  public static func elapsed(_ timer: Timer) -> Event { .elapsed(timer) }

  public static func request(in output: Output) -> Request<Timer> {
    switch output {
    case .schedule(let timer, let delay): .schedule(timer, after: delay)
    case .repeat(let timer, let interval): .repeat(timer, every: interval)
    case .cancel(let timer): .cancel(timer)
    case .charge, .remind, .ship, .refund: .perform
    }
  }
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

extension OrdersV1.Order: OrderMachine {
  static func event(_ name: OrderEvent) -> Event {
    switch name {
    case .add: .add(cents: 250)
    case .checkout: .checkout
    case .charged: .charged
    case .declined: .declined
    case .packed: .packed
    case .cancel: .cancel
    }
  }

  static func isCharge(_ output: Output) -> Bool { if case .charge = output { true } else { false } }
}

extension OrdersV2.Order: OrderMachine {
  static func event(_ name: OrderEvent) -> Event {
    switch name {
    case .add: .add(cents: 250)
    case .checkout: .checkout
    case .charged: .charged
    case .declined: .declined
    case .packed: .packed
    case .cancel: .cancel
    }
  }

  static func isCharge(_ output: Output) -> Bool { if case .charge = output { true } else { false } }
}
