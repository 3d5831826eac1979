/// What makes configurations many: the field that has most values among some of them.
struct Growth {
  private var values: [String: Set<String>] = [:]

  init(_ configurations: [some Any]) {
    for configuration in configurations { look(at: configuration, as: nil) }
  }

  /// The name of the field: of one in an enum's payload or a property; nil where no field has more than a few values.
  var field: String? {
    values.filter { $0.value.count > 8 }.max { ($0.value.count, $1.key) < ($1.value.count, $0.key) }?.key
  }

  private mutating func look(at value: Any, as name: String?) {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .struct, .enum, .tuple, .optional:
      for child in mirror.children {
        // A payload that stands alone has the name of its case.
        look(at: child.value, as: child.label.flatMap { $0.hasPrefix(".") ? nil : $0 } ?? name)
      }
    case .collection, .set, .dictionary: note("\(mirror.children.count)", name.map { $0 + ".count" })
    case .class: break
    default: note("\(value)", name)
    }
  }

  private mutating func note(_ value: String, _ name: String?) {
    if let name { values[name, default: []].insert(value) }
  }
}
