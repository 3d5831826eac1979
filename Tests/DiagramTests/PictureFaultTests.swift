import Foundation
import TestSupport
import Testing

@testable import StateMachineDiagrams
@testable import StateMachineModel

/// The arrows of the pictures can be followed: `picture-faults.py` counts the faults that make them hard to read, in
/// the layout that Graphviz makes.
@Suite struct PictureFaultTests {
  /// The faults of each picture of `specs`, where it has any, with Graphviz 2.43: fewer are welcome, and lower the number.
  private static let recorded = [
    "Connection": 5, "ConnectionPool": 1, "EveryFeature": 1, "MediaPlayer": 2, "Oven": 1, "RemoteContentComposite": 1,
    "TCPConnection": 1, "VideoCall": 1, "Washer": 2,
  ]
  private static let python = Tool(name: "python3", package: "python3")

  /// Kinds that no picture may have, whatever the machine.
  private static let excluded = ["tail", "shaft", "start", "order", "cut", "shape"]
  private static let isWanted = Tool.dot.isWanted && python.path != nil

  /// The faults of pictures, by name and kind: of all of them, where a kind is `total`.
  private func faults(_ pictures: [(name: String, dot: String)]) throws -> (
    counts: [String: [String: Int]], output: String, isKnown: Bool
  ) {
    let folder = try TemporaryFolder()
    for (name, dot) in pictures {
      try Data(dot.utf8).write(to: folder.url.appending(path: name + ".dot"))
    }
    let script = Machines.root.appending(path: "Tests/DiagramTests/picture-faults.py").path
    let result = try Self.python.run([script, "-v"] + pictures.map { $0.name + ".dot" }, in: folder.url)
    #expect(result.code == 0, "\(result.output)")
    var counts: [String: [String: Int]] = [:]
    for line in result.output.split(separator: "\n") where !line.hasPrefix(" ") {
      let words = line.split(separator: " ")
      guard let name = words.first else { continue }
      for word in words {
        let parts = word.split(separator: "=")
        if parts.count == 2 { counts[String(name), default: [:]][String(parts[0])] = Int(parts[1]) }
      }
    }
    #expect(counts.count == pictures.count + 1, "\(result.output)")
    // Another Graphviz makes other layouts: then the numbers are for people to read.
    let version = try Tool.dot.run(["-V"], in: folder.url).output
    let isKnown = version.contains("2.43")
    if !isKnown {
      TestExtent.say(
        "faults of pictures, with \(version.prefix { $0 != "\n" }): \(counts["total"]?["total"] ?? -1)")
    }
    return (counts, result.output, isKnown)
  }

  private func picture(
    _ machine: StateMachine, _ name: String? = nil, _ direction: DiagramOptions.Direction = .down
  ) -> (name: String, dot: String) {
    var options = DiagramOptions()
    options.direction = direction
    return (name ?? machine.source.text(machine.name.range), machine.drawing(format: .dot, options: options))
  }

  @Test(.enabled("'dot' or 'python3' is not installed (packages graphviz, python3)") { isWanted })
  func noPictureGetsWorse() throws {
    let pictures = try Machines.specs().map { picture($0) }
    let (counts, output, isKnown) = try faults(pictures)
    guard isKnown else { return }
    for (name, _) in pictures {
      #expect(counts[name]?["total"] ?? .max <= Self.recorded[name] ?? 0, "\(name) is worse:\n\(output)")
    }
  }

