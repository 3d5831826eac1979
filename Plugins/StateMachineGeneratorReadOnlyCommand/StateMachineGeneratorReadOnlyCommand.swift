import PackagePlugin

/// `swift package sm-gen-readonly …`: the command as far as it writes no files, which takes no permission.
@main
struct StateMachineGeneratorReadOnlyCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: false).run(arguments)
  }
}
