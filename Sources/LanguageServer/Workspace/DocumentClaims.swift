/// Records which server shows the findings of which open text. If an editor runs two servers for one text, it shows
/// each finding twice. With the record, the second server can warn the user.
package protocol DocumentClaims: AnyObject {
  /// Records that this server shows the findings of a text in an editor, and returns nil. If another server shows them
  /// already, records nothing, and returns the process id of that server.
  ///
  /// - Parameters:
  ///   - document: the path of the text's file, or the URI of a text that is in no file.
  ///   - editor: the process id of the editor.
  func claim(_ document: String, editor: Int) -> Int?
  func release(_ document: String, editor: Int)
}
