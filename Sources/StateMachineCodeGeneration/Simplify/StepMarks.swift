/// A pass by which coverage counts each transition of a microstep once. In a machine with regions, a transition is
/// first selected and then performed. Both statements have a row mark, by which coverage counts. The pass keeps the
/// mark of the second statement. It keeps that of the first only if the transition does nothing. So a transition that
/// is selected, but excluded by another one, is not counted.
enum StepMarks: Pass {
  static func run(_ function: inout Function) {
    var selected: Set<Int> = []
    var performed: Set<Int> = []
    function.body.updateMarks { marks in
      for mark in marks {
        guard let transition = mark.transition else { continue }
        if mark.kind == .performed { performed.insert(transition) } else { selected.insert(transition) }
      }
    }
    guard !selected.isEmpty || !performed.isEmpty else { return }
    let idle = Set(function.lostMarks.lazy.filter { $0.kind == .performed }.compactMap(\.transition))
    function.body.updateMarks { marks in
      marks.removeAll { mark in
        mark.kind != .performed && mark.transition.map { performed.contains($0) || !idle.contains($0) } ?? false
      }
    }
    function.lostMarks.removeAll { mark in
      mark.transition.map { selected.contains($0) || performed.contains($0) } ?? false
    }
  }
}
