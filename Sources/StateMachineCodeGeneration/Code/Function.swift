import StateMachineSyntax

/// A Swift function of the machine, or a computed property.
struct Function {
  let id: FunctionID
  var signature: Signature
  var body: [Statement]
  /// Enums for what it remembers, in it or, where Swift allows no type in it, behind it in one enum of a name.
  var enumerations: [Enumeration] = []
  var holder: String?
  /// What stands where the code cannot come, as whoever calls knows.
  var otherwise: [Statement] = [.leave()]
  /// What is said of rows where there is no statement any more.
  var lostMarks: [Mark] = []
  /// Whether the function does nothing but answer: what it asks may be left out.
  var isPure = false
  /// Whether the function is `mutating` whatever it does.
  var isChanging = false
  /// Whether each arm that does no more than return stands in one line.
  var isTable = false
  /// Whether the function is called from outside of the machine's functions.
  var isEntryPoint = false
  let variables: Variables
  /// What its variables are called. `Naming` decides it.
  var names: [Variable: String] = [:]
  /// The variables that are `var`, and the names of patterns that nothing reads. `Mutability` decides it.
  var mutable: Set<Variable> = []

  var name: String { id.name }
  var answers: Bool { signature.result != nil }
}

/// `enum Name { case one, other }`
struct Enumeration: Hashable {
  var name: String
  var cases: [String]
}

/// What stands before the body of a function.
struct Signature {
  /// Lines of documentation without their slashes, or those of the source.
  var documentation: Documentation
  var attributes: [SourceRange] = []
  /// `private mutating func`
  var introducer: String
  var generics: SourceRange?
  /// Nil of a computed property.
  var parameters: [Parameter]? = []
  /// ` throws`, ` throws(Failure)`
  var clause: [TypePiece] = []
  var result: [TypePiece]?
  var requirements: SourceRange?
  /// Where its name stands in the source, where that has one.
  var place: SourceRange?

  enum Documentation {
    case lines(String)
    case source(SourceRange?)
    case none
  }
}

struct Parameter {
  var label: String?
  var variable: Variable
  /// `inout `, `consuming `; of the source, where that says it.
  var specifier: [TypePiece] = []
  var type: [TypePiece]
  /// Whether the type is that of a function, which may be kept where no specifier says otherwise.
  var isEscaping = false
  var defaultValue: SourceRange?
  /// Whether every function within the machine is handed it.
  var isPassedOn = false
  /// Is true where the parameter is removed, with its arguments, if nothing reads it.
  var mayGo = false
}
