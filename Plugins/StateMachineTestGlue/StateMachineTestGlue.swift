import Foundation
import PackagePlugin

/// The build plugin of test targets: it generates glue for every `.sm` file of the targets that a test target depends
/// on. The glue is compiled as part of the tests, so the tested module stays unchanged.
@main
struct StateMachineTestGlue: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    // In a package with the command as a binary, it is the only tool.
    let tool = try (try? context.tool(named: "sm-gen-glue").url) ?? context.tool(named: "sm-gen").url
    let directory = context.pluginWorkDirectoryURL
    var commands: [Command] = []
    for module in target.dependencies.flatMap(\.modules) {
      let machines = module.sourceFiles.map(\.url).filter { $0.pathExtension.lowercased() == "sm" }
      for input in machines {
        let name = "\(module.moduleName)-\(input.deletingPathExtension().lastPathComponent).glue.swift"
        let output = directory.appending(path: name, directoryHint: .notDirectory)
        var arguments = ["glue", "--module", module.moduleName, "--standalone", "-o"]
        arguments.append(output.path(percentEncoded: false))
        for other in machines where other != input { arguments += ["--with", other.path(percentEncoded: false)] }
        arguments += ["--", input.path(percentEncoded: false)]
        commands.append(
          .buildCommand(
            displayName: "Generating \(name)", executable: tool, arguments: arguments, inputFiles: machines,
            outputFiles: [output]))
      }
    }
    return commands
  }
}

extension TargetDependency {
  /// The modules with source files that a dependency of a target stands for: the target itself, or all targets of a
  /// product.
  fileprivate var modules: [any SourceModuleTarget] {
    switch self {
    case .target(let target): [target].compactMap(\.sourceModule)
    case .product(let product): product.targets.compactMap(\.sourceModule)
    @unknown default: []
    }
  }
}
