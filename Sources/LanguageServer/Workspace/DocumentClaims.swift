/// Records which server shows the findings of which open text. Without the record, an editor that runs two servers for
/// one text would show each finding twice.
package protocol DocumentClaims: AnyObject {
  /// Records that this server shows the findings of a text in an editor. Returns the process id of another server that
  /// shows them already; nil if there is no such server.
  func claim(_ document: String, editor: Int) -> Int?
  func release(_ document: String, editor: Int)
}
