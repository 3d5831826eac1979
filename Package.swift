// swift-tools-version: 6.1

import PackageDescription

/// The phases of the compiler, in their order, and the module that calls them.
let compiler: [Target.Dependency] = [
  "StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration", "StateMachineCompiler",
]
/// What is made of machines besides Swift.
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
    // For test targets alone.
    .library(name: "StateMachineTesting", targets: ["StateMachineTesting"]),
    .plugin(name: "StateMachineGenerator", targets: ["StateMachineGenerator"]),
    .plugin(name: "StateMachineTestGlue", targets: ["StateMachineTestGlue"]),
    .plugin(
      name: "StateMachineGeneratorCommand",
      targets: ["StateMachineGeneratorCommand", "StateMachineGeneratorReadOnlyCommand"]),
  ],
  targets: [
    // The compiler: text in, Swift and diagnostics out. No I/O, no Foundation. Each phase knows those above it alone.
    // Files, Swift as it stands in them, diagnostics, and the parser: bytes in, a syntax tree out.
    .target(name: "StateMachineSyntax"),
    // Machines and what they do: names resolved, what follows for each event (`Behaviour`), and the checks.
    .target(name: "StateMachineModel", dependencies: ["StateMachineSyntax"]),
    // The generated Swift.
    .target(name: "StateMachineCodeGeneration", dependencies: ["StateMachineSyntax", "StateMachineModel"]),
    // All phases, one after the other. The documentation is that of this module.
    .target(
      name: "StateMachineCompiler",
      dependencies: ["StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration"]),

    // What is made of machines besides Swift. The compiler does not need it; the command and the language server do.
    // The layout of `.sm` files.
    .target(name: "StateMachineFormat", dependencies: ["StateMachineSyntax"]),
    // `.sm` files of Swift and of charts.
    .target(name: "StateMachineImport", dependencies: ["StateMachineSyntax", "StateMachineFormat"]),
    // Pictures and tables.
    .target(name: "StateMachineDiagrams", dependencies: ["StateMachineSyntax", "StateMachineModel"]),
    // Coverage, changes, fixes, and what `explain` says.
    .target(
      name: "StateMachineReports",
      dependencies: [
        "StateMachineSyntax", "StateMachineModel", "StateMachineCodeGeneration", "StateMachineDiagrams", "JSON",
        "EmbeddedFiles",
      ]),

    // What machines do as a table for other programs, and a page that plays it.
    .target(
      name: "StateMachinePlayer",
      dependencies: compiler + ["StateMachineDiagrams", "JSON", "EmbeddedFiles"],
      exclude: ["Page", "Table/machine.schema.json"]),
    // Pages of the documentation, and the files of the player's page, as bytes in the programs that print them.
    .target(name: "EmbeddedFiles"),

    // What tests of machines import: it explores all that events can lead to. It knows no machine, and no file.
    .target(name: "StateMachineTesting"),

    // JSON: values, a reader and a writer.
    .target(name: "JSON"),
    // Files, processes and paths, by the C library: what the programs share.
    .target(name: "SystemSupport", dependencies: ["StateMachineSyntax"]),
    // What the commands share: arguments, files, the terminal, and the subcommands that generate Swift.
    .target(name: "CommandSupport", dependencies: compiler + ["SystemSupport"]),
    // What a test target needs to explore the machines of another target: Swift that is generated into the tests.
    .target(name: "StateMachineGlue", dependencies: compiler + ["CommandSupport", "SystemSupport"]),
    // The command with all subcommands.
    .executableTarget(name: "sm-gen", dependencies: compiler + tools + ["CommandSupport", "SystemSupport"]),
    // The command that the build plugin runs. Users of the plugin compile it, and no pictures, reports and formats.
    .executableTarget(name: "sm-gen-build", dependencies: ["CommandSupport", "SystemSupport"]),
    // The command that the plugin for test targets runs.
    .executableTarget(name: "sm-gen-glue", dependencies: ["StateMachineGlue", "CommandSupport", "SystemSupport"]),
    // What editors ask about `.sm` files: messages in, messages out.
    .target(name: "LanguageServer", dependencies: compiler + tools + ["JSON"]),
    // The language server on standard input and output. No plugin needs it, so that no user of one compiles it.
    .executableTarget(
      name: "sm-gen-lsp", dependencies: ["LanguageServer", "StateMachineCompiler", "SystemSupport", "JSON"]),
    // Runs the command for every `.sm` file of a target at build time.
    .plugin(name: "StateMachineGenerator", capability: .buildTool(), dependencies: ["sm-gen-build"]),
    // Runs the command for every `.sm` file of the targets that a test target depends on.
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
    // The same for what writes nothing, as `swift package sm-gen-readonly …`: SwiftPM asks for permissions by plugin,
    // not by what is to be done.
    .plugin(
      name: "StateMachineGeneratorReadOnlyCommand",
      capability: .command(
        intent: .custom(
          verb: "sm-gen-readonly", description: "Checks state machines and draws them, and writes no files")),
      dependencies: ["sm-gen"]),

    // What holds for every input: asked by the fuzzer, and by a test.
    .target(name: "CompilerProperties", dependencies: compiler + tools + ["JSON"], path: "Tests/Fuzzing/Properties"),
    // What tests share: small machines, the findings that a text expects, random numbers, and calls of programs.
    .target(name: "TestSupport", dependencies: compiler, path: "Tests/TestSupport"),
    // Tests of a target stand beside it: a change of it compiles and tests no more than what depends on it.
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
    // Machines and models that are written by hand.
    .testTarget(name: "StateMachineTestingTests", dependencies: ["StateMachineTesting"], exclude: ["Door.ways"]),
    // Every format of diagrams, by the tools that read it.
    .testTarget(
      name: "DiagramTests", dependencies: compiler + ["StateMachineDiagrams", "TestSupport"],
      exclude: ["picture-faults.py"]),
    // The table of machines, and the page.
    .testTarget(
      name: "StateMachinePlayerTests", dependencies: compiler + tools + ["JSON", "TestSupport"]),
    // Features of the language, from the parser to Swift, pictures and reports.
    .testTarget(name: "FeatureTests", dependencies: compiler + tools + ["TestSupport"]),
    // Random machines beside an interpreter that shares nothing with the compiler.
    .testTarget(
      name: "OracleTests",
      dependencies: compiler
        + ["StateMachineReports", "StateMachinePlayer", "StateMachineGlue", "JSON", "TestSupport"],
      exclude: ["run"]),
    // The language server without a stream, and the built one by its messages.
    .testTarget(
      name: "LanguageServerTests", dependencies: compiler + tools + ["LanguageServer", "JSON", "TestSupport"]),
    // What becomes of the Swift in `.sm` files, by the Swift compiler.
    .testTarget(
      name: "EmbeddedSwiftTests", dependencies: compiler + ["TestSupport"], exclude: ["App", "Pages", "run"]),
    // The expected Swift is compiled as part of this target, and driven by its tests.
    .testTarget(
      name: "GoldenTests", dependencies: compiler + ["StateMachineDiagrams", "StateMachineTesting", "TestSupport"],
      exclude: ["Diagrams", "Ways", "update"]),
    // Runs the built command, which `swift test` builds as it builds every product. No dependency: SwiftPM would link the
    // command into the tests, and once more for the plugin.
    .testTarget(name: "CommandTests"),
    // Tests of the plugin are a package of their own: Tests/PluginTests.
  ]
)
