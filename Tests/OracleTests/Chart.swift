/// A state chart as it is written: what the random generator makes, what is printed as a `.sm` file, and what the
/// interpreter reads. It knows nothing of the compiler.
///
/// All values are integers.
struct Chart: Sendable {
  var name: String
  /// Stored properties, all variables, with their initial values.
  var properties: [(name: String, value: Int)] = []
  /// In the order of the source; a composite stands before its children.
  var states: [State] = []
  var events: [Event] = []
  var outputs: [String] = []
  var rows: [Row] = []

  struct State: Sendable {
    var name: String
    /// The composite that it stands in.
    var parent: Int?
    var isInitial = false
    var isFinal = false
    var fields: [Field] = []
    var entry: [Effect] = []
    var exit: [Effect] = []
  }

  /// A labelled part of a payload; nil where it has no default.
  struct Field: Sendable {
    var label: String
    var defaultValue: Int?
  }

  struct Event: Sendable {
    var name: String
    /// The labels of its parameters.
    var labels: [String]
  }

  struct Row: Sendable {
    enum Sources: Sendable {
      case listed([Int])
      /// `*` in the body of a composite, or of the machine.
      case wildcard(body: Int?, except: [Int])
    }

    var sources: Sources
    /// Nil for an internal row.
    var target: Target?
    var events: [Int]
    var condition: Condition?
    var effects: [Effect] = []
  }

  struct Target: Sendable {
    var state: Int
    var arguments: [(label: String, value: Expression)] = []
  }

  enum Condition: Sendable {
    case otherwise
    case less(Expression, Expression)
    case equal(Expression, Expression)
    indirect case and(Condition, Condition)
    indirect case or(Condition, Condition)
  }

  indirect enum Expression: Sendable {
    case constant(Int)
    case name(String)
    case sum(Expression, Expression)
    case difference(Expression, Expression)
    /// Modulo a small number, so that values stay small.
    case remainder(Expression, Int)
  }

  enum Effect: Sendable {
    case output(Int, Expression)
    case assign(String, Expression)
  }

  func children(of parent: Int?) -> [Int] { states.indices.filter { states[$0].parent == parent } }

  /// The ancestors of a state, inner first.
  func ancestors(of state: Int) -> [Int] {
    var result: [Int] = []
    var next = states[state].parent
    while let ancestor = next {
      result.append(ancestor)
      next = states[ancestor].parent
    }
    return result
  }
}
