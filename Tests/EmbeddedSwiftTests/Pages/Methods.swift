nonisolated enum HTTP2 {
  struct Window { var size: Int }
  struct Stream {}
}

/// A collection that is not the standard library's, in the place of that of a package.
struct Deque<Element>: ExpressibleByArrayLiteral {
  private var elements: [Element]

  init(arrayLiteral elements: Element...) { self.elements = elements }

  mutating func append(_ element: Element) { elements.append(element) }
  mutating func popFirst() -> Element? { elements.isEmpty ? nil : elements.removeFirst() }
}
