import Durable
import Foundation

/// Connects to a file, or to a server where the text has parameters.
@Sendable func connect(_ text: String) throws -> any Database {
  guard text.contains("=") else { return try SQLite(path: text) }
  #if PostgreSQL
    return try PostgreSQL(text)
  #else
    throw DatabaseError("this program was built without '--traits PostgreSQL'")
  #endif
}

/// Works until the task is cancelled. Without a world, outputs are performed at once, with a reply.
func work<Machine: OrderMachine>(_ machine: Machine.Type, _ text: String, in world: World?) async {
  let worker = Worker<Machine>(
    connect: { try connect(text) },
    report: { message in FileHandle.standardError.write(Data("worker: \(message)\n".utf8)) })
  await worker.run(lease: .seconds(3)) { output, _, identity in
    try await world?.perform(identity, canonical(output))
    return Machine.isCharge(output) ? World.answer(to: identity).map(Machine.event) : nil
  }
}

/// A bank and a parcel service, which keep the identities of what they have done in a table of their own.
actor World {
  private let text: String
  private var database: (any Database)?

  init(_ text: String) { self.text = text }

  struct Unreachable: Error {}

  /// Some calls to the world are lost, and so are some replies.
  func perform(_ identity: String, _ output: String) throws {
    if Int.random(in: 0..<50) == 0 { throw Unreachable() }
    try note(identity, output)
    if Int.random(in: 0..<50) == 0 { throw Unreachable() }
  }

  /// Returns the reply of a bank, which is the same for one identity however often it is called; nil at times.
  static func answer(to identity: String) -> OrderEvent? {
    switch identity.utf8.reduce(7, { ($0 &* 31 &+ Int($1)) & 0xFFFF }) % 10 {
    case 0: nil
    case 1: .declined
    default: .charged
    }
  }

  private func note(_ identity: String, _ output: String) throws {
    do {
      let database = try database ?? connect(text)
      self.database = database
      try database.run(
        """
        INSERT INTO effects (identity, output, times) VALUES ($1, $2, 1)
        ON CONFLICT (identity) DO UPDATE SET times = effects.times + 1
        """, [identity, output])
    } catch {
      database = nil
      throw error
    }
  }

  static func prepare(_ database: any Database) throws {
    try database.run(
      "CREATE TABLE IF NOT EXISTS effects (identity text PRIMARY KEY, output text NOT NULL, times integer NOT NULL)",
      [])
  }
}

func canonical(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws -> Value {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

struct Unexpected: Error {
  let what: String
}

/// Waits for what workers do, at most 10 seconds.
func wait(_ what: String, until isTrue: () throws -> Bool) async throws {
  let end = Date().addingTimeInterval(10)
  while try !isTrue() {
    guard Date() < end else { throw Unexpected(what: "not within 10 s: \(what)") }
    try await Task.sleep(for: .milliseconds(10))
  }
}

func count(_ what: String, _ database: any Database, _ parameters: [String] = []) throws -> Int {
  try database.run("SELECT count(*) AS count FROM \(what)", parameters)[0]["count"].flatMap { Int($0) } ?? 0
}
