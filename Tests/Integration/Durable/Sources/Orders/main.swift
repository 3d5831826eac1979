import Durable
import Foundation

// Orders in a database, for `faults`: see `usage`.

let usage = """
  usage: Orders COMMAND DATABASE [OPTION=VALUE…]
    prepare                    makes the tables
    worker version=1           handles events and performs outputs, until it is killed
    load seconds=10 version=1 rate=300 ledger=FILE
                               sends events to new orders and old ones, and notes which were taken
    poison                     damages an order, and mends it, while workers run
    parcels                    lets a machine without timers go its way, which throws an error
    verify ledger=FILE wait=60 compares the tables with a replay of the journal, when nothing is left to do
    bench rows=20000 seconds=3 least=0
                               compares events with plain updates of the same rows, with 1, 2 and 4 workers,
                               and fails where there are fewer of them than so many of a hundred
  DATABASE is a file of SQLite, or what libpq connects with, such as 'host=/tmp dbname=orders'
  """

let arguments = CommandLine.arguments.dropFirst()
guard let command = arguments.first, let database = arguments.dropFirst().first else {
  print(usage)
  exit(2)
}
let options = Dictionary(
  arguments.dropFirst(2).map { argument in
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    return (parts[0], parts.count == 2 ? parts[1] : "")
  }, uniquingKeysWith: { $1 })

func option(_ name: String, _ standard: Int) -> Int { options[name].flatMap { Int($0) } ?? standard }

let isFirst = option("version", 1) == 1
switch command {
case "prepare":
  let connection = try connect(database)
  try Store<FirstOrder>(connection).prepare()
  try World.prepare(connection)
case "worker":
  let world = World(database)
  if isFirst {
    await work(FirstOrder.self, database, in: world)
  } else {
    await work(SecondOrder.self, database, in: world)
  }
case "load":
  let load = Load(
    database: database, seconds: option("seconds", 10), rate: option("rate", 300), ledger: options["ledger"])
  if isFirst { try load.run(FirstOrder.self) } else { try load.run(SecondOrder.self) }
case "poison", "parcels":
  do {
    if command == "poison" { try await Poison(database: database).run() }
    if command == "parcels" { try await Parcels(database: database).run() }
  } catch {
    print("FAILED: \(error)")
    exit(1)
  }
case "verify":
  let findings = try Verification(database: database, ledger: options["ledger"]).run(wait: option("wait", 60))
  for finding in findings.prefix(20) { print("FAILED: \(finding)") }
  exit(findings.isEmpty ? 0 : 1)
case "bench":
  let least = try await Bench(database: database, rows: option("rows", 20000), seconds: option("seconds", 3)).run()
  if least * 100 < Double(option("least", 0)) {
    print("FAILED: \(least) events for each update")
    exit(1)
  }
default:
  print(usage)
  exit(2)
}
