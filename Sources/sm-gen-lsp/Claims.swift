import LanguageServer
import SystemSupport

/// Records which language server shows the findings of a document. If an editor runs several servers, only the first
/// that claims the document shows them. A claim is a lock that all servers of a user share.
final class Claims: DocumentClaims {
  private let locks = SharedLocks(name: "sm-gen-lsp")

  func claim(_ document: String, editor: Int) -> Int? { locks.take("\(editor) \(document)") }

  func release(_ document: String, editor: Int) { locks.release("\(editor) \(document)") }
}
