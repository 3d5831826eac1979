import StateMachineSyntax

/// The machines that the files of an invocation declare.
package struct MachineContext: Sendable {
  private var interfaces: [String: MachineInterface] = [:]
  /// By machine: the paths of the files that declare it.
  private var files: [String: Set<String>] = [:]
  /// The names of machines that are submachines.
  private var submachines: Set<String> = []
  /// The machines that contain themselves through their submachines.
  private var cyclic: Set<String> = []
  /// By machine: whether it can be created without arguments; in `producers`, whether it, or a submachine of it, has
  /// outputs or timers.
  private var defaults: [String: Bool] = [:]
  private var producers: [String: Bool] = [:]
  /// By machine: whether it or a submachine has timers or asynchronous outputs; in `timed`, whether one has timers.
  private var asynchronous: [String: Bool] = [:]
  private var timed: [String: Bool] = [:]
  /// The machines that are `nonisolated` in every module.
  private var nonisolated: Set<String> = []
  /// The limit for submachines within submachines.
  private static let maximumDepth = 64

  /// The access level of machines that declare none.
  package var defaultAccess = AccessLevel.internal

  package init() {}

  mutating func add(_ interface: MachineInterface) {
    interfaces[interface.name] = interface
    files[interface.name, default: []].insert(interface.path)
  }

  /// Returns the files in the folder of `path` that declare a machine, sorted; in one module there should be only one.
  package func files(declaring name: String, beside path: String) -> [String] {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    return (files[name] ?? []).filter { folder($0) == folder(path) }.sorted()
  }

  /// Works out all facts that depend on several machines, before the first is looked up.
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

  /// Resolves the names of submachines, once all machines are known.
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

  /// Returns the full name of the machine that a name within a type refers to, the innermost as in Swift; nil if none.
  package func find(_ name: String, in scope: String) -> String? {
    var scope = scope[...]
    while !scope.isEmpty {
      let candidate = "\(scope).\(name)"
      if interfaces[candidate] != nil { return candidate }
      scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
    }
    return interfaces[name] == nil ? nil : name
  }

  /// Returns the machine that a mistaken name in another one may mean: one within a type that the name omits, or one
  /// with a similar name. Nil if that machine has the other as a submachine.
  func nearest(to name: String, in owner: String) -> String? {
    let names = names.filter { $0 != owner }
    let nearest = names.first { $0.hasSuffix(".\(name)") } ?? Spelling.nearest(to: name, among: names)
    return nearest.flatMap { leads(from: $0, to: owner) ? nil : $0 }
  }

  /// Returns whether a machine has another one as a submachine, directly or through other submachines.
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

  /// The interface of the machine with this full name; nil if there is no such machine.
  subscript(name: String) -> MachineInterface? { interfaces[name] }

  /// Returns the outline of the machine that a name within another machine refers to; nil if there is none.
  func outline(of name: String, in scope: String) -> MachineOutline? {
    find(name, in: scope).flatMap { self[$0] }?.outline
  }

  var names: [String] { interfaces.keys.sorted() }

  func isSubmachine(_ name: String) -> Bool { submachines.contains(name) }

  // MARK: Cycles

  /// Finds the machines on cycles and between them: those that are left when machines without submachines are removed
  /// until there are none, and then machines that are no submachines (Kahn's algorithm).
  private mutating func findCycles() {
    var edges: [String: [String]] = [:]
    for (name, interface) in interfaces {
      edges[name] = interface.submachines.map(\.machine).filter { interfaces[$0] != nil }
    }
    var reversed: [String: [String]] = [:]
    for (name, targets) in edges { for target in targets { reversed[target, default: []].append(name) } }
    cyclic = Self.withoutEnds(Self.withoutEnds(Set(edges.keys), edges, reversed), reversed, edges)
  }

  /// Returns the names that are left when names without a forward edge have been removed as often as possible.
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

  /// Returns the machines on a path from a machine through submachines back to itself, the machine first and last; nil
  /// if there is no such path.
  func cycle(from name: String) -> [String]? {
    guard cyclic.contains(name) else { return nil }
    var previous: [String: String] = [:]
    var pending = [name]
    while let next = pending.popLast() {
      for entry in interfaces[next]?.submachines ?? [] where cyclic.contains(entry.machine) {
        if entry.machine == name {
          // The path is collected backward, from the machine that leads back.
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

  /// Returns whether a machine can be created without arguments.
  func hasDefaultInit(_ name: String) -> Bool { defaults[name] ?? false }

  private mutating func hasDefaultInit(_ name: String, _ depth: Int) -> Bool {
    if let known = defaults[name] { return known }
    guard depth < Self.maximumDepth, let interface = interfaces[name] else { return false }
    // A machine that contains itself cannot be created.
    defaults[name] = false
    var hasDefault =
      interface.initialHasDefault && interface.hasNonisolatedInit && interface.properties.allSatisfy(\.hasDefault)
    for machine in interface.initialMachines where hasDefault {
      hasDefault = hasDefaultInit(find(machine, in: name) ?? machine, depth + 1)
    }
    defaults[name] = hasDefault
    return hasDefault
  }

  /// Returns whether the initial state of a machine needs no arguments, whatever the properties need.
  func hasDefaultState(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.initialHasDefault
      && interface.initialMachines.allSatisfy { hasDefaultInit(find($0, in: name) ?? $0) }
  }

  // MARK: Outputs

  /// Returns whether a machine, or a submachine of it, has outputs or timers.
  func hasOutputs(_ name: String) -> Bool { producers[name] ?? false }

  /// Returns whether a machine, or a submachine of it, has asynchronous outputs or timers.
  func isAsynchronous(_ name: String) -> Bool { asynchronous[name] ?? false }

  /// Returns whether the default wrapper of a machine is an actor: tasks and timers could not call a plain class back.
  func hasDefaultActor(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.hasDefaultWrapper && interface.isolation.isEmpty && isAsynchronous(name)
  }

  /// Returns whether a machine is `nonisolated` in every module: its head says so, a wrapper uses it elsewhere than on
  /// the main actor, or it is a submachine of such a machine.
  func isNonisolated(_ name: String) -> Bool { nonisolated.contains(name) }

  private mutating func findNonisolated() {
    var pending = interfaces.filter { $1.isReachedFromOutside || hasDefaultActor($0) }.map(\.key)
    while let name = pending.popLast() {
      guard interfaces[name]?.isolation.isEmpty == true, nonisolated.insert(name).inserted else { continue }
      pending += interfaces[name]?.submachines.map(\.machine) ?? []
    }
  }

  /// Returns whether a machine, or a submachine of it, has timers.
  func hasTimers(_ name: String) -> Bool { timed[name] ?? false }

  /// Returns whether a condition holds for a machine, or for a submachine of it, and stores the result.
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

  /// Returns the outputs of a machine and of its submachines, each with the states that have these submachines; nil if
  /// there are more than `limit`, the most closures that a wrapper should have.
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
  /// The states whose submachines lead to the output, outer first, then the output's name.
  package var path: [String]
  package var parameters: [MachineInterface.Parameter]
  /// The machines on the path, the one that declares the output last.
  package var owner: [MachineInterface]
  package var role: Role

  /// The purpose of a wrapper's closure for the output.
  package enum Role: Sendable {
    case output(Output.Kind, TaskUse)
    /// The start and the end of the machine's timers, of these sorts.
    case timers(TimerSorts)
  }
}
