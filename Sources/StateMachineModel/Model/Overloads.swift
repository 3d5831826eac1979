import StateMachineSyntax

/// The events with the same name in a machine with methods. Their labels distinguish them, as in Swift: `next(for:)`,
/// `next(after:)`.
package struct Overloads: Sendable {
  /// The events, in the order in which they are declared.
  package private(set) var events: [EventID] = []
  private var byLabels: [[NameID?]: EventID] = [:]
  /// The events that have a field with a label, by that label.
  private var byLabel: [NameID: [EventID]] = [:]
  /// The events, by the number of their fields.
  private var byCount: [Int: [EventID]] = [:]

  mutating func append(_ event: EventID, labels: [NameID?]) {
    events.append(event)
    byLabels[labels] = event
    byCount[labels.count, default: []].append(event)
    for label in Set(labels.compactMap { $0 }) { byLabel[label, default: []].append(event) }
  }

  /// Returns the event with exactly these labels; nil if there is no such event.
  func event(labels: [NameID?]) -> EventID? { byLabels[labels] }

  /// Returns the only event that a pattern with these labels can mean: the event `next(for:)` for `next(for: let key)`.
  /// An element is nil if the pattern has no label there. The result is nil if no event fits, or if several events fit.
  ///
  /// - If the pattern has labels, it means the event that has exactly these labels. If there is no such event, an event
  ///   fits if it has all labels of the pattern.
  /// - If the pattern has no labels, an event fits if it has as many fields as the pattern. If there is no such event,
  ///   an event with more fields fits.
  func event(fitting labels: [NameID?], in machine: StateMachine) -> EventID? {
    let named = labels.compactMap { $0 }
    // The rarest label leaves the fewest events to search.
    guard let few = named.map({ byLabel[$0] ?? [] }).min(by: { $0.count < $1.count }) else {
      let fitting = byCount[labels.count] ?? byCount.lazy.filter { $0.key > labels.count }.flatMap(\.value)
      return fitting.count == 1 ? fitting[0] : nil
    }
    if let exact = byLabels[labels] { return exact }
    let fitting = few.filter { event in
      let own = machine.events[event].labels
      // The event has enough fields, and all labels of the pattern.
      return own.count >= labels.count && named.allSatisfy(own.contains)
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}

extension StateMachine {
  /// Returns whether the machine has another event with the same name, and with other labels.
  package func isOverloaded(_ event: EventID) -> Bool { overloads[events[event].name.id] != nil }

  /// Returns the event that a statement declares: `first`, or a later event with the same name. Nil if the statement
  /// declares none, because it has been reported as a mistake.
  ///
  /// - Parameters:
  ///   - range: the range of the event's name in the statement.
  ///   - first: the first declared event with the name.
  func event(declaredIn range: SourceRange, first: EventID) -> EventID? {
    let all = overloads[events[first].name.id]?.events ?? [first]
    // A binary search, because the events are in the order of the file.
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if events[all[middle]].name.range.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < all.count && range.contains(events[all[low]].name.range) ? all[low] : nil
  }
}
