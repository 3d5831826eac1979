import TestSupport
import Testing

/// Each of the small structs that wrappers consist of works by itself.
@Suite struct WrapperSupportTests {
  /// Something whose life can be watched.
  private final class Payload: Sendable {}

  // MARK: EventQueue

  @Test func aQueueKeepsTheOrderAndCounts() {
    var queue = WrapperSupport.EventQueue<Int>()
    var random = SeededGenerator(state: 1)
    var expected: [Int] = []
    var takenCount = 0
    for event in 0..<10_000 {
      if Int.random(in: 0..<100, using: &random) < 55 {
        queue.append(event)
        expected.append(event)
      } else {
        let isEmpty = expected.isEmpty
        #expect(queue.isEmpty == isEmpty)
        let event = queue.popFirst()
        #expect(event == (isEmpty ? nil : expected.removeFirst()))
        takenCount += isEmpty ? 0 : 1
      }
      #expect(queue.takenCount == takenCount)
      #expect(queue.sentCount == takenCount + expected.count)
    }
  }

  @Test func aQueueKeepsNothingThatWasTakenOut() {
    var queue = WrapperSupport.EventQueue<Payload>()
    var payloads: [Weak<Payload>] = []
    func append() {
      let payload = Payload()
      payloads.append(Weak(payload))
      queue.append(payload)
    }
    for _ in 0..<10 { append() }
    for index in 0..<30 {
      // What comes meanwhile waits in the other half.
      if index % 2 == 0 { append() }
      guard index < payloads.count else { break }
      let wasThere = payloads[index].object != nil
      #expect(wasThere)
      _ = queue.popFirst()
      let isThere = payloads[index].object != nil
      #expect(!isThere)
    }
  }

  // MARK: OutputBuffer

  @Test func aBufferKeepsAnEventsOutputsUntilItIsCleared() {
    var buffer = WrapperSupport.OutputBuffer<String>()
    #expect(buffer.isEmpty)
    for round in 1...3 {
      buffer.append("a\(round)")
      buffer.append("b\(round)")
      #expect(buffer.popFirst() == "a\(round)")
      buffer.append("c\(round)")
      #expect(buffer.popFirst() == "b\(round)")
      #expect(buffer.popFirst() == "c\(round)")
      #expect(buffer.popFirst() == nil)
      #expect(!buffer.isEmpty)
      #expect(buffer.rest == ["a\(round)", "b\(round)", "c\(round)"])
      buffer.clear()
      #expect(buffer.isEmpty)
      #expect(buffer.popFirst() == nil)
    }
  }

  @Test func aBufferKeepsNothingOnceItIsCleared() {
    var buffer = WrapperSupport.OutputBuffer<Payload>()
    weak var payload: Payload?
    do {
      let output = Payload()
      payload = output
      buffer.append(output)
    }
    #expect(payload != nil)
    buffer.clear()
    #expect(payload == nil)
  }

  // MARK: JobBook

  private typealias Book = WrapperSupport.JobBook<String, Int>

  /// A task that waits until it is cancelled.
  private func waitingJob() -> WrapperSupport.Job {
    let gate = Gate<Void>()
    return WrapperSupport.Job { _ = await gate.pass() }
  }

  /// A stream, and whether it has ended.
  private func stream() -> (events: AsyncStream<Int>, isTerminated: Locked<Bool>) {
    let isTerminated = Locked(false)
    let (events, continuation) = AsyncStream.makeStream(of: Int.self)
    continuation.onTermination = { _ in isTerminated.change { $0 = true } }
    return (events, isTerminated)
  }

  @Test func whatAStateDoesReplacesWhatWasDoneBefore() {
    var book = Book()
    let first = waitingJob()
    let second = waitingJob()
    let firstTicket = book.begin("load")
    book.set(first, for: firstTicket)
    let secondTicket = book.begin("load")
    book.set(second, for: secondTicket)
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    let counts = [book.contains(firstTicket), book.finish(firstTicket), book.contains(secondTicket)]
    #expect(counts == [false, false, true])
    book.end("load")
    #expect(second.isCancelled)
    let isFinished = book.finish(secondTicket)
    #expect(!isFinished)
  }

