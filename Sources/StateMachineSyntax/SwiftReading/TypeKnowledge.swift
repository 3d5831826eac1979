/// The knowledge about the methods of a type's values, from the text of the type.
package indirect enum TypeKnowledge: Equatable {
  /// A number, a string, a tuple, or a collection of the standard library with the given elements.
  case value(element: TypeKnowledge)
  /// A task, a continuation or a function: using it does not change the variable.
  case handle
  case unknown

  /// - Parameters:
  ///   - type: the range of the type.
  ///   - alias: returns the type that a type alias names; nil for any other name.
  package init(_ type: SourceRange, _ bytes: [UInt8], alias: @escaping (SourceRange) -> SourceRange?) {
    self = TypeReader(bytes: bytes, alias: alias).knowledge(of: type, depth: 0)
  }

  /// Names of methods of the standard library that mutate.
  private static let changing: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue", "popFirst",
    "popLast", "update", "updateValue", "merge", "formUnion", "formIntersection", "formSymmetricDifference", "subtract",
    "swapAt", "sort", "reverse", "shuffle", "partition", "reserveCapacity", "replaceSubrange", "toggle", "negate",
    "formIndex", "write",
  ]

  /// Names of methods of the standard library that do not mutate; also the call of a function in a collection.
  private static let reading: Set<String> = [
    "contains", "filter", "map", "compactMap", "flatMap", "forEach", "reduce", "first", "firstIndex", "last",
    "lastIndex",
    "min", "max", "sorted", "reversed", "shuffled", "prefix", "suffix", "dropFirst", "dropLast", "joined", "split",
    "enumerated", "allSatisfy", "hasPrefix", "hasSuffix", "union", "intersection", "subtracting", "randomElement",
    "makeIterator", "index", "distance", "elementsEqual", "isSubset", "isSuperset", "isDisjoint", "symmetricDifference",
    "lowercased", "uppercased", "mapValues", "merging", "advanced", "rounded", "isMultiple", "starts",
    "withUnsafeBytes", "callAsFunction",
  ]

  /// Returns the usage of a variable of the type by a change: changed, perhaps changed, or empty if not changed.
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

  /// Returns whether a change calls a method that does not mutate, assuming the method is that of the standard library.
  package static func reads(_ change: SwiftAnalysis.Mutation) -> Bool {
    if case .method(let name, _) = change { reading.contains(name) } else { false }
  }

  /// Returns the usage of a value of the standard library by calling the method with a name.
  private static func usage(ofMethod name: String) -> LocalUsage {
    changing.contains(name) ? .changesInPlace : reading.contains(name) ? [] : .mayChange
  }
}
