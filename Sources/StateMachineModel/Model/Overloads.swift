import StateMachineSyntax

/// The events of one base name, which differ in their labels, as methods do in Swift.
package struct Overloads: Sendable {
  /// The events, in the order in which they are declared.
  package private(set) var events: [EventID] = []
  private var byLabels: [[NameID?]: EventID] = [:]
  /// By label: the events that have it.
  private var byLabel: [NameID: [EventID]] = [:]
  /// By number of parameters: the events.
  private var byCount: [Int: [EventID]] = [:]

  mutating func append(_ event: EventID, labels: [NameID?]) {
    events.append(event)
    byLabels[labels] = event
    byCount[labels.count, default: []].append(event)
    for label in Set(labels.compactMap { $0 }) { byLabel[label, default: []].append(event) }
  }

  /// Returns the event with exactly these labels; nil if there is none.
  func event(labels: [NameID?]) -> EventID? { byLabels[labels] }

  /// Returns the only event that a pattern with these labels fits; nil if none or several do. A pattern without labels
  /// fits the events with as many parameters; if there are none, it may omit parameters, as one with labels may.
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
      return own.count >= labels.count && named.allSatisfy(own.contains)
    }
    return fitting.count == 1 ? fitting[0] : nil
  }
}

extension StateMachine {
  /// Returns whether another event has the same base name and other labels.
  package func isOverloaded(_ event: EventID) -> Bool { overloads[events[event].name.id] != nil }

  /// Returns the event of a base name that is declared within a range; nil if there is none.
  ///
  /// - Parameter first: the event of the base name that is declared first.
  func event(declaredIn range: SourceRange, first: EventID) -> EventID? {
    let all = overloads[events[first].name.id]?.events ?? [first]
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      if events[all[middle]].name.range.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < all.count && range.contains(events[all[low]].name.range) ? all[low] : nil
  }
}
