import Testing

@testable import StateMachineImport

/// SCXML documents become machines.
@Suite struct ChartsSCXMLTests {
  /// A document with the states given.
  private func read(_ states: String, _ attributes: String = "") -> ReadChart {
    ReadChart("<scxml version=\"1.0\" name=\"M\"\(attributes)>\n\(states)\n</scxml>", as: .scxml)
  }

  @Test func aDocumentIsAMachineAsOneWouldWriteIt() {
    let chart = read(
      """
      <datamodel><data id="tries" expr="0"/></datamodel>
      <!-- Nobody calls. -->
      <state id="idle">
        <transition event="call.in call.out" target="busy"><assign location="tries" expr="tries + 1"/></transition>
      </state>
      <state id="busy">
        <onentry><log label="busy"/><send event="timeout" delay="5s"/></onentry>
        <onexit><cancel sendid="timeout"/></onexit>
        <transition event="timeout" cond="tries &lt; 3" target="idle"/>
        <transition event="call.*" cond="Math.random() &gt; 1"/>
        <transition event="hang" target="end"/>
      </state>
      <final id="end"/>
      """)
    #expect(
      chart.text == """
        machine M: Sendable {
          // Nobody calls.
          initial state idle
          state busy { entry / log("busy") }
          final state end

          event callIn, callOut, hang
          output log(String)

          var tries: Int = 0
          guard mathRandomOver1 = false  // TODO: Math.random() > 1

          idle -> busy : callIn, callOut / tries += 1
          busy -> idle : after 5s [tries < 3]
          busy         : callIn, callOut [mathRandomOver1]
          busy -> end  : hang
        }

        """)
    #expect(chart.accounting == .init(arrows: 4, rows: 4))
  }

  @Test func ofTwoArrowsTheFirstIsTaken() {
    let chart = read(
      "<state id=\"a\"><transition event=\"e\" target=\"b\"/><transition event=\"e\" target=\"c\"/></state>"
        + "<state id=\"b\"/><state id=\"c\"/>")
    #expect(chart.rows == ["a -> b : e"])
    #expect(chart.accounting == .init(arrows: 2, rows: 1, told: 1))
    #expect(chart.findings.contains { $0.hasSuffix("an arrow before this one is always taken: this one is left out") })
  }

  @Test func childrenOfAParallelAreRegions() {
    let chart = read(
      """
      <parallel id="p">
        <state id="sound" initial="loud"><state id="loud"><transition event="mute" target="quiet"/></state>
          <state id="quiet"/></state>
        <state id="light"><onentry><raise event="mute"/></onentry></state>
        <transition event="off" target="q"/>
      </parallel>
      <state id="q"/>
      """)
    #expect(chart.lines("region") == ["region sound {", "region lightRegion {"])
    #expect(chart.rows == ["loud -> quiet : mute", "p -> q : off"])
  }

  @Test func completionsBelongToTheirState() {
    let chart = read(
      """
      <state id="a"><transition event="done.state.a" target="c"/>
        <state id="b"><transition event="e" target="f"/></state><final id="f"/></state>
      <state id="c"><transition event="done.state.c" target="a"/></state>
      """)
    #expect(chart.rows == ["b -> f : e", "a -> c : done"])
    #expect(chart.findings.contains { $0.contains("'c' has no final state, and is never done") })
  }

  @Test func historiesHaveTheirDefault() {
    let chart = read(
      """
      <state id="a"><transition event="e" target="h"/></state>
      <state id="b"><history id="h" type="deep"><transition target="d"/></history>
        <state id="c"/><state id="d"/><transition event="e" target="a"/></state>
      """)
    #expect(chart.rows == ["a -> b.deepHistory : e", "b -> a : e"])
    #expect(chart.lines("history") == ["history -> d"])
  }

  @Test func dataWithoutALiteralIsATodo() {
    let chart = read(
      "<datamodel><data id=\"x\"/><data id=\"y\" expr=\"new Date()\"/><data id=\"z\"/></datamodel>"
        + "<state id=\"a\"><onentry><assign location=\"z\" expr=\"'s'\"/></onentry></state>")
    #expect(
      chart.lines("var") == [
        "var x: String = \"\" // TODO: its type", "var y: String = \"\" // TODO: new Date()", "var z: String = \"\"",
      ])
  }

  @Test func whatIsNotWellFormedIsTold() {
    let chart = ReadChart(
      "<scxml><state id=\"a\"><transition event='e' target='nowhere'/></stat></state><state id=\"b\"", as: .scxml)
    #expect(
      chart.findings.filter { $0.contains("error") } == [
        "1:22 error there is no state 'nowhere'", "1:62 error '</stat>' ends nothing: it is left out",
        "1:77 error the tag of 'state' has no end: write '>'",
      ])
    #expect(chart.accounting == .init(arrows: 1, told: 1))
  }

  @Test func otherXMLIsNoChart() {
    #expect(ReadChart("<html/>", as: .scxml).findings == ["1:1 error there is no state diagram of SCXML here"])
  }

  @Test func elementsMayBeNestedWithoutEnd() {
    let depth = 2_000
    let open = (0..<depth).map { "<state id=\"s\($0)\">" }.joined()
    let chart = ReadChart("<scxml>\(open)", as: .scxml)
    #expect(chart.lines("machine").count == 1)
  }
}
