import StateMachineSyntax

@testable import StateMachineCodeGeneration

/// The lines of a function's body that is recorded, simplified and written.
func simplified(
  answers: Bool, source: String = "", mayBindTooMuch: Bool = false, _ write: (inout SwiftWriter) -> Void
) -> [String] {
  var out = SwiftWriter(source: SourceFile(path: "t.sm", text: source), writesSourceLocations: false)
  out.write("func f()")
  out.openFunction(answers: answers, mayBindTooMuch: mayBindTooMuch)
  write(&out)
  out.closeFunction()
  return String(decoding: out.output, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
    .map { String($0.dropFirst(2)) }
}

extension SwiftWriter {
  mutating func check(_ condition: String, _ body: (inout SwiftWriter) -> Void) {
    write(string: "if \(condition)")
    openBrace(.check)
    body(&self)
    closeBrace()
  }

  mutating func scope(_ body: (inout SwiftWriter) -> Void) {
    openScope()
    body(&self)
    closeBrace()
  }

  mutating func match(
    _ subject: String, _ arms: [(name: String, body: (inout SwiftWriter) -> Void)], label: String? = nil
  ) {
    openSwitch(over: subject, label: label)
    for arm in arms {
      write(string: "case .\(arm.name)")
      openCase()
      arm.body(&self)
      closeCase()
    }
    closeSwitch()
  }

  /// `if terms { … }`
  mutating func check(_ terms: [Code.Term], _ body: (inout SwiftWriter) -> Void) {
    let opened = openCheck(terms)
    body(&self)
    closeBraces(opened)
  }

  /// `switch variable`, with an arm for each value.
  mutating func match(variable: String, _ arms: [(value: Int, body: (inout SwiftWriter) -> Void)]) {
    openSwitch(overVariable: variable)
    for arm in arms {
      openCase(of: variable, arm.value)
      arm.body(&self)
      closeCase()
    }
    closeSwitch()
  }

  /// `return variable`
  mutating func leave(variable: String) {
    write("return ")
    write(variable: variable)
    endLeaving()
  }

  /// `if case .a(let x) = subject { … }`
  mutating func check(
    binding name: String, isVariable: Bool = false, _ subject: String, _ body: (inout SwiftWriter) -> Void
  ) {
    write("if case .a")
    let group = openGroup()
    bind(string: name, isVariable: isVariable)
    closeGroup(group)
    write(string: " = \(subject)")
    openBrace(.check)
    body(&self)
    closeBrace()
  }
}
