/// A case of the private enum by which the tasks of a wrapper are found: one for each output that a task performs.
struct ActivityName {
  var duty: WrapperDuty
  var name: String

  static func all(of closures: [OutputClosure]) -> [ActivityName] {
    closures.filter { $0.kind != .plain }.map { ActivityName(duty: $0.duty, name: $0.name) }
  }
}
