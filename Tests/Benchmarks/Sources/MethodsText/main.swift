// MethodsText sm|hand|tests SEED
//
// Writes a machine of 10 states and 20 events whose events are methods, with arrays in the payloads: as a `.sm` file, as
// one would write it by hand, or what drives both. The same seed is the same machine.

let arguments = CommandLine.arguments
guard arguments.count == 3, let seed = UInt64(arguments[2]), seed > 0 else {
  print("usage: MethodsText sm|hand|tests SEED")
  throw CancellationError()
}

/// xorshift64: the same numbers in every run.
struct Numbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }
  mutating func next(below bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int((state >> 16) % UInt64(bound))
  }
}

/// The payload of a state.
enum Payload: CaseIterable {
  case items, itemsAndTotal, total, nothing

  var hasItems: Bool { self == .items || self == .itemsAndTotal }
  var hasTotal: Bool { self == .total || self == .itemsAndTotal }

  var names: [String] { (hasItems ? ["items"] : []) + (hasTotal ? ["total"] : []) }

  /// `items: [Int], total: Int`
  var fields: String {
    names.map { $0 == "items" ? "items: [Int]" : "total: Int" }.joined(separator: ", ")
  }

  /// `.s3(items: items, total: 0)`; `names` are the values that are at hand.
  func value(_ state: Int, _ known: Payload) -> String {
    if self == .nothing { return ".s\(state)" }
    let values = names.map { name in
      known.names.contains(name) ? "\(name): \(name)" : name == "items" ? "items: []" : "total: 0"
    }
    return ".s\(state)(\(values.joined(separator: ", ")))"
  }

  /// The arguments of an arrow to a state: what does not carry over.
  func arguments(_ known: Payload) -> String {
    let values = names.filter { !known.names.contains($0) }.map { $0 == "items" ? "items: []" : "total: 0" }
    return values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
  }
}

/// The type that the method of an event returns.
enum Result: CaseIterable { case number, action, bool, nothing }

enum Row {
  case ignore
  /// The array grows, up to a length, and is emptied then.
  case append
  case pop
  case count
  case move(to: Int)
  /// The array grows, and goes on with the target.
  case appendAndMove(to: Int)
  /// The array is handed to the caller.
  case flush(to: Int)
}

let stateCount = 10
let eventCount = 20
let limit = 32

var numbers = Numbers(seed: seed)
let payloads = (0..<stateCount).map { state in
  state == stateCount - 1 ? Payload.nothing : Payload.allCases[numbers.next(below: state < 6 ? 2 : 4)]
}
let results = (0..<eventCount).map { Result.allCases[$0 % 4] }
/// By state, then by event.
let rows = (0..<stateCount).map { state in
  (0..<eventCount).map { event -> Row in
    let target = numbers.next(below: stateCount)
    let payload = payloads[state]
    switch numbers.next(below: 12) {
    case 0, 1: return .ignore
    case 2...5 where payload.hasItems: return .append
    case 6 where payload.hasItems: return .pop
    case 7 where payload.hasTotal: return .count
    case 8...9 where payload.hasItems && payloads[target].hasItems: return .appendAndMove(to: target)
    case 10 where payload.hasItems && results[event] == .action: return .flush(to: target)
    default: return .move(to: target)
    }
  }
}

/// The result type of an event's method, and its default; nil if the method returns nothing.
func answer(_ event: Int) -> (type: String, otherwise: String)? {
  switch results[event] {
  case .number: ("Int", "-1")
  case .action: ("Action", ".none")
  case .bool: ("Bool", "false")
  case .nothing: nil
  }
}

/// The result of a row; nil for the default.
func value(_ event: Int, items: Bool) -> String? {
  guard items else { return nil }
  return switch results[event] {
  case .number: "items.count"
  case .action: "send(count: items.count)"
  case .bool: "items.count > \(limit / 2)"
  case .nothing: nil
  }
}

// MARK: The machine as text

func sm() -> String {
  var text = "machine Synthetic\(seed) {\n  interface methods\n  unhandled ignore\n\n"
  for state in 0..<stateCount {
    let fields = state == 0 ? payloads[0].names.map { $0 == "items" ? "items: [Int] = []" : "total: Int = 0" } : []
    let payload = state == 0 ? fields.joined(separator: ", ") : payloads[state].fields
    text += "  \(state == 0 ? "initial " : "")state s\(state)\(payload.isEmpty ? "" : "(\(payload))")\n"
  }
  text += "\n  action Action { send(count: Int), flush(items: [Int]), none }\n\n"
  for event in 0..<eventCount {
    text += "  event e\(event)(_ x: Int)\(answer(event).map { " -> \($0.type) = \($0.otherwise)" } ?? "")\n"
  }
  for state in 0..<stateCount {
    text += "\n"
    for event in 0..<eventCount { text += sm(state, event, rows[state][event]) }
  }
  return text + "}\n"
}

