import StateMachineCodeGeneration
import StateMachineModel
import StateMachineSyntax
import SystemSupport

/// Writes the glue by which tests explore the machines of a file: for each machine an extension in the test target,
/// which imports the tested module as `@testable`. The module itself is not changed.
package struct GluePrinter {
  let behaviour: Behaviour
  let text: MachineText
  let access: String
  let source: SourceFile
  let head: FileHead
  private let lines: LineTable
  var machine: StateMachine { behaviour.machine }
  /// The writer of `TellingInGlue`, the copy of the machine that reports its rows.
  let telling: TellingPrinter
  let isInOtherModule: Bool
  /// The names of the types that the file declares noncopyable; empty for a copyable machine.
  let noncopyableTypes: Set<String>
  /// The name of the machine's type, with the enclosing types.
  let type: String
  /// The guards of rows; `statements` contains the conditions of statements that are not bounds.
  let guards: [NamingCondition]
  let statements: [NamingCondition]
  /// The members of the file's Swift and of the machine's, by name.
  let members: [String: [SourceRange]]

  /// Returns the glue for those machines of a file that can be explored.
  ///
  /// - Parameters:
  ///   - head: the Swift of the file outside of machines: imports, declarations and compiler conditions.
  ///   - module: the tested module; nil if the machines are in the module of the tests.
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

  /// Returns the reason why a machine has no glue; nil if it has glue.
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

  /// Returns a name as Swift spells it behind a dot.
  func spelled(_ name: Identifier) -> String { text.name(name).spelledAsName }

  /// The variables that guards in a function use for private properties, whose values a mirror reads.
  var privateProperties: String {
    machine.storedProperties.filter { $0.visibility == .private }.map {
      let hidden = "StateMachineTesting.hidden(\(literal(text.name($0.name))), in: self)"
      return "    var \(text.name($0.name).spelledAsCase): \(text.swift($0.type)) { \(hidden) }\n"
    }.joined()
  }

  /// The extension that makes a submachine's events values to try for an event of the owner.
  private var triedAsPayload: String {
    """

    extension \(text.title).Event: \(isolation)StateMachineTesting.Tried {
      \(isolation)\(access)static func tries(near constants: [Int]) -> [StateMachineTesting.Trial<Self>] { \(type).Glue().trials }
    }

    """
  }

  /// Returns the type of a machine, with its generic parameters: `Pool<Key>`.
  private static func type(_ machine: StateMachine, _ text: MachineText) -> String {
    let parameters = machine.genericParameters.map { text.swift($0.name) }
    return text.title + (parameters.isEmpty ? "" : "<\(parameters.joined(separator: ", "))>")
  }

  // MARK: Parts

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

  /// The list of properties to check; a computed one for a noncopyable machine, as checks repeat the machine's steps.
  private var propertyList: String {
    let head = "properties: [StateMachineTesting.ModelProperty<\(configuration)>]"
    guard isReplayed, !properties.isEmpty else { return list(head, properties) }
    return "    \(access)var \(head) {\n      [\n\(properties.map { "        \($0),\n" }.joined())      ]\n    }\n"
  }

  /// Returns the declaration of a list; empty if it has no items, as the protocol then has a default.
  private func list(_ head: String, _ items: [String]) -> String {
    items.isEmpty ? "" : "    \(access)let \(head) = [\n\(items.map { "      \($0),\n" }.joined())    ]\n"
  }

  /// Returns the declaration of a function; empty if the body is nil, as the protocol then has a default.
  private func function(_ head: String, _ body: String?) -> String {
    body.map { "    \(access)func \(head) { \($0) }\n" } ?? ""
  }

  /// A digest of the file that does not depend on the file's line ends.
  private var digest: String {
    "0x" + Digest.text(of: source.bytes.lazy.filter { $0 != UInt8(ascii: "\r") }).uppercased()
  }

  /// The attribute of the machine's global actor, to which the conformance is isolated (SE-0470); empty if it has none.
  var isolation: String {
    machine.isolation.attribute.map { text.swift($0) + " " } ?? ""
  }

  /// Returns the access level for conformances to the library: `public` with a testable import.
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

  /// Returns the Swift for a place in the file.
  func place(_ range: SourceRange) -> String {
    let position = lines.position(of: range.lowerBound)
    return ".init(\(literal(source.path)), \(position.line), \(position.column))"
  }

  func literal(_ text: String) -> String { "\"\(text.inStringLiteral)\"" }

  /// Returns a statement that ends with a piece of the file's Swift. The compiler reports errors in the piece at its
  /// place in the file, as the statement is the only copy.
  func located(_ beginning: String, _ piece: String, _ end: String, _ range: SourceRange) -> String {
    let position = lines.position(of: range.lowerBound)
    let padding = String(repeating: " ", count: max(0, position.column - 1))
    return "#sourceLocation(file: \(literal(source.path)), line: \(max(1, position.line - 1)))\n\(beginning)\n"
      + "\(padding)\(piece)\(end)\n#sourceLocation()\n"
  }
}
