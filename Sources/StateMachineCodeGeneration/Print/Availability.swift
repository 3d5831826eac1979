import StateMachineSyntax

/// The versions of platforms that a declaration needs, as one attribute `@available(macOS 13, iOS 16, *)`.
///
/// Swift 6.3 accepts several of these attributes, but then writes a module interface that it cannot read.
struct Availability {
  /// The versions by platform, in the order in which the attribute lists them. A version such as 13.1 is a list of
  /// numbers.
  private var versions: [(platform: String, version: [Int])]

  /// The versions of platforms from which Swift has clocks (SE-0329) and constrained existentials (SE-0353).
  static let clocks = Availability([("macOS", [13]), ("iOS", [16]), ("tvOS", [16]), ("watchOS", [9])])
  /// The versions of platforms from which Swift has Observation (SE-0395).
  static let observation = Availability([("macOS", [14]), ("iOS", [17]), ("tvOS", [17]), ("watchOS", [10])])

  private init(_ versions: [(platform: String, version: [Int])]) { self.versions = versions }

  /// Returns the attributes of a declaration. All `@available` attributes that list versions are merged into one,
  /// together with `needed`: `@available(macOS 13, iOS 16, *)`.
  ///
  /// - Parameters:
  ///   - written: the attributes of the declaration in the `.sm` file.
  ///   - needed: the versions that the generated code of the declaration needs; nil if it needs none.
  static func attributes(_ written: [SourceRange], of source: SourceFile, needed: Availability?) -> [TypePiece] {
    var merged = needed
    var others: [TypePiece] = []
    for attribute in written {
      guard let list = Availability(source.text(attribute)) else {
        others.append(.source(attribute))
        continue
      }
      merged = merged.map(list.and) ?? list
    }
    return (merged.map { [.text($0.attribute)] } ?? []) + others
  }

  /// Returns whether an attribute has the form `@available(macOS 13, iOS 16, *)`.
  static func listsVersions(_ attribute: String) -> Bool { Availability(attribute) != nil }

  /// Creates the versions that an attribute lists; nil if it does not have the form `@available(macOS 13, iOS 16, *)`.
  private init?(_ attribute: String) {
    let prefix = "@available("
    guard attribute.hasPrefix(prefix), attribute.hasSuffix(")") else { return nil }
    var versions: [(platform: String, version: [Int])] = []
    var hasRest = false
    for item in attribute.dropFirst(prefix.count).dropLast().split(separator: ",") {
      let words = item.split(whereSeparator: \.isWhitespace)
      if words == ["*"] {
        hasRest = true
        continue
      }
      guard words.count == 2 else { return nil }
      let version = words[1].split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
      // These two words are no platforms. Their attribute cannot be merged with a list of platforms.
      guard !version.contains(nil), words[0] != "swift", words[0] != "_PackageDescription" else { return nil }
      versions.append((String(words[0]), version.compactMap { $0 }))
    }
    guard hasRest, !versions.isEmpty else { return nil }
    self.versions = versions
  }

  /// Returns the platforms of both attributes, each platform once. A platform in both attributes gets the later
  /// version.
  private func and(_ other: Availability) -> Availability {
    var result = self
    for (platform, version) in other.versions {
      if let index = result.versions.firstIndex(where: { $0.platform == platform }) {
        if result.versions[index].version.lexicographicallyPrecedes(version) {
          result.versions[index].version = version
        }
      } else {
        result.versions.append((platform, version))
      }
    }
    return result
  }

  private var attribute: String {
    let list = versions.map { "\($0.platform) " + $0.version.map(String.init).joined(separator: ".") }
    return "@available(\((list + ["*"]).joined(separator: ", ")))"
  }
}
