import StateMachineModel

extension WrapperSupport {
  /// The Swift of a buffer for the outputs of an event. It is for wrappers that may get more outputs on one event than
  /// they have variables for.
  static let outputsText = #"""
    /// The outputs of one event but the first.
    nonisolated struct OutputBuffer<Output> {
      /// All of them, until they are cleared.
      private(set) var rest: [Output] = []
      private var takenCount = 0

      var isEmpty: Swift.Bool { self.rest.isEmpty }

      mutating func append(_ output: Output) { self.rest.append(output) }

      mutating func popFirst() -> Output? {
        guard self.takenCount < self.rest.count else { return nil }
        self.takenCount += 1
        return self.rest[self.takenCount - 1]
      }

      mutating func clear() {
        self.rest.removeAll(keepingCapacity: true)
        self.takenCount = 0
      }
    }
    """#
}
