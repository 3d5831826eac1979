// The examples of the page Testing.md: `PageProgramTests` looks for each of them here, word for word. What the page leaves
// to its reader is after them.

import Foundation
import StateMachineTesting
import Testing

@Test func door() throws { try explore(ElevatorDoor.self) }

@Test func player() throws {
  try explore(MediaPlayer.self, Bounds(configurations: 1_000_000, seconds: 60))
}

@Test(arguments: ElevatorDoor.rowPaths()) func each(_ path: RowPath<ElevatorDoor>) {
  #expect(path.outputs.count <= 1)
}

@Test func paths() throws { try expectRowPaths(of: ElevatorDoor.self, in: "Paths/ElevatorDoor.paths") }

struct Sessions: Watch {
  struct Twice: Error {}
  var isOpen = false

  mutating func see(_ step: Step<MediaPlayer>) throws {
    for output in step.outputs {
      if output == .openSession, isOpen { throw Twice() }
      if output == .openSession { isOpen = true }
      if output == .closeSession { isOpen = false }
    }
  }
}

@Test func sessions() throws { try explore(MediaPlayer.self, watching: Sessions()) }

@Test func doorByHand() throws {
  try conform(ElevatorDoor.self, to: DoorByHand()) { door, event in door.take(event) }
}

@Test func doorOnAnActor() async throws {
  try await conform(ElevatorDoor.self, to: { _ in DoorActor() }, step: { await $0.take($1) })
}

struct Journal {
  let append: (String) -> Void

  func begin(_ machine: Workout) throws {
    append(#"{"machine":"Workout","schema":1,"start":\#(try json(machine))}"#)
  }
  func note(_ event: Workout.Event, _ state: Workout.State) throws {
    append(#"{"event":\#(try json(event)),"state":\#(try json(state))}"#)
  }
  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
  }
}

extension Workout: Replayable {}

@Suite struct TestingPageTests {
  /// A journal is written by an app, and replayed by a test.
  @MainActor @Test func journals() async throws {
    let written = Locked<[String]>([])
    let journal = Journal { line in written.change { $0.append(line) } }
    let model = WorkoutWorld().model()
    let writing = Task {
      try journal.begin(model.machine)
      for await step in model.steps { try journal.note(step.event, step.state) }
    }
    // It reads the steps from then on.
    while written.value.isEmpty { await Task.yield() }
    for event: Workout.Event in [.start, .found(sensor: "s"), .measured(60), .pause, .goOn, .stop] { model.send(event) }
    try await writing.value

    let lines = written.value
    try #require(lines.count == 7)
    #expect(try replay(lines, on: Workout.self, schema: 1)?.highest == 60)
    try replay(lines, on: Workout.self, schema: 1)
  }
}

// What the page leaves to its reader.

struct DoorByHand: Hashable {
  private var persons = 0
  private var isOpen = true

  mutating func take(_ event: ElevatorDoor.Event) -> [ElevatorDoor.Output] {
    switch event {
    case .personsEntered(let count) where isOpen:
      guard persons + count <= 10 else { return [.buzz] }
      persons += count
    case .closeButton where isOpen && persons < 10:
      isOpen = false
      return [.close(speed: persons > 5 ? 1 : 2)]
    default: break
    }
    return []
  }
}

actor DoorActor {
  private var door = DoorByHand()
  func take(_ event: ElevatorDoor.Event) -> [ElevatorDoor.Output] { door.take(event) }
}
