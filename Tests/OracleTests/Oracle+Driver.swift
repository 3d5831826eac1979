/// Writes the Swift that drives a generated machine and prints its states and outputs, and reads what it has printed.
extension Oracle {
  /// The Swift that all drivers share. It has defaults for machines without entry effects, which have no `start`, and
  /// for those without final states, which have no `isFinal`.
  static let preamble = """
    @preconcurrency import Glibc

    /// In conditions, a constant of which the Swift compiler does not know that it is one.
    nonisolated func same(_ value: Int) -> Int { value }

    nonisolated struct Failure: Error {
      let value: Int
      init(_ value: Int) { self.value = value }
    }

    /// Throws some values.
    nonisolated func fail(_ value: Int) throws(Failure) -> Int {
      if value % 3 == 1 { throw Failure(value) }
      return value
    }

    nonisolated func said(_ output: String, _ value: Int) -> String { "\\(output)(\\(value))" }

    nonisolated func told(_ error: any Error) -> String {
      (error as? Failure).map { "threw \\($0.value)" } ?? "unhandled"
    }

    protocol Driven {
      associatedtype Output
    }

    extension Driven {
      var isFinal: Bool { false }
      mutating func start(emit: (Output) -> Void) {}
    }

    """

  /// The Swift that drivers of stored machines share. It stores and reads a machine, and knows the running activities
  /// by the machine's outputs.
  static let storingPreamble = """
    import Foundation

    func stored<Machine: Codable>(_ machine: Machine) -> Machine {
      do {
        return try JSONDecoder().decode(Machine.self, from: JSONEncoder().encode(machine))
      } catch {
        fatalError("\\(error)")
      }
    }

    extension Driven {
      mutating func resume(emit: (Output) -> Void) {}
    }

    struct Running: Equatable {
      /// By what ends them.
      var names: Set<String> = []
      /// What ends the activities.
      let ends: [String: String]

      mutating func note(_ output: String) {
        let name = String(output.prefix { $0 != "(" })
        let timer = String(output.dropFirst(name.count + 1).prefix { $0 != "," && $0 != ")" })
        switch name {
        case "after", "every": names.insert("cancel(\\(timer))")
        case "cancel": names.remove("cancel(\\(timer))")
        default:
          if let end = ends[name] { names.insert(end) }
          names.remove(name)
        }
      }
    }

    """

  /// Returns a step as a line that the driver reads.
  static func text(_ step: Step) -> String {
    (step.isSent ? "" : "?") + ([step.event] + step.values).map(String.init).joined(separator: " ")
  }

  static func driver(_ chart: Chart) -> String {
    if chart.hasMethods { return driverOfMethods(chart) }
    let properties = chart.properties.map { "\($0.name)=\\(machine.\($0.name))" }.joined(separator: ",")
    let hasEvents = !chart.events.isEmpty || !chart.timed.isEmpty
    return """

      extension \(chart.name): Driven {}
      \(chart.machines.map(describing).joined(separator: "\n"))

      func drive\(chart.name)(_ steps: String) {
        typealias Tested = \(chart.name)\(chart.isGeneric ? "<Int>" : "")
        var machine = Tested()
        var outputs: [String] = []
      \(chart.machines.map { textOfOutput($0, type: $0.name) }.joined(separator: "\n"))
        func report(_ outcome: String, _ accepts: String) {
          let isFinal = machine.isFinal ? "final" : ""
          let groups = [\(groups(chart))].compactMap { $0 }.joined(separator: " ")
          print("\\(outcome)|\\(outputs.joined(separator: ";"))|\\(machine.state)|\(properties)|\\(accepts)|\\(isFinal)|\\(groups)")
          outputs = []
        }
      \(textOfOutput(chart, type: "Tested"))
        func put(_ output: Tested.Output) {
          outputs.append(text(of: output))
          \(chart.isStored ? "running.note(text(of: output))" : "")
        }
      \(chart.isStored ? storing(chart) : "")
      \(starting(chart))
      \(hasEvents ? loop(chart) : "")
      }

      """
  }

