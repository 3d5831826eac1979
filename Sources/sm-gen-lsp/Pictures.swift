import LanguageServer
import SystemSupport

/// Draws pictures with Graphviz, one after the other. A request that comes during a drawing waits until that drawing
/// has ended.
final class Pictures: PictureService {
  private var waiting: [(number: Int, dot: String)] = []
  private var drawing: (number: Int, picture: Graphviz.Drawing)?
  private var ended: [(number: Int, svg: String?)] = []
  private var lastNumber = 0
  /// Whether Graphviz has been missing once. It is then not searched again.
  private var isMissing = false
  /// The longest time for drawing a picture, in seconds.
  private static let timeout = 10.0

  func begin(_ dot: String) -> Int? {
    if isMissing { return nil }
    lastNumber += 1
    waiting.append((lastNumber, dot))
    startNext()
    return isMissing ? nil : lastNumber
  }

  func cancel(_ number: Int) {
    waiting.removeAll { $0.number == number }
    if drawing?.number == number { drawing = nil }
    startNext()
  }

  func finished() -> [(number: Int, svg: String?)] {
    drawing?.picture.step()
    if let (number, picture) = drawing, let outcome = picture.outcome {
      drawing = nil
      if case .success(let result) = outcome, case .exit(0) = result.reason, !result.output.isEmpty {
        ended.append((number, String(decoding: result.output, as: UTF8.self)))
      } else {
        ended.append((number, nil))
      }
      startNext()
    }
    defer { ended = [] }
    return ended
  }

  private func startNext() {
    while drawing == nil, !waiting.isEmpty {
      let (number, dot) = waiting.removeFirst()
      do throws(ChildProcess.Failure) {
        drawing = (number, try Graphviz.Drawing(dot, options: ["-Tsvg"], timeout: Self.timeout))
      } catch {
        if case .notFound = error { isMissing = true }
        ended.append((number, nil))
      }
    }
  }

  /// The arguments with which the language server waits by `poll` until a drawing can continue: descriptors, and the
  /// longest time in milliseconds. The time is 0 if a picture is ready, so that the server does not wait. Nil if
  /// nothing is being drawn.
  var pending: (descriptors: [pollfd], milliseconds: Int32)? {
    ended.isEmpty ? drawing?.picture.pending : ([], 0)
  }
}
