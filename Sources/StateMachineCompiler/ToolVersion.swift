/// The version of the command, of the language server and of the generated code.
package enum ToolVersion {
  package static let current = "0.1.0"
}
