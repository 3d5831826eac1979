/// The steps from configuration to configuration, which `can reach` is answered from: 4 bytes for each.
struct Steps {
  /// The targets of the steps of each configuration, one configuration behind the other.
  private var targets: ContiguousArray<UInt32> = []
  private var ends: ContiguousArray<UInt32> = []

  /// Notes a step of the configuration that comes next. One that leads back to it, or to where another one leads, adds
  /// nothing to what can be reached.
  mutating func append(_ target: Int) {
    guard target != ends.count else { return }
    let (known, target) = (Int(ends.last ?? 0), UInt32(truncatingIfNeeded: target))
    if !targets[known...].contains(target) { targets.append(target) }
  }

  /// Notes that all steps of a configuration have been appended; configurations come in the order of their indices.
  mutating func endConfiguration() { ends.append(UInt32(truncatingIfNeeded: targets.count)) }

  /// Tells for each configuration whether one of some others can be reached from it.
  ///
  /// Most steps lead to what was found later: passes from the last configuration to the first are few.
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
