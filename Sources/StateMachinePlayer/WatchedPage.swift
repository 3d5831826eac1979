/// Pages for the option `--watch`. A browser shows such a page again when its file has changed.
package enum WatchedPage {
  /// Returns a page with an additional script, which reloads the page when its file has changed. The script compares
  /// its own version with the version in the file.
  ///
  /// - Parameter version: a text that differs for each content of the page, such as a hash.
  package static func renewing(_ page: [UInt8], version: String) -> [UInt8] {
    let script = PlayerFiles.watch.replacing("{{version}}", with: version)
    let text = String(decoding: page, as: UTF8.self)
      .replacing(mark, with: "\(mark)\n<script>\n{\n\(script)}\n</script>", maxReplacements: 1)
      // The page's security policy must allow a frame, in which the script loads the file to read its version.
      .replacing("default-src 'none';", with: "default-src 'none'; frame-src 'self' file:;", maxReplacements: 1)
    return Array(text.utf8)
  }

  /// Returns a page that shows a picture, and nothing else.
  ///
  /// - Parameter type: the media type of the picture, such as `image/svg+xml`.
  package static func showing(_ picture: [UInt8], type: String, title: String) -> [UInt8] {
    PlayerPage.filled(
      PlayerFiles.picture,
      [
        "element": Array((type == "application/pdf" ? "embed" : "img").utf8), "type": Array(type.utf8),
        "title": Array(PlayerPage.escaped(title).utf8), "picture": base64(picture),
      ])
  }

  private static let mark = "<meta charset=\"utf-8\">"

  /// Returns the bytes in Base64 (RFC 4648, §4).
  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return stride(from: 0, to: bytes.count, by: 3).flatMap { start -> [UInt8] in
      let part = bytes[start..<min(start + 3, bytes.count)]
      // Three bytes become four digits of six bits each; `=` stands for digits that are missing at the end.
      let bits = part.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - part.count))
      let all = [18, 12, 6, 0].map { digits[bits >> $0 & 63] }
      return all.prefix(part.count + 1) + Array(repeating: UInt8(ascii: "="), count: 3 - part.count)
    }
  }
}
