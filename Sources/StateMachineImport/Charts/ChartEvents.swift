import StateMachineSyntax

/// The events of a machine that is made from a chart. Several texts in the chart may mean the same event, such as
/// `Push!` and `push`.
struct ChartEvents {
  struct Event {
    let name: String
    /// The texts of the chart that mean this event.
    var texts: [String] = []
    var sources: Set<Int> = []
    var parameters = ""
    /// The texts of the chart that say more than the event's name. They become a comment.
    var remarks: [String] = []
    let place: SourceRange
  }

  private(set) var events: [Event] = []
  private var byText: [String: Int] = [:]
  private var byName: [String: Int] = [:]
  private var taken: Set<String> = []

  /// Returns the name of the event that a text in the chart means: `push` for `Push!` and for `push, then wait`. If no
  /// such event is known yet, declares it.
  ///
  /// - Parameters:
  ///   - source: the source of the arrow with this text; nil if the text is not on an arrow.
  ///   - parameters: the event's payload in the chart without parentheses; empty if the chart shows none.
  mutating func name(_ text: String, of source: Int? = nil, parameters: String = "", _ place: SourceRange) -> String {
    let index = byText[text] ?? add(text, source, place)
    if byText[text] == nil {
      byText[text] = index
      events[index].texts.append(text)
      let isSaid = ChartWords.essence(text) == events[index].name.filter { $0 != "_" }.lowercased()
      let count = events[index].remarks.count
      if !isSaid || Self.sign(text) != nil, count < 9 { events[index].remarks.append(count < 8 ? text : "…") }
    }
    if !parameters.isEmpty { events[index].parameters = parameters }
    if let source { events[index].sources.insert(source) }
    return events[index].name
  }

  /// Returns the index of the event for a text that is new. It is a known event with the same name, or a new event.
  ///
  /// The name is made of the text's first clause. If the same source has an arrow with another text and this name, the
  /// chart distinguishes the two texts. The new text then gets a longer name and an event of its own.
  private mutating func add(_ text: String, _ source: Int?, _ place: SourceRange) -> Int {
    let unnumbered = Self.withoutNumber(text)
    let short = Self.shortened(unnumbered)
    var name = ChartWords.name(ChartWords.words(short).isEmpty ? unnumbered : short, prefix: "event", limit: 6)
    if let known = byName[name] {
      // If one state distinguishes the two texts, the machine has to distinguish them, too.
      let isShared = source.map(events[known].sources.contains) == true
      if !isShared || events[known].texts.contains(where: { saysTheSame($0, text) }) { return known }
      name = ChartWords.name(unnumbered, prefix: "event", limit: 12)
    }
    name = taken.insertNumbered(name)
    byName[name] = events.count
    events.append(Event(name: name, place: place))
    return events.count - 1
  }

  /// Returns whether two texts differ only in signs, and in upper and lower case, as `Push!` and `push`. The texts `+a`
  /// and `-a` are different, because a `+` or `-` at the beginning counts.
  private func saysTheSame(_ one: String, _ other: String) -> Bool {
    let essence = ChartWords.essence(one)
    return !essence.isEmpty && essence == ChartWords.essence(other) && Self.sign(one) == Self.sign(other)
  }

  /// Returns the sign `+` or `-` at the beginning of a text; nil if the text begins with neither.
  private static func sign(_ text: String) -> Character? { text.first.flatMap { "+-".contains($0) ? $0 : nil } }

  /// Returns a text without the number at its beginning: `fits` for `(2a) fits` and for `1. fits`. A text without such
  /// a number is unchanged.
  private static func withoutNumber(_ text: String) -> String {
    var rest = text.drop { $0 == "(" }
    let digits = rest.prefix(while: \.isNumber)
    rest = rest.dropFirst(digits.count)
    if rest.first?.isLetter == true { rest = rest.dropFirst() }
    guard !digits.isEmpty, let end = rest.first, ").:".contains(end) else { return text }
    let result = rest.dropFirst().trimmedBlanks
    return ChartWords.words(result).isEmpty ? text : result
  }

  /// Returns the first clause of a text: `push` for `push, then wait`. A clause ends before a comma, a dash with
  /// blanks, an opening parenthesis or a sign such as `:`.
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

  /// Returns the name of an event as rows write it. The names `after`, `every`, `always` and `done` get back-ticks,
  /// because rows use these words as keywords of triggers.
  static func spelled(_ name: String) -> String {
    ["after", "every", "always", "done"].contains(name) ? "`\(name)`" : name
  }
}
