/// Facts about types that follow from their names.
package enum PlainTypes {
  /// The types of the standard library whose values own no memory, so that copying one costs nothing.
  package static let ownNothing: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    "Float", "Float16", "Double", "Duration", "Bool",
  ]
}
