import StateMachineModel

/// Writes the payloads of enums' cases.
extension SwiftWriter {
  /// Writes `(label: Type, _ name: Type = value)`, the payload of an enum's case. Without fields, nothing is written.
  mutating func write(payload fields: [Field]) {
    guard !fields.isEmpty else { return }
    write("(")
    write(fields: fields)
    write(")")
  }

  mutating func write(_ pieces: [TypePiece]) {
    for piece in pieces {
      switch piece {
      case .name where isLocated: break
      case .text(let text), .name(let text): write(string: text)
      case .source(let range): self.piece(range)
      }
    }
  }

  /// Writes fields without parentheses around them: `label: Type, _ name: Type = value`.
  mutating func write(fields: [Field]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { write(", ") }
      write(field)
    }
  }

  private mutating func write(_ field: Field) {
    if let label = field.label {
      write(parameterLabel: label)
      write(": ")
    } else if let name = field.name {
      // Swift allows no two names in an enum's case, except an underscore and a name.
      write("_ ")
      write(name)
      write(": ")
    }
    code(SwiftCode(range: field.type))
    if let part = field.submachine { write(string: part.rawValue) }
    if let value = field.defaultValue {
      write(" = ")
      code(SwiftCode(range: value))
    } else if field.hasDefaultMachine, field.submachine == .machine {
      write(" = ")
      code(SwiftCode(range: field.type))
      write("()")
    }
  }
}
