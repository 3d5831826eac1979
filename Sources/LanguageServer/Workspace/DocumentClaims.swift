/// The texts that servers have open, by editor. If one editor ran two servers for one text, each would report every
/// finding.
package protocol DocumentClaims: AnyObject {
  /// Claims a text for this server, and returns the process that has claimed it already, if there is one.
  func claim(_ document: String, editor: Int) -> Int?
  func release(_ document: String, editor: Int)
}
