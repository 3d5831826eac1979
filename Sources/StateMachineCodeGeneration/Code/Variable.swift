import StateMachineSyntax

/// Some of the values of a variable, by number; those from 63 on count as one.
struct ValueSet: Equatable {
  private(set) var bits: UInt64

  static let none = ValueSet(bits: 0)
  static let all = ValueSet(bits: .max)

  private init(bits: UInt64) { self.bits = bits }

  init(_ value: Int) { bits = 1 << UInt64(min(value, 63)) }

  /// Values up to one.
  init(upTo value: Int) { bits = value >= 62 ? .max : (1 << UInt64(value + 1)) - 1 }

  func contains(_ value: Int) -> Bool { bits & ValueSet(value).bits != 0 }
  func isSubset(of other: ValueSet) -> Bool { bits & ~other.bits == 0 }

  /// The value, where it is the only one and known.
  var only: Int? {
    let value = bits.trailingZeroBitCount
    return bits.nonzeroBitCount == 1 && value < 63 ? value : nil
  }

  mutating func formUnion(_ other: ValueSet) { bits |= other.bits }

  /// The values that are one of some, or that are none of them.
  func intersection(_ other: ValueSet) -> ValueSet { ValueSet(bits: bits & other.bits) }
  func subtracting(_ other: ValueSet) -> ValueSet { ValueSet(bits: bits & ~(other.bits & .max >> 1)) }
}

extension Code {
  /// A variable of the generator's own. Only statements of their own set it, and only terms, arms and pieces of their own
  /// read it: passes know which values it can have where.
  struct Variable {
    enum Kind: UInt8 {
      /// `var isOpen = false`: 0 is false, 1 is true.
      case flag
      /// `var slot: Slot?`: 0 is nil, which is less than each value.
      case optional
      /// `var outcome = Outcome.stayed`: a value is greater than those before it; 0 says that it has none yet, and is not
      /// read.
      case rising
      /// `var before = regions`: 1 is the value of an expression where it is set, the only one of `values`.
      case copy
    }

    var kind: Kind
    var name: String
    /// The type of what is no flag.
    var type = ""
    /// What stands behind a dot for each value but 0, of what is no flag.
    var values: [String] = []
    /// The value that a flag is declared with.
    var initialValue = 0

    var isDeclared = false

    // What passes find out.

    /// Is true where something that is written reads it.
    var isRead = true
    /// The values that it is set to anywhere.
    var given = ValueSet.all
    /// The values that it can have where it is read.
    var found = ValueSet.all
    /// Is true where no second value takes the place of a first. A copy has its first from the beginning.
    var isSetOnce = false

    /// Is true where it can be read before it is set.
    var mayBeUnset: Bool { found.contains(0) }
    /// The least value that is read of what rises.
    var least: Int { found.subtracting(ValueSet(0)).bits.trailingZeroBitCount }

    /// `enum Slot { case live, muted }`, with the values that it is ever given.
    var typeDeclaration: String {
      let cases = values.indices.filter { given.contains($0 + 1) }.map { values[$0] }
      let declared = cases.map { SwiftKeyword.reserved.contains($0) ? "`\($0)`" : $0 }
      let name = type.split(separator: ".").last ?? ""
      return "enum \(name) { case \(declared.joined(separator: ", ")) }"
    }

    /// A value as it is written.
    func text(_ value: Int) -> String {
      if kind == .flag { return value == 0 ? "false" : "true" }
      if kind == .copy { return values[0] }
      return value == 0 ? "nil" : "." + values[value - 1]
    }
  }

  /// A question for a variable: whether it has a value, or another.
  struct Term {
    var variable: String
    var value: Int
    var isEqual: Bool

    static func isSet(_ flag: String) -> Term { Term(variable: flag, value: 1, isEqual: true) }
    static func isNotSet(_ flag: String) -> Term { Term(variable: flag, value: 0, isEqual: true) }
    static func isNotNil(_ variable: String) -> Term { Term(variable: variable, value: 0, isEqual: false) }
  }
}
