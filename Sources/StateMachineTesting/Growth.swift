/// What makes configurations many: the field that has most values among some of them.
struct Growth {
  /// By field.
  private var found: [String: Values] = [:]

  private struct Values {
    /// What is written behind the field to have a number of it: `.count`; nil where no guard can bound it so.
    var measure: String?
    var texts: Set<String> = []
    var states: Set<Int> = []
    var isNegative = false
  }

  /// - Parameter configurations: some, each with its active states.
  init(_ configurations: [(some Any, [Int])]) {
    for (configuration, states) in configurations { look(at: configuration, as: nil, states) }
  }

  /// The statement that bounds the field; nil where no field has more than a few values, or no guard bounds it.
  ///
  /// - Parameter name: the name of a state.
  func advice(_ name: (Int) -> String) -> String? {
    let most = found.filter { $0.value.texts.count > 8 }.max {
      ($0.value.texts.count, $1.key) < ($1.value.texts.count, $0.key)
    }
    guard let (field, values) = most, let measure = values.measure else { return nil }
    // A property is one of the machine, whatever its state.
    let isProperty = field.hasPrefix(Self.property)
    let states = isProperty ? ["*"] : values.states.sorted().map(name)
    let bound = values.isNegative ? "abs(\(Self.bare(field))) < 3" : "\(Self.bare(field))\(measure) < 3"
    return "within \(states.joined(separator: ", ")) [\(bound)]"
  }

  private static let property = "self."
  private static func bare(_ field: String) -> String {
    field.hasPrefix(property) ? String(field.dropFirst(property.count)) : field
  }

  private mutating func look(at value: Any, as name: String?, _ states: [Int]) {
    if let composed = value as? any Composed { return look(at: composed.part, as: nil, states) }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .enum, .optional, .tuple:
      for child in mirror.children {
        // A payload that stands alone has the name of its case.
        look(at: child.value, as: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? name, states)
      }
    case .struct where name == nil || !(value is any CustomStringConvertible):
      for child in mirror.children {
        // What is within a value of a field is reached by its name; the machine's own names are properties.
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
