import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// Writes the glue, the generated Swift by which tests explore the machines of a file. It extends each machine in the
/// test target. If the machines are in another module, it imports this module as `@testable`. So the tested module
/// itself is not changed.
package struct GluePrinter {
  let behaviour: Behaviour
  let text: MachineText
  let access: String
  let source: SourceFile
  let head: FileHead
  private let lines: LineTable
  var machine: StateMachine { behaviour.machine }
  /// Writes `TellingInGlue`, the copy of the machine that reports its rows.
  let telling: TellingPrinter
  let isInOtherModule: Bool
  /// The names of the types that the file declares as noncopyable. Empty if the machine is copyable.
  let noncopyableTypes: Set<String>
  /// The Swift name of the machine's type, including the names of the types around it: `App.Pool<Key>`.
  let type: String
  /// The guards of rows, with the names that each guard uses.
  let guards: [NamingCondition]
  /// The guards of statements for tests, each with the names that it uses. The guards of `within` statements are left
  /// out, because they only limit what is explored.
  let statements: [NamingCondition]
  /// The functions, properties and variables in the file's Swift, in machines and outside of them. The key is the name.
  /// If a guard uses such a name, tests also try values around the constants in these declarations.
  let members: [String: [SourceRange]]

  /// Returns the text of the glue file for the machines of a `.sm` file. For a machine that cannot be explored, the
  /// text has a comment with the reason.
  ///
  /// - Parameters:
  ///   - head: the Swift of the `.sm` file outside of machines: imports, declarations and compiler conditions.
  ///   - module: the tested module; nil if the machines are in the same module as the tests.
  package static func write(
    _ machines: [Behaviour], head: FileHead, source: SourceFile, module: String?
  ) -> String {
    var text = """
      \(MachinePrinter.heading(source.fileName, " for tests"))
      // swift-format-ignore-file
      // swiftlint:disable all

      """
    let explored = machines.filter { reasonNotExplored($0) == nil }.map(\.machine)
    if !explored.isEmpty {
      // Types in the public conformances of public machines need a public import (SE-0409).
      let access = ["public ", "package "].first { access in
        explored.contains { self.access(of: $0, module) == access }
      }
      text += "\(access ?? "")import StateMachineTesting\n"
      if let module {
        let own = CollidingNames.imports(explored, source, from: module)
        text += (["@testable public import \(module)"] + own).map { $0 + "\n" }.joined()
      }
      for range in head.imports { text += source.text(range) + "\n" }
    }
    var conditions = head.conditions[...]
    func writeConditions(before place: Int) {
      while let range = conditions.first, range.lowerBound < place {
        text += source.text(range) + "\n"
        conditions.removeFirst()
      }
    }
    for behaviour in machines {
      writeConditions(before: behaviour.machine.name.range.lowerBound)
      if let reason = reasonNotExplored(behaviour) {
        text += "\n// '\(source.text(behaviour.machine.name.range))' is not explored: \(reason).\n"
      } else {
        let printer = GluePrinter(behaviour, head, source, module)
        text +=
          printer.written + (behaviour.machine.hasMethods ? "" : printer.triedAsPayload) + printer.tellingExtensions
      }
    }
    writeConditions(before: .max)
    if !explored.isEmpty { text += privateSwift(head, source) }
    return text
  }

  /// Returns the reason why a machine cannot be explored, as words for a message; such a machine has no glue. Nil if
  /// the machine can be explored.
  package static func reasonNotExplored(_ behaviour: Behaviour) -> String? {
    let machine = behaviour.machine
    if let reason = reasonNotReplayed(behaviour) { return reason }
    if machine.access == .private || machine.access == .fileprivate || isInHiddenType(machine) {
      return "only its file sees it"
    }
    if machine.events.isEmpty, machine.timers.isEmpty { return "nothing happens to it" }
    if let event = machine.events.first(where: {
      $0.fields.contains { $0.specifier.map(machine.source.text) == "inout" } || $0.method.generics != nil
    }) {
      return "the method '\(machine.names.text(event.name.id))' takes what cannot be kept and given again"
    }
    return nil
  }

  private static func isInHiddenType(_ machine: StateMachine) -> Bool {
    guard let outer = machine.outer else { return false }
    let names = machine.source.text(outer.range).split(separator: ".")
    return FileType.all(in: machine.source).contains { $0.isHidden && names.contains(Substring($0.name)) }
  }

  private init(_ behaviour: Behaviour, _ head: FileHead, _ source: SourceFile, _ module: String?) {
    self.behaviour = behaviour
    access = Self.access(of: behaviour.machine, module)
    text = MachineText(behaviour.machine, keepsBackticks: true)
    type = Self.type(behaviour.machine, text)
    lines = LineTable(source.bytes)
    (self.source, self.head) = (source, head)
    telling = TellingPrinter(behaviour)
    isInOtherModule = module != nil
    let blocks = head.unconditionalSwift + behaviour.machine.swift.blocks
    members = Dictionary(
      blocks.flatMap { SwiftMember.all(in: $0, source) }.filter { ["func", "var", "let"].contains($0.introducer) }
        .map { ($0.name, [$0.range]) }, uniquingKeysWith: +)
    let machine = behaviour.machine
    func naming(_ conditions: [SwiftCode]) -> [NamingCondition] { conditions.map { NamingCondition($0, source) } }
    guards = naming(machine.rows.indices.compactMap { machine.rows[$0].condition })
    statements = naming(machine.claims.filter { !$0.isBound }.compactMap(\.condition))
    noncopyableTypes = behaviour.machine.isNoncopyable ? Self.noncopyableTypes(source) : []
  }

  /// Returns a name as Swift spells it after a dot. Most keywords need no back-ticks there.
  func spelled(_ name: Identifier) -> String { text.name(name).spelledAsName }

  /// The Swift that declares variables with the values of the machine's private properties. Guards in a function of the
  /// glue may use them. The glue is in another file, which cannot see private properties. So it reads them with a
  /// mirror.
  var privateProperties: String {
    machine.storedProperties.filter { $0.visibility == .private }.map {
      let hidden = "StateMachineTesting.hidden(\(literal(text.name($0.name))), in: self)"
      return "    var \(text.name($0.name).spelledAsCase): \(text.swift($0.type)) { \(hidden) }\n"
    }.joined()
  }

  /// The Swift of an extension of the machine's events, for tests of its owner. The owner has an event whose payload is
  /// an event of this machine. By the extension, tests of the owner get this machine's events as values to try for the
  /// payload.
  private var triedAsPayload: String {
    """

    extension \(text.title).Event: \(isolation)StateMachineTesting.Tried {
      \(isolation)\(access)static func tries(near constants: [Int]) -> [StateMachineTesting.Trial<Self>] { \(type).Glue().trials }
    }

    """
  }

  /// Returns the type of a machine in Swift, such as `Pool<Key>` for a machine with the generic parameter `Key`.
  private static func type(_ machine: StateMachine, _ text: MachineText) -> String {
    let parameters = machine.genericParameters.map { text.swift($0.name) }
    return text.title + (parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>")
  }

  // MARK: Parts

  /// The Swift of one machine's glue: an extension of the machine with the struct `Glue`, which conforms to the testing
  /// library's protocol `Model`. `TellingInGlue` is in this extension, too.
  private var written: String {
    // Both read much of the file, so each is computed once.
    let (starts, tries) = (self.starts, self.tries)
    return """

      extension \(text.title): \(isolation)StateMachineTesting.Explorable {
        \(access)static var glue: Glue { Glue() }

        \(isolation)\(access)struct Glue: \(isolation)StateMachineTesting.Model {
          \(access)let starts: [StateMachineTesting.ModelStart<\(configuration)>]
          \(access)let tellings: [\(typeOfTelling)]
          \(access)let events: [\(event)]
          fileprivate let trials: [StateMachineTesting.Trial<\(event)>]
          \(access)let tries: [StateMachineTesting.ModelTry]
          \(access)let source: StateMachineTesting.ModelSource? = .init(\(literal(source.path)), digest: \(digest), glue: #filePath)
          \(access)let rows: [StateMachineTesting.ModelRow] = [
      \(rows.map { "      \($0),\n" }.joined())    ]
          \(access)let states: [StateMachineTesting.ModelState] = [
      \(states.map { "      \($0),\n" }.joined())    ]
      \(propertyList)\(list("triedStatements: [StateMachineTesting.ModelStatement]", triedStatements))\

          \(access)let payloads: [StateMachineTesting.ModelPayload]

          \(access)init() {
      \(notedCases)\(starts)      \(tries.isEmpty ? "let" : "var") tried = StateMachineTesting.TriedEvents<\(event)>(\(machine.hasMethods ? "" : "\"machine.handle(event: \", \")\""))
            \(triesDependOnMachine ? "for \(isReplayed ? "start" : "machine") in starts.map({ $0.configuration\(waits ? ".machine" : "") })" : "do") {
      \(triesDependOnMachine && isReplayed ? "        start.read({ _, _ in }) { machine in\n" : "")\(tries.joined())\(triesDependOnMachine && isReplayed ? "        }\n" : "")      }
            events = tried.events
            tries = tried.tries
            trials = tried.trials
            payloads = \(starts.contains("begun.note(") ? "[begun] + " : "")tried.payloads
          }

      \(function("description(of \(subject): \(configuration)) -> String?", descriptionCall))\
      \(function("permits(_ step: Int, in \(subject): \(configuration)) -> Bool", permission))\(coming)\
      \(function("isWithin(_ \(subject): \(configuration)) -> Bool", boundCall.map { "\($0) == nil" }))\
      \(function("bound(beyond \(subject): \(configuration)) -> StateMachineTesting.ModelBound?", boundCall))\(bound)\
          \(access)func waiters(ofStep step: Int) -> [StateMachineTesting.Waiter] { \(isReplayed || machine.hasMethods && sentEvents.isEmpty ? "[]" : "StateMachineTesting.waiters(in: events[step])") }
          \(access)func take(_ step: Int, in \(subject): inout \(configuration), _ telling: inout \(typeOfTelling), _ trace: StateMachineTesting.Trace, emit: (\(output)) -> Void) -> Bool {
      \(taking)    }
      \(performing)\
          \(access)func feed(_ \(subject): \(configuration), to hasher: inout Hasher) {
      \(feed)    }
          \(access)func feed(_ telling: \(typeOfTelling), of \(subject): \(configuration), to hasher: inout Hasher) {
      \(feedOfTelling)    }
      \(function("agrees(_ telling: \(typeOfTelling), with \(subject): \(configuration)) -> Bool?", agreement))\
      \(function("share(_ \(subject): \(configuration), with telling: inout \(typeOfTelling))", sharing))\
      \(function("feedHidden(_ telling: \(typeOfTelling), to hasher: inout Hasher)", hiddenFeed))\
          \(access)func isFinal(_ \(subject): \(configuration)) -> Bool { \(isFinal) }
          \(access)func forEachState(of \(subject): \(configuration), _ body: (Int) -> Void) {
            \(reading(".forEachStateInGlue(body)"))
          }\(machine.hasMethods ? calls : "")\(waits ? note : "")
        }

        /// The states that are active, by their places in the list above.
        fileprivate func forEachStateInGlue(_ body: (Int) -> Void) {
      \(stateSwitch)  }
      \(feedingFunction)\(describing)\(claimFunctions.joined())\(makers.joined())\(queries.joined())\(privateMembers)
      \(tellingMachine)}
      """
  }

  /// The Swift that declares the list of statements that tests check, such as `never`. For a noncopyable machine, the
  /// list is a computed property, because its elements call `redo`, a method of the glue.
  private var propertyList: String {
    let head = "properties: [StateMachineTesting.ModelProperty<\(configuration)>]"
    guard isReplayed, !properties.isEmpty else { return list(head, properties) }
    return "    \(access)var \(head) {\n      [\n\(properties.map { "        \($0),\n" }.joined())      ]\n    }\n"
  }

  /// Returns the Swift that declares a list, such as `let triedStatements: [ModelStatement] = […]`. Empty if the list
  /// has no elements, because the testing library has a default for it.
  ///
  /// - Parameters:
  ///   - head: the name and the type of the list.
  ///   - items: the Swift of the elements.
  private func list(_ head: String, _ items: [String]) -> String {
    items.isEmpty ? "" : "    \(access)let \(head) = [\n\(items.map { "      \($0),\n" }.joined())    ]\n"
  }

  /// Returns the Swift that declares a function. Empty if `body` is nil, because the testing library has a default for
  /// the function.
  ///
  /// - Parameters:
  ///   - head: the name, the parameters and the result of the function.
  ///   - body: the Swift in the function's braces.
  private func function(_ head: String, _ body: String?) -> String {
    body.map { "    \(access)func \(head) { \($0) }\n" } ?? ""
  }

  /// A digest of the `.sm` file, by which a test can find out that the glue is out of date. It does not depend on
  /// whether the lines of the file end with LF or CRLF.
  private var digest: String {
    "0x" + Digest.text(of: source.bytes.lazy.filter { $0 != UInt8(ascii: "\r") }).uppercased()
  }

  /// The attribute with the machine's global actor, and a blank: `@MainActor `. The machine's conformance to the
  /// testing library's protocol belongs to this actor (SE-0470). Empty for a machine without a global actor.
  var isolation: String {
    machine.isolation.attribute.map { text.swift($0) + " " } ?? ""
  }

  /// Returns the access modifier of the glue's declarations, with a blank after it. It is `public ` if the machine is
  /// public, or in another module than the tests. Otherwise, it follows the machine: `package ` for a `package`
  /// machine, `@usableFromInline ` for an inlinable one, or empty.
  private static func access(of machine: StateMachine, _ module: String?) -> String {
    if module != nil || machine.access == .public { return "public " }
    return machine.access == .package ? "package " : machine.isInlinable ? "@usableFromInline " : ""
  }

  private var isFinal: String {
    guard machine.hasMethods else { return behaviour.run.canEnd ? reading(".isFinal") : "false" }
    let cases = machine.topStates.map { state in
      "case .\(spelled(machine.states[state].name)): \(machine.states[state].isFinal)"
    }
    if cases.isEmpty { return "false" }
    let subject = isReplayed ? "machine" : value
    let decision = "switch \(subject).state { \((cases + unknownCases("false")).joined(separator: "; ")) }"
    return isReplayed ? "\(value).read(redo) { machine in \(decision) }" : decision
  }

  /// Returns the Swift of a place in the file, with the name of the file, the line and the column:
  /// `.init("Door.sm", 3, 5)`.
  func place(_ range: SourceRange) -> String {
    let position = lines.position(of: range.lowerBound)
    return ".init(\(literal(source.path)), \(position.line), \(position.column))"
  }

  func literal(_ text: String) -> String { "\"\(text.inStringLiteral)\"" }

  /// Returns a Swift statement that contains a piece of the file's Swift. It has a `#sourceLocation`, by which the
  /// compiler reports errors in the piece at its place in the `.sm` file.
  ///
  /// - Parameters:
  ///   - beginning: the Swift before the piece.
  ///   - piece: the piece.
  ///   - end: the Swift after the piece.
  ///   - range: the range of the piece in the file.
  func located(_ beginning: String, _ piece: String, _ end: String, _ range: SourceRange) -> String {
    let position = lines.position(of: range.lowerBound)
    // The beginning takes a line of its own before the piece, and blanks move the piece to its column.
    let padding = String(repeating: " ", count: max(0, position.column - 1))
    return "#sourceLocation(file: \(literal(source.path)), line: \(max(1, position.line - 1)))\n\(beginning)\n"
      + "\(padding)\(piece)\(end)\n#sourceLocation()\n"
  }
}
