// SwiftPM compiles the plugins in every package that uses them, each file of each of them by itself: one small file
// without Foundation is all that they share.

/// Where the package is that compiles the command: `.ci/release/plugin-package` puts the address in its place.
private let sourcePackage = "sm-gen"

/// The command that a plugin runs.
///
/// The source package compiles it: for the build plugin a small one, `sm-gen-build`. The package that releases are used by
/// has `sm-gen` for some platforms, and SwiftPM's own words for any other do not say what to do there.
///
/// - Parameter find: asks the context of the plugin, which knows what the manifest lets the plugin run. The contexts of
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

/// Why the plugin cannot go on, in words for the user.
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
