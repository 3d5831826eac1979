/// A path from a start of a machine, in the form in which findings print it.
struct ToldPath {
  /// The Swift of the start and of each step, one line each.
  var swift: [String] = []
  /// The configuration after each line of `swift`, as text. A last step that stops the program has no configuration
  /// after it.
  var configurations: [String] = []
  /// The address of the page that plays the machine, with the steps: `Door.html#Door;close`. Nil if the Swift of the
  /// start or of a step is not in the form that glue writes.
  var link: String?
  /// Notes to print after the path, about timers whose durations are not known.
  var notes: [String] = []

  init() {}

  /// Creates a path by taking steps from a start of a model.
  ///
  /// - Parameters:
  ///   - start: the number of the start.
  ///   - steps: the steps to take.
  ///   - stop: a further step, which stops the program. It is printed, but not taken. Nil if no step of the path stops
  ///     the program.
  init<M: Model>(_ model: M, from start: Int, _ steps: some Sequence<Int>, stoppedBy stop: Int? = nil) {
    var both = model.begin(with: start)
    configurations = [model.text(of: both.configuration)]
    let trace = Trace()
    for step in steps {
      _ = model.take(step, in: &both, trace) { _ in }
      configurations.append(model.text(of: both.configuration))
    }
    let calls = (Array(steps) + (stop.map { [$0] } ?? [])).map { model.tries[$0].swift }
    swift = [model.starts[start].swift] + calls
    for timer in (Array(steps) + (stop.map { [$0] } ?? [])).compactMap({ model.tries[$0].untimed }) {
      let note = "the duration of '\(timer)' is an expression, so that it elapses at any time"
      if !notes.contains(note) { notes.append(note) }
    }
    link = model.states.first.flatMap { PlayLink.text(model.starts[start].swift, calls, file: $0.place.file) }
  }

  /// The lines to print. After each line of Swift, a comment shows the configuration:
  /// `door.handle(event: .close)  // closed`. The notes and the link follow as comments.
  var lines: [String] {
    let widest = zip(swift, configurations).map { swift, _ in swift.count }.filter { $0 <= 70 }.max() ?? 0
    let told = swift.enumerated().map { index, line in
      guard index < configurations.count else { return line }
      return line + String(repeating: " ", count: max(0, widest - line.count)) + "  // " + configurations[index]
    }
    return Self.shortened(told) + (notes + (link.map { [$0] } ?? [])).map { "// " + $0 }
  }
}

extension ToldPath {
  /// Returns the first 20 and the last 20 lines, with a comment in place of the others. If there are at most 41 lines,
  /// all are returned.
  private static func shortened(_ lines: [String]) -> [String] {
    let kept = 20
    guard lines.count > 2 * kept + 1 else { return lines }
    return lines.prefix(kept) + ["// … \(lines.count - 2 * kept) more steps …"] + lines.suffix(kept)
  }
}

extension Model {
  /// Returns a configuration as text. The text is made by the model's ``Model/description(of:)`` or, if that returns
  /// nil, from a mirror.
  func text(of configuration: Configuration) -> String {
    guard let own = description(of: configuration) else {
      return StateMachineTesting.text(ofConfiguration: configuration)
    }
    let besides = (configuration as? any Composed)?.besides ?? ""
    return own + (besides.isEmpty ? "" : "; " + besides)
  }
}

/// A configuration that contains more than the machine. It may contain the running timers and tasks. With a user's
/// `Watch`, it also contains the value of the watch.
protocol Composed {
  /// The machine, or a configuration that contains the machine and is itself ``Composed``.
  var part: Any { get }
  /// The text of the other values, such as `timers: timeout`. Empty if there are none to show.
  var besides: String { get }
}

