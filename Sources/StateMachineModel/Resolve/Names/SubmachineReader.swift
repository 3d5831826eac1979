import StateMachineSyntax

/// Finds the names of a submachine's declarations in a piece of the owner's Swift: `.working(n: n)`, `.poke(let k)`,
/// `Inner.State.idle`. It understands cases with payloads, also within other cases. It skips other Swift; pieces of it
/// that may contain such names are in `unread`.
struct SubmachineReader {
  /// A name of a submachine's declaration that has been found. With it is the outline, a list of the declarations, of
  /// the machine that declares it.
  struct Found {
    var range: SourceRange
    var name: MachineOutline.Name
    var kind: Occurrence.Kind
    var outline: MachineOutline
    var form = NameForm.itself
  }

  private let source: SourceFile
  /// Whether the piece is a pattern, and not a value.
  private let isPattern: Bool
  private let tokens: [SwiftToken]
  /// A function that looks up a machine and returns its outline, a list of its declarations. `reference` is the name of
  /// the machine as the code of the machine `scope` writes it.
  private let find: (_ reference: String, _ scope: String) -> MachineOutline?
  private(set) var found: [Found] = []
  /// The pieces of Swift that are not understood. Each may contain names of declarations of the machine whose name is
  /// with it.
  private(set) var unread: [(range: SourceRange, machine: String)] = []
  /// The names in patterns that are names of cases, but lack the dot: `idle` for `.idle`. In Swift, such a pattern
  /// would match every value, and give it the name.
  private(set) var withoutDot: [(range: SourceRange, kind: Occurrence.Kind, machine: String)] = []
  /// The names that patterns give to fields. With each are the field and the outline, a list of the declarations, of
  /// the machine that declares it.
  private(set) var bindings: [(name: SourceRange, field: MachineOutline.Field, outline: MachineOutline)] = []

  /// The limit for cases within the payloads of cases: `.a(.b(.c))` has three.
  private static let maximumDepth = 16

  init(
    _ source: SourceFile, _ range: SourceRange, isPattern: Bool = false,
    find: @escaping (_ reference: String, _ scope: String) -> MachineOutline?
  ) {
    self.source = source
    self.isPattern = isPattern
    self.find = find
    tokens = SwiftLexer.tokens(of: source.bytes, in: range)
  }

  // MARK: Reading

  /// Reads the piece as a value of a machine's type `State`, such as `.working(n: n)`, or as a pattern for it.
  ///
  /// - Parameter path: the names of the composite state whose children are meant, and of its ancestors, outermost
  ///   first; empty for the states of the machine's body.
  mutating func readState(in path: [String], of outline: MachineOutline) {
    var children: [MachineOutline.State]?
    for name in path { children = state(name, children, outline)?.children ?? [] }
    readBody(withoutPath(tokens.indices, outline, "State"), children, outline, 0)
  }

  /// Reads the piece as a value of a machine's type `Event`, or as a pattern for it.
  mutating func readEvent(of outline: MachineOutline) {
    readSignal(withoutPath(tokens.indices, outline, "Event"), outline, .event, "Event", 0)
  }

  /// Reads the piece as a value of a machine's type `Output`.
  mutating func readOutput(of outline: MachineOutline) {
    readSignal(withoutPath(tokens.indices, outline, "Output"), outline, .output, "Output", 0)
  }

  /// Reads the piece as a value of one of a machine's actions.
  mutating func readResult(of outline: MachineOutline, _ action: String) {
    readSignal(tokens.indices, outline, .result, action, 0)
  }

  // MARK: States

