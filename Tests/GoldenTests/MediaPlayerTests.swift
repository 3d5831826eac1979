import Testing

/// Playback and sound are regions with histories.
@Suite struct MediaPlayerTests {
  private typealias State = MediaPlayer.State

  private func playing(_ events: MediaPlayer.Event...) -> MediaPlayer {
    var machine = MediaPlayer()
    for event in [.play(track: "a")] + events { _ = machine.handle(event: event) }
    return machine
  }

  @Test func bothRegionsBegin() {
    var machine = MediaPlayer()
    #expect(
      machine.handle(event: .play(track: "a")) == [.openSession, .play("a", from: 0), .setVolume(5)])
    #expect(machine.state == .active(track: "a", .init(playback: .playing(position: 0), sound: .audible(volume: 5))))
    #expect(State.active(track: "a") == machine.state)
  }

  @Test func regionsGoTheirOwnWays() {
    let machine = playing(.pauseButton, .muteButton, .progressed(3))
    #expect(machine.state == .active(track: "a", .init(playback: .paused(position: 3), sound: .muted(volume: 5))))
  }

  @Test func aFullVolumeStays() {
    var machine = playing()
    for _ in 0..<9 { _ = machine.handle(event: .volumeButton) }
    #expect(machine.state == .active(track: "a", .init(sound: .audible(volume: 10))))
    #expect(!machine.accepts(.volumeButton))
  }

  @Test func anInterruptionIsForgiven() {
    var machine = playing(.progressed(42), .pauseButton, .muteButton)
    let before = machine.state
    #expect(machine.handle(event: .interruptionBegan) == [.closeSession])
    #expect(machine.state == .interrupted(track: "a"))
    #expect(machine.handle(event: .interruptionEnded) == [.openSession, .setVolume(0)])
    #expect(machine.state == before)
  }

  @Test func exitsRunFromTheLastRegionToTheFirst() {
    var machine = playing(.progressed(7))
    #expect(machine.handle(event: .stop) == [.pause, .closeSession])
    #expect(machine.state == .idle)
  }

  @Test func theNextTrackIsAsLoudAsTheLast() {
    var machine = playing(.volumeButton, .progressed(9), .stop)
    #expect(machine.handle(event: .play(track: "b")) == [.openSession, .play("b", from: 0), .setVolume(6)])
    #expect(machine.state == .active(track: "b", .init(playback: .playing(), sound: .audible(volume: 6))))
  }

  /// The composite stays; its regions begin anew, as one arrow leads into one of them.
  @Test func aTrackIsRepeated() {
    var machine = playing(.progressed(9), .muteButton)
    machine.repeats = true
    #expect(machine.handle(event: .trackEnded) == [.pause, .play("a", from: 0), .setVolume(5)])
    #expect(machine.state == .active(track: "a"))
    machine.repeats = false
    _ = machine.handle(event: .trackEnded)
    #expect(machine.state == .idle)
  }

  /// Histories are part of the value.
  @Test func valuesDifferInWhatTheyRemember() {
    let loud = playing(.volumeButton, .stop)
    let soft = playing(.stop)
    #expect(loud.state == soft.state)
    #expect(loud != soft)
    #expect(loud.hashValue == playing(.volumeButton, .stop).hashValue)
  }
}
