import StateMachineModel
import StateMachineSyntax

/// A piece of the user's Swift. It is opaque, but for the variables that it uses, under the names that it has for them.
struct Piece: Hashable {
  /// What is the same wherever the piece stands.
  let text: Text
  /// The variables that it uses.
  var uses: [Use] = []
  /// The Swift that stands for the names of the state and of the event in its string literals.
  var stateName = ""
  var eventName = ""

  struct Use: Hashable {
    var variable: Variable
    /// The name that the text has for it.
    var name: String
    var change = Change.none
  }

  enum Change: Hashable {
    case none
    /// Another value takes the place of the one that was there.
    case assigned
    /// The value is changed where it is: where it has a second owner, it is copied.
    case inPlace
  }

  /// How the text stands in Swift.
  enum Form: Hashable {
    case value
    case condition
    /// Statements, in lines of their own.
    case block
    /// The arguments of a call, without their parentheses.
    case arguments
  }

  /// The text of a piece, with what it says about itself.
  final class Text: Hashable {
    let code: SwiftCode
    let form: Form
    /// What is equal for two texts that read alike. With source locations, no two texts do.
    private let key: String
    /// All names in it that are no members, those of variables among them, but for those that it declares.
    let names: Set<String>
    /// The names that a block declares for what stands behind it.
    let declared: [String]
    /// Whether the piece calls nothing, so that it may be evaluated later than where it stands.
    let isMovable: Bool
    /// Whether it is one operand, without an operator outside of brackets.
    let isOperand: Bool
    /// Whether control never comes behind it.
    let stops: Bool
    let mayThrow: Bool
    /// Whether it may change a property of the machine, or call what does.
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
