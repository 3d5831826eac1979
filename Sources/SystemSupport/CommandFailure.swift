/// The reason why a subcommand such as `check` fails: for example, a file cannot be read. Findings about the contents
/// of a file are `Diagnostic`s instead.
package struct CommandFailure: Error {
  package let message: Message

  package init(_ message: Message) { self.message = message }

  /// Creates the failure of a system call, with the message "cannot `doing` `path`: reason".
  ///
  /// - Parameter code: the call's `errno`.
  package init(_ doing: String, _ path: String, _ code: Int32) {
    let reason = String(cString: strerror(code))
    // "No such file" becomes "no such file".
    message = "cannot \(doing) '\(path)': \(reason.prefix(1).lowercased() + reason.dropFirst())"
  }
}
