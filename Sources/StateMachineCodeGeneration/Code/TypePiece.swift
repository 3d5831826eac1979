import StateMachineSyntax

/// One of the parts that make up a type or the head of a declaration.
enum TypePiece: Equatable {
  case text(String)
  /// The name of a parameter, for documentation only. With source locations it is left out, as it would shift columns.
  case name(String)
  /// Text of the `.sm` file, as written.
  case source(SourceRange)
}
