/// Waits until something changes in folders, and for a second at most: a change on another machine's disk is not told, so
/// that whoever waits looks at the files themselves.
package final class FolderWatch {
  /// How long to wait at most, in milliseconds.
  private static let limit: Int32 = 1000

  #if canImport(Darwin)
    package init() {}

    /// Begins to look at folders.
    package func look(at folders: [String]) {}

    /// Waits for a change, for a signal, or for a second.
    package func wait() { poll(nil, 0, Self.limit) }
  #else
    /// How long nothing must happen, in milliseconds: editors write a file in several steps.
    private static let quiet: Int32 = 50
    /// Of inotify; negative where the system has no more of them.
    private let descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)

    package init() {}

    deinit {
      if descriptor >= 0 { platformClose(descriptor) }
    }

    /// Begins to look at folders; it may do so already.
    package func look(at folders: [String]) {
      let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
      for folder in folders { _ = inotify_add_watch(descriptor, SystemText.path(folder), UInt32(changes)) }
    }

    /// Waits for a change, for a signal, or for a second.
    package func wait() {
      var limit = Self.limit
      let end = ChildProcess.now() + Double(limit) / 1000
      while isReadable(within: limit), ChildProcess.now() < end { limit = Self.quiet }
    }

    /// Waits for changes, and forgets which they are.
    private func isReadable(within milliseconds: Int32) -> Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, milliseconds) > 0 else { return false }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while buffer.withUnsafeMutableBytes({ platformRead(descriptor, $0.baseAddress, $0.count) }) > 0 {}
      return true
    }
  #endif
}
