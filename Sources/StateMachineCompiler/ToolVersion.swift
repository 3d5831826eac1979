/// The version of the command, of the language server and of the code that they generate.
package enum ToolVersion {
  package static let current = "0.1.0"
}
