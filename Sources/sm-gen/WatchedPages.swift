import CommandSupport
import StateMachinePlayer
import SystemSupport

/// The pages that are open in a browser during `--watch`, and that reload themselves.
enum WatchedPages {
  /// The last version of each page, as it remains after `--watch`, by path. The command has only one thread.
  private nonisolated(unsafe) static var pages: [String: [UInt8]] = [:]
  private nonisolated(unsafe) static var opened: Set<String> = []

  /// Returns a page with a script that reloads the page.
  static func renewing(_ page: [UInt8], at path: String?) -> [UInt8] {
    guard let path else { return page }
    pages[path] = page
    return WatchedPage.renewing(page, version: Digest.text(of: page))
  }

  /// Returns the file to open for an output: a page, or a page that shows a picture; nil if it has been opened.
  static func unopened(_ output: CommandOutput) throws(CommandFailure) -> String? {
    guard var path = output.path else { return nil }
    if let type = PictureFormat(ending: path)?.mediaType {
      let page = WatchedPage.showing(output.bytes, type: type, title: "The diagram of \(output.origin)")
      path = try Opener.folder() + FileSystem.name(of: path) + ".html"
      try FileSystem.write(renewing(page, at: path), to: path)
    }
    return opened.insert(path).inserted ? path : nil
  }

  /// Writes the pages without the script that reloads them. Open pages load these versions a last time.
  static func end() {
    for (path, page) in pages { try? FileSystem.write(page, to: path) }
  }
}

extension PictureFormat {
  /// The media type of a picture's format, if browsers can show it; otherwise nil.
  fileprivate var mediaType: String? {
    switch self {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .pdf: "application/pdf"
    default: nil
    }
  }
}
