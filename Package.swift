// swift-tools-version: 6.1

import PackageDescription

/// The phases of the compiler, in their order, and the module that calls them.
let compiler: [Target.Dependency] = [
  "StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration", "StateMachineCompiler",
]
/// The parts that make something else than Swift of machines.
let tools: [Target.Dependency] = [
  "StateMachineFormat", "StateMachineImport", "StateMachineDiagrams", "StateMachineReports", "StateMachinePlayer",
  "StateMachineGlue",
]

let package = Package(
  name: "sm-gen",
  platforms: [.macOS(.v13)],
  products: [
    .executable(name: "sm-gen", targets: ["sm-gen"]),
    .executable(name: "sm-gen-lsp", targets: ["sm-gen-lsp"]),
    // For test targets only.
    .library(name: "StateMachineTesting", targets: ["StateMachineTesting"]),
    .plugin(name: "StateMachineGenerator", targets: ["StateMachineGenerator"]),
    .plugin(name: "StateMachineTestGlue", targets: ["StateMachineTestGlue"]),
    .plugin(
      name: "StateMachineGeneratorCommand",
      targets: ["StateMachineGeneratorCommand", "StateMachineGeneratorReadOnlyCommand"]),
  ],
  targets: [
    // The compiler makes Swift and diagnostics of a text, without I/O and Foundation. Each phase depends only on the
    // phases above it. The first has files, their Swift, diagnostics, and the parser, which makes a syntax tree of
    // bytes.
    .target(name: "StateMachineSyntax"),
    // The machines with resolved names, their behaviour for each event (`Behaviour`), and the checks.
    .target(name: "StateMachineModel", dependencies: ["StateMachineSyntax"]),
    // The generated Swift.
    .target(name: "StateMachineCodeGeneration", dependencies: ["StateMachineSyntax", "StateMachineModel"]),
    // All phases, one after the other, and the documentation.
    .target(
      name: "StateMachineCompiler",
      dependencies: ["StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration"]),

    // The parts that make something else than Swift of machines. The compiler does not depend on them; the command and
    // the language server do. The first is the formatter of `.sm` files.
    .target(name: "StateMachineFormat", dependencies: ["StateMachineSyntax"]),
    // The import of Swift and of charts as `.sm` files.
    .target(name: "StateMachineImport", dependencies: ["StateMachineSyntax", "StateMachineFormat"]),
    // Pictures and tables.
    .target(name: "StateMachineDiagrams", dependencies: ["StateMachineSyntax", "StateMachineModel"]),
    // Coverage, changes, fixes, and the texts of `explain`.
    .target(
      name: "StateMachineReports",
      dependencies: [
        "StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration", "StateMachineDiagrams", "JSON",
        "EmbeddedFiles",
      ]),

    // The behaviour of machines as a table for other programs, and a page that plays the table.
    .target(
      name: "StateMachinePlayer",
      dependencies: compiler + ["StateMachineDiagrams", "JSON", "EmbeddedFiles"],
      exclude: ["Page", "Table/machine.schema.json"]),
    // Pages of the documentation and files of the player's page, as bytes for the programs that print them.
    .target(name: "EmbeddedFiles"),

    // The library for tests of machines, which explores everything that events can lead to. It depends on no machine
    // and on no file.
    .target(name: "StateMachineTesting"),

    // JSON values, with a reader and a writer.
    .target(name: "JSON"),
    // Files, processes and paths, by the C library, for all programs.
    .target(name: "SystemSupport", dependencies: ["StateMachineSyntax"]),
    // The shared parts of the commands: arguments, files, the terminal, and the subcommands that generate Swift.
    .target(name: "CommandSupport", dependencies: compiler + ["SystemSupport"]),
    // The glue: Swift that is generated into a test target, so that it can explore the machines of another target.
    .target(name: "StateMachineGlue", dependencies: compiler + ["CommandSupport", "SystemSupport"]),
    // The command with all subcommands.
    .executableTarget(name: "sm-gen", dependencies: compiler + tools + ["CommandSupport", "SystemSupport"]),
    // The command of the build plugin, without pictures, reports and formats, as users of the plugin compile it.
    .executableTarget(name: "sm-gen-build", dependencies: ["CommandSupport", "SystemSupport"]),
    // The command of the plugin for test targets.
    .executableTarget(name: "sm-gen-glue", dependencies: ["StateMachineGlue", "CommandSupport", "SystemSupport"]),
    // The language server for `.sm` files, which reads and returns messages.
    .target(name: "LanguageServer", dependencies: compiler + tools + ["JSON"]),
    // The language server on standard input and output. No plugin depends on it, so that users of plugins do not
    // compile it.
    .executableTarget(
      name: "sm-gen-lsp", dependencies: ["LanguageServer", "StateMachineCompiler", "SystemSupport", "JSON"]),
    // The plugin that runs the command for every `.sm` file of a target at build time.
    .plugin(name: "StateMachineGenerator", capability: .buildTool(), dependencies: ["sm-gen-build"]),
    // The plugin that runs the command for every `.sm` file of the targets that a test target depends on.
    .plugin(name: "StateMachineTestGlue", capability: .buildTool(), dependencies: ["sm-gen-glue"]),
    // The command as `swift package sm-gen …`, for generated code and pictures that are checked in.
    .plugin(
      name: "StateMachineGeneratorCommand",
      capability: .command(
        intent: .custom(verb: "sm-gen", description: "Generates Swift from state machines, checks them and draws them"),
        permissions: [
          .writeToPackageDirectory(reason: "to write the generated Swift, or the pictures, that you ask for")
        ]),
      dependencies: ["sm-gen"]),
    // The command without permission to write, as `swift package sm-gen-readonly …`: SwiftPM asks for permissions by
    // plugin, not by subcommand.
    .plugin(
      name: "StateMachineGeneratorReadOnlyCommand",
      capability: .command(
        intent: .custom(
          verb: "sm-gen-readonly", description: "Checks state machines and draws them, and writes no files")),
      dependencies: ["sm-gen"]),

    // The properties that hold for every input, which the fuzzer and a test check.
    .target(name: "CompilerProperties", dependencies: compiler + tools + ["JSON"], path: "Tests/Fuzzing/Properties"),
    // The shared parts of tests: small machines, expected findings, random numbers, and calls of programs.
    .target(name: "TestSupport", dependencies: compiler, path: "Tests/TestSupport"),
    // Each target has tests of its own: a change of a target compiles and tests only what depends on it.
    .testTarget(name: "StateMachineSyntaxTests", dependencies: compiler + ["TestSupport"]),
    .testTarget(name: "StateMachineModelTests", dependencies: compiler + ["TestSupport"]),
    .testTarget(name: "StateMachineCodeGenerationTests", dependencies: compiler + ["TestSupport"]),
    .testTarget(name: "StateMachineCompilerTests", dependencies: compiler + ["TestSupport"]),
    .testTarget(
      name: "StateMachineFormatTests",
      dependencies: compiler + ["StateMachineFormat", "CompilerProperties", "TestSupport"]),
    .testTarget(
      name: "StateMachineImportTests",
      dependencies: compiler + ["StateMachineImport", "StateMachineDiagrams", "TestSupport"]),
    .testTarget(
      name: "StateMachineReportsTests",
      dependencies: compiler + ["StateMachineReports", "StateMachineImport", "TestSupport"]),
    // Handwritten machines and models.
    .testTarget(name: "StateMachineTestingTests", dependencies: ["StateMachineTesting"], exclude: ["Door.paths"]),
    // Every format of diagrams, checked by the tools that read the format.
    .testTarget(
      name: "DiagramTests", dependencies: compiler + ["StateMachineDiagrams", "TestSupport"],
      exclude: ["picture-faults.py"]),
    // The table of machines, and the page that plays it.
    .testTarget(
      name: "StateMachinePlayerTests", dependencies: compiler + tools + ["JSON", "TestSupport"]),
    // Features of the language, from the parser to Swift, pictures and reports.
    .testTarget(name: "FeatureTests", dependencies: compiler + tools + ["TestSupport"]),
    // Random machines, compared with an interpreter that shares nothing with the compiler.
    .testTarget(
      name: "OracleTests",
      dependencies: compiler
        + ["StateMachineReports", "StateMachinePlayer", "StateMachineGlue", "JSON", "TestSupport"],
      exclude: ["run"]),
    // The language server, called directly, and the built one by its messages.
    .testTarget(
      name: "LanguageServerTests", dependencies: compiler + tools + ["LanguageServer", "JSON", "TestSupport"]),
    // The Swift in `.sm` files, checked by the Swift compiler.
    .testTarget(
      name: "EmbeddedSwiftTests", dependencies: compiler + ["TestSupport"], exclude: ["App", "Pages", "run"]),
    // The expected Swift, which is compiled as part of this target, and driven by its tests.
    .testTarget(
      name: "GoldenTests", dependencies: compiler + ["StateMachineDiagrams", "StateMachineTesting", "TestSupport"],
      exclude: ["Diagrams", "Paths", "update"]),
    // The built command, which `swift test` builds as it builds every product. Not a dependency: SwiftPM would link the
    // command into the tests, and once more for the plugin.
    .testTarget(name: "CommandTests"),
    // Tests of the plugin are a package of their own: Tests/PluginTests.
  ]
)
