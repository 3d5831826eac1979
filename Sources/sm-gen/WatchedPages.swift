import CommandSupport
import StateMachinePlayer
import SystemSupport

/// The pages that are open in a browser during `--watch`. When a page changes, it loads itself again.
enum WatchedPages {
  /// The last contents of each page, by the page's path, without the script that loads the page again. ``end()`` writes
  /// these contents to the files. The command has only one thread, so no lock is needed.
  private nonisolated(unsafe) static var pages: [String: [UInt8]] = [:]
  private nonisolated(unsafe) static var opened: Set<String> = []

  /// Returns a page with a script that loads the page again when its file changes. If `path` is nil, returns the page
  /// unchanged.
  static func renewing(_ page: [UInt8], at path: String?) -> [UInt8] {
    guard let path else { return page }
    pages[path] = page
    return WatchedPage.renewing(page, version: Digest.text(of: page))
  }

  /// Returns the path of the file to open in a browser for an output: the page itself or, for a picture, a new page
  /// that shows it. Nil if the file has been opened before, or if the output has no path.
  static func unopened(_ output: CommandOutput) throws(CommandFailure) -> String? {
    guard var path = output.path else { return nil }
    if let type = PictureFormat(ending: path)?.mediaType {
      let page = WatchedPage.showing(output.bytes, type: type, title: "The diagram of \(output.origin)")
      path = try Opener.folder() + FileSystem.name(of: path) + ".html"
      try FileSystem.write(renewing(page, at: path), to: path)
    }
    return opened.insert(path).inserted ? path : nil
  }

  /// Writes all pages again, without the script. An open page loads this last version, and then no longer loads itself
  /// again.
  static func end() {
    for (path, page) in pages { try? FileSystem.write(page, to: path) }
  }
}

extension PictureFormat {
  /// The media type of the format, such as `image/png`. Nil if browsers cannot show the format.
  fileprivate var mediaType: String? {
    switch self {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .pdf: "application/pdf"
    default: nil
    }
  }
}
