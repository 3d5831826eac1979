/// The cases of the private enum by which a wrapper finds the tasks that perform one output.
struct ActivityName {
  var duty: WrapperDuty
  /// The case for tasks of effects, and the case for tasks of activities: the same case, unless the machine has both.
  var effect: String
  var activity: String
  /// Both cases, or the only one.
  var names: [String] { effect == activity ? [effect] : [effect, activity] }

  static func all(of closures: [OutputClosure]) -> [ActivityName] {
    var taken = Set(closures.map(\.name))
    return closures.filter { $0.kind != .plain }.map { closure in
      var name = ActivityName(duty: closure.duty, effect: closure.name, activity: closure.name)
      if closure.isBegunTwice {
        name.activity = ("do" + closure.name.filter { $0 != "`" }.capitalizedFirst).spelledAsName
        while !taken.insert(name.activity).inserted { name.activity += "_" }
      }
      return name
    }
  }
}