  /// Returns the driver of a machine with methods, which prints the outputs from a property of the machine.
  private static func driverOfMethods(_ chart: Chart) -> String {
    let properties = chart.properties.map { "\($0.name)=\\(machine.\($0.name))" }.joined(separator: ",")
    let calls = chart.events.enumerated().map { index, event in
      let arguments = event.labels.enumerated().map { "\($1): v[\($0 + 1)]" }.joined(separator: ", ")
      let call = "\(event.throwing == .never ? "" : "try ")machine.\(event.name)(\(arguments))"
      let told =
        switch event.result {
        case .nothing: "\(call); outcome = \"returned\""
        case .number, .action: "let answer = \(call); outcome = \"\\(answer)\""
        case .optionalAction: "let answer = \(call); outcome = answer.map { \"\\($0)\" } ?? \"nil\""
        }
      return "    case \(index): "
        + (event.throwing == .never ? told : "do { \(told) } catch { outcome = told(error) }")
    }
    let loop = """
        for step in steps.split(separator: ",") {
          let v = step.drop { $0 == "?" }.split(separator: " ").map { Int($0)! }
          if step.first == "?" {
            report("unsent")
            continue
          }
          let outcome: String
          switch v[0] {
      \(calls.joined(separator: "\n"))
          default: fatalError()
          }
          report(outcome)
        }
      """
    return """

      func drive\(chart.name)(_ steps: String) {
        var machine = \(chart.name)\(chart.isGeneric ? "<Int>" : "")()
        func report(_ outcome: String) {
          let groups = [\(groups(chart))].compactMap { $0 }.joined(separator: " ")
          print("\\(outcome)|\\(machine.trace.joined(separator: ";"))|\\(machine.state)|\(properties)|||\\(groups)")
          machine.trace = []
        }
        report("started")
      \(calls.isEmpty ? "" : loop)
      }

      """
  }

  /// Returns Swift that prints the names of the groups that the machine is in.
  private static func groups(_ chart: Chart) -> String {
    let names = chart.groups.map { group in
      let query = "is" + group.name.prefix(1).uppercased() + group.name.dropFirst()
      return "machine.state.\(query) ? \"\(group.name)\" : nil"
    }
    return (names + ["nil as String?"]).joined(separator: ", ")
  }

  /// Returns Swift that stores the machine, reads it and resumes it. Only the activities and timers of the active
  /// states begin again.
  private static func storing(_ chart: Chart) -> String {
    let ends = chart.states.indices.filter { chart.states[$0].activity != nil }.map { state in
      "\"\(chart.activityName(of: state))\": \"\(chart.cancelName(of: state))\""
    }
    return """
        var running = Running(ends: [\(ends.isEmpty ? ":" : ends.joined(separator: ", "))])
        var random = UInt64(steps.utf8.count)
        func restore() {
          random = random &* 6364136223846793005 &+ 1442695040888963407
          guard random >> 63 == 0 else { return }
          let before = machine
          machine = stored(machine)
          if machine != before { outputs.append("read \\(machine) and not \\(before)") }
          var resumed = Running(ends: running.ends)
          machine.resume { resumed.note(text(of: $0)) }
          if machine != before { outputs.append("resuming has changed \\(before)") }
          if resumed != running { outputs.append("resumed \\(resumed) and not \\(running)") }
        }
      """
  }

  /// Returns Swift by which a submachine prints only its state.
  static func describing(_ machine: Chart) -> String {
    "extension \(machine.name): CustomStringConvertible { var description: String { \"\\(state)\" } }"
  }

  private static func textOfOutput(_ chart: Chart, type: String) -> String {
    let held = chart.states.indices.filter { chart.machine(of: $0) != nil }.map { state in
      let name = chart.states[state].name
      return "    case .\(name)(let inner): \"\(name)(\\(text(of: inner)))\""
    }
    return """
        func text(of output: \(type).Output) -> String {
          switch output {
      \((held + [scheduling(chart)]).joined(separator: "\n"))
          default: "\\(output)"
          }
        }
      """
  }

