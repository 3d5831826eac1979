import StateMachineSyntax

/// A part of a type or of a declaration's head that consists of several parts.
enum TypePiece: Equatable {
  case text(String)
  /// The name of a parameter, for documentation only: left out with source locations, for the sake of columns.
  case name(String)
  /// Text of the `.sm` file, as written.
  case source(SourceRange)
}
