/// Waits for changes in folders, but never longer than a second. The system does not report all changes, such as
/// changes by another computer. So the caller must look at the files after each wait.
package final class FolderWatch {
  /// The longest time to wait, in milliseconds.
  private static let limit: Int32 = 1000

  #if canImport(Darwin)
    package init() {}

    /// Does nothing. This system is not asked to report changes: `wait` always waits for a second.
    package func look(at folders: [String]) {}

    /// Waits for a second, or until a signal comes.
    package func wait() { poll(nil, 0, Self.limit) }
  #else
    /// The time in milliseconds for which `wait` waits after a change, to see whether another change follows. It is
    /// needed because editors write a file in several steps.
    private static let quiet: Int32 = 50
    /// The descriptor of the system's service inotify; negative if the system has no more descriptors.
    private let descriptor = inotify_init1(O_CLOEXEC | O_NONBLOCK)

    package init() {}

    deinit {
      if descriptor >= 0 { platformClose(descriptor) }
    }

    /// Begins to watch the folders. Folders that are watched already may be among them.
    package func look(at folders: [String]) {
      let changes = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
      for folder in folders { _ = inotify_add_watch(descriptor, SystemText.path(folder), UInt32(changes)) }
    }

    /// Waits until something in the folders changes, a signal comes, or a second has passed.
    package func wait() {
      var limit = Self.limit
      let end = ChildProcess.now() + Double(limit) / 1000
      // After the first change, it waits only until no change has come for a short time.
      while isReadable(within: limit), ChildProcess.now() < end { limit = Self.quiet }
    }

    /// Waits for a change in the folders. Returns whether there was a change within the time, but not which one.
    private func isReadable(within milliseconds: Int32) -> Bool {
      var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&polled, 1, milliseconds) > 0 else { return false }
      var buffer = [UInt8](repeating: 0, count: 4096)
      while buffer.withUnsafeMutableBytes({ platformRead(descriptor, $0.baseAddress, $0.count) }) > 0 {}
      return true
    }
  #endif
}
