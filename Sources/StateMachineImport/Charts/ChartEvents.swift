import StateMachineSyntax

/// The events of a machine, by the texts of the chart.
struct ChartEvents {
  struct Event {
    let name: String
    /// The texts of the chart that name the event, and the nodes with arrows on the event.
    var texts: [String] = []
    var sources: Set<Int> = []
    var parameters = ""
    /// The texts that contain more words than the name of the event.
    var remarks: [String] = []
    let place: SourceRange
  }

  private(set) var events: [Event] = []
  private var byText: [String: Int] = [:]
  private var byName: [String: Int] = [:]
  private var taken: Set<String> = []

  /// Returns the name of the event for a text of the chart, and declares an event for a new text.
  mutating func name(_ text: String, of source: Int? = nil, parameters: String = "", _ place: SourceRange) -> String {
    let index = byText[text] ?? add(text, source, place)
    if byText[text] == nil {
      byText[text] = index
      events[index].texts.append(text)
      if !parameters.isEmpty { events[index].parameters = parameters }
      let isSaid = ChartWords.essence(text) == events[index].name.filter { $0 != "_" }.lowercased()
      let count = events[index].remarks.count
      if !isSaid || Self.sign(text) != nil, count < 9 { events[index].remarks.append(count < 8 ? text : "…") }
    }
    if let source { events[index].sources.insert(source) }
    return events[index].name
  }

  /// Returns the index of the event for a new text: an event with a similar text, or an added one.
  private mutating func add(_ text: String, _ source: Int?, _ place: SourceRange) -> Int {
    let unnumbered = Self.withoutNumber(text)
    let short = Self.shortened(unnumbered)
    var name = ChartWords.name(ChartWords.words(short).isEmpty ? unnumbered : short, prefix: "event", limit: 6)
    if let known = byName[name] {
      // If one state tells the two texts apart, so does the machine.
      let isShared = source.map(events[known].sources.contains) == true
      if !isShared || events[known].texts.contains(where: { saysTheSame($0, text) }) { return known }
      name = ChartWords.name(unnumbered, prefix: "event", limit: 12)
    }
    name = taken.insertNumbered(name)
    byName[name] = events.count
    events.append(Event(name: name, place: place))
    return events.count - 1
  }

  private func saysTheSame(_ one: String, _ other: String) -> Bool {
    let essence = ChartWords.essence(one)
    return !essence.isEmpty && essence == ChartWords.essence(other) && Self.sign(one) == Self.sign(other)
  }

  private static func sign(_ text: String) -> Character? { text.first.flatMap { "+-".contains($0) ? $0 : nil } }

  /// Returns a text without a number before it: `fits` for `(2a) fits` and `1. fits`.
  private static func withoutNumber(_ text: String) -> String {
    var rest = text.drop { $0 == "(" }
    let digits = rest.prefix(while: \.isNumber)
    rest = rest.dropFirst(digits.count)
    if rest.first?.isLetter == true { rest = rest.dropFirst() }
    guard !digits.isEmpty, let end = rest.first, ").:".contains(end) else { return text }
    let result = rest.dropFirst().trimmedBlanks
    return ChartWords.words(result).isEmpty ? text : result
  }

  /// Returns a text up to the first comma or other sign that ends a clause.
  private static func shortened(_ text: String) -> String {
    var previous: Character = " "
    for (index, character) in zip(text.indices, text) {
      let isBeforeBlank = text[index...].dropFirst().first?.isWhitespace ?? true
      let isDash = "-–—".contains(character) && previous.isWhitespace
      let isStop = isBeforeBlank && (isDash || character == ".")
      if isStop || ",;:(=|!?".contains(character) { return String(text[..<index]) }
      previous = character
    }
    return text
  }

  /// Returns the name of an event as rows write it. Four names are keywords of triggers, and get backticks.
  static func spelled(_ name: String) -> String {
    ["after", "every", "always", "done"].contains(name) ? "`\(name)`" : name
  }
}
