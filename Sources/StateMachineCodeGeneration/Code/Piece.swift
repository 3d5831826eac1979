import StateMachineModel
import StateMachineSyntax

/// A piece of the file's Swift. It is opaque, but for the variables that it uses, with their names in its text.
struct Piece: Hashable {
  /// The text of the piece, with the properties that follow from the text alone.
  let text: Text
  /// The variables that the piece uses.
  var uses: [Use] = []
  /// The Swift that replaces the names of the state and of the event in the string literals of the piece.
  var stateName = ""
  var eventName = ""

  struct Use: Hashable {
    var variable: Variable
    /// The variable's name in the text.
    var name: String
    var change = Change.none
  }

  enum Change: Hashable {
    case none
    /// A new value replaces the old one.
    case assigned
    /// The value is changed in place: if another variable shares its memory, it is copied.
    case inPlace
  }

  /// The syntactic form of the text.
  enum Form: Hashable {
    case value
    case condition
    /// Statements, on lines of their own.
    case block
    /// The arguments of a call, without their parentheses.
    case arguments
  }

  /// The text of a piece, with its properties.
  final class Text: Hashable {
    let code: SwiftCode
    let form: Form
    /// A key that is equal for two texts that read alike. With source locations, no two texts have equal keys.
    private let key: String
    /// All names in the text, those of variables included, except names of members and names that the text declares.
    let names: Set<String>
    /// The names that a block declares for the statements after it.
    let declared: [String]
    /// Whether the piece calls nothing, so that it may be evaluated later than at its place.
    let isMovable: Bool
    /// Whether the piece is one operand, without an operator outside brackets.
    let isOperand: Bool
    /// Whether control never reaches what follows the piece.
    let stops: Bool
    let mayThrow: Bool
    /// Whether the piece may change a property of the machine, or call code that does.
    let mayChangeMachine: Bool

    init(
      _ code: SwiftCode, _ form: Form = .value, key: String, names: Set<String> = [], declared: [String] = [],
      isMovable: Bool = false, isOperand: Bool = true, stops: Bool = false, mayThrow: Bool = false,
      mayChangeMachine: Bool = true
    ) {
      self.code = code
      self.form = form
      self.key = key
      self.names = names
      self.declared = declared
      self.isMovable = isMovable
      self.isOperand = isOperand
      self.stops = stops
      self.mayThrow = mayThrow
      self.mayChangeMachine = mayChangeMachine
    }

    static func == (one: Text, other: Text) -> Bool {
      one === other || one.form == other.form && one.key == other.key
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(form)
      hasher.combine(key)
    }
  }
}
