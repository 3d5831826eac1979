// Machines whose events are methods, of 10 states and 20 events each, and the same by hand. `MethodsText` writes both.

/// A machine of which the driver knows the numbers of the events.
protocol SyntheticMachine: ~Copyable {
  static func make() -> Self
  /// Calls the method of an event, and returns a number for its result.
  mutating func take(_ event: Int, _ x: Int) -> Int
}

/// Returns a number for the result of a method that returns nothing.
func unanswered(_ result: Void) -> Int { 3 }

@inline(never)
private func drive<Machine: SyntheticMachine & ~Copyable>(
  _ type: Machine.Type, _ script: [UInt8], _ passes: Int
) -> Int {
  var machine = Machine.make()
  var sum = 0
  for _ in 0..<passes {
    for event in script { sum = sum &* 5 &+ machine.take(Int(event), Int(event)) }
  }
  return sum
}

/// Measures two machines that must do the same in the same order: `Turns` compares their sums, and stops if they
/// differ.
func compare<Generated: SyntheticMachine & ~Copyable, HandWritten: SyntheticMachine & ~Copyable>(
  _ name: String, _ generated: Generated.Type, _ handWritten: HandWritten.Type
) {
  var random = RandomNumbers()
  let script = (0..<scriptLength).map { _ in UInt8(random.next(below: 20)) }
  Turns.printRow(
    name, handled: scriptLength, generated: { drive(generated, script, $0) },
    handWritten: { drive(handWritten, script, $0) })
}

/// One method for each event: five machines, and three whose payloads own something.
func compareMethods() {
  print("one event in a machine with methods (medians of \(Turns.rounds) rounds in turns)")
  print()
  Turns.printHead()
  compare("synthetic 1", Synthetic1.self, HandWritten1.self)
  compare("synthetic 2", Synthetic2.self, HandWritten2.self)
  compare("synthetic 3", Synthetic3.self, HandWritten3.self)
  compare("synthetic 4", Synthetic4.self, HandWritten4.self)
  compare("synthetic 5", Synthetic5.self, HandWritten5.self)
  compareOwners()
}
