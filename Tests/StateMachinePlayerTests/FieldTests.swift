import Foundation
import TestSupport
import Testing

/// The fields of the page accept the values of their types: the page's script runs under node. `Tests/Player` types
/// into the fields.
@Suite(.enabled("'node' is not installed (package nodejs)") { Tool.node.isWanted })
struct FieldTests {
  /// A text that stands in a field of a type, and what is said about it; nothing where it is a value.
  @Test(arguments: [
    ("255", "UInt8", ""), ("300", "UInt8", "no UInt8: write a whole number from 0 to 255"),
    ("abc", "Int", "no Int: write a whole number"), ("`abc`", "Int", ""),
    ("-1", "UInt", "no UInt: write a whole number from 0 on"),
    ("1e3", "Double", ""), ("x", "TimeInterval", "no TimeInterval: write a number such as 1.5"),
    ("yes", "Bool", "no Bool: write true or false"), ("any text", "String", ""),
    ("\"open", "String", "no String: write text, whose quotation marks are closed"),
    ("nil", "Int?", ""), ("a", "Optional<Int8>", "no Optional<Int8>: write a whole number from -128 to 127, or nil"),
    (".red", "Color", ""), ("Color.red", "Color?", ""), (".mixed(1, of: .red)", "Color", ""),
    (".mixed(1, of: .blue)", "Color", "no Color: write .red, .mixed(…)"),
    ("red", "Paint", "no Paint: write .red, .mixed(…)"),
    ("[1, true]", "[Int]", "no [Int]: write […] with commas between, each a whole number"),
    ("anything", "Elsewhere", ""), ("[anything]", "[Elsewhere]", ""),
  ])
  func fieldOfAType(_ text: String, _ type: String, _ refusal: String) throws {
    #expect(try script("types.refusal(\(quoted(text)), \(quoted(type)))") == refusal)
  }

  /// The initial text of a field is a value of its type.
  @Test func firstTexts() throws {
    let simple = [
      "Int", "UInt16", "Double", "Float", "Bool", "String", "Character", "Color", "Paint", "Endless", "Elsewhere",
    ]
    let all = simple + simple.flatMap { ["\($0)?", "[\($0)]", "Set<\($0)>", "[String: \($0)]", "(a: \($0), \($0))"] }
    let list = all.map(quoted).joined(separator: ", ")
    #expect(try script("[\(list)].filter(x => types.refusal(types.sample(x, 'name1'), x)).join()") == "")
  }

  private func quoted(_ text: String) -> String { "\"" + text.replacing("\"", with: "\\\"") + "\"" }

  private func script(_ expression: String) throws -> String {
    let values = Repository.root.appending(path: "Sources/StateMachinePlayer/Page/values.js").path
    let color = "[{name:'red'},{name:'mixed',fields:[{type:'Int'},{label:'of',type:'Color'}]}]"
    let endless = "[{name:'more',fields:[{type:'Endless'}]}]"
    let types = "const types = new Types({ Paint: 'Color' }, { Color: \(color), Endless: \(endless) })"
    let text = "const { Types } = require(\(quoted(values))); \(types); process.stdout.write(\(expression))"
    return try Tool.node.run(["-e", text], in: Repository.root).output
  }
}
