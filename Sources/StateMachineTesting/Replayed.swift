/// A configuration of a noncopyable machine. Unlike the machine, it can be copied, because it stores the steps from the
/// start. All copies share one machine. If one copy takes a step with it, another copy later makes a new machine and
/// repeats its own steps.
public struct Replayed<Machine: ~Copyable> {
  private let make: () -> Machine
  private var steps: [Int] = []
  private var place: Place

  /// A reference to the machine after `steps`, which all copies of a configuration share. Its `machine` is nil before
  /// the first use, and after one copy has taken a further step with the machine.
  private final class Place {
    var machine: Machine?

    init(_ machine: consuming Machine?) { self.machine = consume machine }
  }

  /// A function that lets a new machine take again a step that the configuration has recorded.
  public typealias Redo = (_ step: Int, _ machine: inout Machine) -> Void

  /// Creates the configuration of a machine that has taken no step yet.
  ///
  /// - Parameter make: returns a new machine at its start.
  public init(_ make: @escaping () -> Machine) {
    self.make = make
    place = Place(nil)
  }

  /// Calls `body` with the machine, and returns the result of `body`. If there is no machine yet, or another copy has
  /// taken a step with it, makes a new one first.
  ///
  /// - Parameter redo: takes one of the stored steps with a new machine. It is called for each of them, in order.
  public func read<Result>(_ redo: Redo, _ body: (borrowing Machine) -> Result) -> Result {
    let machine = machine(redo)
    let result = body(machine)
    place.machine = consume machine
    return result
  }

  /// Lets the machine take a step, records the step, and returns the result of `body`. An earlier copy of this value
  /// then has no machine any more. When it is next used, it makes a new machine and repeats its steps.
  ///
  /// - Parameters:
  ///   - step: the step to record.
  ///   - redo: repeats a recorded step if the machine has to be made again.
  ///   - body: takes the step.
  public mutating func take<Result>(_ step: Int, _ redo: Redo, _ body: (inout Machine) -> Result) -> Result {
    var machine = machine(redo)
    let result = body(&machine)
    place = Place(consume machine)
    steps.append(step)
    return result
  }

  private func machine(_ redo: Redo) -> Machine {
    if let machine = place.machine.take() { return machine }
    var machine = make()
    for step in steps { redo(step, &machine) }
    return machine
  }
}
