// swift-tools-version: 6.1

import PackageDescription

// Machines whose state is in a database: SQLite by default, and PostgreSQL with `--traits PostgreSQL`, which takes
// libpq. `faults` generates the machines, builds this package and uses it.
let package = Package(
  name: "Durable",
  platforms: [.macOS(.v14)],
  products: [.library(name: "Durable", targets: ["Durable"])],
  traits: [.trait(name: "PostgreSQL", description: "Machines in PostgreSQL, by libpq")],
  targets: [
    .systemLibrary(name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(
      name: "CPostgreSQL", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .target(
      name: "Durable",
      dependencies: ["CSQLite", .target(name: "CPostgreSQL", condition: .when(traits: ["PostgreSQL"]))]),
    .target(name: "OrdersV1", exclude: ["Orders.sm"]),
    .target(name: "OrdersV2", exclude: ["OrdersV2.sm", "Parcels.sm"]),
    .executableTarget(name: "Orders", dependencies: ["Durable", "OrdersV1", "OrdersV2"]),
  ]
)
