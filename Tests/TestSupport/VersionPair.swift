/// Two random versions of one machine, with values of both. The newer version must read what the older one has stored.
package struct VersionPair {
  package private(set) var older = ""
  package private(set) var newer = ""
  /// The values: the name of the type in the machine, such as `.State` or nothing for the machine itself, and the value
  /// as Swift in each version. The newer version must read `older` as `newer`.
  package private(set) var values: [(kind: String, older: String, newer: String)] = []
  private var names = 0

  /// The names of a declaration in both versions.
  private struct Name {
    var old: String
    var new: String
    /// The text after the new name that declares former names: ` was old`, or ` was middle was old`. Empty for a
    /// declaration that has kept its name.
    var former: String
  }

  private struct Label {
    var name: Name
    var type: String
    /// Whether only the newer version has the label.
    var isNew = false
    /// Whether only the older version has the label.
    var isGone = false

    func isIn(older: Bool) -> Bool { older ? !isNew : !isGone }

    var value: String
    var newDefault: String?
  }

  package init(_ seed: Int, _ random: inout SeededGenerator) {
    var (old, new) = ("", "")
    let properties = (0..<Int.random(in: 0...3, using: &random)).map { _ in label(&random) }
    for property in properties {
      let value = property.newDefault.map { " = \($0)" } ?? ""
      if !property.isGone { new += "  var \(property.name.new)\(property.name.former): \(property.type)\(value)\n" }
      if !property.isNew { old += "  var \(property.name.old): \(property.type)\n" }
    }
    let bodies = body(depth: 0, &random)
    old += bodies.old
    new += bodies.new
    let events = (0..<3).map { _ in (name: name(&random), labels: labels(&random)) }
    for event in events {
      old += "  event \(event.name.old)\(declared(event.labels, isOld: true))\n"
      new += "  event \(event.name.new)\(declared(event.labels, isOld: false))\(event.name.former)\n"
      values.append(
        (
          ".Event", ".\(event.name.old)\(made(event.labels, isOld: true))",
          ".\(event.name.new)\(made(event.labels, isOld: false))"
        ))
    }
    old += "  \(bodies.states[0].0) : \(events[0].name.old)\n"
    new += "  \(bodies.states[0].1) : \(events[0].name.new)\n"
    older = "machine Old\(seed): Codable, Equatable, Sendable {\n  wrapper none\n\(old)}\n"
    newer =
      "machine New\(seed) was Old\(seed): Codable, Equatable, Sendable {\n  wrapper none\n\(new)}\n"
    for value in bodies.values {
      values.append((".State", value.old, value.new))
      func machine(_ isOld: Bool, _ state: String) -> String {
        let arguments = properties.compactMap { argument($0, isOld: isOld) } + ["state: \(state)"]
        return "(\(arguments.joined(separator: ", ")))"
      }
      values.append(("", machine(true, value.old), machine(false, value.new)))
    }
  }

  // MARK: Names and labels

  private mutating func name(_ random: inout SeededGenerator) -> Name {
    names += 1
    // Some names are also names in the generated code.
    let words = ["default", "name", "stored", "payload", "value", "value1", "first"]
    let old = names > words.count ? "n\(names)" : words[names - 1]
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return Name(old: old, new: "m\(names)", former: " was \(old)")
    case 1: return Name(old: old, new: "m\(names)", former: " was k\(names) was \(old)")
    case 2: return Name(old: old, new: old, former: " was k\(names)")
    default: return Name(old: old, new: old, former: "")
    }
  }

  private mutating func label(_ random: inout SeededGenerator) -> Label {
    let type = ["Int", "String", "Int?", "[Int]"][Int.random(in: 0..<4, using: &random)]
    let literals = [
      "Int": ["1", "2"], "String": ["\"x\"", "\"y z\""], "Int?": ["3", "nil"], "[Int]": ["[]", "[4, 5]"],
    ]
    var label = Label(name: name(&random), type: type, value: literals[type]?.randomElement(using: &random) ?? "")
    label.isNew = Int.random(in: 0..<3, using: &random) == 0
    label.isGone = !label.isNew && Int.random(in: 0..<5, using: &random) == 0
    if label.isNew || Bool.random(using: &random) {
      // An optional that older data lack is read as nil.
      label.newDefault = type == "Int?" ? "nil" : literals[type]?.randomElement(using: &random)
    }
    if label.isNew { label.value = label.newDefault ?? "nil" }
    return label
  }

  private mutating func labels(_ random: inout SeededGenerator) -> [Label] {
    (0..<Int.random(in: 0...3, using: &random)).map { _ in label(&random) }
  }

  private func declared(_ labels: [Label], isOld: Bool) -> String {
    let fields = labels.filter { $0.isIn(older: isOld) }.map { label in
      let value = isOld ? "" : label.newDefault.map { " = \($0)" } ?? ""
      return (isOld ? label.name.old : label.name.new + label.name.former) + ": \(label.type)\(value)"
    }
    return fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
  }

  private func argument(_ label: Label, isOld: Bool) -> String? {
    guard label.isIn(older: isOld) else { return nil }
    return "\(isOld ? label.name.old : label.name.new): \(label.value)"
  }

  private func made(_ labels: [Label], isOld: Bool, _ child: String? = nil) -> String {
    let arguments = labels.compactMap { argument($0, isOld: isOld) } + (child.map { [$0] } ?? [])
    return arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
  }

  // MARK: Bodies

  private typealias Body = (old: String, new: String, states: [(String, String)], values: [(old: String, new: String)])

  /// Makes the states of a machine or of a composite state in both versions, and values in which each state occurs at
  /// least once.
  private mutating func body(depth: Int, _ random: inout SeededGenerator) -> Body {
    let indent = String(repeating: "  ", count: depth + 1)
    var body: Body = ("", "", [], [])
    for index in 0..<Int.random(in: 2...4, using: &random) {
      let name = name(&random)
      // The initial state has no arguments, so that its composite state needs none.
      let labels = index == 0 ? [] : labels(&random)
      let word = index == 0 ? "initial state" : "state"
      body.states.append((name.old, name.new))
      var (inOld, inNew) = ("", "")
      var children: [(old: String?, new: String?)] = [(nil, nil)]
      switch depth < 2 && index > 0 ? Int.random(in: 0..<4, using: &random) : 3 {
      case 0:
        let inner = self.body(depth: depth + 1, &random)
        (inOld, inNew) = (" {\n\(inner.old)\(indent)}", " {\n\(inner.new)\(indent)}")
        children = inner.values
      case 1:
        let regions = (0..<2).map { _ in (name: self.name(&random), body: self.body(depth: depth + 1, &random)) }
        func text(_ isOld: Bool) -> String {
          let parts = regions.map { region in
            "\(indent)  region \(isOld ? region.name.old : region.name.new + region.name.former) {\n"
              + (isOld ? region.body.old : region.body.new) + "\(indent)  }\n"
          }
          return " {\n\(parts.joined())\(indent)}"
        }
        (inOld, inNew) = (text(true), text(false))
        children = regions[0].body.values.map { first in
          let second = regions[1].body.values[regions[1].body.values.count - 1]
          return (
            ".init(\(regions[0].name.old): \(first.old), \(regions[1].name.old): \(second.old))",
            ".init(\(regions[0].name.new): \(first.new), \(regions[1].name.new): \(second.new))"
          )
        }
      default: break
      }
      body.old += "\(indent)\(word) \(name.old)\(declared(labels, isOld: true))\(inOld)\n"
      body.new += "\(indent)\(word) \(name.new)\(declared(labels, isOld: false))\(name.former)\(inNew)\n"
      for child in children {
        body.values.append(
          (
            ".\(name.old)\(made(labels, isOld: true, child.old))",
            ".\(name.new)\(made(labels, isOld: false, child.new))"
          ))
      }
      if Int.random(in: 0..<3, using: &random) == 0 {
        addFormerState(to: &body, indent, labels, name, children[0], &random)
      }
    }
    return body
  }

  /// Adds a state that only the older version has. The newer version reads its data as those of the state `target`:
  /// `was gone1(a: Int) -> open(a: a)`. Some labels carry over, and some have a value there.
  private mutating func addFormerState(
    to body: inout Body, _ indent: String, _ labels: [Label], _ target: Name, _ child: (old: String?, new: String?),
    _ random: inout SeededGenerator
  ) {
    guard child.new == nil else { return }
    names += 1
    let gone = "gone\(names)"
    var fields: [String] = []
    var (oldValues, arguments, newValues): ([String], [String], [String]) = ([], [], [])
    for label in labels where !label.isGone {
      if label.newDefault != nil, Bool.random(using: &random) {
        newValues.append("\(label.name.new): \(label.newDefault ?? "")")
      } else if Bool.random(using: &random) {
        fields.append("\(label.name.new): \(label.type)")
        oldValues.append("\(label.name.new): \(label.value)")
        newValues.append("\(label.name.new): \(label.value)")
      } else {
        fields.append("f\(label.name.new): \(label.type)")
        oldValues.append("f\(label.name.new): \(label.value)")
        arguments.append("\(label.name.new): f\(label.name.new)")
        newValues.append("\(label.name.new): \(label.value)")
      }
    }
    func list(_ items: [String]) -> String { items.isEmpty ? "" : "(\(items.joined(separator: ", ")))" }
    body.old += "\(indent)state \(gone)\(list(fields))\n"
    body.new += "\(indent)was \(gone)\(list(fields)) -> \(target.new)\(list(arguments))\n"
    body.values.append((".\(gone)\(list(oldValues))", ".\(target.new)\(list(newValues))"))
  }
}
