extension WrapperSupport {
  /// For wrappers that follow streams of submachines.
  static let submachineStreamsText = #"""
    /// The events of a submachine as those of the machine that holds it.
    nonisolated static func events<Element: Swift.Sendable, Event>(
      of inner: _Concurrency.AsyncStream<Element>, _ wrap: @escaping @Sendable (Element) -> Event
    ) -> _Concurrency.AsyncStream<Event> {
      _Concurrency.AsyncStream {
        for await event in inner { return wrap(event) }
        return nil
      }
    }
    """#
}
