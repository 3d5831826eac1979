import Testing

@Suite struct TrafficLightTests {
  @Test func goesRound() {
    var light = TrafficLight()
    var seen: [TrafficLight.State] = []
    for _ in 0..<4 {
      seen.append(light.state)
      #expect(light.handle(event: .timerElapsed) == .transitioned)
    }
    #expect(seen == [.red, .green, .yellow, .red])
  }

  @Test func isAValue() {
    let first = TrafficLight()
    var second = first
    second.handle(event: .timerElapsed)
    #expect(first != second)
    #expect(first.state == .red)
  }

  @Test func aStoredStateIsRestored() {
    var light = TrafficLight(state: .yellow)
    light.handle(event: .timerElapsed)
    #expect(light.state == .red)
  }
}

@Suite struct TurnstileTests {
  @Test func letsOneThroughForACoin() {
    var turnstile = Turnstile()
    #expect(turnstile.handle(event: .push) == [.alarm])
    #expect(turnstile.state == .locked)
    #expect(turnstile.handle(event: .coin) == [.unlock])
    #expect(turnstile.state == .unlocked)
    #expect(turnstile.handle(event: .coin) == [.thank])
    #expect(turnstile.handle(event: .push) == [.lock])
    #expect(turnstile.state == .locked)
  }

  @Test func anInternalRowStays() {
    var turnstile = Turnstile()
    #expect(turnstile.handle(event: .push) { _ in } == .stayed)
    #expect(turnstile.handle(event: .coin) { _ in } == .transitioned)
  }
}
