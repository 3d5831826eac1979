import Durable
import Foundation

/// Sends events to orders. What was taken is noted in a file, once the database has said so.
struct Load {
  let database: String
  let seconds: Int
  let rate: Int
  let ledger: String?

  func run<Machine: OrderMachine>(_ machine: Machine.Type) throws {
    let name = "\(getpid())"
    let notes = ledger.flatMap { fopen($0, "a") }
    let end = Date().addingTimeInterval(Double(seconds))
    var store: Store<Machine>?
    var orders = 0
    var sent = 0
    var failures = 0
    while Date() < end {
      let began = Date()
      let messages = batch(Machine.self, name, &orders, sent)
      // Until the database says that it has them: it keeps one of each identity.
      while true {
        do {
          let taken = try store ?? open()
          store = taken
          try taken.send(messages)
          // Who does not know whether a message has come sends it again, at times when it has.
          if Int.random(in: 0..<10) == 0 { try taken.send(messages) }
          break
        } catch {
          failures += 1
          store = nil
          usleep(50_000)
        }
      }
      for message in messages { fputs("\(message.id) \(message.identity)\n", notes) }
      sent += messages.count
      fflush(notes)
      let rest = Double(messages.count) / Double(rate) - Date().timeIntervalSince(began)
      if rest > 0 { usleep(UInt32(rest * 1_000_000)) }
    }
    print("load: \(sent) events to \(orders) orders; \(failures) times the database was gone")
  }

  private func open<Machine: OrderMachine>() throws -> Store<Machine> {
    let store = Store<Machine>(try connect(database))
    try store.prepare()
    return store
  }

  /// A new order, and what happens to older ones.
  private func batch<Machine: OrderMachine>(
    _ machine: Machine.Type, _ name: String, _ orders: inout Int, _ sent: Int
  ) -> [(id: String, identity: String, event: Machine.Event)] {
    var events: [(order: Int, event: OrderEvent)] = []
    for _ in 0..<3 {
      orders += 1
      for _ in 0..<Int.random(in: 1...3) { events.append((orders, .add)) }
      events.append((orders, .checkout))
      let older = Int.random(in: max(1, orders - 300)...orders)
      events.append((older, [.packed, .packed, .cancel, .checkout, .add].randomElement() ?? .packed))
    }
    return events.enumerated().map { index, item in
      ("\(name)-\(item.order)", "\(name)-\(sent + index)", Machine.event(item.event))
    }
  }
}
