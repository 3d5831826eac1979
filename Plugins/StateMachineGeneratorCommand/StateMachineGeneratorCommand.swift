import PackagePlugin

/// `swift package sm-gen …`: runs the command, for code and pictures that are checked in.
///
/// SwiftPM requires the permission to write before the plugin gets its arguments. For commands that write nothing,
/// there is a plugin without it: `StateMachineGeneratorReadOnlyCommand`.
@main
struct StateMachineGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: true).run(arguments)
  }
}
