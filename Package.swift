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
  ]
)
