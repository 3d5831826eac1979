// swift-tools-version: 6.1

import PackageDescription

// Machines in a module of their own, used from another: `public` and `package`.
let package = Package(
  name: "Modules",
  platforms: [.macOS(.v13)],
  products: [.library(name: "Machines", targets: ["Machines"])],
  dependencies: [.package(path: "../sm-gen")],
  targets: [
    .target(name: "Machines", plugins: [.plugin(name: "StateMachineGenerator", package: "sm-gen")]),
    .executableTarget(name: "Client", dependencies: ["Machines"]),
  ]
)
