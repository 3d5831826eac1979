import Testing

/// In a microstep of several regions, each region may take a transition, one row may exit all, and a row may say what
/// cannot happen.
@Suite struct VideoCallTests {
  private func call(_ events: VideoCall.Event...) -> VideoCall {
    var machine = VideoCall()
    for event in [.dial(peer: "Ada")] + events { _ = machine.handle(event: event) }
    return machine
  }

  @Test func bothRegionsAnswer() {
    var machine = call()
    #expect(machine.handle(event: .hold) == [.stopMicrophone, .tell("wait")])
    #expect(machine.state == .inCall(peer: "Ada", .init(microphone: .muted(times: 1), camera: .paused)))
    #expect(machine.handle(event: .hold) == [.beep])
    #expect(machine.state == .inCall(peer: "Ada", .init(microphone: .muted(times: 2), camera: .on(height: 720))))
  }

  @Test func oneRegionAnswersAlone() {
    var machine = call(.mute)
    #expect(machine.handle(event: .slow(height: 360)) == [.resize(360)])
    #expect(machine.state == .inCall(peer: "Ada", .init(microphone: .muted(), camera: .on(height: 360))))
    #expect(machine.handle(event: .slow(height: 480)) == [])
  }

  /// All exits run before any effect; the effects of the other region run, too.
  @Test func aRowOfOneRegionLeavesBoth() {
    var machine = call()
    #expect(machine.handle(event: .lineLost) == [.stopMicrophone, .hangUp, .tell("Ada"), .tell("dark")])
    #expect(machine.state == .lost(peer: "Ada"))
  }

  @Test func noRowLeaves() {
    var machine = call(.hold, .unmute, .hold, .hold)
    #expect(machine.state == .inCall(peer: "Ada", .init(microphone: .muted(times: 2), camera: .paused)))
    // What would trap is not accepted.
    #expect(!machine.accepts(.lineLost))
    _ = machine.handle(event: .hold)
    #expect(machine.accepts(.lineLost))
    #expect(machine.handle(event: .lineLost) == [.tell("dark")])
    #expect(machine.state == .inCall(peer: "Ada", .init(microphone: .muted(), camera: .on(height: 720))))
  }

  @Test func theEndLeavesWhateverIsActive() {
    var machine = call(.mute)
    #expect(machine.handle(event: .end) == [.hangUp])
    #expect(machine.state == .idle)
  }
}
