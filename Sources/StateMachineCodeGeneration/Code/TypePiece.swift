import StateMachineSyntax

/// A part of the text of a type, or of a declaration before its `{`.
enum TypePiece: Equatable {
  case text(String)
  /// The name of a parameter in the type of a closure, such as `_ speed: `, which only helps the reader. With source
  /// locations it is left out. It would move the type after it to another column than in the `.sm` file.
  case name(String)
  /// Text of the `.sm` file, as written.
  case source(SourceRange)
}
