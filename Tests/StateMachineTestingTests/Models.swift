import StateMachineTesting

/// A door as it is generated, with its model as the glue would have it.
struct Door: Hashable, Codable, Sendable, Explorable {
  enum State: Hashable, Codable, Sendable {
    case open(persons: Int)
    case closing(persons: Int)
    case closed
  }
  enum Event: Hashable, Codable, Sendable {
    case personsEntered(count: Int)
    case closeButton
    case doorLocked
  }

  var state = State.open(persons: 0)

  mutating func handle(event: Event, emit: (String) -> Void) -> Bool {
    switch (state, event) {
    case (.open(let persons), .personsEntered(let count)):
      if persons + count <= 10 { state = .open(persons: persons + count) } else { emit("buzz") }
    case (.open(let persons), .closeButton):
      guard persons < 10 else { return false }
      emit("close")
      state = .closing(persons: persons)
    case (.closing, .doorLocked): state = .closed
    default: return false
    }
    return true
  }

  static var glue: Glue { Glue() }

  struct Glue: Model {
    let starts = [ModelStart(Door(), swift: "var door = Door()")]
    static let events: [Event] = [
      .personsEntered(count: 0), .personsEntered(count: 1), .personsEntered(count: 9), .personsEntered(count: 10),
      .closeButton, .doorLocked,
    ]
    let events = Self.events
    let tries = Self.events.map { ModelTry(swift: "door.handle(event: .\($0))") }
    let rows = [
      ModelRow("open : personsEntered [persons + count <= 10] / persons += count", Place("Door.sm", 9, 3)),
      ModelRow("open : personsEntered [else] / buzz", Place("Door.sm", 10, 3)),
      ModelRow("open -> closing : closeButton [persons < 10]", Place("Door.sm", 11, 3)),
      ModelRow("closing -> closed : doorLocked", Place("Door.sm", 12, 3)),
    ]
    let states = [
      ModelState("open", Place("Door.sm", 2, 17)), ModelState("closing", Place("Door.sm", 3, 9)),
      ModelState("closed", Place("Door.sm", 4, 15)),
    ]
    var properties: [ModelProperty<Door>] = []

    func take(_ step: Int, in door: inout Door, _ telling: inout Void, _ trace: Trace, emit: (String) -> Void) -> Bool {
      switch (door.state, events[step]) {
      case (.open(let persons), .personsEntered(let count)): trace.tell(row: persons + count <= 10 ? 0 : 1)
      case (.open(let persons), .closeButton) where persons < 10: trace.tell(row: 2)
      case (.closing, .doorLocked): trace.tell(row: 3)
      default: break
      }
      return door.handle(event: events[step], emit: emit)
    }
    func feed(_ door: Door, to hasher: inout Hasher) { hasher.combine(door) }
    func isFinal(_ door: Door) -> Bool { door.state == .closed }
    func forEachState(of door: Door, _ body: (Int) -> Void) {
      switch door.state {
      case .open: body(0)
      case .closing: body(1)
      case .closed: body(2)
      }
    }
  }
}

/// A door that somebody has written without states, with the mistakes that a test plants.
struct HandDoor: Hashable, Sendable {
  var persons = 0
  var isMoving = false
  var isClosed = false
  /// The number of persons that the door admits, and the number that keeps it open.
  var maximum = 10
  var crowd = 10
  var locksEmpty = true

  var name: String { isClosed ? "closed" : isMoving ? "closing" : "open" }

  mutating func take(_ event: Door.Event) -> [String] {
    switch event {
    case .personsEntered(let count) where !isMoving && !isClosed:
      guard persons + count <= maximum else { return ["buzz"] }
      persons += count
    case .closeButton where !isMoving && !isClosed && persons < crowd:
      isMoving = true
      return ["close"]
    case .doorLocked where isMoving && (persons > 0 || locksEmpty): (isMoving, isClosed) = (false, true)
    default: break
    }
    return []
  }
}

/// A number that steps change, in a model that a test fills in.
struct Number: Model {
  var starts = [ModelStart(0, swift: "var number = 0")]
  var tries: [ModelTry]
  var rows: [ModelRow] = []
  var states = [ModelState("any", Place("Number.sm", 1, 1))]
  var properties: [ModelProperty<Int>] = []
  var rowOf: (_ step: Int, _ number: Int) -> Int? = { _, _ in nil }
  var stop: (_ step: Int, _ number: Int) -> Trace.Stop? = { _, _ in nil }
  var isWithin: (Int) -> Bool = { _ in true }
  var isFinal: (Int) -> Bool = { _ in false }
  /// Returns the number after a step; nil if the step changes nothing.
  var change: (_ step: Int, _ number: Int) -> Int?

  func isWithin(_ number: Int) -> Bool { isWithin(number) }
  func take(_ step: Int, in number: inout Int, _ telling: inout Void, _ trace: Trace, emit: (Never) -> Void) -> Bool {
    if let row = rowOf(step, number) { trace.tell(row: row) }
    if let stop = stop(step, number) { trace.tell(stop) }
    guard !trace.isStopped, let changed = change(step, number) else { return false }
    number = changed
    return true
  }
  func feed(_ number: Int, to hasher: inout Hasher) { hasher.combine(number) }
  func isFinal(_ number: Int) -> Bool { isFinal(number) }
  func forEachState(of number: Int, _ body: (Int) -> Void) { body(0) }
}
