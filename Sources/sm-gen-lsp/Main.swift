import JSON
import LanguageServer
import SystemSupport

/// The program of the language server. It reads messages from standard input and writes responses to standard output.
@main
struct Main {
  /// Runs the server until the editor ends it. With `--version` or `--help`, it prints a text instead.
  static func main() {
    for argument in SystemText.arguments {
      switch argument {
      case "--version":
        write(Array("sm-gen-lsp \(Server.version)\n".utf8))
        return
      case "--stdio": break
      default:
        let message: Message =
          "sm-gen-lsp speaks the Language Server Protocol on standard input and output, and has no option '\(argument)'\n"
        _ = FileSystem.writeAll(Array(message.text.utf8), to: 2)
        exit(argument == "--help" || argument == "-h" ? 0 : 64)
      }
    }
    // If the editor has ended, the server must not be ended by a signal in the middle of a response.
    signal(SIGPIPE, SIG_IGN)
    let pictures = Pictures()
    var connection = Connection(
      server: Server(
        files: Files(), pictures: pictures, swift: SourceKit(), claims: Claims(), editor: Int(getppid())),
      pictures: pictures)
    exit(connection.run())
  }

  static func write(_ bytes: [UInt8]) { _ = FileSystem.writeAll(bytes, to: 1) }
}

/// Reads messages from the editor, and writes the responses in the same order.
private struct Connection {
  var server: Server
  private let pictures: Pictures
  private var stream = MessageStream()
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(server: Server, pictures: Pictures) {
    self.server = server
    self.pictures = pictures
  }

  /// Handles messages until the editor sends `exit`, or closes the stream of messages. Returns the exit code for the
  /// process.
  mutating func run() -> Int32 {
    while true {
      while let item = stream.next() {
        guard case .message(let bytes) = item else { return 1 }
        send(server.handle(bytes))
        if let code = server.exitCode { return code }
      }
      // Diagnostics are sent when no message waits, so that fast typing does not cause many of them.
      if !hasInput { send(server.idle()) }
      waitForInput()
      guard read() else { return server.exitCode ?? 1 }
    }
  }

  private func send(_ messages: [JSONValue]) {
    for message in messages { Main.write(MessageStream.framed(message.bytes)) }
  }

  private var hasInput: Bool {
    var polled = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
    return poll(&polled, 1, 0) > 0 && polled.revents & Int16(POLLIN) != 0
  }

  /// Waits for a message. While it waits, draws the pictures that have been requested.
  private mutating func waitForInput() {
    while let (descriptors, milliseconds) = pictures.pending {
      var polled = [pollfd(fd: 0, events: Int16(POLLIN), revents: 0)] + descriptors
      poll(&polled, nfds_t(polled.count), milliseconds)
      send(server.finishedPictures())
      if polled[0].revents != 0 { return }
    }
  }

  /// Waits for input and reads it. Returns false if the input has ended.
  private mutating func read() -> Bool {
    while true {
      let count = buffer.withUnsafeMutableBytes { platformRead(0, $0.baseAddress, $0.count) }
      if count > 0 {
        stream.append(buffer[..<count])
        return true
      }
      if count == 0 || errno != EINTR { return false }
    }
  }
}

/// Reads the files on the disk for the server.
private struct Files: FileAccess {
  func stateMachineFiles(in folder: String) -> [String] {
    let names = FileSystem.names(in: folder).filter { $0.lowercased().hasSuffix(".sm") }
    return names.map { folder + "/" + $0 }.filter(FileSystem.isRegularFile)
  }

  func read(_ path: String) -> [UInt8]? { try? FileSystem.read(path) }

  func stamp(of path: String) -> String? { FileSystem.stamp(of: path) }
}
