import Foundation
import Observation

struct Bunny: Hashable, Codable {
  var name: String
  var speed = 1
  static let fast = Bunny(name: "fast", speed: 9)
  func faster() -> Bunny { Bunny(name: name, speed: speed + 1) }
}

enum AppError: Error, Equatable { case lost }

let maximum = 4
func isSlow(_ bunny: Bunny) -> Bool { bunny.speed < 3 }
func log(_ text: String) {}

/// A payload of an actor's machine, which crosses isolation boundaries.
nonisolated struct Address: Hashable, Sendable { var text: String }

/// A value in the place of SwiftUI's `@State`.
@MainActor @Observable final class Screen {
  var hutch = Hutch()
  func tap() { hutch.handle(event: .leave) { _ in } }
  var isFresh: Bool { hutch == Hutch() && hutch.hashValue == Hutch().hashValue }
}

@MainActor func values() throws {
  var hutch = Hutch(maximum: 3)
  print(hutch.handle(event: .arrive(.fast)) == [.note("too fast for guest")], hutch.state.name)
  hutch.handle(event: .arrive(Bunny(name: "Flopsy"))) { _ in }
  print(hutch.state == .occupied(bunny: Bunny(name: "Flopsy")))
  let decoded = try JSONDecoder().decode(Hutch.self, from: JSONEncoder().encode(hutch))
  print(decoded.state == hutch.state, Screen().isFresh)
  var gate = Gate()
  do { try gate.handle(event: .pull) } catch { print(error) }
  var visit = Visit()
  visit.handle(event: .toggle) { _ in }
  print(visit.state.name)
  var basket = Basket()
  print(basket.add(Bunny(name: "Mopsy")) == .save(Bunny(name: "Mopsy", speed: 2)))
  var holder = Holder<Int>()
  holder.handle(event: .put(3))
  print(holder.state, Race().state.name, Double().state, Chain().state, Later().state)
}

@MainActor func wrappers() {
  let model = HutchModel(save: { _ in }, note: { print($0) })
  model.start()
  model.send(.arrive(.fast))
  let plain = HutchStateMachine(save: { _ in }, note: { _ in })
  plain.send(.arrive(Bunny(name: "Peter")))
  print(model.state, plain.state.name)
  let alarm = AlarmModel { _ in .answer(.fast) }
  alarm.start()
  print(alarm.state)
}

@MainActor func tasks() async {
  let hutch = Hutch()
  print(await Task { hutch.state }.value)
  let state = await Task.detached {
    await MainActor.run {
      var hutch = hutch
      hutch.handle(event: .arrive(Bunny(name: "Cottontail"))) { _ in }
      return hutch.state
    }
  }.value
  print(state.name)
  let fetcher = FetcherStateMachine { _ in .failed }
  await fetcher.start()
  print(await fetcher.state)
}

@main struct Program {
  @MainActor static func main() async throws {
    try values()
    wrappers()
    await tasks()
  }
}
