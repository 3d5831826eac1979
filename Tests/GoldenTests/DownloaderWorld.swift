import Foundation

/// The surroundings of the machines of `specs/Downloader.sm` in tests: closures that log their calls, and that continue
/// when a test lets them.
final class DownloaderWorld: Sendable {
  let clock = ManualClock()
  let log = Locked<[String]>([])
  let connection = Gate<Void>()
  let logged = Gate<Void>()
  /// The continuation of the latest stream.
  let chunks = Locked<AsyncStream<Downloader.Event>.Continuation?>(nil)
  let network = Locked<AsyncStream<Downloader.Event>.Continuation?>(nil)
  let ended = Locked<[String]>([])

  func stream(_ name: String, _ keep: Locked<AsyncStream<Downloader.Event>.Continuation?>) -> AsyncStream<
    Downloader.Event
  > {
    log.change { $0.append(name) }
    let (stream, continuation) = AsyncStream.makeStream(of: Downloader.Event.self)
    let ended = ended
    continuation.onTermination = { _ in ended.change { $0.append(name) } }
    keep.change { $0 = continuation }
    return stream
  }

  func connect(_ url: String) async -> Downloader.Event? {
    log.change { $0.append("connect \(url)") }
    let isOpen = await connection.pass() != nil
    if !isOpen { ended.change { $0.append("connect") } }
    return .connected
  }

  private func receive(_ url: String) -> AsyncStream<Downloader.Event> { stream("receive", chunks) }

  private func watchNetwork() -> AsyncStream<Downloader.Event> { stream("watch", network) }

  private func showProgress(_ bytes: Int) { log.change { $0.append("progress \(bytes)") } }

  // MARK: Wrappers

  func actor(_ machine: Downloader = Downloader()) -> DownloaderStateMachine {
    DownloaderStateMachine(machine, clock: clock) { url in
      await self.connect(url)
    } log: { text in
      self.log.change { $0.append(text) }
      return await self.logged.pass() == nil ? nil : .networkLost
    } receive: {
      self.receive($0)
    } watchNetwork: {
      self.watchNetwork()
    } showProgress: {
      self.showProgress($0)
    }
  }

  @MainActor func main() -> MainDownloader {
    MainDownloader(clock: clock) { url in
      await self.connect(url)
    } log: { _ in
      nil
    } receive: {
      self.receive($0)
    } watchNetwork: {
      self.watchNetwork()
    } showProgress: {
      self.showProgress($0)
    }
  }

  @MainActor func observable() -> ObservableDownloader {
    ObservableDownloader(clock: clock) { url in
      await self.connect(url)
    } log: { _ in
      nil
    } receive: {
      self.receive($0)
    } watchNetwork: {
      self.watchNetwork()
    } showProgress: { _ in
    }
  }
}

/// Keeps the thread busy, so that what waits for its isolation goes on waiting.
func block(for seconds: Double) { Thread.sleep(forTimeInterval: seconds) }

/// A weak reference that a concurrent closure can look at.
final class Weak<Object: AnyObject>: @unchecked Sendable {
  weak var object: Object?
  init(_ object: Object?) { self.object = object }
}

extension DownloaderStateMachine {
  /// Keeps the actor busy, and then sends events without letting anybody else in.
  func send(_ events: [Downloader.Event], after work: @Sendable () -> Void) {
    work()
    for event in events { send(event) }
  }
}

/// Writes down what it is told, and sends events from inside.
final class Recorder: DownloaderStateMachineDelegate {
  let handled = Locked<[Downloader.Event]>([])
  let steps = Locked<[String]>([])
  let hasInterleaved = Locked(false)
  let changes = Locked(0)
  private let isHandling = Locked(false)
  private let sends: [Downloader.Event: Downloader.Event]

  init(sends: [Downloader.Event: Downloader.Event] = [:]) { self.sends = sends }

  private func name(_ value: Any) -> String { String("\(value)".prefix { $0 != "(" }) }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, willHandle event: Downloader.Event, in state: Downloader.State
  ) {
    if isHandling.change({ wasHandling in
      defer { wasHandling = true }
      return wasHandling
    }) {
      hasInterleaved.change { $0 = true }
    }
    handled.change { $0.append(event) }
    steps.change { $0.append("will \(name(event))") }
    if let next = sends[event] { stateMachine.send(next) }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didChangeFrom oldState: Downloader.State,
    on event: Downloader.Event?
  ) {
    changes.change { $0 += 1 }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didEnter state: Downloader.State, from oldState: Downloader.State?,
    on event: Downloader.Event?
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("entered \(name(state))") }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didStayIn state: Downloader.State, on event: Downloader.Event
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("stayed in \(name(state))") }
  }

  func stateMachine(
    _ stateMachine: isolated DownloaderStateMachine, didIgnore event: Downloader.Event, in state: Downloader.State
  ) {
    isHandling.change { $0 = false }
    steps.change { $0.append("ignored \(name(event))") }
  }
}
