extension WrapperSupport {
  /// For wrappers that follow streams of submachines.
  static let submachineStreamsText = #"""
    /// The events of a submachine as those of the machine that holds it.
    nonisolated static func events<Element, Event>(
      of inner: _Concurrency.AsyncStream<Element>, _ wrap: @escaping @Sendable (Element) -> Event
    ) -> _Concurrency.AsyncStream<Event> {
      // Nobody else follows it: its elements need not be `Sendable` where those of the machine around are not.
      nonisolated(unsafe) let inner = inner
      return _Concurrency.AsyncStream {
        for await event in inner { return wrap(event) }
        return nil
      }
    }
    """#
}
