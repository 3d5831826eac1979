// swift-tools-version: 6.1

import PackageDescription

let package = Package(
  name: "sm-gen",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "sm-gen", targets: ["sm-gen"]),
    .executable(name: "sm-gen-lsp", targets: ["sm-gen-lsp"]),
    .plugin(name: "StateMachineGenerator", targets: ["StateMachineGenerator"]),
    .plugin(
      name: "StateMachineGeneratorCommand",
      targets: ["StateMachineGeneratorCommand", "StateMachineGeneratorReadOnlyCommand"]),
  ],
  targets: [
    // The compiler: text in, Swift and diagnostics out. No I/O, no Foundation.
    .target(name: "StateMachineCompiler"),
    // Files, processes and paths, by the C library: what the programs share.
    .target(name: "SystemSupport", dependencies: ["StateMachineCompiler"]),
    // The command: arguments, files and the terminal.
    .executableTarget(name: "sm-gen", dependencies: ["StateMachineCompiler", "SystemSupport"]),
    // What editors ask about `.sm` files: messages in, messages out.
    .target(name: "LanguageServer", dependencies: ["StateMachineCompiler"]),
    // The language server on standard input and output. No plugin needs it, so that no user of one compiles it.
    .executableTarget(name: "sm-gen-lsp", dependencies: ["LanguageServer", "SystemSupport"]),
    // Runs the command for every `.sm` file of a target at build time.
    .plugin(name: "StateMachineGenerator", capability: .buildTool(), dependencies: ["sm-gen"]),
    // The command as `swift package sm-gen …`, for generated code and pictures that are checked in.
    .plugin(
      name: "StateMachineGeneratorCommand",
      capability: .command(
        intent: .custom(verb: "sm-gen", description: "Generates Swift from state machines, checks them and draws them"),
        permissions: [
          .writeToPackageDirectory(reason: "to write the generated Swift, or the pictures, that you ask for")
        ]),
      dependencies: ["sm-gen"]),
    // The same for what writes nothing, as `swift package sm-gen-readonly …`: SwiftPM asks for permissions by plugin,
    // not by what is to be done.
    .plugin(
      name: "StateMachineGeneratorReadOnlyCommand",
      capability: .command(
        intent: .custom(
          verb: "sm-gen-readonly", description: "Checks state machines and draws them, and writes no files")),
      dependencies: ["sm-gen"]),

    // What holds for every input: asked by the fuzzer, and by a test.
    .target(name: "CompilerProperties", dependencies: ["StateMachineCompiler"], path: "Tests/Fuzzing/Properties"),
    .testTarget(
      name: "StateMachineCompilerTests",
      dependencies: ["StateMachineCompiler", "CompilerProperties", "TestSupport"]
    ),
    // What tests share: random numbers, and how they call programs.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    // Random machines beside an interpreter that shares nothing with the compiler.
    .testTarget(name: "OracleTests", dependencies: ["StateMachineCompiler", "TestSupport"], exclude: ["run"]),
    // The language server without a stream, and the built one by its messages.
    .testTarget(
      name: "LanguageServerTests", dependencies: ["LanguageServer", "StateMachineCompiler", "TestSupport"]),
    // What becomes of the Swift in `.sm` files, by the Swift compiler.
    .testTarget(
      name: "EmbeddedSwiftTests", dependencies: ["StateMachineCompiler", "TestSupport"],
      exclude: ["App", "Pages", "run"]),
    // Every format of diagrams, by the tools that read it.
    .testTarget(name: "DiagramTests", dependencies: ["StateMachineCompiler", "TestSupport"]),
    // The expected Swift is compiled as part of this target, and driven by its tests.
    .testTarget(
      name: "GoldenTests",
      dependencies: ["StateMachineCompiler", "TestSupport"],
      exclude: ["Diagrams", "update"]
    ),
    // Runs the built command, which `swift test` builds as it builds every product. No dependency: SwiftPM would link the
    // command into the tests, and once more for the plugin.
    .testTarget(name: "CommandTests"),
    // Tests of the plugin are a package of their own: Tests/PluginTests.
  ]
)
