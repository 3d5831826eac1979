/// Many actors that wait for a timer each: what one of them weighs.
enum Timers {
  @MainActor static func check(count: Int) async -> Bool {
    let before = residentBytes() ?? 0
    var machines: [WaitingStateMachine] = []
    machines.reserveCapacity(count)
    for _ in 0..<count {
      let machine = WaitingStateMachine { nil }
      await machine.send(.wait)
      machines.append(machine)
    }
    // The tasks have their first step.
    try? await Task.sleep(for: .seconds(1))
    let bytes = ((residentBytes() ?? 0) - before) / count
    print("  \(count) actors with a timer each: \(bytes) bytes for one")
    let clock = ContinuousClock()
    let time = await clock.measure {
      for machine in machines { await machine.send(.rest) }
      machines.removeAll()
    }
    print("  all of them cancelled in \(time)")
    return bytes < 6_000
  }
}
