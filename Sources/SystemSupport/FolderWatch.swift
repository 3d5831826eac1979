/// Waits for changes in folders, for a second at most: changes by another computer are not reported, so the caller must
/// look at the files in any case.
package final class FolderWatch {
  /// The longest time to wait, in milliseconds.
  private static let limit: Int32 = 1000

  #if canImport(Darwin)
    package init() {}

    /// Begins to watch folders.
    package func look(at folders: [String]) {}

    /// Waits for a change, for a signal, or for a second.
    package func wait() { poll(nil, 0, Self.limit) }
  #else
    /// The time in milliseconds without changes after which files count as written, as editors write in several steps.
    private static let quiet: Int32 = 50
    /// The descriptor of inotify; negative if the system has no more descriptors.
    private let descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)

    package init() {}

    deinit {
      if descriptor >= 0 { platformClose(descriptor) }
    }

    /// Begins to watch folders, of which some may be watched already.
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

    /// Waits for changes, discards their descriptions, and returns whether there was one within the time.
    private func isReadable(within milliseconds: Int32) -> Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, milliseconds) > 0 else { return false }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while buffer.withUnsafeMutableBytes({ platformRead(descriptor, $0.baseAddress, $0.count) }) > 0 {}
      return true
    }
  #endif
}
