import Foundation

/// The command that a plugin runs.
///
/// The source package compiles it. The package that releases are used by has it for some platforms, and SwiftPM's own words
/// for any other do not say what to do there.
///
/// - Parameter find: asks the context of the plugin: those of SwiftPM and of Xcode have no type in common.
func machineTool(_ find: (String) throws -> URL) throws -> URL {
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
struct PluginFailure: Error, CustomStringConvertible, LocalizedError {
  let description: String

  init(_ description: String) { self.description = description }

  var errorDescription: String? { description }
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
