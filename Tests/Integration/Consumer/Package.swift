// swift-tools-version: 6.1

import PackageDescription

// A stranger's package: `run` copies it into a folder with a space in its name, beside a link to this repository.
let package = Package(
  name: "Consumer",
  dependencies: [.package(path: "../sm-gen")],
  targets: [
    .executableTarget(
      name: "App",
      plugins: [.plugin(name: "StateMachineGenerator", package: "sm-gen")])
  ]
)
