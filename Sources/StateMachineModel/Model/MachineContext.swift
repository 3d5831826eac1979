import StateMachineSyntax

/// The machines that the files of an invocation declare.
package struct MachineContext: Sendable {
  private var interfaces: [String: MachineInterface] = [:]
  /// The paths of the files that declare a machine, by its name.
  private var files: [String: Set<String>] = [:]
  /// The names of machines that are submachines.
  private var submachines: Set<String> = []
  /// The machines that lead back to themselves through their submachines.
  private var cyclic: Set<String> = []
  /// The machines that can be made without arguments, and those that have outputs, of their own or of their
  /// submachines.
  private var defaults: [String: Bool] = [:]
  private var producers: [String: Bool] = [:]
  /// The machines to which something happens by itself, or to a submachine of theirs.
  private var asynchronous: [String: Bool] = [:]
  private var timed: [String: Bool] = [:]
  /// The machines that no default isolation of a module holds for.
  private var nonisolated: Set<String> = []
  /// Submachines of submachines of submachines: more levels than anyone builds.
  private static let maximumDepth = 64

  /// The access of machines that say none.
  package var defaultAccess = AccessLevel.internal

  package init() {}

  mutating func add(_ interface: MachineInterface) {
    interfaces[interface.name] = interface
    files[interface.name, default: []].insert(interface.path)
  }

  /// The files that declare a machine, and stand in the folder of a file: in that of one module, there should be one.
  package func files(declaring name: String, beside path: String) -> [String] {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    return (files[name] ?? []).filter { folder($0) == folder(path) }.sorted()
  }

  /// Works out what depends on all machines, before the first is asked for.
  package mutating func finish() {
    findReferences()
    if !submachines.isEmpty { findCycles() }
    for name in interfaces.keys.sorted() {
      _ = hasDefaultInit(name, 0)
      _ = find(name, 0, \.producers) { !$0.outputs.isEmpty || !$0.timers.isEmpty }
      _ = find(name, 0, \.asynchronous) { $0.isAsynchronous }
      _ = find(name, 0, \.timed) { !$0.timers.isEmpty }
    }
    findNonisolated()
  }

  /// Finds the machines that states name, once all are known.
  private mutating func findReferences() {
    submachines = []
    for (name, interface) in interfaces {
      for (index, held) in interface.submachines.enumerated() {
        let machine = find(held.reference, in: name) ?? held.reference
        interfaces[name]?.submachines[index].machine = machine
        submachines.insert(machine)
      }
    }
  }

  /// The full name of the machine that a name stands for within a type: as in Swift, the innermost one.
  package func find(_ name: String, in scope: String) -> String? {
    var scope = scope[...]
    while !scope.isEmpty {
      let candidate = "\(scope).\(name)"
      if interfaces[candidate] != nil { return candidate }
      scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
    }
    return interfaces[name] == nil ? nil : name
  }

  /// The machine that a mistaken name in another one may mean: one within a type that the name omits, or one spelled
  /// alike. No machine holds itself.
  func nearest(to name: String, in owner: String) -> String? {
    let names = names.filter { $0 != owner }
    let nearest = names.first { $0.hasSuffix(".\(name)") } ?? Spelling.nearest(to: name, among: names)
    return nearest.flatMap { leads(from: $0, to: owner) ? nil : $0 }
  }

  /// Whether a machine holds another one in a state, or in a state of a machine within it.
  private func leads(from name: String, to other: String) -> Bool {
    var seen: Set<String> = [name]
    var pending = [name]
    while let next = pending.popLast() {
      for entry in interfaces[next]?.submachines ?? [] where seen.insert(entry.machine).inserted {
        pending.append(entry.machine)
      }
    }
    return seen.contains(other)
  }

  /// By its full name.
  subscript(name: String) -> MachineInterface? { interfaces[name] }

  /// The outline of a machine as another one names it.
  func outline(of name: String, in scope: String) -> MachineOutline? {
    find(name, in: scope).flatMap { self[$0] }?.outline
  }

  var names: [String] { interfaces.keys.sorted() }

  func isSubmachine(_ name: String) -> Bool { submachines.contains(name) }

  // MARK: Cycles

  /// Finds the machines that no order has: those that are left when what has no submachines, or only ones that have
  /// been taken, is taken away, and then the same from the other side (Kahn's algorithm).
  private mutating func findCycles() {
    var edges: [String: [String]] = [:]
    for (name, interface) in interfaces {
      edges[name] = interface.submachines.map(\.machine).filter { interfaces[$0] != nil }
    }
    var reversed: [String: [String]] = [:]
    for (name, targets) in edges { for target in targets { reversed[target, default: []].append(name) } }
    cyclic = Self.withoutEnds(Self.withoutEnds(Set(edges.keys), edges, reversed), reversed, edges)
  }

  /// Takes away what has no edge forward, until everything has one.
  private static func withoutEnds(
    _ names: Set<String>, _ forward: [String: [String]], _ backward: [String: [String]]
  ) -> Set<String> {
    var rest = names
    var degrees: [String: Int] = [:]
    for name in names { degrees[name] = forward[name, default: []].count { names.contains($0) } }
    var pending = names.filter { degrees[$0] == 0 }.sorted()
    while let next = pending.popLast() {
      rest.remove(next)
      for name in backward[next] ?? [] where rest.contains(name) {
        degrees[name, default: 0] -= 1
        if degrees[name] == 0 { pending.append(name) }
      }
    }
    return rest
  }

  /// The machines that a machine leads to through its submachines and theirs, and back to itself; nil where none leads
  /// back.
  func cycle(from name: String) -> [String]? {
    guard cyclic.contains(name) else { return nil }
    var previous: [String: String] = [:]
    var pending = [name]
    while let next = pending.popLast() {
      for entry in interfaces[next]?.submachines ?? [] where cyclic.contains(entry.machine) {
        if entry.machine == name {
          // Backward, from the machine that leads back.
          var path = [name]
          var step = next
          while step != name {
            path.append(step)
            step = previous[step] ?? name
          }
          path.append(name)
          return path.reversed()
        }
        if previous[entry.machine] == nil {
          previous[entry.machine] = next
          pending.append(entry.machine)
        }
      }
    }
    return nil
  }

  // MARK: Beginnings

  /// Tells whether a machine can be made without arguments.
  func hasDefaultInit(_ name: String) -> Bool { defaults[name] ?? false }

  private mutating func hasDefaultInit(_ name: String, _ depth: Int) -> Bool {
    if let known = defaults[name] { return known }
    guard depth < Self.maximumDepth, let interface = interfaces[name] else { return false }
    // A machine within itself has no beginning.
    defaults[name] = false
    var hasDefault =
      interface.initialHasDefault && interface.hasNonisolatedInit && interface.properties.allSatisfy(\.hasDefault)
    for machine in interface.initialMachines where hasDefault {
      hasDefault = hasDefaultInit(find(machine, in: name) ?? machine, depth + 1)
    }
    defaults[name] = hasDefault
    return hasDefault
  }

  /// Tells whether a machine can begin in its initial state, whatever its properties are given.
  func hasDefaultState(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.initialHasDefault
      && interface.initialMachines.allSatisfy { hasDefaultInit(find($0, in: name) ?? $0) }
  }

  // MARK: Outputs

  /// Tells whether a machine, or a submachine of it, has outputs or timers.
  func hasOutputs(_ name: String) -> Bool { producers[name] ?? false }

  /// Tells whether a machine, or a submachine of it, has asynchronous outputs or timers.
  func isAsynchronous(_ name: String) -> Bool { asynchronous[name] ?? false }

  /// Tells whether the default wrapper of a machine is an actor: a plain class could not be called back.
  func hasDefaultActor(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.hasDefaultWrapper && interface.isolation.isEmpty && isAsynchronous(name)
  }

  /// Tells whether a machine is `nonisolated` in every module: its head says so, a wrapper reaches it from elsewhere
  /// than the main actor, or it is a submachine of such a machine.
  func isNonisolated(_ name: String) -> Bool { nonisolated.contains(name) }

  private mutating func findNonisolated() {
    var pending = interfaces.filter { $1.isReachedFromOutside || hasDefaultActor($0) }.map(\.key)
    while let name = pending.popLast() {
      guard interfaces[name]?.isolation.isEmpty == true, nonisolated.insert(name).inserted else { continue }
      pending += interfaces[name]?.submachines.map(\.machine) ?? []
    }
  }

  /// Tells whether a machine, or a submachine of it, has timers.
  func hasTimers(_ name: String) -> Bool { timed[name] ?? false }

  /// Tells whether something holds of a machine, or of a submachine of it; the result is kept.
  private mutating func find(
    _ name: String, _ depth: Int, _ known: WritableKeyPath<MachineContext, [String: Bool]>,
    _ holds: (MachineInterface) -> Bool
  ) -> Bool {
    if let known = self[keyPath: known][name] { return known }
    guard depth < Self.maximumDepth, let interface = interfaces[name] else { return false }
    self[keyPath: known][name] = false
    var isFound = holds(interface)
    for entry in interface.submachines where !isFound { isFound = find(entry.machine, depth + 1, known, holds) }
    self[keyPath: known][name] = isFound
    return isFound
  }

  /// The outputs of a machine with those of its submachines, each with the states that these belong to; nil where there
  /// are more than a wrapper should have closures.
  func outputs(of name: String, limit: Int) -> [SubmachineOutput]? {
    var outputs: [SubmachineOutput] = []
    return collect(name, [], [], &outputs, limit) ? outputs : nil
  }

  private func collect(
    _ name: String, _ path: [String], _ owners: [MachineInterface], _ outputs: inout [SubmachineOutput], _ limit: Int
  ) -> Bool {
    guard owners.count < Self.maximumDepth, let interface = interfaces[name] else { return true }
    for output in interface.outputs {
      guard outputs.count < limit else { return false }
      outputs.append(
        SubmachineOutput(
          path: path + [output.name], parameters: output.parameters, owner: owners + [interface],
          role: .output(output.kind, output.tasks)))
    }
    if !interface.timers.isEmpty {
      guard outputs.count < limit else { return false }
      outputs.append(
        SubmachineOutput(
          path: path + ["timer"], parameters: [], owner: owners + [interface],
          role: .timers(interface.timers)))
    }
    for entry in interface.submachines where hasOutputs(entry.machine) {
      guard collect(entry.machine, path + [entry.state], owners + [interface], &outputs, limit) else { return false }
    }
    return true
  }
}

/// An output of a submachine.
package struct SubmachineOutput: Sendable {
  /// The states whose submachines lead to it, outer first, and the output's name.
  package var path: [String]
  package var parameters: [MachineInterface.Parameter]
  /// These submachines, the one that declares it last.
  package var owner: [MachineInterface]
  package var role: Role

  /// The purpose of a closure for the output.
  package enum Role: Sendable {
    case output(Output.Kind, TaskUse)
    /// The closure begins and ends the machine's timers, of these sorts.
    case timers(TimerSorts)
  }
}
