/// Facts about a variable that follow from the text of its type. With them, the compiler decides whether a method call
/// changes the variable.
package indirect enum TypeKnowledge: Equatable {
  /// A value type of the standard library: a number, a string, a tuple or a collection. A method call counts as a
  /// change if a mutating method of the standard library has this name. `element` has the facts about the elements of a
  /// collection, or about the values of a dictionary. It is `unknown` for a number, a string or a tuple.
  case value(element: TypeKnowledge)
  /// A task, a continuation or a function. Using it does not change the variable.
  case handle
  case unknown

  /// Finds the facts about a type from its text.
  ///
  /// - Parameters:
  ///   - type: the range of the type in the file.
  ///   - alias: a function that gets the range of a name. For the name of a type alias, it returns the range of the
  ///     type that the alias means; for any other name, nil.
  package init(_ type: SourceRange, _ bytes: [UInt8], alias: @escaping (SourceRange) -> SourceRange?) {
    self = TypeReader(bytes: bytes, alias: alias).knowledge(of: type, depth: 0)
  }

  /// The names of methods of the standard library that mutate.
  private static let changing: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "removeSubrange", "removeValue", "popFirst",
    "popLast", "update", "updateValue", "merge", "formUnion", "formIntersection", "formSymmetricDifference", "subtract",
    "swapAt", "sort", "reverse", "shuffle", "partition", "reserveCapacity", "replaceSubrange", "toggle", "negate",
    "formIndex", "write",
  ]

  /// The names of methods of the standard library that do not mutate. `callAsFunction` is the name that `SwiftAnalysis`
  /// gives to a call without a method's name, as in `handlers[0]()`.
  private static let reading: Set<String> = [
    "contains", "filter", "map", "compactMap", "flatMap", "forEach", "reduce", "first", "firstIndex", "last",
    "lastIndex",
    "min", "max", "sorted", "reversed", "shuffled", "prefix", "suffix", "dropFirst", "dropLast", "joined", "split",
    "enumerated", "allSatisfy", "hasPrefix", "hasSuffix", "union", "intersection", "subtracting", "randomElement",
    "makeIterator", "index", "distance", "elementsEqual", "isSubset", "isSuperset", "isDisjoint", "symmetricDifference",
    "lowercased", "uppercased", "mapValues", "merging", "advanced", "rounded", "isMultiple", "starts",
    "withUnsafeBytes", "callAsFunction",
  ]

  /// Returns the flag that says whether `change` changes a variable of the type: `changesInPlace` or `changes` if it
  /// does, `mayChange` if that is not known, and no flag if it does not.
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

  /// Returns whether `change` is a call of a method that does not mutate. The name decides: a method with the name of a
  /// nonmutating method of the standard library is assumed to be that method.
  package static func reads(_ change: SwiftAnalysis.Mutation) -> Bool {
    if case .method(let name, _) = change { reading.contains(name) } else { false }
  }

  /// Returns the flag that says whether a call of the method `name` changes a value of the standard library:
  /// `changesInPlace` if it does, no flag if it does not, and `mayChange` if the name is unknown.
  private static func usage(ofMethod name: String) -> LocalUsage {
    changing.contains(name) ? .changesInPlace : reading.contains(name) ? [] : .mayChange
  }
}
