/// The names by which a wrapper finds the running tasks of one output. Each name is a case of a private enum:
/// `case play` for the output `play`.
struct ActivityName {
  var duty: WrapperDuty
  /// The name for tasks that effects begin, such as `play`.
  var effect: String
  /// The name for tasks that activities begin: `doPlay`, if the machine uses the output as an effect, too. Otherwise it
  /// is the same as `effect`.
  var activity: String
  /// Both names; only one if they are equal.
  var names: [String] { effect == activity ? [effect] : [effect, activity] }

  /// Returns the names for all outputs whose wrapper performs them in a task.
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
