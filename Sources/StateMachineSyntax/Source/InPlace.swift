/// A field that keeps a large struct where it is.
///
/// Swift hands a struct that it can hold in registers, however large, to a method that does not change it as a copy of all
/// of its bytes; a struct with an existential in it is handed over by its address. The readers and the resolver are such
/// structs, of 350 to 1,500 bytes, whose methods are called for each token.
package struct InPlace: Sendable {
  private let nothing: (any Sendable)?

  package init() { nothing = nil }
}
