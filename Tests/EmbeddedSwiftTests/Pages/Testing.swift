// specs: ConnectionPool, ElevatorDoor, Downloader, RequestScheduler, Workout
// files: Tests/GoldenTests/ManualClock.swift
import Foundation
import Testing

nonisolated struct Failure: Error {}
nonisolated struct RequestTimeout: Error {}

extension RequestSchedulerStateMachine {
  func request() async throws -> Response {
    try await withCheckedContinuation { waiter in self.send(.start(waiter)) }.get()
  }
}
