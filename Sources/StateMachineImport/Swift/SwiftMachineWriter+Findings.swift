import StateMachineSyntax

/// Reports what the Swift file has and the machine does not.
extension SwiftMachineWriter {
  /// Reports calls of locks, and the arms of `switch` statements that did not become rows: arms that no state reaches,
  /// and arms that rows cannot express.
  mutating func tellOfArms() {
    if let lock = events.locks.first {
      findings.append(
        .changedMeaning(
          code.place(lock..<lock + 3),
          "the machine takes no lock: whoever calls it does\(events.locks.count > 1 ? ", here and in \(events.locks.count - 1) other places" : "")"
        ))
    }
    for arm in events.outcomes.keys.sorted() where !events.taken.contains(arm) {
      // An arm for a transient state is not reported, because the state is.
      let isLeftOut = code.line(arm..<(code.first(in: arm..<code.tokens.count) { code.word($0) == ":" } ?? arm + 1))
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.contains { transient.contains(String($0)) }
      if !isLeftOut {
        findings.append(.leftOut(code.place(arm..<arm + 1), "no state takes this arm: those before it take all"))
      }
    }
    for (arm, outcome) in events.outcomes.sorted(by: { $0.key < $1.key }) where outcome.isTold {
      // A negative number is a method without arms, as `SwiftEvents.read` makes it.
      let place = arm >= 0 ? code.place(arm..<arm + 1) : SourceRange(-arm - 1, -arm)
      findings.append(.leftByHand(place, "this decides as rows cannot: say it by rows at the 'TODO'"))
    }
  }

  /// Reports what the type has and a generated struct does not: that it is a class or an actor, its superclass, code
  /// that observes the state (`didSet`), and some attributes.
  mutating func tellOfType() {
    let place = code.place(type.start..<min(type.start + 2, code.tokens.count))
    switch type.introducer {
    case "class" where machine.function == nil:
      let superclass =
        droppedConformances.isEmpty ? "" : ", without what '\(droppedConformances.joined(separator: "', '"))' says"
      findings.append(
        .changedMeaning(
          place, "the class '\(type.name)' becomes a struct: who keeps one has a copy of its own\(superclass)"))
    case "actor" where machine.function == nil:
      findings.append(
        .changedMeaning(
          place, "the actor '\(type.name)' becomes a struct: an actor has to own it, so that calls wait for each other")
      )
    default: break
    }
    if let property = machine.type.members.first(where: { $0.introducer == "var" && $0.name == machine.property }),
      property.body != nil, machine.function == nil
    {
      findings.append(
        .changedMeaning(
          code.place(property.start..<property.start + 2),
          "what observes '\(machine.property)' is left out: a wrapper tells its delegate of each transition"))
    }
    tell(of: type.attributes.filter(Self.droppedAttributes.contains), at: place)
    if machine.enumeration.fullName != machine.type.fullName {
      tell(of: machine.enumeration.member.attributes, at: code.place(machine.enumeration.member.all.prefix(2)))
    }
  }

  /// Reports what methods have and events do not: some attributes and `async`. Also reports methods that are less
  /// visible than the machine, because their events are as visible as the machine. Only the event of a private method
  /// is private.
  mutating func tellOfMethods() {
    for method in machine.decidingMethods where !machine.lenders.contains(method.name) {
      let place = code.place(method.start..<min(method.start + 2, code.tokens.count))
      tell(of: method.attributes.filter { !Self.isKept($0) }, at: place)
      let isAsync = method.head(code).contains { code.word($0) == "async" }
      if isAsync {
        findings.append(
          .changedMeaning(place, "'\(method.name)' is not 'async' as an event: a transition waits for nothing"))
      }
    }
    let order = ["private", "fileprivate", "internal", "package", "public", "open"]
    func rank(_ access: String?) -> Int { order.firstIndex(of: access ?? "internal") ?? 2 }
    let widened = machine.decidingMethods.filter { !$0.isPrivate && rank($0.access) < rank(type.access) }
    if let first = widened.first, rank(type.access) > 2 {
      let names = widened.map { "'\($0.name)'" }.joined(separator: ", ")
      findings.append(
        .changedMeaning(
          code.place(first.start..<first.start + 2),
          "\(names) become\(widened.count == 1 ? "s" : "") \(type.access ?? "") as the machine is"))
    }
  }

  /// The attributes of a type that its machine does not get.
  static let droppedAttributes: Set<String> = ["@objc", "@Observable", "@frozen", "@usableFromInline"]

  /// Returns whether the import keeps an attribute of a method. The event gets the attribute. For `@inlinable`, the
  /// machine gets it.
  static func isKept(_ attribute: String) -> Bool {
    ["@discardableResult", "@available", "@inlinable"].contains { attribute.hasPrefix($0) }
  }

  /// Reports that attributes are left out, in one finding at a place of the file. Reports nothing if `attributes` is
  /// empty.
  private mutating func tell(of attributes: [String], at place: SourceRange) {
    guard !attributes.isEmpty else { return }
    findings.append(.leftOut(place, "\(attributes.map { "'\($0)'" }.joined(separator: ", ")) is left out"))
  }
}
