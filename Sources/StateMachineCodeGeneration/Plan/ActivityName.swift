/// The cases of the private enum by which the tasks of a wrapper are found, for one output that a task performs.
struct ActivityName {
  var duty: WrapperDuty
  /// What effects begin, and what states do: one case, unless the machine has both.
  var effect: String
  var activity: String
  /// The cases.
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
