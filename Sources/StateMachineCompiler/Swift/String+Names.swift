/// Names that are made of others, as Swift has them.
extension String {
  /// With its first letter as a capital: `loaded` as `Loaded`.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// In back-ticks where it is no plain identifier (SE-0451).
  var spelledAsName: String { utf8.allSatisfy(Ascii.continuesIdentifier) ? self : "`\(self)`" }
}
