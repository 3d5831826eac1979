/// The knowledge that the text of a type gives about the methods of its values.
package indirect enum TypeKnowledge: Equatable {
  /// A number, a string, a tuple, or a collection of the standard library with its elements.
  case value(element: TypeKnowledge)
  /// A task, a continuation or a function: nothing that is done with it changes the variable that holds it.
  case handle
  case unknown

  /// - Parameters:
  ///   - type: where the type is written.
  ///   - alias: what a name stands for, if it is that of a type alias.
  package init(_ type: SourceRange, _ bytes: [UInt8], alias: @escaping (SourceRange) -> SourceRange?) {
    self = TypeReader(bytes: bytes, alias: alias).knowledge(of: type, depth: 0)
  }

  /// Names of methods of the standard library that change what they are called on.
  private static let changing: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue", "popFirst",
    "popLast", "update", "updateValue", "merge", "formUnion", "formIntersection", "formSymmetricDifference", "subtract",
    "swapAt", "sort", "reverse", "shuffle", "partition", "reserveCapacity", "replaceSubrange", "toggle", "negate",
    "formIndex", "write",
  ]

  /// Names of methods of the standard library that do not; and the call of a function that a collection holds.
  private static let reading: Set<String> = [
    "contains", "filter", "map", "compactMap", "flatMap", "forEach", "reduce", "first", "firstIndex", "last",
    "lastIndex",
    "min", "max", "sorted", "reversed", "shuffled", "prefix", "suffix", "dropFirst", "dropLast", "joined", "split",
    "enumerated", "allSatisfy", "hasPrefix", "hasSuffix", "union", "intersection", "subtracting", "randomElement",
    "makeIterator", "index", "distance", "elementsEqual", "isSubset", "isSuperset", "isDisjoint", "symmetricDifference",
    "lowercased", "uppercased", "mapValues", "merging", "advanced", "rounded", "isMultiple", "starts",
    "withUnsafeBytes", "callAsFunction",
  ]

  /// The usage of the variable that holds the value: changed, perhaps changed, or empty where a change leaves it alone.
  package func usage(of change: SwiftAnalysis.Mutation) -> LocalUsage {
    switch (change, self) {
    case (.none, _): []
    case (.replaced, _): .changes
    case (.assigned, _), (.memberAssigned, .value): .changesInPlace
    case (_, .handle): []
    case (.method(let name, ofMember: false), .value): Self.usage(ofMethod: name)
    case (.method(let name, ofMember: true), .value(let element)):
      switch element {
      case .handle: []
      case .value: Self.usage(ofMethod: name)
      case .unknown: .mayChange
      }
    case (.memberAssigned, .unknown), (.method, .unknown): .mayChange
    }
  }

  /// Tells whether a change is the call of a method that does not change what it is called on, if it has the meaning
  /// that its name has in the standard library.
  package static func reads(_ change: SwiftAnalysis.Mutation) -> Bool {
    if case .method(let name, _) = change { reading.contains(name) } else { false }
  }

  /// The usage of a value of the standard library by a method of this name.
  private static func usage(ofMethod name: String) -> LocalUsage {
    changing.contains(name) ? .changesInPlace : reading.contains(name) ? [] : .mayChange
  }
}
