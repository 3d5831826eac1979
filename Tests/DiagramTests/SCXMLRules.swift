import Foundation

/// The rules of SCXML's schema (https://www.w3.org/TR/scxml/, appendix on conformance, and the element tables of §3 to §6)
/// for the elements of a state chart: which attributes and children each may have, and what they hold.
enum SCXMLRules {
  private struct Rule {
    var required: [String] = []
    var optional: [String] = []
    var children: [String] = []
  }

  private static let executable = ["raise", "if", "foreach", "log", "assign", "script", "send", "cancel"]
  private static let rules: [String: Rule] = [
    "scxml": Rule(
      required: ["xmlns", "version"], optional: ["initial", "name", "datamodel", "binding"],
      children: ["state", "parallel", "final", "datamodel", "script"]),
    "state": Rule(
      optional: ["id", "initial"],
      children: [
        "onentry", "onexit", "transition", "initial", "state", "parallel", "final", "history", "datamodel", "invoke",
      ]),
    "parallel": Rule(
      optional: ["id"],
      children: ["onentry", "onexit", "transition", "state", "parallel", "history", "datamodel", "invoke"]),
    "final": Rule(optional: ["id"], children: ["onentry", "onexit", "donedata"]),
    "initial": Rule(children: ["transition"]),
    "history": Rule(optional: ["id", "type"], children: ["transition"]),
    "transition": Rule(optional: ["event", "cond", "target", "type"], children: executable),
    "onentry": Rule(children: executable), "onexit": Rule(children: executable),
    "datamodel": Rule(children: ["data"]), "data": Rule(required: ["id"], optional: ["src", "expr"]),
    "assign": Rule(required: ["location"], optional: ["expr"]), "script": Rule(optional: ["src"]),
    "if": Rule(required: ["cond"], children: executable + ["elseif", "else"]),
    "raise": Rule(required: ["event"]), "log": Rule(optional: ["label", "expr"]),
    "send": Rule(
      optional: [
        "event", "eventexpr", "target", "targetexpr", "type", "typeexpr", "id", "idlocation", "delay", "delayexpr",
        "namelist",
      ], children: ["param", "content"]),
    "cancel": Rule(optional: ["sendid", "sendidexpr"]),
    "invoke": Rule(
      optional: ["type", "typeexpr", "src", "srcexpr", "id", "idlocation", "namelist", "autoforward"],
      children: ["param", "finalize", "content"]),
    "param": Rule(required: ["name"], optional: ["expr", "location"]), "content": Rule(optional: ["expr"]),
  ]

  /// Returns the violations of the rules in a document; empty if the document is valid.
  static func violations(_ root: XMLTree) -> [String] {
    var violations: [String] = []
    if root.name != "scxml" { violations.append("the root is <\(root.name)>") }
    if root.attributes["xmlns"] != "http://www.w3.org/2005/07/scxml" { violations.append("wrong name space") }
    if root.attributes["version"] != "1.0" { violations.append("wrong version") }
    for element in root.all {
      guard let rule = rules[element.name] else {
        violations.append("unknown element <\(element.name)>")
        continue
      }
      for name in rule.required where element.attributes[name] == nil {
        violations.append("<\(element.name)> without '\(name)'")
      }
      for name in element.attributes.keys where !(rule.required + rule.optional).contains(name) {
        violations.append("<\(element.name)> has no attribute '\(name)'")
      }
      for child in element.children where !rule.children.contains(child.name) {
        violations.append("<\(child.name)> in <\(element.name)>")
      }
      let holdsText = ["script", "content", "data", "assign"].contains(element.name)
      if !holdsText, element.text.contains(where: { !$0.isWhitespace }) {
        violations.append("text in <\(element.name)>")
      }
    }
    return violations + nameViolations(root)
  }

  private static func nameViolations(_ root: XMLTree) -> [String] {
    var violations: [String] = []
    let name = /[\p{L}_][\p{L}0-9_.\-]*/
    let event = /[\p{L}0-9_\-]+(\.[\p{L}0-9_\-]+)*/
    var ids: Set<String> = []
    var states: Set<String> = []
    for element in root.all {
      if let id = element.attributes["id"] {
        if id.wholeMatch(of: name) == nil { violations.append("'\(id)' is no identifier") }
        if !ids.insert(id).inserted { violations.append("'\(id)' is there twice") }
        if ["state", "parallel", "final", "history"].contains(element.name) { states.insert(id) }
      }
    }
    for element in root.all {
      for attribute in ["initial", "target"] where element.name != "send" {
        for id in (element.attributes[attribute] ?? "").split(separator: " ") where !states.contains(String(id)) {
          violations.append("'\(id)' is no state")
        }
      }
      for descriptor in (element.attributes["event"] ?? "").split(separator: " ")
      where String(descriptor).wholeMatch(of: event) == nil {
        violations.append("'\(descriptor)' is no event")
      }
      let isBare = ["event", "cond", "target"].allSatisfy { element.attributes[$0] == nil }
      if element.name == "transition", isBare { violations.append("a transition without event, cond and target") }
    }
    return violations
  }
}
