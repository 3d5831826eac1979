/// The modes of Swift, such as language versions, in which generated code must compile without errors and warnings.
package enum SwiftMode: CaseIterable, CustomStringConvertible {
  case swift6, swift5, mainActor, swift5MainActor

  package var flags: [String] {
    switch self {
    case .swift6: ["-swift-version", "6"]
    case .swift5: ["-swift-version", "5"]
    case .mainActor: ["-swift-version", "6", "-default-isolation", "MainActor"]
    case .swift5MainActor: ["-swift-version", "5", "-default-isolation", "MainActor"]
    }
  }

  package var description: String {
    switch self {
    case .swift6: "Swift 6"
    case .swift5: "Swift 5"
    case .mainActor: "Swift 6, everything on the main actor"
    case .swift5MainActor: "Swift 5, everything on the main actor"
    }
  }

  /// Returns the mode for a number. Successive numbers lead to the modes one after the other, again and again.
  package static func turn(_ number: Int) -> SwiftMode { allCases[number % allCases.count] }
}
