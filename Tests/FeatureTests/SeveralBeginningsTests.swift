import Foundation
import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineDiagrams
@testable import StateMachineGlue
@testable import StateMachineModel
@testable import StateMachineSyntax

/// A machine may have several initial states: the caller who makes one chooses among them.
@Suite struct SeveralBeginningsTests {
  private static let states = """
    initial state connecting(config: Config, retries: Int = 0)
      initial state listening(port: Int)
      initial state idle
      state open(port: Int)
      final state closed
    """

  private static let machines = """
    swift { struct Config: Equatable, Sendable { var port = 1 } }
    machine Handshake: Equatable {
      interface methods
      let limit: Int
      \(states)
      event connected -> Int = 0
      event accepted -> Int = 0
      event close
      connecting -> open(port: config.port) : connected / return limit
      listening -> open : accepted / return port
      open, idle -> closed : close
    }
    machine Link: Equatable, Sendable {
      initial state connecting { entry / said("client") }
      initial state listening(port: Int) { entry / said("server") }
      event go
      output said(String)
      connecting, listening -> connecting : go
    }
    machine Alike {
      interface methods
      initial state one(n: Int)
      initial state other(n: Int)
      event go
      one, other : go
    }
    """

  @Test func eachHasAnInitializer() throws {
    let result = Compiler().generate(SourceFile(path: "handshake.sm", text: Self.machines))
    #expect(result.diagnostics.map(\.message) == [])
    let swift = String(decoding: result.swift ?? [], as: UTF8.self)
    let main = """
      var client = Handshake(limit: 3, config: Config(port: 7)), server = Handshake(limit: 3, port: 80)
      precondition(client.connected() == 3 && client.state == .open(port: 7))
      precondition(server.accepted() == 80 && server.state == .open(port: 80))
      var idle = Handshake(limit: 3, state: .idle)
      idle.close()
      precondition(idle.state == .closed)
      var one = Link(state: .connecting), other = Link(state: .listening(port: 1))
      one.start { precondition($0 == .said("client")) }
      other.start { precondition($0 == .said("server")) }
      _ = Alike(state: .other(n: 3))
      """
    let files = [("handshake.swift", swift), ("main.swift", main)]
    let run = try SwiftCompiler().run(files)
    #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
  }

  /// A state that only one of the beginnings leads to is no state that is never entered.
  @Test func reachabilityAndPicturesKnowAllOfThem() throws {
    let first = Self.machines.components(separatedBy: "machine Link")[0]
    let small = try SmallMachine("machine" + first.components(separatedBy: "machine")[1])
    #expect(small.names(small.machine.initialStates) == ["connecting", "listening", "idle"])
    let isReached = small.behaviour.reachableStates(besides: [])
    let reached = small.machine.states.indices.filter { isReached[$0] }
    #expect(small.names(reached) == ["connecting", "listening", "idle", "open", "closed"])
    let diagram = Diagram(small.machine)
    #expect(diagram.boxes.filter(\.isInitial).map(\.name) == ["connecting", "listening", "idle"])
  }

  @Test func aBodyWithinAMachineHasOne() {
    expectDiagnostics(
      """
      machine A {
        initial state a {
          initial state b
          initial state c
      //                ^ E103 this body has one initial state, and 'b' is it: leave out 'initial' before one of them
        }
        initial state d
        event go
        a, d : go
      }
      """, notesElsewhere: true, warnings: false)
  }
}
