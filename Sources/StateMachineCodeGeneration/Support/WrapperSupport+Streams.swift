extension WrapperSupport {
  /// The Swift of the functions for outputs that are streams of events.
  static let streamsText = #"""
    /// Returns the next element of a stream, and keeps no reference to the stream.
    static func next<Element>(
      of events: _Concurrency.AsyncStream<Element>?, isolation: isolated (any _Concurrency.Actor)? = #isolation
    ) async -> Element? {
      guard let events else { return nil }
      for await event in events { return event }
      return nil
    }
    """#
}
