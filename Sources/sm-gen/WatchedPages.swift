import CommandSupport
import StateMachinePlayer
import SystemSupport

/// What a browser shows while `--watch` goes on: pages that load themselves anew.
enum WatchedPages {
  /// By path, what a page is once nobody watches. The command has one thread.
  private nonisolated(unsafe) static var pages: [String: [UInt8]] = [:]
  private nonisolated(unsafe) static var opened: Set<String> = []

  /// A page, with what loads it anew.
  static func renewing(_ page: [UInt8], at path: String?) -> [UInt8] {
    guard let path else { return page }
    pages[path] = page
    return WatchedPage.renewing(page, version: Digest.text(of: page))
  }

  /// The file to be opened for an output; nil where it has been opened. For a picture, it is a page that shows it.
  static func unopened(_ output: CommandOutput) throws(CommandFailure) -> String? {
    guard var path = output.path else { return nil }
    if let type = PictureFormat(ending: path)?.mediaType {
      let page = WatchedPage.showing(output.bytes, type: type, title: "The diagram of \(output.origin)")
      path = try Opener.folder() + FileSystem.name(of: path) + ".html"
      try FileSystem.write(renewing(page, at: path), to: path)
    }
    return opened.insert(path).inserted ? path : nil
  }

  /// Leaves pages that do not look at their files any more. Those that are open load them a last time.
  static func end() {
    for (path, page) in pages { try? FileSystem.write(page, to: path) }
  }
}

extension PictureFormat {
  /// The type of a picture that browsers show.
  fileprivate var mediaType: String? {
    switch self {
    case .svg: "image/svg+xml"
    case .png: "image/png"
    case .pdf: "application/pdf"
    default: nil
    }
  }
}
