import StateMachineModel
import StateMachineSyntax

/// Writes effects as SCXML elements (executable content, §4).
extension SCXMLWriter {
  /// Writes the element for an effect: `<send>` for an output, `<assign>`, `<raise>` or `<cancel>`. If SCXML has no
  /// element for the effect, writes a `<script>` with the effect's Swift. Writes nothing for an activity.
  ///
  /// - Parameter depth: the number of enclosing elements, for the indentation.
  mutating func write(_ effect: Effect, _ depth: Int) {
    switch effect {
    case .output(let output, let arguments, _):
      let event = XMLNames.name(read.name(machine.outputs[output].name))
      writeElement("send", "event=\"\(event)\" target=\"#_parent\"", arguments, depth)
    case .assignProperty(let name, let symbol, let value), .assignField(let name, let symbol, let value):
      writeAssignment(to: read.name(name), read.swift(symbol), read.swift(value.range), depth)
    case .raise(let event, let arguments, _): writeRaise(event, arguments, depth)
    case .trap(let message, _):
      writeScript("preconditionFailure(\(message.map { read.swift($0.range) } ?? ""))", depth)
    case .result(let code, let range): writeResult(code, range, depth)
    case .block(let code): writeScript(read.statements(code), depth)
    case .schedule(let timer): writeTimer(timer, depth)
    case .unschedule(let timer):
      let attribute = machine.timers[timer].repeats ? "sendidexpr" : "sendid"
      writeElement("cancel", "\(attribute)=\"\(ids.timers[timer])\"", nil, depth)
    case .cancel(_, let range):
      writeElement("send", "event=\"\(XMLNames.name(read.swift(range)))\" target=\"#_parent\"", nil, depth)
    case .scope(let scope): write(scope, depth)
    case .begin, .end: break
    // An effect for which SCXML has no element is a script.
    default: writeScript(read.effect(effect), depth)
    }
  }

  /// Writes the result that a method of the machine returns. If the result is a case of an action (`close(speed: 2)`),
  /// writes a `<send>`, as for an output. If the row has Swift after `return`, writes a `<script>`.
  ///
  /// - Parameters:
  ///   - code: the Swift of the result, without `return`.
  ///   - range: the range of the effect in the file. If it begins before `code`, it begins with `return`.
  private mutating func writeResult(_ code: SwiftCode, _ range: SourceRange, _ depth: Int) {
    guard code.range.lowerBound == range.lowerBound else { return writeScript(read.swift(range), depth) }
    let bytes = machine.source.bytes
    let end = bytes[range.lowerBound..<range.upperBound].firstIndex(of: Ascii.leftParen) ?? range.upperBound
    let name = XMLNames.name(read.swift(SourceRange(range.lowerBound, end)))
    let arguments = SourceRange(min(end + 1, range.upperBound), max(end, range.upperBound - 1))
    writeElement(
      "send", "event=\"\(name)\" target=\"#_parent\"",
      end + 1 < range.upperBound - 1 ? SwiftCode(range: arguments) : nil, depth)
  }

  /// Writes the effects of a scope: effects that belong together, such as all effects of one named effect. If the scope
  /// has a condition, the effects are written inside an `<if>` (SCXML §4.3).
  private mutating func write(_ scope: EffectScope, _ depth: Int) {
    guard let condition = scope.condition else {
      for effect in scope.effects { write(effect, depth) }
      return
    }
    let indentation = String(repeating: "  ", count: depth)
    text += "\(indentation)<if cond=\"\(Markup.escaped(read.swift(condition.range)))\">\n"
    for effect in scope.effects { write(effect, depth + 1) }
    text += "\(indentation)</if>\n"
  }

  /// Writes an element with the given attributes. If there are arguments, they become a `<content>` inside the element.
  private mutating func writeElement(_ name: String, _ attributes: String, _ arguments: SwiftCode?, _ depth: Int) {
    let indentation = String(repeating: "  ", count: depth)
    text += "\(indentation)<\(name) \(attributes)"
    guard let arguments else {
      text += "/>\n"
      return
    }
    text += ">\n\(indentation)  <content expr=\"\(Markup.escaped("(\(read.swift(arguments.range)))"))\"/>\n"
    text += "\(indentation)</\(name)>\n"
  }

  /// Writes the element that raises an event. This is `<raise>`, or, for an event with arguments, a `<send>` to the
  /// machine's internal queue, because `<raise>` cannot have arguments (§C.1.1).
  private mutating func writeRaise(_ event: EventID, _ arguments: SwiftCode?, _ depth: Int) {
    let name = XMLNames.name(read.name(machine.events[event].name))
    if arguments == nil { return writeElement("raise", "event=\"\(name)\"", nil, depth) }
    writeElement("send", "event=\"\(name)\" target=\"#_internal\"", arguments, depth)
  }

  /// Writes `<invoke>` for an activity (§6.4), which runs while its state is active. Writes nothing for other effects.
  mutating func writeInvocation(_ effect: Effect, _ depth: Int) {
    guard case .begin(let output, let arguments, _) = effect else { return }
    writeElement("invoke", "type=\"\(XMLNames.name(read.name(machine.outputs[output].name)))\"", arguments, depth)
  }

  /// Writes an assignment as `<assign>`. For `x += 1`, the assigned value is `x + 1`.
  private mutating func writeAssignment(to name: String, _ operation: String, _ value: String, _ depth: Int) {
    let isSimple = value.allSatisfy { $0 == "_" || $0 == "." || $0.isLetter || $0.isNumber }
    let operand = isSimple ? value : "(\(value))"
    let written = operation.count > 1 ? "\(name) \(operation.dropLast()) \(operand)" : value
    writeAssignment(ids.variable(name), written, depth)
  }

  /// Writes `<assign>`, which assigns a value to a variable.
  mutating func writeAssignment(_ variable: String, _ value: String, _ depth: Int) {
    let indentation = String(repeating: "  ", count: depth)
    text += "\(indentation)<assign location=\"\(variable)\" expr=\"\(Markup.escaped(value))\"/>\n"
  }

  /// Writes a `<script>` with the given Swift.
  private mutating func writeScript(_ script: String, _ depth: Int) {
    let indentation = String(repeating: "  ", count: depth)
    text += "\(indentation)<script>\(Markup.escaped(script))</script>\n"
  }

  /// Writes the element that starts a timer: a `<send>` with a delay. The machine sends itself an event by it (§6.2).
  mutating func writeTimer(_ timer: TimerID, _ depth: Int) {
    let declaration = machine.timers[timer]
    let delay: String
    switch declaration.delay {
    case .literal(let duration): delay = duration
    case .code(let code): delay = read.swift(code.range)
    }
    text += String(repeating: "  ", count: depth)
    // The event of a repeating timer is sent in two places, but an identifier may be used in only one. So a variable of
    // the document stores an identifier that the processor makes.
    let attribute = declaration.repeats ? "idlocation" : "id"
    text += "<send event=\"\(ids.timers[timer])\" \(attribute)=\"\(ids.timers[timer])\""
    text += " delayexpr=\"\(Markup.escaped(delay))\"/>\n"
  }
}
