/// The steps from configuration to configuration, in 4 bytes each. They decide `can reach`.
struct Steps {
  /// The configurations to which steps lead, grouped by the configuration that each step begins in.
  private var targets: ContiguousArray<UInt32> = []
  /// The end of each configuration's steps in `targets`.
  private var ends: ContiguousArray<UInt32> = []

  /// Adds a step of the next configuration. A step to the configuration itself, or to one already added, is left out.
  mutating func append(_ target: Int) {
    guard target != ends.count else { return }
    let (known, target) = (Int(ends.last ?? 0), UInt32(truncatingIfNeeded: target))
    if !targets[known...].contains(target) { targets.append(target) }
  }

  /// Ends the steps of a configuration. Configurations are added in the order of their indices.
  mutating func endConfiguration() { ends.append(UInt32(truncatingIfNeeded: targets.count)) }

  /// Returns for each configuration whether it has a path to a wanted one.
  ///
  /// Most steps lead to configurations with higher indices, so few passes from the last to the first are needed.
  func reaching(_ wanted: ContiguousArray<Bool>) -> ContiguousArray<Bool> {
    var reaching = wanted
    var isChanged = true
    while isChanged {
      isChanged = false
      var end = targets.count
      for index in ends.indices.reversed() {
        let begin = index == 0 ? 0 : Int(ends[index - 1])
        if !reaching[index], targets[begin..<end].contains(where: { reaching[Int($0)] }) {
          reaching[index] = true
          isChanged = true
        }
        end = begin
      }
    }
    return reaching
  }
}
