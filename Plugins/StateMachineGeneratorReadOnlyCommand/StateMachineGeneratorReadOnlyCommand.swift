import PackagePlugin

/// The command plugin `swift package sm-gen-readonly …`. It needs no permission to write, because it refuses to run
/// commands of `sm-gen` that write files.
@main
struct StateMachineGeneratorReadOnlyCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: false).run(arguments)
  }
}
