import StateMachineSyntax

/// Reads State Chart XML (https://www.w3.org/TR/scxml/) as a `Chart`.
struct SCXMLReader {
  private let elements: [XMLElement]
  private let root: Int
  private var chart: Chart
  /// The indices of the elements that belong to the document's own machine. An `<invoke>` may contain the document of
  /// another machine, whose elements are not read.
  private var inner: [Int] = []
  /// The nodes for the elements that are states, by the index of the element.
  private var nodes: [Int: Int] = [:]
  /// The nodes of states, by the identifier of the state.
  private var ids: [String: Int] = [:]
  /// The events of the machine, sorted: the events that transitions name, and the events that the machine raises.
  private var events: [String] = []
  private var saysQueue = false
  /// The events that are sent with a delay. The key is the identifier of the `<send>` element: `<cancel>` names a
  /// delayed event by this identifier. If the `<send>` has no identifier, the key is the name of the event.
  private var delays: [String: Delay] = [:]
  /// The number of `<send>` and `<raise>` elements for each event.
  private var sentCounts: [String: Int] = [:]

  private typealias Delay = (event: String, duration: String)

  /// Returns the chart in a range of a file. Nil if the range contains no `<scxml>` element.
  static func read(_ source: SourceFile, _ range: Range<Int>, name: String) -> Chart? {
    let document = XMLReader(source.bytes[range])
    guard let root = document.elements.firstIndex(where: { $0.name == "scxml" }) else { return nil }
    var chart = Chart(format: .scxml, name: name, place: document.elements[root].place)
    chart.findings = document.mistakes
    chart.isOwnPicture = (document.instructions + document.elements[root].comments).contains {
      $0.trimmedBlanks.hasPrefix("sm-gen diagram") || $0.contains(ChartImport.mark)
    }
    var reader = SCXMLReader(elements: document.elements, root: root, chart: chart)
    reader.chart.comments = reader.comments(document.elements[...root].flatMap(\.comments))
    reader.readAll()
    reader.chart.notes += reader.comments(document.comments)
    return reader.chart
  }

  private init(elements: [XMLElement], root: Int, chart: Chart) {
    (self.elements, self.root, self.chart) = (elements, root, chart)
  }

  /// Reads the whole document. States come first, because transitions may name states that are declared later. Events
  /// and variables come next, and last what is inside the states.
  private mutating func readAll() {
    let name = elements[root].attributes["name"] ?? ""
    if !ChartWords.words(name).isEmpty { chart.name = name }
    var index = root + 1
    while index < elements[root].end {
      let isOther = elements[index].name == "scxml"
      if !isOther { inner.append(index) }
      index = isOther ? elements[index].end : index + 1
    }
    for element in inner where Self.states.contains(elements[element].name) { addState(element) }
    collectEvents()
    for element in inner { readData(elements[element]) }
    for element in [root] + inner where element == root || nodes[element] != nil { readBody(of: element) }
    makeTimers()
  }

  private mutating func fail(_ element: XMLElement, _ message: String) {
    chart.findings.append(.notUnderstood(element.place, message))
  }

  private mutating func leaveByHand(_ element: XMLElement, _ message: String) {
    chart.findings.append(.leftByHand(element.place, message))
  }

