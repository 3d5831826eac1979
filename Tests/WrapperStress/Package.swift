// swift-tools-version: 6.1

import PackageDescription

// A program that keeps wrappers busy; `run` generates what it needs, builds it and runs it. Never part of the tests.
let package = Package(
  name: "WrapperStress",
  platforms: [.macOS(.v14)],
  targets: [
    .executableTarget(name: "WrapperStress", exclude: ["Counting.sm", "Stress.sm"])
  ]
)
