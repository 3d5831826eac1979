import Testing

/// States and events have names without their payloads, for logs and metrics.
@Suite struct NameTests {
  @Test func everyStateHasANameOfItsPath() {
    #expect(
      Oven.State.Name.allCases.map(\.description) == [
        "idle", "baking.heating", "baking.holding", "baking.finished", "baking.overheated", "open", "ready", "cleaning",
        "broken",
      ])
    #expect(Oven().state.name == .idle)
    let state = Oven.State.baking(target: 180, minutes: 20, .holding)
    #expect(state.name == .bakingHolding)
    #expect("\(state.name)" == "baking.holding")
  }

  @Test func countersAreKeptByName() {
    var counts: [Turnstile.Event.Name: Int] = [:]
    for event in [Turnstile.Event.coin, .push, .coin] { counts[event.name, default: 0] += 1 }
    #expect(Turnstile.Event.Name.allCases.map { counts[$0] ?? 0 } == [2, 1])
  }

  @Test func aNameSaysNothingOfThePayload() {
    let state = EveryFeature<String, Int>.State.collecting(items: ["secret"], generation: 1)
    #expect("\(state.name)" == "collecting")
    #expect("\(EveryFeature<String, Int>.Event.add("secret").name)" == "add")
  }

  @Test func aTimerIsNamed() {
    #expect(Downloader.Event.elapsed(.activeReceiving).name == .elapsedActiveReceiving)
    #expect("\(Downloader.Event.elapsed(.activeReceiving).name)" == "elapsed.activeReceiving")
  }

  @Test func regionsHaveNamesOfTheirOwn() {
    let state = MediaPlayer.State.active(track: "a", .init(playback: .paused(position: 3)))
    #expect(state.name == .active)
    guard case .active(_, let regions) = state else { return }
    #expect(regions.playback.name == .paused)
    #expect("\(regions.playback.name), \(regions.sound.name)" == "active.playback.paused, active.sound.audible")
  }
}