  /// Returns the lines of comments that are worth keeping. A line of more than 60 characters without a blank shows that
  /// the comment is an editor's data. Such a comment is left out. If `sm-gen diagram` has written the chart, returns
  /// nothing, because the comments only repeat the rows.
  private func comments(_ texts: [String]) -> [String] {
    if chart.isOwnPicture { return [] }
    return texts.flatMap { text -> [String] in
      let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmedBlanks.drop { $0 == "*" }.trimmedBlanks }
      let isData = lines.contains { $0.count > 60 && !$0.contains(" ") }
      return isData ? [] : lines.filter { $0.contains(where: \.isLetter) }
    }
  }

  // MARK: States

  private static let states: Set<String> = ["state", "parallel", "final", "history"]

  /// Adds a node for a state's element. If the element is not inside a state or the document, reports it instead.
  private mutating func addState(_ index: Int) {
    let element = elements[index]
    guard let parent = element.parent == root ? Chart.root : nodes[element.parent] else {
      return fail(element, "'<\(element.name)>' stands within no state: it is left out")
    }
    let id = (parent == Chart.root ? "state" : chart.nodes[parent].id) + "\(chart.nodes.count)"
    let given = element.attributes["id"] ?? ""
    var node = ChartNode(id: given.isEmpty ? id : given, kind: .state, parent: parent, place: element.place)
    switch element.name {
    case "final": node.kind = .final
    case "history": node.kind = element.attributes["type"] == "deep" ? .deepHistory : .history
    case "state" where isChoice(element): node.kind = .choice
    default: node.isParallel = element.name == "parallel"
    }
    node.comments = comments(element.comments)
    if element.attributes["src"] != nil {
      chart.warn(element.place, "'src' of a state is not followed: import that file, too")
    }
    let number = chart.add(node, region: 0)
    nodes[index] = number
    if ids[node.id] == nil { ids[node.id] = number }
  }

  /// Returns whether an element stands for a choice. SCXML has no choices, so `sm-gen diagram` writes a choice as a
  /// state without events, with a comment `choice a`. Always false in SCXML of other tools.
  private func isChoice(_ element: XMLElement) -> Bool {
    let transitions = element.children.map { elements[$0] }
    return chart.isOwnPicture
      && element.comments.contains { $0.trimmedBlanks == "choice \(element.attributes["id"] ?? "")" }
      && transitions.allSatisfy { $0.name == "transition" && $0.attributes["event"] == nil }
  }

  /// Returns the nodes of the states with the given identifiers, which blanks separate. Findings report unknown
  /// identifiers.
  private mutating func targets(_ text: String?, _ element: XMLElement) -> [Int] {
    (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { id in
      if ids[String(id)] == nil { fail(element, "there is no state '\(Chart.quotation(id))'") }
      return ids[String(id)]
    }
  }

  // MARK: Events

  /// Returns the event descriptors of a transition: the words in its attribute `event`, such as `a.b` and `*`
  /// (§3.12.1).
  private func descriptors(_ element: XMLElement) -> [String] {
    (element.attributes["event"] ?? "").split(whereSeparator: \.isWhitespace).map(String.init)
  }

  /// Returns the name of the event in an event descriptor of a transition: `a.b` for both `a.b` and `a.b.*`.
  private func name(of descriptor: String) -> String {
    (descriptor.hasSuffix("*") ? String(descriptor.dropLast()) : descriptor).trimming(".")
  }

  /// Computes `events`, the machine's events, from all transitions, `<send>` and `<raise>` elements. Also computes
  /// `sentCounts` (how often elements send each event) and `delays` (the events that are sent with a delay).
  private mutating func collectEvents() {
    var known: Set<String> = []
    var awaited: Set<String> = []
    for descriptor in inner.filter({ elements[$0].name == "transition" }).flatMap({ descriptors(elements[$0]) }) {
      awaited.insert(name(of: descriptor))
      if !descriptor.hasSuffix("*"), completed(descriptor) == nil { known.insert(name(of: descriptor)) }
    }
    for element in inner.map({ elements[$0] }) where element.name == "send" || element.name == "raise" {
      guard let event = element.attributes["event"] else { continue }
      sentCounts[event, default: 0] += 1
      if let (number, delay) = delay(element), delays[number] == nil { delays[number] = delay }
      // A transition may name an event, the beginning of its name, or any event (`*`).
      let isAwaited =
        awaited.contains("") || awaited.contains(event)
        || event.indices.contains { event[$0] == "." && awaited.contains(String(event[..<$0])) }
      if element.name == "raise" || isToItself(element) && isAwaited { known.insert(event) }
    }
    events = known.sorted()
  }

  /// Returns the node of the state whose completion event has the given name, such as `done.state.playing`. Nil if the
  /// event is not a completion event.
  private func completed(_ event: String) -> Int? {
    event.hasPrefix("done.state.") ? ids[String(event.dropFirst(11))] : nil
  }

  /// Returns whether a `<send>` element sends its event to the machine itself.
  private func isToItself(_ element: XMLElement) -> Bool {
    let attributes = element.attributes
    return attributes["targetexpr"] == nil && attributes["typeexpr"] == nil
      && ["", "#_internal"].contains(attributes["target"] ?? "")
      && (attributes["type"] ?? "scxml").lowercased().contains("scxml")
  }

  /// Returns the events for which a transition with an event descriptor waits: `a.b` also matches the event `a.b.c`
  /// (§3.12.1). For `*`, returns all known events, because a row has to name its events.
  private mutating func matching(_ descriptor: String, _ place: SourceRange) -> [String] {
    if descriptor == "*" {
      chart.leaveOut("'*' for events that the chart does not name", place)
      return events.isEmpty ? ["any"] : events
    }
    let name = name(of: descriptor)
    let matching = events.filter { $0 == name || $0.hasPrefix(name + ".") }
    return matching.isEmpty ? [name] : matching
  }

  /// Adds the variable that a `<data>` element declares. Also looks for guards `In('open')` in the attributes of the
  /// element, which may be any one. The node of the state `open` then notes that a guard tests it (`isAskedFor`).
  private mutating func readData(_ element: XMLElement) {
    if element.name == "data", let id = element.attributes["id"] {
      let text = element.attributes["expr"] ?? element.text.trimmedBlanks
      chart.variables.append(ChartVariable(name: id, value: text.isEmpty ? nil : text, place: element.place))
    }
    for value in element.attributes.values where value.contains("In(") {
      var cursor = ChartCursor(value)
      while cursor.take(through: "In(") != nil {
        _ = cursor.take { "'\" ".contains($0) }
        if let node = ids[cursor.take { $0.isNamePart || ".-:".contains($0) }] { chart.nodes[node].isAskedFor = true }
      }
    }
  }

  // MARK: Timers

  /// Returns the delay of a `<send>` element, and its number: the identifier by which `<cancel>` names the delayed
  /// event. Without an identifier, the number is the name of the event. Nil for a `<send>` without a delay or without
  /// an event.
  private func delay(_ element: XMLElement) -> (number: String, delay: Delay)? {
    let attributes = element.attributes
    guard let event = attributes["event"], let text = attributes["delay"] ?? attributes["delayexpr"],
      !["0", "0s", "0ms"].contains(text)
    else { return nil }
    let number = attributes["id"] ?? attributes["idlocation"] ?? event
    return (number, (event, text.filter { !"'\"".contains($0) }))
  }

  /// Returns an effect that calls an output, such as `closeAfter5s`, in place of a `<send>` with a delay. The user has
  /// to write the output, so that it sends the event after the delay.
  private func output(for delay: Delay) -> ChartEffect {
    .output("\(delay.event) after \(delay.duration)", events: events.contains(delay.event) ? [delay.event] : [])
  }

  /// Returns the effect for a `<cancel>` element. The delayed event has become an output that waits for the delay, and
  /// the effect ends this output. If no `<send>` has the identifier, the effect calls an output instead, such as
  /// `cancelSendingTimeout`.
  ///
  /// - Parameter number: the identifier in the `<cancel>` element.
  private func cancel(_ number: String) -> ChartEffect {
    delays[number].map { .cancel("\($0.event) after \($0.duration)") } ?? .output("cancel sending \(number)")
  }

  /// Replaces delayed events by timers (`after 5s`). All this must be true: one state alone has transitions for the
  /// event. Only this state sends it, in its entry action. The transitions wait for no other event, and the delay is a
  /// duration.
  private mutating func makeTimers() {
    var waiting: [String: [Int]] = [:]
    for (index, arrow) in chart.arrows.enumerated() {
      for case .event(let event, _) in arrow.triggers { waiting[event, default: []].append(index) }
    }
    for (number, delay) in delays where sentCounts[delay.event] == 1 {
      guard let duration = ChartWords.duration(delay.duration), let arrows = waiting[delay.event] else { continue }
      let node = chart.arrows[arrows[0]].source
      let (send, cancel) = (output(for: delay), cancel(number))
      guard chart.nodes[node].entry.contains(send),
        arrows.allSatisfy({ chart.arrows[$0].source == node && chart.arrows[$0].triggers.count == 1 })
      else { continue }
      for arrow in arrows { chart.arrows[arrow].triggers = [.after(duration)] }
      chart.nodes[node].entry.removeAll { $0 == send }
      chart.nodes[node].exit.removeAll { $0 == cancel }
    }
  }

  // MARK: Bodies

  /// Reads the elements directly inside a state or the document.
  private mutating func readBody(of index: Int) {
    let element = elements[index]
    let node = nodes[index] ?? Chart.root
    if let initial = element.attributes["initial"] ?? element.attributes["initialstate"] {
      addInitial(to: node, initial, [], element)
    }
    for child in element.children { readPart(child, of: node) }
  }

  /// The names of elements for which nothing is done. Most only say how an editor draws the chart. `datamodel` is among
  /// them because `readData` reads the `<data>` elements in it.
  private static let layout: Set<String> = ["metadata", "viewport", "editorinfo", "info", "comment", "datamodel"]

  /// Reads one of the elements inside a state, such as `<onentry>` or `<transition>`.
  private mutating func readPart(_ index: Int, of node: Int) {
    let element = elements[index]
    switch element.name {
    case "onentry": chart.nodes[node].entry += effects(of: index)
    case "onexit": chart.nodes[node].exit += effects(of: index)
    case "transition": readTransition(index, of: node)
    case "invoke": readInvoke(element, of: node)
    case "initial":
      if let inner = element.children.first(where: { elements[$0].name == "transition" }) {
        addInitial(to: node, elements[inner].attributes["target"] ?? "", effects(of: inner), elements[inner])
      }
    case "script":
      chart.notes.append("script: \(Chart.quotation(element.text))")
      leaveByHand(element, "a script is kept as a comment: write it in Swift")
    case _ where Self.states.contains(element.name) || Self.layout.contains(element.name): break
    default: chart.leaveOut("'\(element.name)'", element.place)
    }
  }

  /// Adds an arrow from the initial dot of a node to the states with the given identifiers, which blanks separate.
  private mutating func addInitial(to node: Int, _ text: String, _ effects: [ChartEffect], _ element: XMLElement) {
    let targets = targets(text, element)
    chart.accounting.arrows += 1
    guard !targets.isEmpty else {
      chart.accounting.told += 1
      if text.allSatisfy(\.isWhitespace) { fail(element, "'initial' names no state") }
      return
    }
    let source = chart.add(ChartNode(dot: .initial, parent: node, place: element.place), region: 0)
    var arrow = ChartArrow(source: source, targets: targets, place: element.place)
    arrow.effects = effects
    chart.arrows.append(arrow)
  }

  /// Adds the arrows for a transition. One arrow has all its ordinary events. For each completion event, such as
  /// `done.state.playing`, there is another arrow, from the state that is completed.
  private mutating func readTransition(_ index: Int, of node: Int) {
    let element = elements[index]
    chart.accounting.arrows += 1
    let targets = targets(element.attributes["target"], element)
    // The transition names targets, but none of them exists.
    let isLost = targets.isEmpty && !(element.attributes["target"] ?? "").allSatisfy(\.isWhitespace)
    if node == Chart.root { fail(element, "a transition stands in a state: this one is left out") }
    if node == Chart.root || isLost {
      chart.accounting.told += 1
      return
    }
    var arrow = ChartArrow(source: node, targets: targets, place: element.place)
    arrow.condition = element.attributes["cond"].map { .text($0) }
    arrow.effects = effects(of: index)
    arrow.comments = comments(element.comments)
    arrow.isInternal = element.attributes["type"] == "internal"
    let descriptors = descriptors(element)
    let events = descriptors.filter { completed($0) == nil }.flatMap { matching($0, element.place) }
    arrow.triggers = events.map { .event($0, parameters: "") }
    if descriptors.isEmpty, !chart.nodes[node].kind.isHistory { arrow.triggers = [.always] }
    if descriptors.isEmpty || !events.isEmpty {
      chart.arrows.append(arrow)
      (arrow.count, arrow.comments) = (0, [])
    }
    arrow.triggers = [.done]
    for state in descriptors.compactMap({ completed($0) }) {
      arrow.source = state
      chart.arrows.append(arrow)
      (arrow.count, arrow.comments) = (0, [])
    }
  }

  /// Adds the activity for an `<invoke>` element, which runs while its state is active.
  private mutating func readInvoke(_ element: XMLElement, of node: Int) {
    let source = element.attributes["id"] ?? element.attributes["src"] ?? element.attributes["type"] ?? "child"
    // Of a path or an address, only the part after the last `/` or `#` becomes the name.
    let last = source.split { $0 == "/" || $0 == "#" }.last.map(String.init) ?? source
    let name = last.hasSuffix(".scxml") ? String(last.dropLast(6)) : last
    let isOwn = chart.isOwnPicture
    let done = events.filter { $0.hasPrefix("done.invoke") }
    chart.nodes[node].activities.append(.text(isOwn ? name : "invoke \(name)", events: done))
    if !isOwn { leaveByHand(element, "what is invoked is an output: write what '\(Chart.quotation(name))' does") }
  }

  // MARK: Executable content

  /// Returns the effects that an element contains, such as those in `<onentry>`.
  private mutating func effects(of index: Int) -> [ChartEffect] {
    let text = elements[index].text.oneLine
    let isText = elements[index].children.isEmpty && text.contains(where: \.isLetter)
    return (isText ? [ChartEffect(text)] : []) + elements[index].children.flatMap { effects(for: $0) }
  }

  /// Returns the effects for one element, such as `<assign>`. An element that a machine cannot express becomes an
  /// output, with a finding.
  private mutating func effects(for index: Int) -> [ChartEffect] {
    let element = elements[index]
    let attributes = element.attributes
    switch element.name {
    case "raise": return [.raise(attributes["event"] ?? "event")]
    case "send": return [send(element)]
    case "assign":
      let value = attributes["expr"] ?? element.text.trimmedBlanks
      return [.assign(attributes["location"] ?? attributes["name"] ?? "value", operation: "=", value: value)]
    case "log":
      let value = attributes["expr"] ?? ""
      let text = ChartExpression.literal(value).map { $0.swift.trimmingQuotes } ?? value
      return [.output("log", [[attributes["label"] ?? "", text].filter { !$0.isEmpty }.joined(separator: ": ")])]
    case "cancel": return [cancel(attributes["sendid"] ?? attributes["sendidexpr"] ?? "")]
    case "if", "foreach": return decide(index)
    case "script":
      let text = element.text.isEmpty ? attributes["src"] ?? "" : element.text
      leaveByHand(element, "a script is an output, 'script': write what it does")
      return [.remark("script: \(text.prefix(200).oneLine)"), .output("script")]
    case "elseif", "else": return []
    default:
      chart.leaveOut("'\(element.name)'", element.place)
      return [.output("\(element.name) \(attributes["label"] ?? attributes["name"] ?? "")")]
    }
  }

  /// Returns the effect for a `<send>` element: `raise` or an output. It is `raise` if the target is `#_internal`. It
  /// is also `raise` if the machine sends itself the event without a delay, and a transition waits for it.
  private mutating func send(_ element: XMLElement) -> ChartEffect {
    let attributes = element.attributes
    if !element.children.isEmpty || attributes["namelist"] != nil, !chart.isOwnPicture {
      chart.leaveOut("parameters of 'send'", element.place)
    }
    guard let event = attributes["event"] else { return .output("send") }
    if attributes["target"] == "#_internal" { return .raise(event) }
    if let (_, delay) = delay(element) { return output(for: delay) }
    guard isToItself(element), events.contains(event) else {
      return .output(chart.isOwnPicture ? event : "send \(event)")
    }
    if !saysQueue {
      let text = "'send' to the machine itself is 'raise': the event comes before those from outside"
      chart.warn(element.place, text)
    }
    saysQueue = true
    return .raise(event)
  }

  /// Returns an output in place of an `<if>` or `<foreach>` element, because effects in rows have no conditions. The
  /// content of the element becomes a comment, and a finding asks the user to write it in Swift.
  private mutating func decide(_ index: Int) -> [ChartEffect] {
    let element = elements[index]
    let parts = elements[(index + 1)..<max(index + 1, element.end)].prefix(20).map { inner in
      let attributes = inner.attributes.sorted { $0.key < $1.key }.map { "\($0.key)=\"\($0.value)\"" }
      return ([inner.name] + attributes).joined(separator: " ")
    }
    let subject = element.attributes["cond"] ?? element.attributes["array"] ?? ""
    let words = ChartWords.words(subject).prefix(4).joined(separator: " ")
    leaveByHand(element, "'\(element.name)' is an output with its content as a comment: write it in Swift")
    return [
      .remark("\(element.name) \(subject): \(parts.joined(separator: "; "))".oneLine),
      .output((element.name == "if" ? "decide " : "each ") + words),
    ]
  }
}
