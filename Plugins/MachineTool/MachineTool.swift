// SwiftPM compiles the plugins in every package that uses them, and each file of each plugin separately. So all plugins
// share only this one small file without Foundation.

/// The address of the source package, in which SwiftPM compiles `sm-gen`. `.ci/release/plugin-package` writes the real
/// address here.
private let sourcePackage = "sm-gen"

/// Returns the program that a plugin runs: `sm-gen-build` if there is one, otherwise `sm-gen`.
///
/// The source package compiles the small program `sm-gen-build` for the build plugin. The package for releases contains
/// a compiled `sm-gen` for some platforms. On another platform, this function throws an error that says what to do,
/// because the message of SwiftPM does not say it.
///
/// - Parameter find: returns the tool that has a name in the manifest, or throws. It is a function because the contexts
///   of SwiftPM and of Xcode have no type in common.
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

/// The reason why a plugin fails, as a message that the build shows to users.
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
