#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The `.sm` file that glue is made from.
public struct ModelSource: Sendable {
  /// As the command was given it.
  public var path: String
  /// The file with the glue.
  public var glue: String
  /// What tells the contents of the file from others (FNV-1a), without the ends of lines that a checkout may change.
  public var digest: UInt64

  public init(_ path: String, digest: UInt64, glue: String) {
    (self.path, self.digest, self.glue) = (path, digest, glue)
  }

  /// What is wrong where the file has changed since; nil where it has not, or is not at hand.
  var staleness: Finding? {
    guard let bytes = contents else { return nil }
    let digest = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { digest, byte in
      byte == UInt8(ascii: "\r") ? digest : (digest ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    guard digest != self.digest else { return nil }
    let name = glue.split(separator: "/").last.map(String.init) ?? glue
    let what = "'\(name)' is made from an older version of this file, so that nothing is explored"
    return Finding("\(what): write it anew with 'sm-gen glue'", Place(path, 1, 1))
  }

  /// A test need not run in the folder that the command ran in: a folder around the glue is that.
  private var contents: Data? {
    if let found = FileManager.default.contents(atPath: path) { return found }
    guard !path.hasPrefix("/") else { return nil }
    var folder = glue.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while !folder.isEmpty {
      if let found = FileManager.default.contents(atPath: (folder + [Substring(path)]).joined(separator: "/")) {
        return found
      }
      folder.removeLast()
    }
    return nil
  }
}