  /// Reads tokens as a value of an enum of states, or as a pattern for it: `.working(n: n)`. If the states are regions,
  /// the value is a struct, and `.init(sound: .on, light: .off)` is read.
  ///
  /// - Parameters:
  ///   - range: the indices of the tokens.
  ///   - children: the states that the enum contains; nil for the states of the machine's body.
  ///   - depth: the number of cases whose payloads contain the tokens. Beyond `maximumDepth`, nothing is read.
  private mutating func readBody(
    _ range: Range<Int>, _ children: [MachineOutline.State]?, _ outline: MachineOutline, _ depth: Int
  ) {
    guard depth < Self.maximumDepth, let (name, items) = readName(range) else {
      if let name = loneName(range), state(text(name), children, outline) != nil {
        withoutDot.append((self.range(of: name), .state, outline.machine))
      }
      return leave(range, outline)
    }
    let first = children == nil ? outline.states.first : children?.first
    if let first, first.isRegion {
      // The value is a struct with a property for each region.
      guard text(name) == "init" else { return leave(range, outline) }
      for item in items {
        guard let label = label(of: item), let region = state(text(label), children, outline) else {
          leave(item, outline)
          continue
        }
        add(label, region.name, .region, outline)
        // The value begins after the label and its colon.
        readBody(label + 2..<item.upperBound, region.children, outline, depth + 1)
      }
      return
    }
    guard let state = state(text(name), children, outline) else { return leave(range, outline) }
    add(name, state.name, .state, outline)
    let hasMore = !state.children.isEmpty || state.submachine != nil
    readItems(items, state.fields, hasMore: hasMore, outline) { reader, item in
      if let submachine = state.submachine {
        // The value is the whole submachine, which is created or bound.
        reader.leave(item, reader.find(submachine, outline.machine) ?? outline)
      } else {
        reader.readBody(item, state.children, outline, depth + 1)
      }
    }
  }

  private func state(
    _ name: String, _ children: [MachineOutline.State]?, _ outline: MachineOutline
  ) -> MachineOutline.State? {
    children == nil ? outline.state(named: name) : children?.first { $0.name.text == name }
  }

  // MARK: Events and outputs

  /// Reads tokens as a value of an enum of events, outputs or results, or as a pattern for it: `.poke(3)`. `type` is
  /// the name of the enum. `depth` is the number of cases whose payloads contain the tokens.
  private mutating func readSignal(
    _ range: Range<Int>, _ outline: MachineOutline, _ kind: Occurrence.Kind, _ type: String, _ depth: Int
  ) {
    func signal(_ name: String) -> MachineOutline.Signal? {
      switch kind {
      case .event: outline.event(named: name)
      case .output: outline.output(named: name)
      default: outline.results(of: type)?.first { $0.name.text == name }
      }
    }
    guard depth < Self.maximumDepth, let (name, items) = readName(range) else {
      if let name = loneName(range), signal(text(name)) != nil {
        withoutDot.append((self.range(of: name), kind, outline.machine))
      }
      return leave(range, outline)
    }
    guard let signal = signal(text(name)) else { return leave(range, outline) }
    add(name, signal.name, signal.submachine == nil ? kind : .state, outline)
    readItems(items, signal.fields, hasMore: signal.submachine != nil, outline) { reader, item in
      guard let inner = signal.submachine.flatMap({ reader.find($0, outline.machine) }) else {
        return reader.leave(item, outline)
      }
      reader.readSignal(reader.withoutPath(item, inner, type), inner, kind, type, depth + 1)
    }
  }

  // MARK: Payloads

  /// Reads the values or patterns in parentheses after the name of a case. Elements that do not fit the fields are
  /// added to `unread`.
  ///
  /// - Parameters:
  ///   - items: the indices of the tokens of each element.
  ///   - hasMore: whether the case has one more value after its fields, without a label: a state within, or a
  ///     submachine.
  ///   - more: the function that reads this additional value.
  private mutating func readItems(
    _ items: [Range<Int>], _ fields: [MachineOutline.Field], hasMore: Bool, _ outline: MachineOutline,
    more: (inout SubmachineReader, Range<Int>) -> Void
  ) {
    let count = fields.count + (hasMore ? 1 : 0)
    // A comma may stand after the last item (SE-0439).
    let items = items.count > 1 && items.last?.isEmpty == true ? items.dropLast() : items
    let isPositional = items.count == count && items.allSatisfy { label(of: $0) == nil }
    var taken = Array(repeating: false, count: count)
    for (index, item) in items.enumerated() {
      var place: Int?
      var value = item
      if isPositional {
        place = index
      } else if let label = label(of: item) {
        place = fields.indices.first { !taken[$0] && fields[$0].label?.text == text(label) }
        if let place, let name = fields[place].label { add(label, name, .label, outline) }
        value = label + 2..<item.upperBound
      } else {
        // Without a label: the next field without a label, or the value after the fields (`hasMore`).
        place = taken.indices.first { !taken[$0] && ($0 == fields.count || fields[$0].label == nil) }
      }
      guard let place else {
        leave(item, outline)
        continue
      }
      taken[place] = true
      // The value after the fields, if `hasMore`.
      if place == fields.count {
        more(&self, value)
      } else if isPattern, let name = value.last, value.count == 1 || value.count == 2 && isWord(name - 1, "let"),
        tokens[name].kind == .identifier
      {
        bindings.append((self.range(of: name), fields[place], outline))
      } else if ["State", "Event", "Output"].contains(where: fields[place].type.contains) {
        leave(value, outline)
      }
    }
  }

