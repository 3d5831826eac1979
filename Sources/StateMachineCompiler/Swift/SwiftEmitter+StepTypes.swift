/// The private types of a step in a machine with regions: its transitions, and where they leave and enter states.
extension SwiftEmitter {
  mutating func emitStepTypes() {
    let used = machine.transitions.indices.filter { transitionNames[$0] != nil }
    emitTransitionType(used)
    emitDomainType()
    var lanes = 2
    while lanes < bodies.count { lanes *= 2 }
    let vector = lanes <= 64 ? "SIMD\(lanes)<Int32>(repeating: -1)" : "[Int32](repeating: -1, count: \(lanes))"
    let hasLeft =
      !staysBesideArrows
      ? ""
      : """

        /// Whether a transition before another has left a state.
        func hasLeft(_ state: Int, before index: Int) -> Bool {
          (0..<index).contains { self.domain(at: $0)?.states.contains(state) == true }
        }
      """
    writer.lines(
      """
      /// The transitions that a trigger takes: one for each region at most.
      private struct \(stepType) {
        /// Whether the event is kept for later, or ignored on purpose, unless a transition takes it.
        var isDeferred = false
        var isHandled = false
        private(set) var count = 0
        private var transitions = \(vector)
        private var domains = \(vector)

        subscript(index: Int) -> \(transitionType)? { \(transitionType)(rawValue: self.transitions[index]) }

        /// Where a transition has led to; nil for an internal one.
        func domain(at index: Int) -> \(domainType)? { \(domainType)(rawValue: self.domains[index]) }

        mutating func lead(to domain: \(domainType)?, at index: Int) { self.domains[index] = domain?.rawValue ?? -1 }
      \(hasLeft)

        /// Adds a transition, unless one that is there leaves the same states.
        mutating func add(_ transition: \(transitionType), at place: Int) {
          if let states = transition.domain?.states {
            for index in 0..<self.count {
              if let others = self[index]?.domain?.states, others.overlaps(states) { return }
            }
          }
          for index in stride(from: self.count, to: place, by: -1) {
            self.transitions[index] = self.transitions[index - 1]
          }
          self.transitions[place] = transition.rawValue
          self.count += 1
        }
      }

      """)
  }

  private mutating func emitTransitionType(_ used: [Int]) {
    writer.line("/// The transitions, by source and trigger.")
    writer.write(string: "private enum \(transitionType): Int32")
    writer.openBrace()
    for index in used { writer.line(string: "case \(transitionNames[index] ?? "")") }
    writer.blankLine()
    writer.line("/// Where states are left and entered; nil for an internal transition.")
    writer.write(string: "var domain: \(domainType)?")
    writer.openBrace()
    if used.isEmpty {
      writer.line("nil")
    } else {
      writer.line("switch self {")
      let byDomain = Dictionary(grouping: used) { index in
        machine.transitions[index].isInternal ? Int.min : Int(machine.transitions[index].domain)
      }
      for (domain, indices) in byDomain.sorted(by: { $0.key < $1.key }) {
        writeTransitionCases(indices)
        writer.line(string: domain == .min ? " return nil" : " return .\(domainName(domain))")
      }
      writer.line("}")
    }
    writer.closeBrace()
    if staysBesideArrows { emitSources(used) }
    let traps = used.filter { isTrap($0) }
    if !traps.isEmpty {
      writer.blankLine()
      writer.line("/// Whether it says that the event cannot happen.")
      writer.write("var isTrap: Bool")
      writer.openBrace()
      writer.line("switch self {")
      writeTransitionCases(traps)
      writer.line(" return true")
      let others = used.filter { !isTrap($0) }
      if !others.isEmpty {
        writeTransitionCases(others)
        writer.line(" return false")
      }
      writer.line("}")
      writer.closeBrace()
    }
    writer.closeBrace()
    writer.blankLine()
  }

  private mutating func emitSources(_ used: [Int]) {
    writer.blankLine()
    writer.line("/// The state that an internal transition is one of, by its place in the diagram; -1 for an arrow.")
    writer.write("var source: Int")
    writer.openBrace()
    writer.line("switch self {")
    let bySource = Dictionary(grouping: used) { index in
      machine.transitions[index].isInternal ? Int(machine.transitions[index].source) : -1
    }
    for (source, indices) in bySource.sorted(by: { $0.key < $1.key }) {
      writeTransitionCases(indices)
      writer.line(string: " return \(source)")
    }
    writer.line("}")
    writer.closeBrace()
  }

  func isTrap(_ index: Int) -> Bool { machine.rows[Int(machine.transitions[index].row)].traps }

  private mutating func writeTransitionCases(_ indices: [Int]) {
    writer.write("case ")
    for (place, index) in indices.enumerated() {
      if place > 0 {
        writer.write(",")
        writer.breakLine(before: (transitionNames[index] ?? "").utf8.count + 6)
      }
      writer.write(string: ".\(transitionNames[index] ?? "")")
    }
    writer.write(":")
  }

  private mutating func emitDomainType() {
    let domains = usedDomains
    writer.line("/// A composite, a region or the machine, within which an arrow leaves and enters states.")
    writer.write(string: "private enum \(domainType): Int32")
    writer.openBrace()
    for domain in domains { writer.line(string: "case \(domainName(domain))") }
    writer.blankLine()
    writer.line("/// The states within it, by their places in the diagram.")
    writer.write("var states: Range<Int>")
    writer.openBrace()
    writer.line("switch self {")
    for domain in domains {
      let end = domain < 0 ? machine.states.count : Int(machine.states[domain].end)
      writer.line(string: "case .\(domainName(domain)): return \(domain + 1)..<\(end)")
    }
    writer.line("}")
    writer.closeBrace()
    writer.closeBrace()
    writer.blankLine()
  }
}
