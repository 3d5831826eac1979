/// The version of the tool `sm-gen`, of its language server, and of the code that it generates.
package enum ToolVersion {
  package static let current = "0.1.0"
}
