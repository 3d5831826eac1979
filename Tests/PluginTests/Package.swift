// swift-tools-version: 6.1

import PackageDescription

// Machines that the build plugin makes, driven by tests. A package of its own: SwiftPM runs the plugins of a package for
// whatever it builds of that, and would build the compiler twice in every build of this repository, for the plugin and for
// itself.
let package = Package(
  name: "PluginTests",
  platforms: [.macOS(.v13)],
  dependencies: [.package(name: "sm-gen", path: "../..")],
  targets: [
    .testTarget(name: "PluginTests", plugins: [.plugin(name: "StateMachineGenerator", package: "sm-gen")])
  ]
)