  private mutating func add(
    _ token: Int, _ name: MachineOutline.Name, _ kind: Occurrence.Kind, _ outline: MachineOutline
  ) {
    found.append(Found(range: range(of: token), name: name, kind: kind, outline: outline))
  }

  private mutating func leave(_ range: Range<Int>, _ outline: MachineOutline) {
    guard let first = range.first, let last = range.last else { return }
    unread.append((SourceRange(tokens[first].start, tokens[last].end), outline.machine))
  }

  // MARK: Tokens

  /// Returns the index of the name, and the elements in parentheses, of `.name`, `.name(element, element)` or
  /// `let .name(element)`. Nil for any other tokens.
  private func readName(_ range: Range<Int>) -> (name: Int, items: [Range<Int>])? {
    var rest = range
    if let first = rest.first, isWord(first, "let") || isWord(first, "var") { rest = first + 1..<rest.upperBound }
    guard rest.count >= 2, tokens[rest.lowerBound].isPunctuation(Ascii.dot),
      tokens[rest.lowerBound + 1].kind == .identifier
    else { return nil }
    let name = rest.lowerBound + 1
    // A dot and a name, and nothing else.
    if rest.count == 2 { return (name, []) }
    guard tokens[name + 1].isPunctuation(Ascii.leftParen), tokens.closer(of: name + 1, in: rest) == rest.upperBound - 1
    else {
      return nil
    }
    return (name, tokens.elements(of: name + 2..<rest.upperBound - 1))
  }

  /// Returns the index of a name if the piece is a pattern, and the range consists of this one token. Such a name binds
  /// the value. Nil for any other tokens, and in a piece that is no pattern.
  private func loneName(_ range: Range<Int>) -> Int? {
    guard isPattern, range.count == 1, let name = range.first, tokens[name].kind == .identifier else { return nil }
    return name
  }

  /// Returns the indices of the tokens without a type at their start: those of `.working` for `Inner.State.working`. If
  /// there is no type at the start, returns all indices.
  ///
  /// - Parameters:
  ///   - outline: the outline of the machine to which the type must belong: `Inner`.
  ///   - type: the type's last name: `State`.
  private func withoutPath(_ range: Range<Int>, _ outline: MachineOutline, _ type: String) -> Range<Int> {
    let last = outline.machine.split(separator: ".").last.map(String.init) ?? ""
    var index = range.lowerBound
    // A name, a dot and a name, `Inner.State`, with something after them.
    while index + 3 < range.upperBound, tokens[index].kind == .identifier,
      tokens[index + 1].isPunctuation(Ascii.dot), tokens[index + 2].kind == .identifier
    {
      if text(index) == last, text(index + 2) == type { return index + 3..<range.upperBound }
      index += 2
    }
    return range
  }

  /// Returns the index of the label of an element, `n` in `n: 3`. Nil if the element has no label.
  private func label(of item: Range<Int>) -> Int? {
    guard item.count > 2, tokens[item.lowerBound].kind == .identifier,
      tokens[item.lowerBound + 1].isPunctuation(Ascii.colon)
    else { return nil }
    return item.lowerBound
  }

  /// Returns the range of a token, without back-ticks.
  private func range(of token: Int) -> SourceRange {
    source.bare(SourceRange(tokens[token].start, tokens[token].end))
  }

  private func text(_ token: Int) -> String { source.text(range(of: token)) }

  private func isWord(_ token: Int, _ word: String) -> Bool {
    tokens[token].kind == .identifier
      && source.bytes[tokens[token].start..<tokens[token].end].elementsEqual(word.utf8)
  }
}
