/// The graph of an exploration: for each configuration, the configurations to which its steps lead. It decides whether
/// a `can reach` statement holds. A step takes 4 bytes.
struct Steps {
  /// The configurations to which steps lead: first those of configuration 0, then those of configuration 1, and so on.
  private var targets: ContiguousArray<UInt32> = []
  /// For each configuration, the index in `targets` after its last step.
  private var ends: ContiguousArray<UInt32> = []

  /// Adds a step from the current configuration, whose index is the number of calls of `endConfiguration` so far. A
  /// step that leads back to that configuration is left out. A step that has been added before is left out, too.
  ///
  /// - Parameter target: the index of the configuration to which the step leads.
  mutating func append(_ target: Int) {
    guard target != ends.count else { return }
    let (known, target) = (Int(ends.last ?? 0), UInt32(truncatingIfNeeded: target))
    if !targets[known...].contains(target) { targets.append(target) }
  }

  /// Ends the steps of the current configuration. The steps that are added next belong to the configuration with the
  /// next index.
  mutating func endConfiguration() { ends.append(UInt32(truncatingIfNeeded: targets.count)) }

  /// Returns for each configuration whether it is wanted, or whether a path leads from it to a wanted configuration.
  /// For `open can reach closed`, the configurations with `closed` are wanted.
  ///
  /// It visits the configurations from the last to the first, and repeats this until no more are found. Few repetitions
  /// are needed, because most steps lead to configurations with higher indices.
  ///
  /// - Parameter wanted: for each configuration, by its index, whether it is wanted.
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
