import Testing

/// Charts for which the oracle has found a fault behave as the interpreter does. The fault was a difference, or Swift
/// that did not compile. Each chart was made small.
@Suite struct RegressionTests {
  typealias State = Chart.State
  typealias Row = Chart.Row

  static func state(
    _ name: String, in parent: Int? = nil, initial: Bool = false, final: Bool = false,
    _ fields: (label: String, value: Int)..., entry: [Chart.Effect] = []
  ) -> State {
    State(
      name: name, parent: parent, isRegion: name.hasPrefix("r"), isInitial: initial, isFinal: final,
      fields: fields.map { .init(label: $0.label, defaultValue: $0.value) }, entry: entry)
  }

  static func row(
    _ source: Int, to place: Chart.Target.Place? = nil, _ trigger: Chart.Trigger, _ condition: Chart.Condition? = nil,
    _ effects: Chart.Effect...
  ) -> Row {
    Row(
      sources: .listed([source]), target: place.map { .init(place: $0) }, triggers: [trigger], condition: condition,
      effects: effects)
  }

  static let events = [Chart.Event(name: "e0", labels: []), Chart.Event(name: "e1", labels: [])]
  private static let never = Chart.Condition.less(.name("b"), .constant(-9))

  static let charts: [Chart] = [
    // A value that two states on the main path share was given to a field at the same place of another region's path.
    Chart(
      name: "Machine1",
      states: [
        state("s0", initial: true), state("s1", ("b", 2)),
        state("r2", in: 1), state("s3", in: 2, initial: true, ("a", 1)), state("s4", in: 3, initial: true, ("a", 0)),
        state("r5", in: 1), state("s6", in: 5, initial: true, ("a", 7)),
      ],
      events: events, outputs: ["o"],
      rows: [row(0, to: .state(4), .event(0)), row(1, to: .state(0), .event(1))]),
    // What a composite was came back with the default that its regions would have shared with it.
    Chart(
      name: "Machine2",
      states: [
        state("s0", initial: true),
        state("s1", ("b", 4), entry: [.assign("b", .sum(.name("b"), .constant(1)))]),
        state("r2", in: 1), state("s3", in: 2, initial: true),
        state("r4", in: 1), state("s5", in: 4, initial: true, ("b", 1)),
      ],
      events: events, outputs: ["o"],
      rows: [row(0, to: .history(1, .deep), .event(0)), row(1, to: .state(0), .event(1))]),
    // The effects of a row without an arrow were lost where another region's row had led out of the composite before it.
    Chart(
      name: "Machine3",
      states: [
        state("s0", initial: true), state("s1", ("b", 2)),
        state("r2", in: 1), state("s3", in: 2, initial: true),
        state("r4", in: 1), state("s5", in: 4, initial: true, ("a", 3)),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(0, to: .state(1), .event(0)), row(3, to: .state(0), .event(1)),
        row(5, .event(1), nil, .output(0, .name("a")), .assign("a", .constant(5))),
      ]),
    // Regions come back as they were, final states and all.
    Chart(
      name: "Machine4",
      states: [
        state("s0"), state("s1", initial: true), state("s2", in: 1, initial: true),
        state("r3", in: 2), state("s4", in: 3, initial: true), state("s5", in: 3, final: true),
        state("r6", in: 2), state("s7", in: 6, initial: true),
        state("s8", in: 1),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(4, to: .state(5), .event(0)), row(1, to: .state(0), .event(1)), row(0, to: .history(1, .deep), .event(0)),
      ]),
    // The 'always' rows of a composite that holds a payload did not compile beside regions.
    Chart(
      name: "Machine5",
      states: [
        state("s0", initial: true, ("b", 1)), state("s1", in: 0),
        state("r2", in: 1), state("s3", in: 2, initial: true), state("r4", in: 1), state("s5", in: 4, initial: true),
        state("s6", in: 0, initial: true), state("s7", in: 6, initial: true), state("s8"),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(6, to: .state(1), .always, never), row(0, to: .state(8), .always, never),
        row(7, .event(0), nil, .assign("b", .constant(-10))), row(8, to: .state(0), .event(1)),
      ]),
    // What begins in a final state is done at once: a composite at the start, and one whose regions all do.
    Chart(
      name: "Machine6",
      states: [
        state("s0", initial: true), state("s1", in: 0, initial: true, final: true, entry: [.output(0, .constant(1))]),
        state("s2"),
        state("r3", in: 2), state("s4", in: 3, initial: true, final: true), state("s5", in: 3),
        state("r6", in: 2), state("s7", in: 6, initial: true, final: true),
        state("s8"),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(0, to: .state(8), .done(nil, bindsValue: false), nil, .output(0, .constant(2))),
        row(2, to: .state(8), .done(nil, bindsValue: false), nil, .output(0, .constant(3))),
        row(8, to: .state(2), .event(0)), row(8, to: .state(5), .event(1)), row(5, to: .state(4), .event(0)),
      ]),
    // What remembers a composite with final states only did not compile.
    Chart(
      name: "Machine7",
      states: [
        state("s0", initial: true), state("s1", ("a", 0)), state("s2", in: 1, initial: true, final: true),
      ],
      events: events, outputs: ["o"],
      rows: [row(0, to: .history(1, .shallow), .event(0)), row(1, to: .state(0), .event(1))]),
    // What was active in a composite of a region was lost where a row of the composite changed its payload.
    Chart(
      name: "Machine8",
      states: [
        state("s0", initial: true),
        state("r1", in: 0), state("s2", in: 1, initial: true),
        state("r3", in: 0), state("s4", in: 3, initial: true, ("a", 1)),
        state("s5", in: 4, initial: true), state("s6", in: 4, ("b", 3)),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(5, to: .state(6), .event(0)), row(4, .event(1), nil, .assign("a", .sum(.name("a"), .constant(1)))),
        row(6, .event(0), nil, .output(0, .sum(.name("a"), .name("b")))),
      ]),
    // A composite that stayed lost what a row changed of it after one that had led out of the regions in it.
    Chart(
      name: "Machine9",
      states: [
        state("s0", initial: true, ("a", 0)),
        state("s1", in: 0, initial: true, ("b", 1)),
        state("r2", in: 1), state("s3", in: 2, initial: true),
        state("r4", in: 1), state("s5", in: 4, initial: true),
        state("s6", in: 0, ("c", 3)),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(3, to: .state(6), .event(0)), row(0, .event(0), nil, .assign("a", .sum(.name("a"), .constant(2)))),
        row(3, to: .state(6), .event(1)), row(6, to: .state(1), .event(1)),
        row(
          5, .event(1), nil, .assign("a", .sum(.name("a"), .name("b"))), .assign("b", .constant(4)),
          .output(0, .name("a"))),
      ]),
    // A row saw the payload of a composite that had stayed as it was before another row had changed it.
    Chart(
      name: "Machine11",
      states: [
        state("s0", initial: true),
        state("r1", in: 0), state("s2", in: 1, initial: true, ("a", 1)),
        state("r3", in: 2), state("s4", in: 3, initial: true), state("s5", in: 3),
        state("r6", in: 2), state("s7", in: 6, initial: true, ("b", 2)),
        state("r8", in: 0), state("s9", in: 8, initial: true),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(2, to: .state(5), .event(0), nil, .assign("a", .constant(5)), .output(0, .name("a"))),
        row(
          7, .event(0), nil, .output(0, .sum(.name("a"), .name("b"))), .assign("a", .sum(.name("a"), .constant(3)))),
        row(7, .event(1), nil, .output(0, .name("a"))), row(9, .event(0), nil, .output(0, .constant(9))),
      ]),
    // A state that a guard asks for was taken for the payload field of its name, which was bound and never read.
    Chart(
      name: "Machine10",
      states: [
        state("a", initial: true, ("a", 1), ("b", 2)), state("s1", ("a", 3)),
        state("s2", in: 1, initial: true), state("s3", in: 1),
      ],
      events: events, outputs: ["o"],
      rows: [
        row(0, to: .state(1), .event(0), .active(0)), row(1, to: .state(0), .event(1), .active(0)),
        row(2, to: .state(3), .event(1)), row(3, to: .state(0), .event(0)),
      ]),
  ]

