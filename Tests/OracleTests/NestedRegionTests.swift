import Testing

/// Small charts with regions within regions behave as the interpreter does. In them, transitions of several regions are
/// taken together.
@Suite struct NestedRegionTests {
  private typealias Tests = RegressionTests

  private static let event = Chart.Trigger.event(1)

  private static func output(_ value: Int) -> Chart.Effect { .output(0, .constant(value)) }

  private static func chart(_ states: [Chart.State], _ rows: [Chart.Row]) -> Chart {
    Chart(
      name: "Machine1", properties: [("p", 0)], states: states, events: Tests.events, outputs: ["o"],
      rows: [
        Tests.row(0, to: .state(1), .event(0)), Tests.row(1, to: .state(0), .event(0), .less(.constant(8), .name("p"))),
      ]
        + [Tests.row(1, .event(0), nil, .assign("p", .sum(.name("p"), .constant(1))))] + rows)
  }

  /// The states of a chart: `s1` has the regions `r2` and `r10`. In `r2` are `s3`, with the regions `r4` and `r7`, and
  /// `s9`.
  private static let nested = [
    Tests.state("s0", initial: true), Tests.state("s1", ("k", 2)),
    Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true, ("b", 4)),
    Tests.state("r4", in: 3), Tests.state("s5", in: 4, initial: true), Tests.state("s6", in: 4),
    Tests.state("r7", in: 3), Tests.state("s8", in: 7, initial: true, ("b", 3)),
    Tests.state("s9", in: 2),
    Tests.state("r10", in: 1), Tests.state("s11", in: 10, initial: true, ("c", 1)),
  ]

  /// Rows by which `e0` moves `r4` between its two states.
  private static let moves = [Tests.row(5, to: .state(6), .event(0)), Tests.row(6, to: .state(5), .event(0))]

  static let cases: [DirectedTests.Case] = [
    .init(
      "states around nested regions have their turn where one of these leaves the event over",
      chart(
        nested,
        moves + [
          Tests.row(5, event, nil, output(1)), Tests.row(8, event, nil, output(2)), Tests.row(3, event, nil, output(3)),
          Tests.row(1, event, nil, output(4)), Tests.row(11, event, nil, output(5)),
        ])),
    .init(
      "the composite has its turn among nested regions",
      chart(
        nested,
        moves + [
          Tests.row(5, event, nil, output(1)), Tests.row(8, event, nil, output(2)),
          Tests.row(1, event, nil, output(4)), Tests.row(11, event, nil, output(5)),
        ])),
    .init(
      "a region that is certain to trap, before one that has a transition",
      chart(
        nested,
        moves + [
          Tests.row(6, event, .less(.name("p"), .constant(2)), output(1)), Tests.row(9, event, nil, .trap),
          Tests.row(8, event, nil, output(2), .trap), Tests.row(11, to: .state(11), event, nil, output(5)),
        ])),
    .init(
      "a trap of the composite, which is never built anew, after a transition of a region",
      chart(
        nested,
        moves + [
          Tests.row(5, to: .state(6), event, nil, output(1)),
          Tests.row(1, event, .less(.name("p"), .constant(-9)), output(2)), Tests.row(1, event, nil, .trap),
        ])),
    .init(
      "a composite is left for certain, whatever rows would do that are never reached",
      chart(
        nested,
        moves + [
          Tests.row(8, event, nil, output(1)), Tests.row(3, to: .state(9), event),
          Tests.row(1, to: .state(1), event, nil, output(2)),
        ])),
    .init(
      "a transition from the composite into itself builds its payload anew",
      chart(nested, moves + [Tests.row(8, event), Tests.row(1, to: .state(9), event, nil, output(1))])),
    .init(
      "a state whose nested region leads out of it changes its payload",
      chart(
        nested,
        moves + [
          Tests.row(5, to: .state(3), event, nil, output(1)),
          Tests.row(3, event, nil, .assign("b", .constant(7)), .output(0, .name("b"))),
        ])),
    .init(
      "a nested state changes its payload after a transition that leads out of what is around it",
      chart(
        nested,
        moves + [
          Tests.row(5, to: .state(9), event, nil, output(1)), Tests.row(9, to: .state(3), event),
          Tests.row(8, event, nil, .assign("b", .constant(7)), .output(0, .name("b"))),
        ])),
    .init(
      "a nested region leaves all regions of its composite before another changes its payload",
      chart(
        nested,
        moves + [
          Tests.row(6, to: .history(4, .shallow), event, nil, output(1)),
          Tests.row(
            8, event, nil, .assign("b", .constant(7)), .assign("k", .sum(.name("k"), .constant(1))),
            .output(0, .name("b"))),
          Tests.row(1, event, nil, .output(0, .name("k"))),
        ])),
    .init(
      "a nested region leaves all regions of its composite before another changes that one's payload",
      chart(
        nested,
        moves + [
          Tests.row(5, to: .history(4, .shallow), event, nil, .assign("b", .sum(.name("b"), .constant(10)))),
          Tests.row(9, to: .state(3), .event(0)), Tests.row(3, to: .state(9), .event(0)),
          Tests.row(8, .event(0)), Tests.row(3, event, nil, .assign("b", .sum(.name("b"), .constant(1)))),
          Tests.row(11, event, nil, .output(0, .name("k"))),
        ])),
    .init(
      "a composite around one with a payload and regions changes its own",
      chart(
        [
          Tests.state("s0", initial: true, ("m", 9)), Tests.state("s1", ("k", 2)),
          Tests.state("s2", in: 1, initial: true, ("m", 3)),
          Tests.state("r3", in: 2), Tests.state("s4", in: 3, initial: true), Tests.state("s5", in: 3),
          Tests.state("r6", in: 2), Tests.state("s7", in: 6, initial: true),
        ],
        [
          Tests.row(0, to: .state(2), event), Tests.row(1, event, nil, .assign("k", .constant(5))),
          Tests.row(4, event, nil, output(1)), Tests.row(4, to: .state(5), .event(0)),
          Tests.row(5, to: .state(4), .event(0)),
        ])),
    .init(
      "a region changes its payload after a transition that is certain to lead out of the composite",
      chart(
        [
          Tests.state("s0", initial: true), Tests.state("s1"),
          Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true),
          Tests.state("r4", in: 1), Tests.state("s5", in: 4, initial: true, ("b", 3)),
          Tests.state("s6", ("c", 1)), Tests.state("s7"),
        ],
        [
          Tests.row(3, to: .state(6), event), Tests.row(5, event, nil, .assign("b", .constant(7))),
          Tests.row(6, to: .state(0), .event(0)), Tests.row(7, to: .state(0), .event(0)),
        ])),
    .init(
      "a transition that another excludes does not exclude one that traps",
      chart(
        [
          Tests.state("s0", initial: true), Tests.state("s1"),
          Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2),
          Tests.state("r5", in: 1), Tests.state("s6", in: 5, initial: true), Tests.state("s7", in: 5),
          Tests.state("r8", in: 1), Tests.state("s9", in: 8, initial: true), Tests.state("s10", in: 8),
        ],
        [
          Tests.row(3, to: .state(4), event), Tests.row(6, to: .state(0), event),
          Tests.row(9, to: .state(10), event, nil, .trap),
        ])),
    .init(
      "what is around regions is asked wherever a region does not trap",
      chart(
        [
          Tests.state("s0", initial: true), Tests.state("s1"),
          Tests.state("r2", in: 1), Tests.state("s3", in: 2, initial: true), Tests.state("s4", in: 2),
          Tests.state("r5", in: 1), Tests.state("s6", in: 5, initial: true), Tests.state("s7", in: 5),
        ],
        [
          Tests.row(3, event, nil, output(1)), Tests.row(6, event, nil, .trap), Tests.row(1, to: .state(0), event),
          Tests.row(6, to: .state(7), .event(0)), Tests.row(3, to: .state(4), .event(0)),
        ])),
  ]

  @Test(arguments: cases) func transitionsRunTogether(_ shape: DirectedTests.Case) throws {
    let machine = try #require(Oracle.machine(shape.chart, seed: 1), "\(shape.chart.source)")
    for failure in try Oracle.failures([machine]) { Issue.record("\(failure.signature)\n\(failure.report)") }
  }
}
