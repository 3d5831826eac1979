/// Claims of open texts by servers, for each editor. If an editor ran two servers for one text, both would report each
/// finding.
package protocol DocumentClaims: AnyObject {
  /// Claims a text for this server; returns the process that has claimed the text before, or nil if none has.
  func claim(_ document: String, editor: Int) -> Int?
  func release(_ document: String, editor: Int)
}
