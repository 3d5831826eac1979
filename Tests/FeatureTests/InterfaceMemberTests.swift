import TestSupport
import Testing

@testable import StateMachineCompiler
@testable import StateMachineSyntax

/// `interface eventNames, channelID` adds properties that read the state to the machine.
@Suite struct InterfaceMemberTests {
  private static let machines = """
    swift { struct ID: Equatable, Sendable { var number = 1 } }
    machine Channel {
      interface methods
      interface channelID, eventNames, reason
      interface f
      initial state opening(channelID: ID)
      state open(channelID: ID, window: Int) {
        initial state idle
        state busy(reason: String?)
        idle -> busy(reason: "send") : send
        busy -> idle : finish
      }
      final state closed(channelID: ID, f: (Int) -> Int)
      event send, finish, close -> Int = 0, opened
      opening -> open(window: 3) : opened
      opening : close / trap
      open : finish
      open -> closed(f: { _ in 1 }) : close [window > 100] / return 3
      closed : close / return 1
    }
    machine Regions: Sendable {
      interface eventNames
      wrapper class
      initial state off
      state on(volume: Int = 0) {
        region a { initial state a1; state a2; a1 -> a2 : x; a2 -> a1 : y }
        region b {
          initial state b1
          state b2
          state b3 {
            region q { initial state q1; q1 -> b1 : x, w }
            region r { initial state r1 }
          }
          b1 -> b2 : z
          b2 : z
          b2 -> b3 : v
        }
        on -> off : w
      }
      final state over
      event go, x, y, z, v, w
      off -> on : go
      off -> over : x
    }
    """

  private static let main = """
    var channel = Channel(channelID: ID(number: 7))
    @MainActor func expect(_ id: Int, _ names: Set<Channel.EventName>, _ reason: String?, _ line: Int = #line) {
      if channel.channelID != ID(number: id) || channel.eventNames != names || channel.reason != reason {
        print("line \\(line): \\(channel.channelID) \\(channel.eventNames) \\(String(describing: channel.reason))")
      }
    }
    expect(7, [.opened], nil)
    channel.opened()
    expect(7, [.send, .close], nil)
    channel.send()
    expect(7, [.finish, .close], "send")
    let closed = Channel(state: .closed(channelID: ID(number: 3), f: { $0 + 1 }))
    precondition(closed.f?(3) == 4 && closed.eventNames == [.close])
    let regions = RegionsStateMachine()
    regions.start()
    @MainActor func expect(_ names: Set<Regions.Event.Name>, _ line: Int = #line) {
      if regions.machine.eventNames != names { print("line \\(line): \\(regions.machine.eventNames)") }
    }
    expect([.go, .x])
    regions.send(.go)
    expect([.x, .z, .w])
    regions.send(.x)
    expect([.y, .z, .w])
    regions.send(.z)
    expect([.y, .v, .w])
    regions.send(.v)
    expect([.x, .y, .w])
    regions.send(.w)
    expect([.y, .z, .w])
    regions.send(.w)
    expect([.go, .x])
    regions.send(.x)
    expect([])
    """

  @Test(arguments: [false, true]) func theyTellOfTheCurrentState(isLocated: Bool) throws {
    var options = Compiler.Options()
    options.writesSourceLocations = isLocated
    let result = Compiler(options: options).generate(SourceFile(path: "channel.sm", text: Self.machines))
    #expect(result.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    let files = [("channel.swift", String(decoding: result.swift ?? [], as: UTF8.self)), ("main.swift", Self.main)]
    let run = try SwiftCompiler().run(files)
    #expect(run.code == 0 && run.output.isEmpty, "\(run.output)")
  }

  @Test func whatCannotBeAskedForIsSaid() {
    expectDiagnostics(
      """
      machine A {
        interface methods, chanelID, channelID, size, channelID, state, log, close, eventNames, count
      //                   ^~~~~~~~ E101 'chanelID' is not declared as an interface: did you mean 'channelID'?
      //                                        ^~~~ E109 'size' is 'Int' in one state and 'String' in another: give them one type, or leave this out
      //                                              ^~~~~~~~~ E102
      //                                                         ^~~~~ E104
      //                                                                ^~~ E102
      //                                                                     ^~~~~ E102
      //                                                                                        ^~~~~ E102
        var log: [Int] = []
        initial state a(channelID: Int = 0, size: Int = 0)
        state b(size: String)
        event close
        a -> b(size: "") : close / log = []
        b -> a(channelID: 0, size: 1) : close
        swift { var count: Int { 3 } }
      }
      machine B: ~Copyable {
        interface methods
        interface eventNames
      //          ^~~~~~~~~~ E241 a machine that cannot be copied has no property 'eventNames': declare an event that returns it, or leave this out
        initial state a
        event go
        a : go
      }
      machine D {
        interface methods
        interface reducer
      //          ^~~~~~~ E102
        initial state a
        event go
        a : go
      }
      machine C {
        interface method
      //          ^~~~~~ E101 'method' is not declared as an interface: did you mean 'methods'?
        initial state a
        event go -> Int
        a : go / return 3
      }
      """, notesElsewhere: true, warnings: false)
  }
}
