import Testing

@testable import StateMachineImport

/// PlantUML charts become machines.
@Suite struct ChartsPlantUMLTests {
  @Test func aChartIsAMachineAsOneWouldWriteIt() {
    let chart = ReadChart(
      """
      @startuml Coffee machine
      skinparam state {
        BackgroundColor red
      }
      title Makes coffee
      ' Nobody is here
      [*] --> Idle
      state "Is heating" as Heating <<hot>> #red
      state Brewing {
        [*] -down-> Grinding
        Grinding -[#blue]-> Pouring : ground
        Pouring --> [*]
      }
      Idle -> Heating : coin(value: Int) [enough] / take()
      Heating --> Brewing : after 5s
      Brewing --> Idle
      note on link : It is ready.
      Heating : do / heat()
      note left of Brewing
        Cannot be stopped.
      end note
      @enduml
      """, as: .plantuml)
    #expect(
      chart.text == """
        /// Makes coffee
        machine CoffeeMachine: Sendable {
          // Nobody is here
          initial state idle
          state isHeating { do / heat }
          /// Cannot be stopped.
          state brewing {
            initial state grinding
            final state pouring

            grinding -> pouring : ground
          }

          event ground
          event coin(value: Int)
          output take
          output heat async

          guard enough = false  // TODO: enough

          idle      -> isHeating : coin [enough] / take
          isHeating -> brewing   : after 5s
          brewing   -> idle      : done  // It is ready.
        }

        """)
    #expect(chart.accounting == .init(arrows: 7, rows: 4, merged: 3))
    #expect(
      chart.findings == [
        "2:1 note left out, as machines have none: styles, 3 times",
        "8:1 note left out, as machines have none: stereotypes",
        "14:1 warning the guard 'enough' is false until it is written in Swift",
      ])
  }

  @Test(arguments: [
    ("a -> b : go", "a -> b : go"), ("a -left-> b : go", "a -> b : go"), ("b <-- a : go", "a -> b : go"),
    ("a -[#red,dashed]right-> b : go", "a -> b : go"), ("a .up.> b : go", "a -> b : go"),
    ("a -->o b : go", "a -> b : go"), ("a x--> b : go", "a -> b : go"), ("\"a\" --> b #blue : go", "a -> b : go"),
    ("a --> b[H] : go", "a -> b.history : go"), ("a --> b[H*] : go", "a -> b.deepHistory : go"),
  ])
  func arrows(_ arrow: String, _ row: String) {
    let chart = ReadChart(
      "@startuml\n[*] --> a\n\(arrow)\nstate b {\n[*] --> c\n}\nb --> a : x\n@enduml", as: .plantuml)
    #expect(chart.rows == [row, "b -> a : x"])
  }

  @Test func hiddenArrowsAreLayout() {
    let chart = ReadChart("[*] --> a\na -[hidden]-> b\na --> b : go", as: .plantuml)
    #expect(chart.accounting == .init(arrows: 2, rows: 1, merged: 1))
  }

  @Test func aStateStandsWhereItIsDeclared() {
    let chart = ReadChart(
      "[*] --> outer\nstate outer {\n  inner --> other : go\n}\nstate other\nother --> outer : back", as: .plantuml)
    #expect(chart.rows == ["inner -> other : go", "other -> outer : back"])
    #expect(chart.lines("state outer") == [])
    #expect(chart.text.contains("  state other\n"))
  }

  @Test func linesOfAStateAreItsActionsAndRows() {
    let chart = ReadChart(
      """
      [*] --> a
      a : entry / x = 1; show("a")
      a : exit: hide()
      a : key [shift] / type()
      a : close / defer
      a : It waits.
      a --> b : on / x++
      b --> a : close
      """, as: .plantuml)
    #expect(chart.lines("entry") == ["entry / x = 1, show(\"a\")"])
    #expect(chart.lines("exit") == ["exit / hide"])
    #expect(chart.lines("defer") == ["defer close"])
    #expect(chart.lines("///") == ["/// It waits."])
    #expect(chart.lines("var") == ["var x: Int = 0"])
    #expect(chart.rows == ["a : key [shift] / type", "a -> b : on / x += 1", "b -> a : close"])
  }

  @Test func forksOfRegionsHaveSeveralTargets() {
    let chart = ReadChart(
      """
      state f <<fork>>
      state j <<join>>
      [*] --> a
      a --> f : go
      state both {
        [*] --> x0
        x0 --> x : up
        --
        [*] --> y0
        y0 --> y : up
      }
      f --> x
      f --> y
      x --> j
      y --> j
      j --> a
      """, as: .plantuml)
    #expect(chart.rows.contains("a -> both.region1.x, both.region2.y : go"))
    #expect(chart.rows.contains("both -> a : always [in(both.region1.x) && in(both.region2.y)]"))
    #expect(chart.findings == [])
  }

  @Test func anArrowBetweenRegionsLeavesBoth() {
    let chart = ReadChart(
      "[*] --> w\nstate w {\n  [*] --> a\n  a --> a2 : x\n  --\n  [*] --> b\n}\na2 --> b : over", as: .plantuml)
    #expect(chart.lines("choice") == ["choice leaveW"])
    #expect(chart.rows.contains("leaveW -> w.region2.b : [else]"))
  }

  @Test func macrosAndOtherFilesAreTold() {
    let chart = ReadChart("!include other.puml\n!define GO go away\n[*] --> a\na --> b : GO", as: .plantuml)
    #expect(chart.rows == ["a -> b : goAway"])
    #expect(chart.findings.first == "1:1 warning '!include other.puml' is not followed: import that file, too")
  }

  /// A machine has one start for all histories of a state.
  @Test func anArrowOfAHistoryWinsOverTheBeginning() {
    let body = "[*] --> on\nstate on {\n[*] --> a : / f\na --> c : e\n}\non --> off : e\noff --> on[H] : e\n"
    let one = ReadChart(body + "off --> on[H*] : g\non[H*] --> c", as: .plantuml)
    #expect(one.lines("history") == ["history -> c"])
    #expect(one.findings == [])
    let two = ReadChart(body + "off --> on[H*] : g\non[H] --> a\non[H*] --> c", as: .plantuml)
    #expect(two.lines("history") == ["history -> a"])
    #expect(
      two.findings == [
        "10:1 warning all histories of a state begin in the same one: the arrow is left out"
      ])
  }

  @Test func aPayloadMayStandOnALaterArrow() {
    let chart = ReadChart("[*] --> a\na --> b : push\nb --> a : push(count: Int)", as: .plantuml)
    #expect(chart.lines("event") == ["event push(count: Int)"])
  }

  @Test func eachUseOfADefinedNameIsReplaced() {
    let chart = ReadChart(
      "!define A closed\n!$b = open\n!define\n[*] --> A\nA --> $b : A\n$b --> A : ego, A\nA_A --> A : AA", as: .plantuml
    )
    #expect(chart.rows == ["closed -> open : closed", "open -> closed : ego, closed", "aA -> closed : aa"])
  }

  @Test func severalDiagramsAreSeveralMachines() {
    let chart = ReadChart(
      "@startuml\n[*] --> a\n@enduml\n\n@startuml\n[*] --> b\n@enduml", as: .plantuml, name: "two.puml")
    #expect(chart.lines("machine") == ["machine Two: Sendable {", "machine Two2: Sendable {"])
  }
}