func sm(_ state: Int, _ event: Int, _ row: Row) -> String {
  func reply(_ value: String?) -> String {
    value.map { $0.hasPrefix("send(") ? $0 : "return \($0)" } ?? ""
  }
  func line(_ arrow: String, _ guardText: String, _ effects: [String]) -> String {
    let parts = effects.filter { !$0.isEmpty }
    let effect = parts.isEmpty ? "" : " / " + parts.joined(separator: ", ")
    return "  s\(state)\(arrow) : e\(event)(x)\(guardText)\(effect)\n"
  }
  func arrow(_ target: Int) -> String { " -> s\(target)\(payloads[target].arguments(payloads[state]))" }
  switch row {
  case .ignore: return line("", "", [])
  case .append:
    return line("", " [items.count < \(limit)]", ["{ items.append(x) }", reply(value(event, items: true))])
      + line("", "", ["{ items.removeAll(keepingCapacity: true) }", reply(value(event, items: true))])
  case .pop:
    return line("", " [!items.isEmpty]", ["{ items.removeLast() }", reply(value(event, items: true))])
      + line("", "", [])
  case .count: return line("", "", ["total &+= x"])
  case .move(let target): return line(arrow(target), "", [])
  case .appendAndMove(let target):
    return line(arrow(target), " [items.count < \(limit)]", ["{ items.append(x) }", reply(value(event, items: true))])
      + line(arrow(target), "", ["{ items.removeAll(keepingCapacity: true) }", reply(value(event, items: true))])
  case .flush(let target):
    // The array is not carried over.
    let arguments = payloads[target].arguments(payloads[state].hasTotal ? .total : .nothing)
    return line(" -> s\(target)\(arguments)", "", ["flush"])
  }
}

// MARK: The machine by hand

func hand() -> String {
  var text = "struct HandWritten\(seed) {\n  enum State {\n"
  for state in 0..<stateCount {
    text += "    case s\(state)\(payloads[state] == .nothing ? "" : "(\(payloads[state].fields))")\n"
  }
  text += """
        case modifying
      }

      enum Action {
        case send(count: Int)
        case flush(items: [Int])
        case none
      }

      private var state: State = \(payloads[0].value(0, .nothing))

    """
  for event in 0..<eventCount {
    let answer = answer(event)
    text += "\n  mutating func e\(event)(_ x: Int)\(answer.map { " -> \($0.type)" } ?? "") {\n    switch self.state {\n"
    for state in 0..<stateCount {
      let body = hand(state, event, rows[state][event])
      let needsPayload = body.contains("items") || body.contains("total")
      let names = payloads[state].names.map { name in
        guard needsPayload, body.contains(name) else { return "_" }
        let isChanged = [".append", ".remove", " &+="].contains { body.contains(name + $0) }
        return isChanged ? "var \(name)" : "let \(name)"
      }
      let pattern = names.allSatisfy { $0 == "_" } ? "" : "(\(names.joined(separator: ", ")))"
      text += "    case .s\(state)\(pattern):\n\(body)"
    }
    text += "    case .modifying:\n      preconditionFailure()\n    }\n  }\n"
  }
  return text + "}\n"
}

func hand(_ state: Int, _ event: Int, _ row: Row) -> String {
  let payload = payloads[state]
  let otherwise = answer(event).map { "return \($0.otherwise)" } ?? "return"
  func reply(items: Bool) -> String {
    value(event, items: items).map { "return \($0.hasPrefix("send(") ? "." : "")\($0)" } ?? otherwise
  }
  func growing(_ target: Int) -> String {
    """
          self.state = .modifying
          if items.count < \(limit) {
            items.append(x)
          } else {
            items.removeAll(keepingCapacity: true)
          }
          self.state = \(payloads[target].value(target, payload))
          \(reply(items: true))

    """
  }
  switch row {
  case .ignore: return "      \(otherwise)\n"
  case .append: return growing(state)
  case .appendAndMove(let target): return growing(target)
  case .pop:
    return """
            if items.isEmpty { \(otherwise) }
            self.state = .modifying
            items.removeLast()
            self.state = \(payload.value(state, payload))
            \(reply(items: true))

      """
  case .count:
    return "      total &+= x\n      self.state = \(payload.value(state, payload))\n      \(otherwise)\n"
  case .move(let target):
    return "      self.state = \(payloads[target].value(target, payload))\n      \(otherwise)\n"
  case .flush(let target):
    let known: Payload = payload.hasTotal ? .total : .nothing
    return """
            self.state = \(payloads[target].value(target, known))
            return .flush(items: items)

      """
  }
}

// MARK: What drives both

func tests() -> String {
  ["Synthetic", "HandWritten"].map { name in
    var text = """
      extension \(name)\(seed): SyntheticMachine {
        static func make() -> Self { Self() }

        mutating func take(_ event: Int, _ x: Int) -> Int {
          switch event {

      """
    for event in 0..<eventCount {
      let call = "self.e\(event)(x)"
      text += "    case \(event): "
      switch results[event] {
      case .number: text += call
      case .bool: text += "\(call) ? 1 : 0"
      case .nothing: text += "unanswered(\(call))"
      case .action: text += "Self.number(\(call))"
      }
      text += "\n"
    }
    text += """
          default: 0
          }
        }

        private static func number(_ action: Action) -> Int {
          switch action {
          case .send(let count): count
          case .flush(let items): items.count &* 31
          case .none: 7
          }
        }
      }

      """
    return text
  }.joined(separator: "\n")
}

switch arguments[1] {
case "sm": print(sm(), terminator: "")
case "hand": print(hand(), terminator: "")
default: print(tests(), terminator: "")
}
