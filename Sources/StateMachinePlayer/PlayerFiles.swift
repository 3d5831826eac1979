private import EmbeddedFiles

/// The files in the folder `Page` from which a page that plays machines is made, as texts without their last newlines.
enum PlayerFiles {
  static let frame = text(embeddedPlayerFrame())
  static let style = text(embeddedPlayerStyle())
  static let script = text(embeddedPlayerScript())
  static let watch = text(embeddedWatchScript())
  static let picture = text(embeddedPictureFrame())

  private static func text(_ bytes: UnsafePointer<UInt8>) -> String { String(String(cString: bytes).dropLast()) }
}
