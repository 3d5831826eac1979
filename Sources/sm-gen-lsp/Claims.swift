import LanguageServer
import SystemSupport

/// Claims of texts by servers, shared between all servers of a user.
final class Claims: DocumentClaims {
  private let locks = SharedLocks(name: "sm-gen-lsp")

  func claim(_ document: String, editor: Int) -> Int? { locks.take("\(editor) \(document)") }

  func release(_ document: String, editor: Int) { locks.release("\(editor) \(document)") }
}
