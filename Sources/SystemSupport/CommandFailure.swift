/// Why a subcommand cannot do what it is asked for, where there is no place in a file to point at.
package struct CommandFailure: Error {
  package let message: Message

  package init(_ message: Message) { self.message = message }

  /// A call of the system that failed, with its `errno`.
  package init(_ doing: String, _ path: String, _ code: Int32) {
    let reason = String(cString: strerror(code))
    // "No such file" as "no such file".
    message = "cannot \(doing) '\(path)': \(reason.prefix(1).lowercased() + reason.dropFirst())"
  }
}
