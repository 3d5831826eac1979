import StateMachineSyntax

/// A Swift function of the machine, or a computed property.
struct Function {
  let id: FunctionID
  var signature: Signature
  var body: [Statement]
  /// Enums for selected transitions, in the function or, if Swift allows no type there, after it in the enum `holder`.
  var enumerations: [Enumeration] = []
  var holder: String?
  /// The statements for a case that the caller rules out.
  var otherwise: [Statement] = [.leave()]
  /// The marks of rows that have no statement left.
  var lostMarks: [Mark] = []
  /// Whether the function only computes a result, so that a pass may drop a test.
  var isPure = false
  /// Whether the function is `mutating` even if its body changes nothing.
  var isChanging = false
  /// Whether each arm that only returns is printed on one line.
  var isTable = false
  /// Whether the function is called from outside the machine's functions.
  var isEntryPoint = false
  let variables: Variables
  /// The names of the function's variables. `Naming` decides them.
  var names: [Variable: String] = [:]
  /// The variables that are `var`, and the names in patterns that nothing reads. `Mutability` decides them.
  var mutable: Set<Variable> = []

  var name: String { id.name }
  var answers: Bool { signature.result != nil }
}

/// `enum Name { case one, other }`
struct Enumeration: Hashable {
  var name: String
  var cases: [String]
}

/// The part of a function before its body.
struct Signature {
  /// The documentation: lines without slashes, or lines of the source.
  var documentation: Documentation
  var attributes: [SourceRange] = []
  /// `private mutating func`
  var introducer: String
  var generics: SourceRange?
  /// The parameters; nil for a computed property.
  var parameters: [Parameter]? = []
  /// ` throws`, ` throws(Failure)`
  var clause: [TypePiece] = []
  var result: [TypePiece]?
  var requirements: SourceRange?
  /// The place of the function's name in the source; nil if the source does not contain the name.
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
  /// `inout `, `consuming `; from the source, if the source has the specifier.
  var specifier: [TypePiece] = []
  var type: [TypePiece]
  /// Whether the type is that of a function, which escapes if no specifier says otherwise.
  var isEscaping = false
  var defaultValue: SourceRange?
  /// Whether the machine's functions pass the parameter on to every function that they call.
  var isPassedOn = false
  /// Whether the parameter is removed, with its arguments, if nothing reads it.
  var mayGo = false
}
