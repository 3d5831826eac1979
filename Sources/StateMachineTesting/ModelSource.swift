#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The `.sm` file from which glue was generated, and a hash that shows whether the file has changed since.
public struct ModelSource: Sendable {
  /// The path of the `.sm` file, as it was given to `sm-gen glue`.
  public var path: String
  /// The path of the Swift file that contains the glue.
  public var glue: String
  /// The FNV-1a hash of the `.sm` file's bytes when the glue was generated. Carriage returns are left out, because a
  /// checkout may add them.
  public var digest: UInt64

  public init(_ path: String, digest: UInt64, glue: String) {
    (self.path, self.digest, self.glue) = (path, digest, glue)
  }

  /// A finding that the glue is out of date, because the `.sm` file has changed since the glue was generated. Nil if
  /// the file is unchanged or cannot be read.
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

  /// The bytes of the `.sm` file; nil if it cannot be read. A relative path is looked up in the current folder, then in
  /// the folder of the glue and in each folder above.
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