  /// Returns Swift by which a timer that begins prints its name and its duration.
  private static func scheduling(_ chart: Chart) -> String {
    let hasAfter = chart.timed.contains { chart.states[$0].timer?.repeats == false }
    let hasEvery = chart.timed.contains { chart.states[$0].timer?.repeats == true }
    let every = hasAfter ? "repeat" : "schedule"
    return [
      hasAfter
        ? "    case .schedule(let timer, after: let delay): \"after(\\(timer), \\(delay.components.seconds))\"" : nil,
      hasEvery
        ? "    case .\(every)(let timer, every: let delay): \"every(\\(timer), \\(delay.components.seconds))\"" : nil,
      hasAfter || hasEvery ? "    case .cancel(let timer): \"cancel(\\(timer))\"" : nil,
    ].compactMap { $0 }.joined(separator: "\n")
  }

  private static func starting(_ chart: Chart) -> String {
    guard chart.startCanThrow else { return "  machine.start(emit: put)\n  report(\"started\", \"\")" }
    return """
        do {
          try machine.start(emit: put)
          report("started", "")
        } catch {
          report(told(error), "")
        }
      """
  }

  private static func loop(_ chart: Chart) -> String {
    let events = chart.events.indices.map { index in
      let values = chart.parameters(of: index).indices.map { "v[\($0 + 1)]" }
      return "    case \(index): event = .\(chart.call(index, values))"
    }
    let handle =
      chart.canThrow
      ? "let outcome: String; do { outcome = try \"\\(machine.handle(event: event, emit: put))\" } "
        + "catch { outcome = told(error) }"
      : "let outcome = \"\\(machine.handle(event: event, emit: put))\""
    let names = chart.timerNames
    let timers = chart.timed.enumerated().map { index, state in
      "    case \(chart.events.count + index): event = .elapsed(.\(names[state] ?? ""))"
    }
    return """
        for step in steps.split(separator: ",") {
          \(chart.isStored ? "restore()" : "")
          let v = step.drop { $0 == "?" }.split(separator: " ").map { Int($0)! }
          let event: Tested.Event
          switch v[0] {
      \((events + timers).joined(separator: "\n"))
          default: fatalError()
          }
          let accepts = machine.accepts(event) ? "accepted" : "refused"
          if step.first == "?" {
            report("unsent", accepts)
          } else {
            \(handle)
            report(outcome, accepts)
          }
        }
      """
  }

  // MARK: What it prints

  /// Returns a printed line in the form of the interpreter. Swift prints a state within a composite state with its
  /// type, `s1(a: 1, Driver.Machine1.State.S1.s2(b: 2))`, for which it returns `s1(a: 1).s2(b: 2)`. Regions are put in
  /// brackets.
  static func normalized(_ line: Substring) -> String {
    var parts = line.split(separator: "|", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count > 2 else { return String(line) }
    var text = Substring(parts[2])
    parts[2] = value(&text)
    return parts.joined(separator: "|")
  }

  /// Reads a printed value from the beginning of a text, and returns it in the form of the interpreter. A label that
  /// begins with `r` is that of a region, because labels of payloads do not begin with `r`.
  private static func value(_ text: inout Substring) -> String {
    let path = text.prefix { $0 != "(" && $0 != ")" && $0 != "," }
    text = text.dropFirst(path.count)
    let name = path.split(separator: ".").last.map(String.init) ?? ""
    guard text.first == "(" else { return name }
    var fields: [String] = []
    var regions: [String] = []
    var child = ""
    repeat {
      text = text.dropFirst().drop { $0 == " " }
      if let match = text.prefixMatch(of: #/([a-z][A-Za-z0-9]*): /#) {
        text = text[match.range.upperBound...]
        let inner = value(&text)
        if match.1.hasPrefix("r") {
          regions.append("\(match.1)=\(inner)")
        } else {
          fields.append("\(match.1): \(inner)")
        }
      } else {
        child = value(&text)
      }
    } while text.first == ","
    text = text.dropFirst()
    if !regions.isEmpty { return "[\(regions.joined(separator: ", "))]" }
    return name + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
      + (child.isEmpty || child.hasPrefix("[") ? child : "." + child)
  }
}
