import PackagePlugin

/// The command plugin `swift package sm-gen …`. It runs `sm-gen`, for packages whose generated code and pictures are in
/// the repository.
///
/// SwiftPM asks the user for the permission to write before the plugin sees its arguments. For commands that write
/// nothing, the plugin `StateMachineGeneratorReadOnlyCommand` needs no permission.
@main
struct StateMachineGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: true).run(arguments)
  }
}
