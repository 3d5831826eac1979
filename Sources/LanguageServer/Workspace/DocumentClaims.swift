/// Knows which server has opened a text for which editor. Of two servers that one editor runs for one text, each would
/// report every finding.
package protocol DocumentClaims: AnyObject {
  /// Claims a text for this server; returns the process that has claimed it before, if there is one.
  func claim(_ document: String, editor: Int) -> Int?
  func release(_ document: String, editor: Int)
}
