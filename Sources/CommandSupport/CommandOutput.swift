import StateMachineModel
import SystemSupport

/// The output of a subcommand for one input, and where it goes.
package struct CommandOutput {
  /// Nil for standard output.
  package let path: String?
  package let bytes: [UInt8]
  /// The input, where there is one; else the option that asks for it.
  package let origin: String

  package init(path: String?, bytes: [UInt8], origin: String) {
    self.path = path
    self.bytes = bytes
    self.origin = origin
  }

  /// Refuses outputs that would replace one another, or what they are made from, however their paths are written.
  ///
  /// - Parameter sources: the files that the outputs are made from.
  package static func checkPlaces(of outputs: [CommandOutput], madeFrom sources: [String]) throws(CommandFailure) {
    var places: [String: CommandOutput] = [:]
    for output in outputs {
      guard let path = output.path else { continue }
      for place in FileSystem.places(of: path) {
        guard let other = places.updateValue(output, forKey: place), let otherPath = other.path else { continue }
        // A device takes what several write to it.
        if FileSystem.isDevice(path) { continue }
        throw CommandFailure(
          "'\(other.origin)' and '\(output.origin)' would both be written to '\(path)'"
            + (path == otherPath ? "" : ", which is also called '\(otherPath)'"))
      }
      for source in sources where source != "-" && FileSystem.isSame(path, source) {
        throw CommandFailure("'\(path)' would replace '\(source)', which it is made from: give another name with '-o'")
      }
      // A shell expands '-o *.sm' so that it names a machine as the output.
      if !sources.isEmpty, path.hasSuffix(".sm") {
        throw CommandFailure(
          "'\(path)' ends in '.sm', as machines do: give the output another ending, as in '-o Door.swift'")
      }
    }
  }

  /// The counts of files that were written, and of those up to date, for a line that counts.
  package static func summary(written: Int, of count: Int) -> [String] {
    (written > 0 ? ["\(written) written"] : []) + (count > written ? ["\(count - written) up to date"] : [])
  }

  /// Writes outputs, all or none, and makes the folder that they are for.
  ///
  /// - Parameters:
  ///   - folder: the folder, if there is one.
  ///   - sources: the files that the outputs are made from: none is replaced.
  /// - Returns: how many files have other contents now.
  @discardableResult
  package static func write(
    _ outputs: [CommandOutput], into folder: String?, madeFrom sources: [String]
  ) throws(CommandFailure) -> Int {
    try checkPlaces(of: outputs, madeFrom: sources)
    if let folder, folder.hasSuffix("/") { try FileSystem.makeDirectory(folder) }
    var files: [(path: String, bytes: [UInt8])] = []
    for output in outputs {
      if let path = output.path { files.append((path, output.bytes)) }
    }
    let written = try FileSystem.write(files)
    for output in outputs where output.path == nil { Terminal.print(output.bytes) }
    return written.count
  }
}
