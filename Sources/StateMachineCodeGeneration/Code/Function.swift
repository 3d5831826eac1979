import StateMachineSyntax

/// A Swift function of the machine, or a computed property.
struct Function {
  let id: FunctionID
  var signature: Signature
  var body: [Statement]
  /// In the function of a microstep, the enums that name the selected transition of each region:
  /// `enum InAudio { case playing, muted }`. They are declared in the function. In a generic machine, Swift allows no
  /// types there. The enums are then in an enum with the name `holder` after the function.
  var enumerations: [Enumeration] = []
  var holder: String?
  /// The statements for values that the function's callers rule out, but for which Swift requires code. An example is a
  /// state that is not the one for which the function is called.
  var otherwise: [Statement] = [.leave()]
  /// The row marks (notes for coverage) that no statement has any more, because passes have dropped all statements with
  /// them. Coverage is thus told that no code counts for these rows.
  var lostMarks: [Mark] = []
  /// Whether the function only computes a result and changes nothing. A pass may then drop an `if` or a `switch` whose
  /// branches all have the same result, even if its condition calls a function.
  var isPure = false
  /// Whether the function is `mutating` even if its body changes nothing.
  var isChanging = false
  /// Whether short arms of a `switch` in the function are printed on one line: `case .open: true`.
  var isTable = false
  /// Whether code outside of the machine's functions calls the function. It is then not removed, even if no function of
  /// the machine calls it.
  var isEntryPoint = false
  let variables: Variables
  /// The names of the function's variables, which the pass `Naming` chooses.
  var names: [Variable: String] = [:]
  /// The function's variables that are declared with `var` and not with `let`, also in patterns. The pass `Mutability`
  /// finds them.
  var mutable: Set<Variable> = []

  var name: String { id.name }
  var returnsValue: Bool { signature.result != nil }
}

/// `enum Name { case one, other }`
struct Enumeration: Hashable {
  var name: String
  var cases: [String]
}

/// The parts of a function before its body: documentation, attributes, name, parameters and so on.
struct Signature {
  /// The documentation comment: lines of text without slashes, or the lines of a comment in the `.sm` file.
  var documentation: Documentation
  var attributes: [SourceRange] = []
  /// The words before the name: `private mutating func`.
  var introducer: String
  var generics: SourceRange?
  /// The parameters; nil for a computed property.
  var parameters: [Parameter]? = []
  /// The text after the parameters: ` throws`, or ` throws(Failure)`.
  var clause: [TypePiece] = []
  var result: [TypePiece]?
  var requirements: SourceRange?
  /// The place of the function's name in the `.sm` file; nil if the `.sm` file does not contain the name.
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
  /// The word before the type: `inout ` or `consuming `. If the `.sm` file contains the word, it is copied from the
  /// file.
  var specifier: [TypePiece] = []
  var type: [TypePiece]
  /// Whether the parameter is a closure with the attribute `@escaping`. The attribute is not written for a parameter
  /// with a specifier, such as `consuming`.
  var isEscaping = false
  var defaultValue: SourceRange?
  /// Whether each function of the machine passes this parameter on to the functions that it calls. `emit` is such a
  /// parameter.
  var isPassedOn = false
  /// Whether the parameter may be removed from the function, and its argument from all calls, if the function does not
  /// read the parameter.
  var mayGo = false
}
