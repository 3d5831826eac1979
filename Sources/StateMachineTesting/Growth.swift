/// Finds the field that has the most different values in a sample of configurations. If an exploration does not end,
/// this field is the likely cause. The report then suggests a `within` statement that bounds it.
struct Growth {
  /// The values found, by the name of the field: `persons` for a payload, or `self.count` for a property of the
  /// machine.
  private var found: [String: Values] = [:]

  private struct Values {
    /// The text that a guard adds to the field's name to compare it with a number. It is empty for a number, and
    /// `.count` for a collection. Nil for a field of another type, which no guard can bound.
    var measure: String?
    var texts: Set<String> = []
    var states: Set<Int> = []
    var isNegative = false
  }

  /// Collects the values of all fields in a sample.
  ///
  /// - Parameter configurations: the sample: each configuration with the indices of its active states.
  init(_ configurations: [(some Any, [Int])]) {
    for (configuration, states) in configurations { look(at: configuration, as: nil, states) }
  }

  /// Returns a `within` statement that bounds the field with the most values: `within open [persons < 3]`. Nil if no
  /// field has more than 8 values, or if no guard can bound that field.
  ///
  /// - Parameter name: returns the name of the state with an index.
  func advice(_ name: (Int) -> String) -> String? {
    // If two fields have equally many values, the first name is chosen. So the advice is the same in each run.
    let most = found.filter { $0.value.texts.count > 8 }.max {
      ($0.value.texts.count, $1.key) < ($1.value.texts.count, $0.key)
    }
    guard let (field, values) = most, let measure = values.measure else { return nil }
    // A property exists in every state.
    let isProperty = field.hasPrefix(Self.property)
    let states = isProperty ? ["*"] : values.states.sorted().map(name)
    // A field with negative values may grow in both directions.
    let bound = values.isNegative ? "abs(\(Self.bare(field))) < 3" : "\(Self.bare(field))\(measure) < 3"
    return "within \(states.joined(separator: ", ")) [\(bound)]"
  }

  private static let property = "self."
  private static func bare(_ field: String) -> String {
    field.hasPrefix(property) ? String(field.dropFirst(property.count)) : field
  }

  /// Collects the values of all fields of a value, at any depth.
  ///
  /// - Parameters:
  ///   - name: the path of the field, such as `self.address.city`; nil for the machine and its state.
  ///   - states: the indices of the states that are active in the configuration.
  private mutating func look(at value: Any, as name: String?, _ states: [Int]) {
    if let composed = value as? any Composed { return look(at: composed.part, as: nil, states) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum, .optional, .tuple:
      for child in mirror.children {
        // A payload value without a label is named after its case.
        look(at: child.value, as: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? name, states)
      }
    case .struct where name == nil || !(value is any CustomStringConvertible):
      for child in mirror.children {
        // Fields within a value are named by their path; fields of the machine itself are its properties, or its state.
        let isState = name == nil && child.label == "state"
        look(at: child.value, as: isState ? nil : child.label.map { (name ?? "self") + "." + $0 }, states)
      }
    case .collection, .set, .dictionary: note("\(mirror.children.count)", name, states, value)
    case .class: break
    default: note("\(value)", name, states, value)
    }
  }

  private mutating func note(_ text: String, _ name: String?, _ states: [Int], _ value: Any) {
    guard let name else { return }
    let isCounted = value is any Collection
    let isNumber = value is any BinaryInteger || value is any BinaryFloatingPoint
    found[name, default: Values()].texts.insert(isCounted ? "\((value as? any Collection)?.count ?? 0)" : text)
    found[name]?.states.formUnion(states)
    found[name]?.measure = isCounted ? ".count" : isNumber ? "" : nil
    if isNumber, text.hasPrefix("-") { found[name]?.isNegative = true }
  }
}
