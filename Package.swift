// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "sm-gen",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "sm-gen", targets: ["sm-gen"]),
    .plugin(name: "StateMachineGenerator", targets: ["StateMachineGenerator"]),
  ],
  targets: [
    // The compiler: text in, Swift and diagnostics out. No I/O, no Foundation.
    .target(name: "StateMachineCompiler"),
    // The command: arguments, files and the terminal.
    .executableTarget(name: "sm-gen", dependencies: ["StateMachineCompiler"]),
    // Runs the command for every `.sm` file of a target at build time.
    .plugin(name: "StateMachineGenerator", capability: .buildTool(), dependencies: ["sm-gen"]),

    .testTarget(
      name: "StateMachineCompilerTests",
      dependencies: ["StateMachineCompiler"]
    ),
    // The expected Swift is compiled as part of this target, and driven by its tests.
    .testTarget(
      name: "GoldenTests",
      dependencies: ["StateMachineCompiler"]
    ),
    // Runs the built command, which `swift test` builds as it builds every product. No dependency: SwiftPM would link the
    // command into the tests, and once more for the plugin.
    .testTarget(name: "CommandTests"),
    .testTarget(name: "PluginTests", plugins: ["StateMachineGenerator"]),
  ]
)
