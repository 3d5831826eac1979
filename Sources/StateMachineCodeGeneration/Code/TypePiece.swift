import StateMachineSyntax

/// A part of a type or of a declaration's head that is put together.
enum TypePiece: Equatable {
  case text(String)
  /// The name of a parameter, which only documents it: with source locations it is left out, for the sake of columns.
  case name(String)
  /// As written in the `.sm` file.
  case source(SourceRange)
}
