import StateMachineSyntax

/// The machines in all files that the tool reads together, and facts about each machine that depend on its submachines.
package struct MachineContext: Sendable {
  private var interfaces: [String: MachineInterface] = [:]
  /// By machine: the paths of the files that declare a machine of this name.
  private var files: [String: Set<String>] = [:]
  /// The full names of the machines that are submachines of a state of some machine.
  private var submachines: Set<String> = []
  /// The full names of the machines that are their own submachines, directly or through other machines. Also those of
  /// the machines on a path from one such machine to another.
  private var cyclic: Set<String> = []
  /// By machine: whether the machine can be created without arguments.
  private var defaults: [String: Bool] = [:]
  /// By machine: whether the machine, or a submachine of it, has outputs or timers.
  private var producers: [String: Bool] = [:]
  /// For each machine, by its name: whether events can be sent to it or to a submachine of it.
  private var receivers: [String: Bool] = [:]
  /// By machine: whether the machine, or a submachine of it, has timers or `async` or `stream` outputs.
  private var asynchronous: [String: Bool] = [:]
  /// By machine: whether the machine, or a submachine of it, has timers.
  private var timed: [String: Bool] = [:]
  /// The machines that are `nonisolated` even in a module whose default isolation is the main actor.
  private var nonisolated: Set<String> = []
  /// The greatest depth to which submachines may have submachines.
  private static let maximumDepth = 64

  /// The access level of machines that are declared without one.
  package var defaultAccess = AccessLevel.internal

  package init() {}

  mutating func add(_ interface: MachineInterface) {
    interfaces[interface.name] = interface
    files[interface.name, default: []].insert(interface.path)
  }

  /// Returns the paths of the files in the folder of the file `path` that declare a machine with this name, sorted. If
  /// there are several, they conflict, because a module can have only one machine of a name.
  package func files(declaring name: String, beside path: String) -> [String] {
    func folder(_ path: String) -> Substring { path.lastIndex(of: "/").map { path[..<$0] } ?? "" }
    return (files[name] ?? []).filter { folder($0) == folder(path) }.sorted()
  }

  /// Finds all facts that depend on several machines. Call it after the last `add`, and before any fact is looked up.
  package mutating func finish() {
    findReferences()
    if !submachines.isEmpty { findCycles() }
    for name in interfaces.keys.sorted() {
      _ = hasDefaultInit(name, 0)
      _ = find(name, 0, \.receivers) { $0.hasEvents }
      _ = find(name, 0, \.producers) { !$0.outputs.isEmpty || !$0.timers.isEmpty }
      _ = find(name, 0, \.asynchronous) { $0.isAsynchronous }
      _ = find(name, 0, \.timed) { !$0.timers.isEmpty }
    }
    findNonisolated()
  }

  /// Finds the full names of the machines that states name as their submachines: `Client.Door` for `Door`. If there is
  /// no such machine, the name stays as it is written.
  private mutating func findReferences() {
    submachines = []
    for (name, interface) in interfaces {
      for (index, submachine) in interface.submachines.enumerated() {
        let machine = find(submachine.reference, in: name) ?? submachine.reference
        interfaces[name]?.submachines[index].machine = machine
        submachines.insert(machine)
      }
    }
  }

  /// Returns the full name of the machine that a name means within a type, as in Swift: within `A.B`, the name `C`
  /// means `A.B.C`, else `A.C`, else `C`. Nil if there is no such machine.
  ///
  /// - Parameter scope: the full name of the type or machine in which the name is written.
  package func find(_ name: String, in scope: String) -> String? {
    var scope = scope[...]
    while !scope.isEmpty {
      let candidate = "\(scope).\(name)"
      if interfaces[candidate] != nil { return candidate }
      scope = scope.lastIndex(of: ".").map { scope[..<$0] } ?? ""
    }
    return interfaces[name] == nil ? nil : name
  }

  /// Returns the name of the machine that a mistaken name in the machine `owner` probably means: `Client.Door` for
  /// `Door`, or a similar name. Nil if there is no such machine. Also nil if that machine leads to `owner` through its
  /// submachines.
  func nearest(to name: String, in owner: String) -> String? {
    let names = names.filter { $0 != owner }
    let nearest = names.first { $0.hasSuffix(".\(name)") } ?? Spelling.nearest(to: name, among: names)
    return nearest.flatMap { leads(from: $0, to: owner) ? nil : $0 }
  }

  /// Returns whether the machine `name` has the machine `other` as a submachine, directly or through other submachines.
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

  /// Returns the outline of the machine that a name in the machine `scope` means; `find(_:in:)` looks the name up. Nil
  /// if there is no such machine.
  func outline(of name: String, in scope: String) -> MachineOutline? {
    find(name, in: scope).flatMap { self[$0] }?.outline
  }

  var names: [String] { interfaces.keys.sorted() }

  func isSubmachine(_ name: String) -> Bool { submachines.contains(name) }

  // MARK: Cycles

  /// Finds the machines that are their own submachines, and the machines on a path between two such machines. Stores
  /// them in `cyclic`. First, it removes machines without a submachine again and again, until each machine has one.
  /// Then it removes machines without an owner in the same manner (Kahn's algorithm).
  private mutating func findCycles() {
    var edges: [String: [String]] = [:]
    for (name, interface) in interfaces {
      edges[name] = interface.submachines.map(\.machine).filter { interfaces[$0] != nil }
    }
    var reversed: [String: [String]] = [:]
    for (name, targets) in edges { for target in targets { reversed[target, default: []].append(name) } }
    cyclic = Self.withoutEnds(Self.withoutEnds(Set(edges.keys), edges, reversed), reversed, edges)
  }

  /// Returns the names that lie on a cycle, or from which a path leads to a cycle. For the edges `C -> A`, `A -> B`,
  /// `B -> A` and `B -> D`, these are `A`, `B` and `C`. `forward` has the edges; `backward` has them in the opposite
  /// direction.
  private static func withoutEnds(
    _ names: Set<String>, _ forward: [String: [String]], _ backward: [String: [String]]
  ) -> Set<String> {
    var rest = names
    var degrees: [String: Int] = [:]
    // For each name, the number of its edges that lead to names which are not removed.
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

  /// Returns the path from a machine through its submachines back to the same machine: `A`, `B`, `A`. Nil if there is
  /// no such path.
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

  /// Returns whether a machine can be created without arguments, because its properties and its only initial state have
  /// default values. Returns false if a global actor isolates the machine and the machine is not `Sendable`.
  func hasDefaultInit(_ name: String) -> Bool { defaults[name] ?? false }

  /// Finds whether a machine can be created without arguments, and stores the result in `defaults`. `depth` is the
  /// number of owners on the path to the machine; at `maximumDepth`, the result is false.
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

  /// Returns whether the machine's initial state can be entered without arguments. False if the machine has several
  /// initial states. The machine's properties may still need arguments.
  func hasDefaultState(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.initialHasDefault
      && interface.initialMachines.allSatisfy { hasDefaultInit(find($0, in: name) ?? $0) }
  }

  // MARK: Events and outputs

  /// Returns whether events can be sent to a machine or to a submachine of it. Owners send events, and timers do.
  func hasEvents(_ name: String) -> Bool { receivers[name] ?? false }

  /// Returns whether a machine, or a submachine of it, has outputs or timers.
  func hasOutputs(_ name: String) -> Bool { producers[name] ?? false }

  /// Returns whether a machine, or a submachine of it, has timers or `async` or `stream` outputs.
  func isAsynchronous(_ name: String) -> Bool { asynchronous[name] ?? false }

  /// Returns whether the default wrapper of a machine is an actor. It is an actor if the machine or a submachine has
  /// tasks or timers. These run elsewhere, and could not safely call a class without isolation. False if the machine
  /// has a global actor, such as `@MainActor`, or gets no default wrapper.
  func hasDefaultActor(_ name: String) -> Bool {
    guard let interface = interfaces[name] else { return false }
    return interface.hasDefaultWrapper && interface.isolation.isEmpty && isAsynchronous(name)
  }

  /// Returns whether a machine must be `nonisolated` in every module. It must if it is declared so, or if its wrapper
  /// uses it outside of the main actor. A submachine of such a machine must be, too. False for a machine with a global
  /// actor, such as `@MainActor`.
  func isNonisolated(_ name: String) -> Bool { nonisolated.contains(name) }

  /// Finds the machines that must be `nonisolated`, and all their submachines, and stores them in `nonisolated`. A
  /// machine with a global actor is left out.
  private mutating func findNonisolated() {
    var pending = interfaces.filter { $1.isReachedFromOutside || hasDefaultActor($0) }.map(\.key)
    while let name = pending.popLast() {
      guard interfaces[name]?.isolation.isEmpty == true, nonisolated.insert(name).inserted else { continue }
      pending += interfaces[name]?.submachines.map(\.machine) ?? []
    }
  }

  /// Returns whether a machine, or a submachine of it, has timers.
  func hasTimers(_ name: String) -> Bool { timed[name] ?? false }

  /// Returns whether `holds` returns true for a machine or for one of its submachines, at any depth. An example is
  /// whether the machine has timers. Stores the result in a dictionary, so that each machine is examined only once.
  ///
  /// - Parameters:
  ///   - depth: the number of owners on the path to the machine. At `maximumDepth`, the result is false and is not
  ///     stored.
  ///   - known: the dictionary in which the result is stored.
  private mutating func find(
    _ name: String, _ depth: Int, _ known: WritableKeyPath<MachineContext, [String: Bool]>,
    _ holds: (MachineInterface) -> Bool
  ) -> Bool {
    if let known = self[keyPath: known][name] { return known }
    guard depth < Self.maximumDepth, let interface = interfaces[name] else { return false }
    // While its submachines are searched, the machine counts as not found, so that a cycle ends the search.
    self[keyPath: known][name] = false
    var isFound = holds(interface)
    for entry in interface.submachines where !isFound { isFound = find(entry.machine, depth + 1, known, holds) }
    self[keyPath: known][name] = isFound
    return isFound
  }

  /// Returns the outputs of a machine and of all its submachines, each with the path of states that leads to it. All
  /// timers of a machine together count as one more output. Nil if there are more than `limit` outputs, because a
  /// wrapper would need a closure for each.
  func outputs(of name: String, limit: Int) -> [SubmachineOutput]? {
    var outputs: [SubmachineOutput] = []
    return collect(name, [], [], &outputs, limit) ? outputs : nil
  }

  /// Adds the outputs and timers of a machine and of all its submachines to `outputs`. Returns false if there are more
  /// than `limit`. `path` has the states that lead to the machine, and `owners` the machines with these states.
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

/// An output or the timers of a submachine, for which a wrapper has a closure. A submachine may itself contain
/// submachines; only the wrapper of the outermost owner has the closures, for all of them.
package struct SubmachineOutput: Sendable {
  /// The states whose submachines lead to the output, outermost first, and then the output's name: `paying`, `charge`.
  package var path: [String]
  package var parameters: [MachineInterface.Parameter]
  /// The machines on the path, the outermost first. The last one declares the output or the timers.
  package var owner: [MachineInterface]
  package var role: Role

  /// The purpose of a closure that a wrapper has for a submachine: to perform an output, or to start and end timers.
  package enum Role: Sendable {
    case output(Output.Kind, TaskUse)
    /// All timers of the machine, which one closure starts and ends. The associated value says whether the machine has
    /// `after` timers, `every` timers or both.
    case timers(TimerSorts)
  }
}
