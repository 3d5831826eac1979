// SwiftPM compiles the plugins in every package that uses them, and each file of each plugin separately. So all plugins
// share only this one small file without Foundation.

/// The address of the package that compiles the command, which `.ci/release/plugin-package` inserts.
private let sourcePackage = "sm-gen"

/// Returns the program that a plugin runs.
///
/// The source package compiles the command, a small one for the build plugin, `sm-gen-build`. The package for releases
/// has `sm-gen` for some platforms; for others, SwiftPM's own message does not say what to do.
///
/// - Parameter find: looks up a tool in the context of the plugin, by the names in the manifest. The contexts of
///   SwiftPM and of Xcode have no type in common.
func machineTool<Location>(_ find: (String) throws -> Location) throws -> Location {
  if let tool = try? find("sm-gen-build") { return tool }
  do {
    return try find("sm-gen")
  } catch {
    throw PluginFailure(
      """
      this release of sm-gen has no command for this machine, \(machinePlatform); \
      depend on the source package instead, which compiles it: \(sourcePackage)
      """)
  }
}

/// The reason why a plugin fails, as a message for users.
struct PluginFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

private var machinePlatform: String {
  #if os(Linux)
    let system = "Linux"
  #elseif os(macOS)
    let system = "macOS"
  #elseif os(Windows)
    let system = "Windows"
  #else
    let system = "an unknown system"
  #endif
  #if arch(x86_64)
    let processor = "x86_64"
  #elseif arch(arm64)
    let processor = "aarch64"
  #else
    let processor = "another processor"
  #endif
  return "\(system) on \(processor)"
}
