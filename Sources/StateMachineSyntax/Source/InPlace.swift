/// A field that makes Swift pass a large struct to its methods by address, and not as a copy.
///
/// Without it, Swift copies all bytes of such a struct for each call of a nonmutating method. Swift passes a struct by
/// address if it has a value of a protocol type such as `any Sendable`. The readers and the resolver are structs of 350
/// to 1,500 bytes, whose methods are called for each token.
package struct InPlace: Sendable {
  private let nothing: (any Sendable)?

  package init() { nothing = nil }
}
