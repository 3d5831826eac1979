/// A field that makes Swift pass a large struct by address.
///
/// Swift passes a struct that fits into registers, however large, to a nonmutating method as a copy of all its bytes. A
/// struct with an existential is passed by address. The readers and the resolver are structs of 350 to 1,500 bytes,
/// whose methods are called for each token.
package struct InPlace: Sendable {
  private let nothing: (any Sendable)?

  package init() { nothing = nil }
}
