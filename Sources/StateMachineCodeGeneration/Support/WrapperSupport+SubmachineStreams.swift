import StateMachineModel

extension WrapperSupport {
  /// The Swift of the functions for outputs of submachines that are streams of events.
  static let submachineStreamsText = #"""
    /// The events of a submachine as those of the machine that holds it.
    nonisolated static func events<Element, Event>(
      of inner: _Concurrency.AsyncStream<Element>, _ wrap: @escaping @Sendable (Element) -> Event
    ) -> _Concurrency.AsyncStream<Event> {
      let inner = FollowedOnce(stream: inner)
      return _Concurrency.AsyncStream {
        for await event in inner.stream { return wrap(event) }
        return nil
      }
    }

    /// Nobody else follows it: its elements need not be `Sendable` where those of the machine around are not.
    nonisolated private struct FollowedOnce<Element>: @unchecked Swift.Sendable {
      let stream: _Concurrency.AsyncStream<Element>
    }
    """#
}
