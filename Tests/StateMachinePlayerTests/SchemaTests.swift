import Foundation
import JSON
import StateMachineCompiler
import StateMachineModel
import StateMachinePlayer
import StateMachineSyntax
import TestSupport
import Testing

/// The tables of all machines of the repository follow `Sources/StateMachinePlayer/Table/machine.schema.json`.
@Suite struct SchemaTests {
  private static let schema: JSONValue? = {
    let file = Repository.root.appending(path: "Sources/StateMachinePlayer/Table/machine.schema.json")
    return (try? Data(contentsOf: file)).flatMap { JSONParser.parse(Array($0)) }
  }()

  @Test(arguments: Repository.machines)
  func theTableIsAsTheSchemaSays(_ file: URL) throws {
    let schema = try #require(Self.schema)
    let source = SourceFile(path: file.path, bytes: Array(try Data(contentsOf: file)))
    let (machines, result) = Compiler().machines(of: source)
    guard !result.hasErrors else { return }
    let document = MachineDocument(machines.map(Behaviour.init)).json
    #expect(Validator(schema: schema).faults(of: document, by: schema, at: "") == [])
    // What is written is read again as it was.
    #expect(JSONParser.parse(document.bytes) == document)
    #expect(JSONParser.parse(Array(document.lines(downTo: 4).utf8)) == document)
  }

  @Test func aMemberThatIsNoneOfTheSchemasIsFound() throws {
    let schema = try #require(Self.schema)
    let document: JSONValue = ["format": "sm-gen machines", "version": 1, "main": 0, "machines": [], "more": true]
    #expect(Validator(schema: schema).faults(of: document, by: schema, at: "") == [".more is not in the schema"])
  }
}

/// As much of JSON Schema (2020-12) as the schema uses.
private struct Validator {
  let schema: JSONValue

  func faults(of value: JSONValue, by rule: JSONValue, at path: String) -> [String] {
    if let reference = rule["$ref"]?.string {
      let name = String(reference.dropFirst("#/$defs/".count))
      return schema["$defs", name].map { faults(of: value, by: $0, at: path) } ?? ["no rule \(name)"]
    }
    if let choices = rule["anyOf"]?.array {
      let results = choices.map { faults(of: value, by: $0, at: path) }
      return results.contains([]) ? [] : ["\(path) is none of \(choices.count): \(Array(results.joined().prefix(3)))"]
    }
    if let constant = rule["const"], constant != value { return ["\(path) is not \(constant)"] }
    if let values = rule["enum"]?.array, !values.contains(value) { return ["\(path) is none of \(values)"] }
    let types = types(rule).map { $0 == "integer" ? "number" : $0 }
    guard types.isEmpty || types.contains(type(of: value)) else { return ["\(path) is no \(types)"] }
    if let minimum = rule["minimum"]?.int, let number = value.int, number < minimum { return ["\(path) is too small"] }
    switch value {
    case .array(let elements): return faults(ofElements: elements, by: rule, at: path)
    case .object(let members): return faults(ofMembers: members, by: rule, at: path)
    default: return []
    }
  }

  private func faults(ofElements elements: [JSONValue], by rule: JSONValue, at path: String) -> [String] {
    if elements.count < rule["minItems"]?.int ?? 0 { return ["\(path) is too short"] }
    let prefix = rule["prefixItems"]?.array ?? []
    return elements.enumerated().flatMap { index, element in
      let rule = index < prefix.count ? prefix[index] : rule["items"]
      return rule.map { faults(of: element, by: $0, at: "\(path)[\(index)]") } ?? []
    }
  }

  private func faults(ofMembers members: [JSONValue.Member], by rule: JSONValue, at path: String) -> [String] {
    let missing = (rule["required"]?.array ?? []).compactMap(\.string).filter { name in
      !members.contains { $0.key == name }
    }
    return missing.map { "\(path).\($0) is missing" }
      + members.flatMap { member -> [String] in
        let place = "\(path).\(member.key)"
        if let own = rule["properties"]?[member.key] { return faults(of: member.value, by: own, at: place) }
        guard let others = rule["additionalProperties"] else { return [] }
        return others == false ? ["\(place) is not in the schema"] : faults(of: member.value, by: others, at: place)
      }
  }

  private func types(_ rule: JSONValue) -> [String] {
    rule["type"]?.string.map { [$0] } ?? rule["type"]?.array?.compactMap(\.string) ?? []
  }

  private func type(of value: JSONValue) -> String {
    switch value {
    case .null: "null"
    case .bool: "boolean"
    case .int, .double: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
