import StateMachineModel
import StateMachineSyntax

/// A part of the file's Swift that the compiler copies into the generated code. Passes do not look into its text. They
/// know only facts about it: the variables that it uses, their names in the text, and whether it may throw, for
/// example.
struct Piece: Hashable {
  /// The text of the piece, and the facts about it that depend only on the text.
  let text: Text
  /// The uses of variables in the piece. There is one for each name in the text that means a variable.
  var uses: [Use] = []
  /// The text that replaces `\(state)`, the name of the state, in string literals of the piece.
  var stateName = ""
  /// The text that replaces `\(event)`, the name of the event, in string literals of the piece.
  var eventName = ""

  struct Use: Hashable {
    var variable: Variable
    /// The name by which the text means the variable, such as `persons`. In the generated code, the variable may get
    /// another name, such as `statePersons`.
    var name: String
    var change = Change.none
  }

  enum Change: Hashable {
    case none
    /// A new value replaces the old one.
    case assigned
    /// The value is changed in place, as by `append`. If another variable shares the value's memory, the change copies
    /// the value.
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

  /// The text of a piece (copied Swift of the `.sm` file), and the facts about it that passes need.
  final class Text: Hashable {
    let code: SwiftCode
    let form: Form
    /// A text that is equal for pieces with equal texts, so that passes can merge their code. With source locations, it
    /// is made of offsets in the `.sm` file, because each piece must keep its own place.
    private let key: String
    /// All names in the text, including those of variables. Two kinds of names are left out: names of members, and
    /// names that the text itself declares.
    let names: Set<String>
    /// The names that a block of Swift declares, which later statements can use.
    let declared: [String]
    /// Whether the piece contains no call, so that it has the same value if it is evaluated later.
    let isMovable: Bool
    /// Whether the piece is a single operand, such as `a` or `(a + b)`. `a + b` is not, because it has an operator
    /// outside of brackets.
    let isOperand: Bool
    /// Whether the piece always stops the program, so that the statements after it never run.
    let stops: Bool
    let mayThrow: Bool
    /// Whether the piece may change a property of the machine, directly or through a function that it calls.
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
