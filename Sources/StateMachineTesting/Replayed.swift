/// A machine that cannot be copied, as a configuration, which can: whoever needs the machine a second time makes it anew, and
/// lets it take the same steps again.
public struct Replayed<Machine: ~Copyable> {
  private let make: () -> Machine
  private var steps: [Int] = []
  private var place: Place

  /// The machine behind the steps, until it has gone on to others.
  private final class Place {
    var machine: Machine?

    init(_ machine: consuming Machine?) { self.machine = consume machine }
  }

  /// Lets a machine take a step, as in the way that is taken again.
  public typealias Redo = (_ step: Int, _ machine: inout Machine) -> Void

  /// - Parameter make: makes the machine at its start, each time it is called.
  public init(_ make: @escaping () -> Machine) {
    self.make = make
    place = Place(nil)
  }

  /// Looks at the machine.
  public func read<Result>(_ redo: Redo, _ body: (borrowing Machine) -> Result) -> Result {
    let machine = machine(redo)
    let result = body(machine)
    place.machine = consume machine
    return result
  }

  /// Lets the machine take a step, and changes it in place: copies of the configuration make theirs anew.
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
