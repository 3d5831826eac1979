import Durable
import Foundation
import OrdersV2

// A machine without timers: this is all that it needs.

extension Parcel: MachineWithoutTimers {
  public static let kind = "parcel"
  public static let version = 1
  public static func initial(id: String) -> Self { Self() }
}

/// Sends events to a parcel, of which one comes too early: the machine throws an error for it, and it is refused.
struct Parcels {
  let database: String

  func run() async throws {
    let connection = try connect(database)
    let store = Store<Parcel>(connection)
    try store.prepare()
    let id = "parcel-\(getpid())"
    try store.send([(id, "1", .arrive), (id, "2", .handOver), (id, "3", .arrive)])
    let answers = Answers()
    let worker = Worker<Parcel>(connect: { try connect(database) }, report: { _ in })
    let work = Task {
      await worker.run { output, id, identity in
        await answers.add("\(id) \(identity) \(output)")
        return nil
      }
    }
    try await wait("the parcel is there") { try store.machine(id) == Parcel(state: .delivered) }
    try await wait("its output is performed") {
      try count("machine_outputs WHERE kind = 'parcel'", connection) == 0
    }
    work.cancel()
    await work.value
    let refused = try count("machine_events WHERE id = '\(id)' AND identity = '1' AND failure IS NOT NULL", connection)
    let performed = await answers.all
    guard refused == 1, performed == ["\(id) \(id)/2/0 greet(name: \"you\")"] else {
      throw Unexpected(what: "\(refused) events of a parcel were refused, and it did \(performed)")
    }
    try connection.run("DELETE FROM machines WHERE kind = 'parcel'", [])
    try connection.run("DELETE FROM machine_events WHERE kind = 'parcel'", [])
    print("parcels: a machine without timers went its way, and what came too early was refused")
  }
}

private actor Answers {
  private(set) var all: [String] = []
  func add(_ answer: String) { all.append(answer) }
}