  @Test func aTaskCountsOnce() {
    var book = Book()
    let ticket = book.begin("load")
    let effect = book.beginEffect("save")
    let counts = [book.finish(ticket), book.finish(ticket), book.finish(effect), book.finish(effect)]
    #expect(counts == [true, false, true, false])
  }

  /// A task may end before its wrapper has put it into the book.
  @Test func aTaskThatHasEndedIsNotPutIntoTheBook() {
    var book = Book()
    let ticket = book.begin("load")
    _ = book.finish(ticket)
    let job = waitingJob()
    book.set(job, for: ticket)
    book.endAll()
    #expect(!job.isCancelled)
    job.cancel()
  }

  @Test func effectsRunSideBySide() {
    var book = Book()
    let jobs = [waitingJob(), waitingJob(), waitingJob()]
    let tickets = jobs.map { job in
      let ticket = book.beginEffect("save")
      book.set(job, for: ticket)
      return ticket
    }
    let isFinished = book.finish(tickets[1])
    #expect(isFinished)
    let count = tickets.reduce(into: 0) { if book.contains($1) { $0 += 1 } }
    #expect(count == 2)
    #expect(!jobs.contains { $0.isCancelled })
    // An effect of a row can end them: `/ cancelSave`.
    book.end("save")
    #expect(jobs.map(\.isCancelled) == [true, false, true])
    jobs[1].cancel()
  }

  @Test func theEndOfTheMachineSparesAsynchronousEffectsAndNoStreams() {
    var book = Book()
    let (activity, effect, followed, followedEffect) = (waitingJob(), waitingJob(), waitingJob(), waitingJob())
    let (ofState, ofRow) = (stream(), stream())
    let activityTicket = book.begin("load")
    book.set(activity, for: activityTicket)
    let effectTicket = book.beginEffect("save")
    book.set(effect, for: effectTicket)
    let followedTicket = book.begin("watch", following: ofState.events)
    book.set(followed, for: followedTicket)
    let followedEffectTicket = book.beginEffect("listen", following: ofRow.events)
    book.set(followedEffect, for: followedEffectTicket)
    book.endAll()
    #expect([activity, followed, followedEffect].map(\.isCancelled) == [true, true, true])
    #expect(!effect.isCancelled)
    // Its event does not count any more.
    let isFinished = book.finish(effectTicket)
    #expect(!isFinished)
    effect.cancel()
  }

  @Test func theEndOfTheBookCancelsWhatStatesDoAndNoEffects() {
    let (activity, effect) = (waitingJob(), waitingJob())
    let isTerminated: Locked<Bool>
    do {
      var book = Book()
      let ticket = book.begin("load")
      book.set(activity, for: ticket)
      let effectTicket = book.beginEffect("save")
      book.set(effect, for: effectTicket)
      let events: AsyncStream<Int>
      (events, isTerminated) = stream()
      _ = book.begin("watch", following: events)
    }
    #expect(activity.isCancelled)
    #expect(!effect.isCancelled)
    #expect(isTerminated.value)
    effect.cancel()
  }

  @Test func aStreamEndsWithItsState() {
    var book = Book()
    let isTerminated: Locked<Bool>
    do {
      let events: AsyncStream<Int>
      (events, isTerminated) = stream()
      _ = book.begin("watch", following: events)
    }
    #expect(!isTerminated.value)
    book.end("watch")
    #expect(isTerminated.value)
  }

  // MARK: Readers

  private typealias Readers = WrapperSupport.Readers<String, Int>

  private func gathered<Element: Sendable>(_ stream: AsyncStream<Element>) async -> [Element] {
    var elements: [Element] = []
    for await element in stream { elements.append(element) }
    return elements
  }