  @Test func whatWasFoundStaysFixed() throws {
    let machines = try Self.charts.map { chart in
      let steps = (0..<24).map { Oracle.Step(event: $0 % 5 == 0 ? 1 : $0 % 2, values: []) }
      return Oracle.Machine(chart: chart, swift: try #require(Oracle.swift(chart), "\(chart.source)"), steps: steps)
    }
    for failure in try Oracle.failures(machines) { Issue.record("\(failure.signature)\n\(failure.report)") }
  }

  /// Random machines that once had a fault, and that are too large to be made small by hand. They are given by their
  /// seeds, so a change of the generator changes them.
  @Test(arguments: [
    (OracleTests.features, [784, 20166, 20385, 1_000_170, 2_000_001, 3_000_027, 21_000_089] as [UInt64]),
    (OracleTests.features.union(.machines), [786, 799, 50_021, 6_000_002, 21_000_049, 777_000_041]),
    (OracleTests.featuresOfMethods, [4_000_327, 4_100_034]),
  ])
  func whatWasFoundAtRandomStaysFixed(_ features: ChartGenerator.Features, _ seeds: [UInt64]) throws {
    let machines = seeds.compactMap { seed in
      Oracle.machine(ChartGenerator.chart(seed: seed, features: features), seed: seed)
    }
    for failure in try Oracle.failures(machines) { Issue.record("\(failure.signature)\n\(failure.report)") }
    #expect(machines.count > seeds.count / 2)
  }
}
