import LanguageServer
import SystemSupport

/// Records which server shows the findings of a document if an editor runs several language servers. It is the first
/// server that claims the document. All servers of a user share the claims.
final class Claims: DocumentClaims {
  private let locks = SharedLocks(name: "sm-gen-lsp")

  func claim(_ document: String, editor: Int) -> Int? { locks.take("\(editor) \(document)") }

  func release(_ document: String, editor: Int) { locks.release("\(editor) \(document)") }
}
