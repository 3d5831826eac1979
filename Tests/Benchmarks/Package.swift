// swift-tools-version: 6.1

import PackageDescription

// Programs that measure; `run` builds them in release mode and runs all. Never part of the tests.
let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "sm-gen", path: "../..")],
  targets: [
    // An event through the generated reducer, and through what one would write by hand.
    .executableTarget(name: "Reducers", dependencies: ["AllocationCounter"], exclude: ["Door.sm"]),
    // An event in a machine that is nested four deep, and in machines with regions; what statecharts allocate.
    .executableTarget(
      name: "Nested", dependencies: ["AllocationCounter"],
      exclude: ["Buffer.sm", "Channel.sm", "Nested.sm", "Session.sm", "Settling.sm", "Workshop.sm"]),
    // `send` on the classes and the actor, beside what one would write by hand; and what waiting machines weigh.
    .executableTarget(
      name: "Wrappers", dependencies: ["AllocationCounter"], exclude: ["Turnstile.sm", "Waiting.sm"]),
    // Explores machines by the library for tests, which is a module of its own, as in tests.
    .executableTarget(
      name: "Exploring", dependencies: [.product(name: "StateMachineTesting", package: "sm-gen")], exclude: ["Flat.sm"]),
    // Counts calls of `malloc`.
    .target(name: "AllocationCounter"),
    // Writes machines of any size.
    .executableTarget(name: "MachineText"),
    // Writes machines with methods, generated and by hand.
    .executableTarget(name: "MethodsText"),
    // What the start of a Swift program costs.
    .executableTarget(name: "PrintsOneLine"),
  ]
)
