import JSON
import LanguageServer
import Testing

@Suite struct JSONTests {
  private func parse(_ text: String) -> JSONValue? { JSONParser.parse(Array(text.utf8)) }

  @Test(arguments: [
    #"{"a":[1,-2,3.5,true,false,null,"x"],"b":{}}"#, #"[]"#, #""""#, #""\"\\\n\r\tä𝄞\u0001""#, "0", "[[[]],{\"\":[]}]",
  ]) func isWrittenAsItIsRead(_ text: String) throws {
    let value = try #require(parse(text))
    #expect(String(decoding: value.bytes, as: UTF8.self) == text)
  }

  @Test func escapes() {
    #expect(parse(#""\u00e4\ud834\udd1e\/\b\f""#) == "ä𝄞/\u{8}\u{c}")
    // Half of a pair is no character.
    #expect(parse(#""\ud834x""#) == "\u{FFFD}x")
    #expect(parse(#""\ud834\u0041""#) == "\u{FFFD}A")
  }

  @Test(arguments: [
    "", "{", "[1,]", "{\"a\"}", "{a:1}", "tru", "\"", "\"\\x\"", "\"\\u12\"", "1 2", "+1", "nul", "[1", "\"\n\"", "{,}",
    "-", "01", "-01", ".5", "1.", "1e", "1e+", "1-2", "--1", "0x1",
  ]) func whatIsNoneIsNil(_ text: String) { #expect(parse(text) == nil) }

  @Test func depthIsBounded() {
    #expect(parse(String(repeating: "[", count: 1_000_000)) == nil)
    #expect(parse(String(repeating: "{\"a\":", count: 1_000_000)) == nil)
  }

  @Test func numbers() {
    #expect(parse("3.0")?.int == 3)
    #expect(parse("3.5")?.int == nil)
    #expect(parse("-0.5E+2") == .double(-50))
    #expect(parse("1e400") == .double(.infinity))
    #expect(parse("99999999999999999999")?.int == nil)
    #expect(JSONValue.double(.nan).bytes == Array("null".utf8))
  }
}
