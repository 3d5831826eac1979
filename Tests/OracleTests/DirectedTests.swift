import Testing

/// Small charts behave as the interpreter does. Each chart is a test of its own, with a feature that random charts
/// rarely have, and that was wrong once or is easily wrong.
@Suite struct DirectedTests {
  private typealias Tests = RegressionTests

  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let chart: Chart

    init(_ description: String, _ chart: Chart) {
      testDescription = description
      self.chart = chart
    }
  }

  private static let pressed = Chart.Effect.output(0, .constant(1))
  private static let never = Chart.Condition.less(.name("p"), .constant(0))

  private static func ignoring(_ sources: [Int], _ triggers: Chart.Trigger...) -> Chart.Row {
    Chart.Row(sources: .listed(sources), target: nil, triggers: triggers)
  }

  private static func chart(
    events: [Chart.Event] = Tests.events, choices: [Chart.Choice] = [], _ states: [Chart.State], _ rows: [Chart.Row]
  ) -> Chart {
    Chart(
      name: "Machine1", properties: [("p", 0)], states: states, events: events, outputs: ["o"], choices: choices,
      rows: rows)
  }

  /// The states of a chart: `s0` leads to the composite state `s1` with two regions. 3 and 5 are the regions' initial
  /// states, and 4 and 6 are the other states in these regions.
  private static let parallel = [
    Tests.state("s0", initial: true), Tests.state("s1"),
    Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2, final: true),
    Tests.state("r5", in: 1), Tests.state("s6", in: 5, initial: true), Tests.state("s7", in: 5, final: true),
  ]

  static let cases: [Case] = [
    Case(
      "regions of the machine without transitions",
      chart(
        [
          Tests.state("r0"), Tests.state("s1", in: 0, initial: true),
          Tests.state("r2"), Tests.state("s3", in: 2, initial: true),
        ], [])),
    Case(
      "regions of the machine, one of which only ignores",
      chart(
        [
          Tests.state("r0"), Tests.state("s1", in: 0, initial: true),
          Tests.state("r2"), Tests.state("s3", in: 2, initial: true),
        ], [ignoring([1], .event(0), .event(1))])),
    Case(
      "regions of a composite without transitions",
      chart(parallel, [Tests.row(0, to: .state(1), .event(0)), Tests.row(1, to: .state(0), .event(1))])),
    Case(
      "a composite whose only row ignores, with regions that have transitions",
      chart(
        parallel,
        [
          Tests.row(0, to: .state(1), .event(0)), ignoring([1], .event(1)), Tests.row(3, to: .state(4), .event(0)),
          Tests.row(6, .event(0), nil, pressed),
        ])),
    Case(
      "a composite whose only row ignores, with regions that have none",
      chart(parallel, [Tests.row(0, to: .state(1), .event(0)), ignoring([1], .event(0), .event(1))])),
    Case(
      "one region ignores what the other, or the composite, has a row for",
      chart(
        parallel,
        [
          Tests.row(0, to: .state(1), .event(0)), ignoring([3], .event(0), .event(1)),
          Tests.row(6, .event(0), nil, pressed), Tests.row(1, .event(1), nil, .output(0, .constant(2))),
        ])),
    Case(
      "a 'done' row that ignores",
      chart(
        parallel,
        [
          Tests.row(0, to: .state(1), .event(0)), Tests.row(3, to: .state(4), .event(1)),
          Tests.row(6, to: .state(7), .event(0)), ignoring([1], .done(nil, bindsValue: false)),
        ])),
    Case(
      "a composite whose only row is a 'done' that ignores",
      chart(
        [
          Tests.state("s0", initial: true), Tests.state("s1", in: 0, initial: true),
          Tests.state("s2", in: 0, final: true),
        ], [Tests.row(1, to: .state(2), .event(1), nil, pressed), ignoring([0], .done(nil, bindsValue: false))])),
    Case(
      "one event", chart(events: [Tests.events[0]], parallel, [Tests.row(0, to: .state(1), .event(0))])),
    Case("neither events nor rows", chart(events: [], [Tests.state("s0", initial: true)], [])),
    Case(
      "no events, but 'always'",
      chart(
        events: [], [Tests.state("s0", initial: true), Tests.state("s1")],
        [Tests.row(0, to: .state(1), .always, .less(.name("p"), .constant(1)), pressed)])),
    Case("no events, but timers", timersThatReadTheSame(events: [])),
    Case("two timers whose paths read the same", timersThatReadTheSame(events: Tests.events)),
    Case("a row that traps", chart([Tests.state("s0", initial: true)], [Tests.row(0, .event(0), nil, pressed, .trap)])),
    Case(
      "a row that traps, though its arrow would carry a payload over",
      chart(
        [Tests.state("s0", initial: true, ("b", 1)), Tests.state("s1", ("b", 2))],
        [Tests.row(0, to: .state(1), .event(0), nil, .trap), Tests.row(0, .event(1), nil, .output(0, .name("b")))])),
    Case(
      "a row in a region that traps, though its arrow would carry a payload over",
      chart(
        [
          Tests.state("r0"), Tests.state("s1", in: 0, initial: true, ("b", 1)), Tests.state("s2", in: 0, ("b", 2)),
          Tests.state("r3"), Tests.state("s4", in: 3, initial: true),
        ],
        [
          Tests.row(1, to: .state(2), .event(0), nil, pressed, .trap),
          Tests.row(1, .event(1), nil, .output(0, .name("b"))),
        ])),
    Case(
      "a row in a region that traps, beside one that does not",
      chart(
        parallel,
        [
          Tests.row(0, to: .state(1), .event(0)), Tests.row(3, to: .state(4), .event(0)),
          Tests.row(6, .event(0), nil, .trap), Tests.row(6, .event(1), nil, pressed),
        ])),
    Case(
      "a choice whose last branch traps",
      choice(effects: [], [(.less(.name("p"), .constant(3)), 1), (.otherwise, nil)])),
    Case(
      "a choice whose first branch traps once its row's effects have run",
      choice(
        effects: [.assign("p", .sum(.name("p"), .constant(1)))],
        [(.less(.constant(0), .name("p")), nil), (.otherwise, 1)])),
    Case(
      "a choice whose first branch traps unless its row's effects have run",
      choice(
        effects: [.assign("p", .sum(.name("p"), .constant(1)))],
        [(.less(.name("p"), .constant(1)), nil), (.otherwise, 1)])),
    Case("a choice all of whose branches trap", choice(effects: [pressed], [(never, nil), (.otherwise, nil)])),
    Case(
      "a choice that leads to one that traps",
      chart(
        choices: [
          .init(
            name: "c0",
            branches: [
              .init(condition: .less(.name("p"), .constant(2)), target: .init(place: .state(0))),
              .init(condition: .otherwise, target: .init(place: .choice(1))),
            ]),
          .init(
            name: "c1",
            branches: [
              .init(condition: .equal(.remainder(.name("p"), 2), .constant(0)), target: nil),
              .init(condition: .otherwise, target: .init(place: .state(0))),
            ]),
        ], [Tests.state("s0", initial: true)],
        [
          Tests.row(0, to: .choice(0), .event(0)),
          Tests.row(0, .event(1), nil, .assign("p", .sum(.name("p"), .constant(1)))),
        ])),
    Case(
      "a choice in a region that traps, beside a row that does not",
      chart(
        choices: [
          .init(
            name: "c0", parent: 2,
            branches: [
              .init(condition: .less(.name("p"), .constant(2)), target: .init(place: .state(3))),
              .init(condition: .otherwise, effects: [pressed], target: nil),
            ])
        ], parallel,
        [
          Tests.row(0, to: .state(1), .event(0)), Tests.row(3, to: .choice(0), .event(0)),
          Tests.row(6, .event(0), nil, pressed),
          Tests.row(6, .event(1), nil, .assign("p", .sum(.name("p"), .constant(1)))),
        ])),
    Case("a deep history of regions and composites in final states", finishedWithin(.history(1, .deep))),
    Case("a deep history of a region with a composite in a final state", finishedWithin(.history(2, .deep))),
    Case("a history of a region left in a pseudostate", leftInPseudostate(.history(5, .shallow))),
    Case("a deep history of regions, one of them left in a pseudostate", leftInPseudostate(.history(1, .deep))),
    Case("a deep history of a region left in a pseudostate", leftInPseudostate(.history(5, .deep))),
    Case("a choice beside the regions of the machine, and what stays in another", leavingMachine(to: .state(2))),
    Case("a choice beside the regions of the machine, to a history", leavingMachine(to: .history(3, .shallow))),
    Case("a choice beside the regions of the machine, to several states", leavingMachine(to: .state(2), 6)),
    Case(
      "the history of a region of the machine from within it",
      chart(
        [
          Tests.state("r0"), Tests.state("s1", in: 0, initial: true), Tests.state("s2", in: 0, entry: [pressed]),
          Tests.state("r3"), Tests.state("s4", in: 3, initial: true, ("a", 1), entry: [pressed]),
          Tests.state("s5", in: 3),
        ],
        [
          Tests.row(1, to: .state(2), .event(0)), Tests.row(2, to: .history(0, .shallow), .event(0)),
          Tests.row(4, .event(0), nil, .assign("a", .sum(.name("a"), .constant(1))), .output(0, .name("a"))),
          Tests.row(4, to: .state(5), .event(1)),
        ])),
    Case("choices beside the regions of the machine, to which several of these lead", severalLeaveMachine),
    Case(
      "a composite changes its payload while a region leaves all of its regions, and not the composite",
      changing(besides: Tests.row(3, to: .history(2, .shallow), .event(1), nil, counting("b", 10)))),
    Case(
      "a region changes a composite's payload while the composite enters one of its regions anew",
      changing(besides: Tests.row(1, to: .state(4), .event(1), nil, counting("b", 10)))),
    Case(
      "a composite changes its payload while a region may leave it by a choice, or stay",
      changing(besides: Tests.row(3, to: .choice(0), .event(1), nil, counting("b", 10)))),
  ]

  private static func counting(_ label: String, _ number: Int = 1) -> Chart.Effect {
    .assign(label, .sum(.name(label), .constant(number)))
  }

  /// Returns a chart in which `s1` has a payload. On `e1`, the region `r5` changes it, and so does `s1` itself unless
  /// `row` takes the event.
  private static func changing(besides row: Chart.Row) -> Chart {
    var row = row
    if case .listed([1]) = row.sources { row.condition = .less(.name("p"), .constant(4)) }
    return chart(
      choices: [
        .init(
          name: "c0",
          branches: [
            .init(condition: .less(.name("p"), .constant(4)), stays: true),
            .init(condition: .otherwise, target: .init(place: .state(0))),
          ])
      ],
      [
        Tests.state("s0", initial: true), Tests.state("s1", ("b", 5)),
        Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2),
        Tests.state("r5", in: 1), Tests.state("s6", in: 5, initial: true), Tests.state("s7", in: 5, ("k", 1)),
      ],
      [
        Tests.row(0, to: .state(1), .event(0)), row, Tests.row(4, to: .state(3), .event(0)),
        Tests.row(6, to: .state(7), .event(0), nil, counting("p")),
        Tests.row(7, .event(1), nil, counting("k"), counting("b"), .output(0, .name("b")), .output(0, .name("k"))),
        Tests.row(1, .event(1), nil, counting("b", 100), .output(0, .name("b"))),
      ])
  }

  /// Returns a chart in which `s1` has a region with a composite state, and a region without. Both regions may be in
  /// final states when `s1` is exited.
  private static func finishedWithin(_ history: Chart.Target.Place) -> Chart {
    chart(
      events: [.init(name: "e0", labels: []), .init(name: "e1", labels: []), .init(name: "e2", labels: ["c"])],
      [
        Tests.state("s0", initial: true), Tests.state("s1", ("b", 4)),
        Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true, ("a", 1)),
        Tests.state("s4", in: 3, initial: true, ("b", 3), entry: [.output(0, .name("b"))]),
        Tests.state("s5", in: 3, final: true), Tests.state("s6", in: 3, ("c", 2)),
        Tests.state("r7", in: 1), Tests.state("s8", in: 7, initial: true, ("d", 5)),
        Tests.state("s9", in: 7, final: true, ("e", 6)), Tests.state("s10", in: 7),
      ],
      [
        Tests.row(0, to: history, .event(0)), Tests.row(0, to: .state(6), .event(2)),
        Tests.row(4, to: .state(5), .event(1)), Tests.row(6, to: .state(5), .event(1)),
        Tests.row(4, to: .state(6), .event(2)),
        Tests.row(3, .event(2), nil, .assign("a", .sum(.name("a"), .constant(1)))),
        Tests.row(8, to: .state(9), .event(2)), Tests.row(8, to: .state(10), .event(1)),
        Tests.row(10, to: .state(8), .event(2)), Tests.row(1, to: .state(0), .event(0)),
      ])
  }

  /// Returns a chart in which `s3` exits `s1` at once every other time, while the region beside it is still in its
  /// pseudostate.
  private static func leftInPseudostate(_ history: Chart.Target.Place) -> Chart {
    var states = [
      Tests.state("s0", initial: true), Tests.state("s1"),
      Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2),
      Tests.state("r5", in: 1), Tests.state("initial", in: 5, initial: true), Tests.state("s7", in: 5),
      Tests.state("s8", in: 5),
    ]
    states[6].isPseudostate = true
    states[5].historyDefault = 8
    let isOdd = Chart.Condition.equal(.remainder(.name("p"), 2), .constant(1))
    return chart(
      states,
      [
        Tests.row(6, to: .state(7), .always, nil, pressed), Tests.row(3, to: .state(0), .always, isOdd),
        Tests.row(0, to: .state(1), .event(0), nil, .assign("p", .sum(.name("p"), .constant(1)))),
        Tests.row(0, to: history, .event(1)), Tests.row(1, to: .state(0), .event(1)),
        Tests.row(3, to: .state(4), .event(0), nil, .assign("p", .sum(.name("p"), .constant(1)))),
        Tests.row(4, to: .state(3), .event(0)), Tests.row(7, to: .state(8), .event(0)),
      ])
  }

  /// Returns a chart with the regions 0, 3 and 7 in the machine. `e0` leads from `s1` or `s5` to the choice `c0`, and
  /// counts in the other regions, which are exited before or after that. `e1` leads from state to state within a
  /// region.
  ///
  /// - Parameters:
  ///   - place: the target of the choice.
  ///   - others: further targets of the choice, in other regions.
  private static func leavingMachine(to place: Chart.Target.Place, _ others: Int...) -> Chart {
    var states = [
      Tests.state("r0"), Tests.state("s1", in: 0, initial: true), Tests.state("s2", in: 0),
      Tests.state("r3"), Tests.state("s4", in: 3, initial: true, ("a", 1)), Tests.state("s5", in: 3),
      Tests.state("s6", in: 3, ("a", 3)),
      Tests.state("r7"), Tests.state("s8", in: 7, initial: true, ("b", 2)), Tests.state("s9", in: 7),
    ]
    for state in states.indices where !states[state].isRegion {
      states[state].entry = [.output(0, .constant(100 + state))]
      states[state].exit = [.output(0, .constant(200 + state))]
    }
    func counting(_ state: Int, _ label: String) -> Chart.Row {
      let counted = Chart.Effect.assign(label, .sum(.name(label), .constant(1)))
      return Tests.row(state, .event(0), nil, counted, .output(0, .name(label)))
    }
    return chart(
      choices: [
        .init(
          name: "c0", parent: nil,
          branches: [
            .init(
              condition: .less(.name("p"), .constant(2)), effects: [.assign("p", .sum(.name("p"), .constant(1)))],
              target: .init(place: place, others: others)),
            .init(
              condition: .otherwise, effects: [pressed, .assign("p", .constant(0))], target: .init(place: .state(9))),
          ])
      ], states,
      [
        Tests.row(1, to: .choice(0), .event(0)), Tests.row(5, to: .choice(0), .event(0), nil, pressed),
        Tests.row(2, to: .state(1), .event(1)), counting(4, "a"), counting(6, "a"), counting(8, "b"),
        Tests.row(4, to: .state(5), .event(1)), Tests.row(6, to: .state(4), .event(1)),
        Tests.row(9, to: .state(8), .event(1)),
      ])
  }

  /// A chart in which two regions exit all regions of the machine on one event, one of them from a nested region, and a
  /// third region takes a transition of its own.
  private static var severalLeaveMachine: Chart {
    var states = [
      Tests.state("r0"), Tests.state("s1", in: 0, initial: true),
      Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2),
      Tests.state("r5", in: 1), Tests.state("s6", in: 5, initial: true, ("a", 1)), Tests.state("s7", in: 5),
      Tests.state("r8"), Tests.state("s9", in: 8, initial: true), Tests.state("s10", in: 8),
    ]
    for state in states.indices where !states[state].isRegion {
      states[state].exit = [.output(0, .constant(200 + state))]
    }
    return chart(
      choices: [
        .init(name: "c0", parent: nil, branches: [.init(condition: .otherwise, target: .init(place: .state(10)))])
      ],
      states,
      [
        Tests.row(4, to: .choice(0), .event(0)), Tests.row(3, to: .state(4), .event(1)),
        Tests.row(6, .event(0), nil, .assign("a", .sum(.name("a"), .constant(1))), .output(0, .name("a"))),
        Tests.row(10, to: .choice(0), .event(0)), Tests.row(9, to: .state(10), .event(0)),
        Tests.row(1, .event(0), nil, pressed),
      ])
  }

  /// Returns a chart in which both `s1.s2` and `s1S2` have a timer, so that the timers' names could be equal.
  private static func timersThatReadTheSame(events: [Chart.Event]) -> Chart {
    var states = [
      Tests.state("s1", initial: true), Tests.state("s2", in: 0, initial: true), Tests.state("s1S2"),
    ]
    states[1].timer = (false, .constant(1))
    states[2].timer = (true, .constant(2))
    return chart(
      events: events, states,
      [
        Tests.row(1, to: .state(2), .timer(1)), Tests.row(2, to: .state(0), .timer(2), .less(.name("p"), .constant(5))),
        Tests.row(2, .timer(2), .otherwise, pressed),
      ])
  }

  /// Returns a chart in which `e0` leads from `s0` to a choice, and `e1` counts up.
  private static func choice(effects: [Chart.Effect], _ branches: [(Chart.Condition, Int?)]) -> Chart {
    var row = Tests.row(0, to: .choice(0), .event(0))
    row.effects = effects
    return chart(
      choices: [
        .init(name: "c0", branches: branches.map { .init(condition: $0, target: $1.map { .init(place: .state($0)) }) })
      ], [Tests.state("s0", initial: true), Tests.state("s1")],
      [
        row, Tests.row(0, .event(1), nil, .assign("p", .sum(.name("p"), .constant(1)))),
        Tests.row(1, to: .state(0), .event(1), nil, .assign("p", .sum(.name("p"), .constant(1)))),
      ])
  }

  @Test(arguments: cases) func theShapeWorks(_ shape: Case) throws {
    let machine = try #require(Oracle.machine(shape.chart, seed: 1), "\(shape.chart.source)")
    for failure in try Oracle.failures([machine]) { Issue.record("\(failure.signature)\n\(failure.report)") }
  }
}