/// Returns a configuration as text: the state with its payload, then the properties, timers and tasks:
/// `open(persons: 1), limit: 3; timers: timeout`.
func text(ofConfiguration configuration: Any) -> String {
  if let composed = configuration as? any Composed {
    let machine = text(ofConfiguration: composed.part)
    return composed.besides.isEmpty ? machine : machine + "; " + composed.besides
  }
  let parts = Mirror(reflecting: configuration).children
  guard let state = state(ofConfiguration: configuration) else { return plainText(of: configuration) }
  let others = parts.compactMap { $0.label == "state" ? nil : "\($0.label ?? ""): \(plainText(of: $0.value))" }
  return ([plainText(of: state)] + others).joined(separator: ", ")
}

/// Returns the value of the property `state` of a configuration's machine. Nil if the machine has no such property.
func state(ofConfiguration configuration: Any) -> Any? {
  if let composed = configuration as? any Composed { return state(ofConfiguration: composed.part) }
  return Mirror(reflecting: configuration).children.first { $0.label == "state" }?.value
}

/// Makes the address of a page that plays a machine, with the steps of a path (<doc:Playing>).
/// `sm-gen diagram --format html` makes the page.
enum PlayLink {
  /// Returns the address of a page, relative to the page's folder.
  ///
  /// - Parameters:
  ///   - start: the Swift of the start: `var machine = Door(limit: 1)`.
  ///   - calls: the Swift of the steps: `machine.handle(event: .close)`, or `machine.close()` for events as methods.
  ///   - file: the path of the `.sm` file.
  /// - Returns: an address such as `Door.html#Door;@with(limit,1);close`. Nil if the Swift is not in the form that glue
  ///   writes.
  static func text(_ start: String, _ calls: [String], file: String) -> String? {
    guard let equals = start.firstIndex(of: "="), let begin = Call(start[start.index(after: equals)...]) else {
      return nil
    }
    // The name includes the enclosing types, as a file may have two machines of one name in different types.
    var words = [String(begin.name.prefix { $0 != "<" })] + given(begin)
    for text in calls {
      guard let call = Call(text[...]), let event = event(of: call), let word = word(event) else { return nil }
      words.append(word)
    }
    var page = file.split(separator: "/").last.map(String.init) ?? file
    if page.hasSuffix(".sm") { page.removeLast(3) }
    return encoded(page) + ".html#" + encoded(words.joined(separator: ";"))
  }

  /// Returns the words of the address for the values in the call of the machine's initializer, such as
  /// `@with(limit,1)`. There is one word for each value of a property, and of the initial state's payload.
  private static func given(_ call: Call) -> [String] {
    call.arguments.flatMap { argument -> [String] in
      // The initial state is an argument of the initializer, and its payload has values of its own.
      if argument.label == "state" || argument.label == nil, let state = Call(argument.value[...]) {
        return given(state)
      }
      return argument.label.map { ["@with(\($0),\(value(argument.value)))"] } ?? []
    }
  }

  /// Returns the event in the call that a step makes: `.close` in `machine.handle(event: .close)`. For a machine with
  /// events as methods, returns the call itself, such as `machine.close()`. Nil if the event is not in the form that
  /// glue writes.
  private static func event(of call: Call) -> Call? {
    guard call.name.split(separator: ".").last == "handle", call.arguments.first?.label == "event",
      let event = call.arguments.first?.value
    else { return call }
    return Call(event[...])
  }

