import PackagePlugin

/// `swift package sm-gen …`: the command, for code and pictures that are checked in.
///
/// SwiftPM asks for the permission to write before the plugin sees its arguments, whatever they are. What writes
/// nothing has a plugin of its own, without it: `StateMachineGeneratorReadOnlyCommand`.
@main
struct StateMachineGeneratorCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: true).run(arguments)
  }
}