  @Test func aReaderIsToldEachStateOnce() async {
    var readers = Readers()
    #expect(readers.isEmpty)
    let first = readers.add("a") { _ in }
    readers.tell("b", isNew: true, after: 0, nil)
    let second = readers.add("b") { _ in }
    #expect(!readers.isEmpty)
    #expect(!readers.needSteps)
    // An event that was ignored.
    readers.tell("b", isNew: false, after: 0, nil)
    readers.tell("c", isNew: true, after: 0, nil)
    readers.finish()
    #expect(readers.isEmpty)
    #expect(await gathered(first) == ["a", "b", "c"])
    #expect(await gathered(second) == ["b", "c"])
  }

  @Test func whoWaitsForAnEventIsToldFromThatEventOn() async {
    var readers = Readers()
    let reader = readers.add(nil, waitingFor: 3) { _ in }
    readers.tell("one", isNew: true, after: 1, nil)
    readers.tell("two", isNew: true, after: 2, nil)
    readers.tell("three", isNew: true, after: 3, nil)
    readers.tell("four", isNew: true, after: 4, nil)
    readers.finish()
    #expect(await gathered(reader) == ["three", "four"])
  }

  /// The condition may hold already: the event itself is told in any case, and others that are ignored are not.
  @Test func whoWaitsForAnEventIsToldOfItThoughItIsIgnored() async {
    var readers = Readers()
    let reader = readers.add(nil, waitingFor: 3) { _ in }
    readers.tell("a", isNew: false, after: 2, nil)
    readers.tell("b", isNew: false, after: 3, nil)
    readers.tell("c", isNew: false, after: 4, nil)
    readers.tell("d", isNew: true, after: 5, nil)
    readers.finish()
    #expect(await gathered(reader) == ["b", "d"])
  }

  @Test func stepsAreToldToAnyNumberOfReaders() async {
    var readers = Readers()
    let states = readers.add("a") { _ in }
    let first = readers.addSteps { _ in }
    #expect(readers.needSteps)
    readers.tell("b", isNew: true, after: 0, 1)
    let second = readers.addSteps { _ in }
    readers.tell("b", isNew: false, after: 0, 2)
    readers.finish()
    #expect(!readers.needSteps)
    #expect(await gathered(states) == ["a", "b"])
    #expect(await gathered(first) == [1, 2])
    #expect(await gathered(second) == [2])
  }

  /// A reader that is added during an event has received the resulting state already.
  @Test func whoComesLateIsNotToldAgain() async {
    var readers = Readers()
    let early = (readers.add("a") { _ in }, readers.addSteps { _ in })
    let last = readers.lastNumber
    let late = (readers.add("b") { _ in }, readers.addSteps { _ in })
    readers.tell("b", isNew: true, after: 0, 1, upTo: last)
    readers.tell("c", isNew: true, after: 0, 2, upTo: readers.lastNumber)
    readers.finish()
    #expect(await gathered(early.0) == ["a", "b", "c"])
    #expect(await gathered(late.0) == ["b", "c"])
    #expect(await gathered(early.1) == [1, 2])
    #expect(await gathered(late.1) == [2])
  }

  @Test func aReaderThatStopsIsRemoved() async {
    var readers = Readers()
    let removed = Locked<[Int]>([])
    let remove: @Sendable (Int) async -> Void = { number in removed.change { $0.append(number) } }
    let kept = readers.add("a", remove: remove)
    do {
      let states = readers.add("a", remove: remove)
      let steps = readers.addSteps(remove: remove)
      _ = (states, steps)
    }
    await eventually { removed.value.count == 2 }
    for number in removed.value { readers.remove(number) }
    #expect(!readers.needSteps)
    #expect(!readers.isEmpty)
    readers.tell("b", isNew: true, after: 0, nil)
    readers.finish()
    #expect(await gathered(kept) == ["a", "b"])
    await eventually { removed.value.count == 3 }
  }

  @Test func aReaderWhoseTaskIsCancelledIsRemoved() async {
    var readers = Readers()
    let removed = Locked<[Int]>([])
    let states = readers.add("a") { number in removed.change { $0.append(number) } }
    let task = Task { await gathered(states) }
    task.cancel()
    await eventually { removed.value.count == 1 }
    for number in removed.value { readers.remove(number) }
    #expect(readers.isEmpty)
    _ = await task.value
  }
}
