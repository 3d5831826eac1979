// swift-tools-version: 6.1

import PackageDescription

// Machines that the build plugin makes, driven by tests. A package of its own: SwiftPM runs the plugins of a package for
// whatever it builds of that, and would build the compiler twice in every build of this repository, for the plugin and for
// itself. 'SM_GEN_PACKAGE' is the folder of a plugin package in the place of this repository, whose commands are compiled.
let package = Package(
  name: "PluginTests",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "sm-gen", path: Context.environment["SM_GEN_PACKAGE"] ?? "../..")],
  targets: [
    .testTarget(name: "PluginTests", plugins: [.plugin(name: "StateMachineGenerator", package: "sm-gen")]),
    // A module, and tests that explore its machines by what the plugin for tests writes.
    .target(name: "Machines", plugins: [.plugin(name: "StateMachineGenerator", package: "sm-gen")]),
    .testTarget(
      name: "ExploreTests", dependencies: ["Machines", .product(name: "StateMachineTesting", package: "sm-gen")],
      plugins: [.plugin(name: "StateMachineTestGlue", package: "sm-gen")]),
  ]
)
