import Testing

@testable import StateMachineImport

/// Mermaid charts become machines.
@Suite struct ChartsMermaidTests {
  @Test func aChartIsAMachineAsOneWouldWriteIt() {
    let chart = ReadChart(
      """
      ---
      title: The life of an order
      ---
      stateDiagram-v2
        %% Where it begins
        [*] --> Draft : somebody orders
        state "Waiting for money" as w1
        Draft --> w1 : submit
        w1 --> Paid : paid / ship()
        w1 --> Draft : change
        Paid --> [*]
        Draft : entry / show()
        note right of Paid
          Nobody can go back.
        end note
        state Paid {
          [*] --> Packing
          Packing --> Sent : packed
          Sent --> [*]
        }
      """, as: .mermaid, name: "order.mmd")
    #expect(
      chart.text == """
        /// The life of an order
        machine Order: Sendable {
          // Where it begins
          // somebody orders
          initial state draft { entry / show }
          state waitingForMoney
          /// Nobody can go back.
          state paid {
            initial state packing
            final state sent

            packing -> sent : packed
          }
          final state ended

          event submit, paid, change, packed
          output show, ship

          draft           -> waitingForMoney : submit
          waitingForMoney -> paid            : paid / ship
          waitingForMoney -> draft           : change
          paid            -> ended           : done
        }

        """)
    #expect(chart.findings == [])
    #expect(chart.accounting == .init(arrows: 8, rows: 5, merged: 3))
  }

  @Test func aStateThatIsNamedInACompositeBelongsThere() {
    let chart = ReadChart(
      """
      stateDiagram
      [*] --> a
      a --> b : go
      state whole {
        b --> c : on
      }
      """, as: .mermaid)
    #expect(chart.rows == ["b -> c : on", "a -> whole.b : go"])
    #expect(chart.findings == [])
  }

  @Test func regionsAreNamedByTheirStates() {
    let chart = ReadChart(
      """
      stateDiagram-v2
      [*] --> Active
      state Active {
        [*] --> NumLockOff
        NumLockOff --> NumLockOn : press
        --
        [*] --> idle
      }
      """, as: .mermaid)
    #expect(chart.lines("region") == ["region numLock {", "region region1 { initial state idle }"])
  }

  @Test func aForkWithoutRegionsIsAChoice() {
    let chart = ReadChart(
      """
      stateDiagram-v2
      state router <<fork>>
      [*] --> router
      router --> a
      router --> b
      """, as: .mermaid)
    #expect(chart.rows == ["router -> a : [leadsToA]", "router -> b : [else]"])
    #expect(
      chart.findings == ["2:1 warning the fork 'router' leads to states that are in no regions: one of them is taken"])
  }

  @Test func aChoiceThatLeadsOutOfItsRegionIsAState() {
    let chart = ReadChart(
      """
      stateDiagram-v2
      state check <<choice>>
      [*] --> both
      state both {
        [*] --> a
        a --> check : go
        check --> a : no
        --
        [*] --> b
      }
      check --> out : yes
      """, as: .mermaid)
    #expect(chart.lines("choice") == [])
    #expect(chart.rows.contains("check -> out : always [yes]"))
  }

  @Test func theLastRowOfAChoiceIsElse() {
    let chart = ReadChart(
      """
      stateDiagram-v2
      state check <<choice>>
      [*] --> a
      a --> check : go
      check --> b : yes
      check --> c : no
      """, as: .mermaid)
    #expect(chart.lines("check") == ["check -> b : [checkYes]", "check -> c : [else] // no"])
    #expect(chart.lines("guard") == ["guard checkYes = false // TODO: yes"])
  }

  @Test func whatAChartDoesNotSayIsATodo() {
    let chart = ReadChart(
      "stateDiagram\nstate a {\n  x --> y\n  y --> x\n}\na --> b : go\nb --> a : back", as: .mermaid)
    #expect(chart.lines("// TODO").count == 2)
    #expect(
      chart.findings == [
        "2:1 note the chart does not say where it begins: 'a' is taken",
        "3:3 note 'a' does not say where it begins: 'x' is taken",
      ])
  }

  /// A line with an arrow of another notation is an error, and declares no state.
  @Test(arguments: ["a -> b : x", "a ==> b", "a ~~> b : x", "a <-- b : x", "a => b : x"])
  func arrowsOfOtherNotationsAreTold(_ line: String) {
    let chart = ReadChart("stateDiagram\n[*] --> a\n\(line)\na --> b : y", as: .mermaid)
    #expect(chart.findings == ["3:1 error '\(line)' is not understood, and is left out"])
  }

  @Test func whatIsNotUnderstoodIsToldAtItsPlace() {
    let chart = ReadChart(
      "stateDiagram\n[*] --> a\na --> --> b\n  ??\n}\nclassDef x fill:red\nclass a x\ndirection LR", as: .mermaid)
    #expect(
      chart.findings == [
        "3:1 error 'a --> --> b' is not understood, and is left out",
        "4:3 error '??' is not understood, and is left out",
        "5:1 error a '}' too many", "6:1 note left out, as machines have none: styles, 2 times",
        "8:1 note left out, as machines have none: directions",
      ])
    #expect(chart.accounting == .init(arrows: 2, merged: 1, told: 1))
  }

  @Test func eachBlockOfAPageIsAMachineOfItsHeading() {
    let page = """
      # Two charts

      ## Lamp

      ```mermaid
      stateDiagram-v2
      [*] --> off
      off --> on : press
      on --> off : press
      ```

      ```mermaid
      flowchart LR
      a --> b
      ```

      ## A very long heading that is no name for anything

      ```mermaid
      stateDiagram
      x --> --> y
      ```
      """
    let chart = ReadChart(page, as: .mermaid, name: "README.md")
    #expect(chart.lines("machine") == ["machine Lamp: Sendable {", "machine Readme: Sendable {"])
    #expect(chart.lines("// From") == ["// From README.md:20 (Mermaid)"])
    #expect(chart.findings.first == "20:1 note the chart has no states: 'start' is one")
    #expect(chart.findings.last == "21:1 error 'x --> --> y' is not understood, and is left out")
  }

  @Test func linesMayEndAsOnWindows() {
    let chart = ReadChart("\u{FEFF}stateDiagram\r\n[*] --> a\r\n\r\na --> b : go\r\nb --> ?\r\n", as: .mermaid)
    #expect(chart.rows.first == "a -> b : go")
    let page = ReadChart("# A\r\n```mermaid\r\nstateDiagram\r\n[*] --> a\r\n```\r\n", as: .mermaid, name: "x.md")
    #expect(page.lines("machine") == ["machine A: Sendable {"])
  }

  @Test func aPageWithoutChartsIsTold() {
    let chart = ReadChart("# Nothing\n\n```swift\nlet a = 1\n```\n", as: .mermaid, name: "README.md")
    #expect(chart.findings == ["1:1 error there is no state diagram of Mermaid here"])
  }

  @Test func statesMayBeNestedDeeperThanTheLanguageAllows() {
    let depth = 100
    let open = (0..<depth).map { "state s\($0) {" }.joined(separator: "\n")
    let chart = ReadChart(
      "stateDiagram\n\(open)\nx --> y : go\n\(String(repeating: "}\n", count: depth))", as: .mermaid)
    #expect(chart.accounting == .init(arrows: 1, rows: 1))
    #expect(chart.findings.contains { $0.contains("nested deeper than 60 levels") })
  }
}