  private static func word(_ event: Call) -> String? {
    guard let name = event.name.split(separator: ".").last?.filter({ $0 != "`" }) else { return nil }
    // The page lets a timer elapse at any time.
    if name == "elapsed", let timer = event.arguments.first?.value, event.arguments.count == 1, timer.hasPrefix(".") {
      return "@fire(\(timer.dropFirst().filter { $0 != "`" }))"
    }
    let values = event.arguments.map { ($0.label.map { $0 + ":" } ?? "") + value($0.value) }
    return values.isEmpty ? String(name) : "\(name)(\(values.joined(separator: ",")))"
  }

  /// Returns a Swift value in the spelling of the page's address. Literals, cases, arrays and dictionaries are written
  /// without blanks. Any other value is put in backticks.
  private static func value(_ swift: String) -> String {
    if ["true", "false", "nil"].contains(swift) || Double(swift) != nil { return swift }
    if swift.count > 1, swift.hasPrefix("\""), swift.hasSuffix("\""), !swift.hasPrefix("\"\"\"") {
      // The page writes strings in single quotes. A string with a backslash or a quote keeps its double quotes.
      return swift.contains { $0 == "\\" || $0 == "'" } ? swift : "'\(swift.dropFirst().dropLast())'"
    }
    if swift.hasPrefix("."), let call = Call(swift[...]),
      call.name.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
    {
      let values = call.arguments.map { ($0.label.map { $0 + ":" } ?? "") + value($0.value) }
      return call.name + (values.isEmpty ? "" : "(\(values.joined(separator: ",")))")
    }
    if swift.hasPrefix("["), swift.hasSuffix("]") {
      if swift == "[:]" { return swift }
      return "[\(Call.parts(swift.dropFirst().dropLast(), between: ",").map(element).joined(separator: ","))]"
    }
    return "`\(swift.map { $0 == "`" ? "'" : $0 }.map(String.init).joined())`"
  }

  /// Returns an element of an array or a dictionary as the page's address writes it: `1`, or `'a':1` with its key.
  private static func element(_ swift: Substring) -> String {
    Call.parts(swift, between: ":").map { value(String($0)) }.joined(separator: ":")
  }

  /// Returns a text as JavaScript's `encodeURI` encodes it, except that `#` is encoded, too: `a%20b` for `a b`.
  private static func encoded(_ text: String) -> String {
    let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789;,/?:@&=+$-_.!~*'()".utf8)
    return text.utf8.map { byte in
      if plain.contains(byte) { return String(UnicodeScalar(byte)) }
      let digits = String(byte, radix: 16, uppercase: true)
      return "%" + (digits.count < 2 ? "0" : "") + digits
    }.joined()
  }

  /// The name and the arguments of a call in the Swift of glue: `machine.add` and `count: 1` in
  /// `try machine.add(count: 1)`.
  private struct Call {
    var name: String
    var arguments: [(label: String?, value: String)] = []

    init?(_ text: Substring) {
      var text = text.drop { $0 == " " }
      while let word = ["try ", "await "].first(where: text.hasPrefix) { text = text.dropFirst(word.count) }
      name = String(text.prefix { $0 != "(" })
      guard !name.isEmpty, !name.contains(" ") else { return nil }
      guard name.count < text.count else { return }
      guard text.last == ")" else { return nil }
      for part in Self.parts(text.dropFirst(name.count + 1).dropLast(), between: ",") {
        let label = part.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
        let rest = part[label.endIndex...]
        let hasLabel = !label.isEmpty && rest.first == ":"
        arguments.append(
          (hasLabel ? String(label) : nil, String((hasLabel ? rest.dropFirst() : part).drop { $0 == " " })))
      }
    }

    /// Returns the parts of a text between separators: `a` and `f(b, c)` for `a, f(b, c)`. Separators in brackets and
    /// strings do not count.
    static func parts(_ text: Substring, between separator: Character) -> [Substring] {
      var (parts, start, depth, isQuoted, isEscaped) = ([Substring](), text.startIndex, 0, false, false)
      for index in text.indices {
        let character = text[index]
        if isEscaped {
          isEscaped = false
        } else if isQuoted {
          isEscaped = character == "\\"
          isQuoted = character != "\""
        } else if character == separator && depth == 0 {
          parts.append(text[start..<index].drop { $0 == " " })
          start = text.index(after: index)
        } else {
          isQuoted = character == "\""
          depth += "([{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
        }
      }
      let last = text[start...].drop { $0 == " " }
      return last.isEmpty ? parts : parts + [last]
    }
  }
}
