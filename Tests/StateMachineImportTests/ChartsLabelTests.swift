import Testing

@testable import StateMachineImport

/// The label of an arrow becomes the trigger, guard and effects of a row.
@Suite struct ChartsLabelTests {
  /// The row for an arrow from `a` to `b` with a label.
  private func row(_ label: String) -> String? {
    let chart = ReadChart("stateDiagram-v2\n[*] --> a\na --> b : \(label)\nb --> a : back", as: .mermaid)
    return chart.rows.first.map { String($0.drop { $0 != ":" }.dropFirst(2)) }
  }

  @Test(arguments: [
    ("start", "start"), ("start()", "start"), ("app.start", "appStart"), ("EV_START", "evStart"),
    ("start, stop", "start, stop"), ("start or stop", "start, stop"),
    ("Key is pressed", "keyIsPressed"), ("done", "`done`"), ("容器启动", "容器启动"), ("~", "event"),
    ("user's wish", "usersWish"), ("(2a) fits", "fits"), ("2. start [ready]", "start [ready]"),
    ("load / show()", "load / show"), ("load [full] / show(1, \"x\")", "load [full] / show(1, \"x\")"),
    ("load/show()", "load / show"), ("POST /jobs", "postJobs"), ("input/output error", "inputOutputError"),
    ("[full]", "always [full]"), ("[else] / x = 1", "toB [else] / x = 1"), ("go / x++", "go / x += 1"),
    ("go [a && !b]", "go [a && !b]"), ("go [HM && (!AU)]", "go [hm && (!au)]"), ("go [x >= 3]", "go [xAtLeast3]"),
    ("go [ctxt.getX()]", "go [x]"), ("go [true]", "go"), ("go [false]", "go [never]"), ("go [guard]", "go [`guard`]"),
    ("go / raise", "go / doRaise"),
    ("after 5s", "after 5s"), ("after(5 sec)", "after 5s"), ("after 1500", "after1500"), ("after PT15M", "after 15min"),
    ("every 1 minute", "every 1min"), ("after(delay)", "after(delay)"),
    ("a#95;b", "aB"), ("one<br>two", "oneTwo"), ("go #91;x#93;", "go [x]"),
  ])
  func labels(_ label: String, _ row: String) {
    #expect(self.row(label) == row)
  }

  @Test func whatANameDoesNotSayIsAComment() {
    let chart = ReadChart(
      """
      stateDiagram
      a --> b : Matched the policy, again
      b --> c : (1) ready
      c --> a : go [t > 2min]
      """, as: .mermaid)
    #expect(
      chart.lines("event") == [
        "event go", "event matchedThePolicy // Matched the policy, again", "event ready // (1) ready",
      ])
    #expect(chart.lines("guard") == ["guard tOver2min = false // TODO: t > 2min"])
  }

  @Test func oneEventHasTwoTextsUnlessOneStateHasBoth() {
    let apart = ReadChart("stateDiagram\na --> b : +OK\nb --> a : -ok", as: .mermaid)
    #expect(apart.lines("event") == ["event ok // +OK; -ok"])
    let together = ReadChart(
      "stateDiagram\na --> b : GET x: now\na --> c : GET x: later\nc --> a : GET x", as: .mermaid)
    #expect(together.rows == ["a -> b : getX", "a -> c : getXLater", "c -> a : getX"])
  }

  @Test func linesAreRowsWhereTheyLookSo() {
    let rows = ReadChart("stateDiagram\na --> b : go [x]<br/>stop / halt()<br/>run\nb --> a : back", as: .mermaid)
    #expect(rows.rows == ["a -> b : go [x]", "a -> b : stop / halt", "a -> b : run", "b -> a : back"])
    #expect(rows.accounting == .init(arrows: 2, rows: 2))
    let text = ReadChart("stateDiagram\na --> b : send<br/>queries\nb --> a : back", as: .mermaid)
    #expect(text.rows == ["a -> b : sendQueries", "b -> a : back"])
  }

  @Test func severalArrowsForOneEventNeedAGuard() {
    let chart = ReadChart("stateDiagram\na --> b : go\na --> c : go\nb --> a : x\nc --> a : x", as: .mermaid)
    #expect(chart.rows == ["a -> b : go [leadsToB]", "a -> c : go", "b, c -> a : x"])
    #expect(chart.lines("guard") == ["guard leadsToB = false // TODO: when?"])
    #expect(
      chart.findings.contains("2:1 warning several arrows leave 'a' with one event: write the guard that leads to 'b'"))
  }
}
