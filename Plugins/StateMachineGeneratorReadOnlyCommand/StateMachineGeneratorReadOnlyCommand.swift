import PackagePlugin

/// `swift package sm-gen-readonly …`: runs commands that write no files, and needs no permission.
@main
struct StateMachineGeneratorReadOnlyCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try MachineCommand(context: context, mayWrite: false).run(arguments)
  }
}
