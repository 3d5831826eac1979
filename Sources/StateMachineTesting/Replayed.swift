/// A configuration of a noncopyable machine. Copies of the configuration create the machine again and repeat its steps.
public struct Replayed<Machine: ~Copyable> {
  private let make: () -> Machine
  private var steps: [Int] = []
  private var place: Place

  /// A reference to the machine after the steps; nil once a copy of the configuration has taken a further step.
  private final class Place {
    var machine: Machine?

    init(_ machine: consuming Machine?) { self.machine = consume machine }
  }

  /// A function that lets a machine take a step of the path again.
  public typealias Redo = (_ step: Int, _ machine: inout Machine) -> Void

  /// - Parameter make: returns a new machine at its start.
  public init(_ make: @escaping () -> Machine) {
    self.make = make
    place = Place(nil)
  }

  /// Calls a function with the machine.
  public func read<Result>(_ redo: Redo, _ body: (borrowing Machine) -> Result) -> Result {
    let machine = machine(redo)
    let result = body(machine)
    place.machine = consume machine
    return result
  }

  /// Lets the machine take a step. Copies of the earlier configuration then have to create the machine again.
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
