import Testing

/// The clock that tests move, and that Testing.md names, wakes the sleepers whose time has come.
@Suite struct ManualClockTests {
  /// A task that sleeps until each of some seconds, and notes that it has woken up.
  private func sleepers(_ seconds: [Int], _ clock: ManualClock, _ woken: Locked<[Int]>) async -> [Task<Void, any Error>]
  {
    let tasks = seconds.map { seconds in
      Task {
        try await clock.sleep(until: .init(offset: .seconds(seconds)))
        woken.change { $0.append(seconds) }
      }
    }
    await eventually { clock.sleeperCount == seconds.count }
    return tasks
  }

  /// The tasks go on where their executors let them: only who wakes up is promised, and not the order.
  @Test func thoseWhoseTimeHasComeWakeUpAndTheOthersSleepOn() async {
    let clock = ManualClock()
    let woken = Locked<[Int]>([])
    let sleepers = await sleepers([5, 1, 4, 2, 3, 9], clock, woken)
    clock.advance(by: .seconds(5))
    #expect(clock.sleeperCount == 1)
    await eventually { woken.value.count == 5 }
    #expect(woken.value.sorted() == [1, 2, 3, 4, 5])
    for sleeper in sleepers { sleeper.cancel() }
  }

  /// A test that needs an order moves the clock from one deadline to the next.
  @Test func aClockThatIsMovedFromDeadlineToDeadlineGivesTheOrder() async {
    let clock = ManualClock()
    let woken = Locked<[Int]>([])
    _ = await sleepers([5, 1, 4, 2, 3], clock, woken)
    for second in 1...5 {
      clock.advance(by: .seconds(1))
      await eventually { woken.value.count == second }
    }
    #expect(woken.value == [1, 2, 3, 4, 5])
    #expect(clock.sleeperCount == 0)
  }

  @Test func whoComesLateDoesNotSleep() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    #expect(clock.sleeperCount == 0)
  }

  @Test func whoIsCancelledWakesUp() async {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(for: .seconds(5)) }
    await eventually { clock.sleeperCount == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      try await clock.sleep(for: .seconds(5))
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test func theClockCanBePutBack() async {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(until: .init(offset: .seconds(5))) }
    await eventually { clock.sleeperCount == 1 }
    clock.advance(by: .seconds(-10))
    clock.advance(by: .seconds(14))
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleeperCount == 0)
    try? await task.value
  }

  /// Many machines with two timers each are cancelled while the clock is moved: it ends.
  @Test func manyMachinesAreCancelledWhileTheClockIsMoved() async {
    let world = WorkoutWorld()
    let machine = Workout(limit: .seconds(20), patience: .seconds(7), interval: .seconds(1000), state: .beating(60))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<500 {
        group.addTask {
          let actor = world.actor(machine)
          for round in 0..<10 {
            await actor.send(.measured(round))
            await Task.yield()
            if (number + round) % 3 == 0 { await actor.send(.lost) }
            if (number + round) % 3 == 1 { await actor.send(.pause) }
            await actor.send(.goOn)
            await actor.send(.found(sensor: "s"))
          }
        }
      }
      group.addTask {
        for round in 0..<500 {
          world.clock.advance(by: round % 10 == 9 ? .seconds(-3) : .seconds(1))
          await Task.yield()
        }
      }
    }
    await eventually { world.clock.sleeperCount == 0 }
  }
}
