import Durable
import Foundation
import OrdersV2

/// Damages the row of an order while workers run: they put it aside with its events, until it is mended.
struct Poison {
  private let database: any Database
  private let store: Store<SecondOrder>

  init(database: String) throws {
    self.database = try connect(database)
    store = Store(self.database)
  }

  func run() async throws {
    let id = "poisoned-\(getpid())"
    try store.send([(id, "1", .add(cents: 1))])
    try await wait("the first event is handled") { try store.machine(id)?.machine == Order(state: .draft(total: 1)) }
    try damage(id, from: "draft", to: "doodle")
    try store.send([(id, "2", .add(cents: 2)), ("\(id)-beside", "1", .add(cents: 3))])
    try await wait("the damaged order is put aside") {
      try count("machines WHERE id = $1 AND failure LIKE '%doodle%'", database, [id]) == 1
        && count("machine_events WHERE id = $1 AND step IS NULL AND failure IS NOT NULL", database, [id]) == 1
    }
    try await wait("the order beside it goes on") { try store.machine("\(id)-beside") != nil }
    try damage(id, from: "doodle", to: "draft")
    try store.release(id)
    try await wait("its event is handled") { try store.machine(id)?.machine == Order(state: .draft(total: 3)) }
    // An event of a version that nobody knows is refused, and those after it are handled.
    try database.run(
      """
      INSERT INTO machine_events (kind, id, identity, version, event, sent)
      SELECT kind, id, '3', version, '{"dance":{}}', sent FROM machine_events WHERE id = $1 AND identity = '2'
      """, [id])
    try store.send([(id, "4", .add(cents: 4))])
    try await wait("the event after an unknown one is handled") {
      try store.machine(id)?.machine == Order(state: .draft(total: 7))
        && count("machine_events WHERE id = $1 AND identity = '3' AND failure IS NOT NULL", database, [id]) == 1
    }
    try database.run("DELETE FROM machine_events WHERE id = $1 AND identity = '3'", [id])
    print("poison: a damaged order and an unknown event were put aside, and concerned nobody else")
  }

  private func damage(_ id: String, from: String, to: String) throws {
    try database.run("UPDATE machines SET state = replace(state, '\(from)', '\(to)') WHERE id = $1", [id])
  }
}