  /// Machines that no spec is like.
  @Test(.enabled("'dot' or 'python3' is not installed (packages graphviz, python3)") { isWanted })
  func whatNoPictureMayHave() throws {
    let pictures = try Self.machines.flatMap { name, text in
      let machine = try machine(text)
      let isSmall = machine.states.count < 20
      return [picture(machine, name)] + (isSmall ? [picture(machine, name + "Right", .right)] : [])
    }
    let (counts, output, isKnown) = try faults(pictures)
    guard isKnown else { return }
    for kind in Self.excluded { #expect(counts["total"]?[kind] == 0, "\(kind):\n\(output)") }
  }

  @Test(.enabled("'dot' or 'python3' is not installed (packages graphviz, python3)") { isWanted })
  func theScriptFindsEachKind() throws {
    let (counts, output, _) = try faults(Self.faulty.map { ($0.key, "digraph G { \($0.value) }") })
    for kind in Self.excluded { #expect(counts[kind]?[kind] == 1, "\(kind):\n\(output)") }
    #expect(counts["none"]?["total"] == 0, "\(output)")
  }

  private static let point = "[shape=point width=0.01 style=invis]"
  private static let faulty = [
    "none": "\"(initial)\" -> a; a -> b; b -> c",
    "tail": "p \(point); p -> l [dir=none]; l [shape=plain style=\"\" label=go color=none]; l -> a",
    "shaft": "ranksep=0.02; a -> b",
    "start": "\"(initial)\" -> a; x -> y; y -> \"(initial)\" [style=invis]",
    "order": """
    subgraph "cluster o" {
      subgraph "cluster one" { class=region; a -> aa } subgraph "cluster two" { class=region; b -> bb }
    }
    """,
    "cut": "a -> b [label=\"gone[isRea\\ndy]\" tooltip=\"a -> b : gone [isReady]\"]",
    "shape": (0..<40).map { "a\($0) -> a\($0 + 1)" }.joined(separator: ";"),
  ]

  private static func row(_ count: Int, _ text: (Int) -> String) -> String {
    (0..<count).map(text).joined(separator: "\n")
  }

  private static let machines = [
    "Chain": """
    machine M {
      initial state s0; state \((1..<36).map { "s\($0)" }.joined(separator: ", ")); event next, back
      \(row(35) { "s\($0) -> s\($0 + 1) : next" })
      s20 -> s10 : back
    }
    """,
    "InnerChain": """
    machine M {
      initial state idle
      state run {
        initial state s0; state \((1..<30).map { "s\($0)" }.joined(separator: ", "))
        \(row(29) { "s\($0) -> s\($0 + 1) : next" })
        -> s5 : retry
      }
      event next, retry, start, stop
      idle -> run : start
      run -> idle : stop
    }
    """,
    "Hub": """
    machine M {
      initial state home; state \((0..<40).map { "screen\($0)" }.joined(separator: ", "))
      event back, \((0..<40).map { "open\($0)" }.joined(separator: ", "))
      \(row(40) { "home -> screen\($0) : open\($0); screen\($0) -> home : back" })
    }
    """,
    "Star": """
    machine M {
      initial state home; state \((0..<30).map { "screen\($0)" }.joined(separator: ", "))
      event \((0..<30).map { "open\($0)" }.joined(separator: ", "))
      \(row(30) { "* -> screen\($0) : open\($0)" })
    }
    """,
    "Deep": """
    machine M {
      initial state a {
        initial state b {
          initial state c { initial state d; state e; d -> e : next; -> e : jump }
          state f
          c -> f : next
          -> c.e : leap
          f -> b : again
        }
        state g
        b -> g : out
        g -> b.history : back
        -> g : force [isReady && count > 3] / log("forced"), count += 1
      }
      final state done
      a -> done : stop
      * -> a : reset
      event next, jump, leap, again, out, back, force, stop, reset
      var isReady: Bool = false
      var count: Int = 0
      output log(String)
    }
    """,
    "Regions": """
    machine M {
      initial state on {
        region light {
          initial state dark
          state bright {
            region hue { initial state warm; state cold; warm -> cold : tint; cold -> warm : tint }
            region level { initial state low; state high; low -> high : more; high -> low : less }
          }
          dark -> bright : toggle
          bright -> dark : toggle
        }
        region sound { initial state quiet; state loud; quiet -> loud : more; loud -> off : less }
        region network { initial state offline; state online; offline -> online : toggle; history -> online }
      }
      state off
      off -> on : power
      on -> off : power
      off -> on.network.history : less
      off -> on.light.bright.hue.cold, on.sound.loud : boost
      event tint, more, less, toggle, power, boost
    }
    """,
    "Any": """
    machine M {
      initial state idle; state working, waiting, checking, saving; final state done, broken
      event start, pause, ok, cancel, crash
      event heat(now: Int)
      var degrees: Int = 0
      * : heat / degrees = now
      idle -> working : start
      working -> waiting : pause
      waiting -> checking : ok
      checking -> saving : ok
      saving -> done : ok
      * -> idle : cancel
      * -> broken : crash
    }
    """,
    "Words": """
    machine M {
      initial state start; final state end; event go(thatHasALongName: Int)
      start -> end : go(thatHasALongName: let theExtraordinarilyLongIdentifierOfAValue) \
    [theExtraordinarilyLongIdentifierOfAValue.isMultiple(of:theSmallestNumberThatThisMachineKnows)]
      let theSmallestNumberThatThisMachineKnows: Int
    }
    """,
  ]
}
