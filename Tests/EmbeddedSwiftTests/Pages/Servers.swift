struct Client: Sendable {
  func newToken() async throws -> String { "" }
}

extension Result where Success: Sendable, Failure == any Error {
  nonisolated static func of(_ body: @Sendable () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

// swift-log and swift-metrics

nonisolated struct Logger: Sendable {
  init(label: String) {}
  func debug(_ message: String) {}
}

nonisolated struct Counter {
  init(label: String, dimensions: [(String, String)]) {}
  func increment() {}
}

let client = Client()

// NIO

nonisolated struct NIOAny {}
nonisolated struct EventLoopPromise<Value> {}

nonisolated final class ChannelHandlerContext {
  func write(_ data: NIOAny, promise: EventLoopPromise<Void>?) {}
  func close(promise: EventLoopPromise<Void>?) {}
}

nonisolated protocol ChannelInboundHandler: AnyObject {
  associatedtype InboundIn
  associatedtype OutboundOut
  func channelRead(context: ChannelHandlerContext, data: NIOAny)
}

extension ChannelInboundHandler {
  nonisolated func unwrapInboundIn(_ data: NIOAny) -> InboundIn { fatalError("a stub") }
  nonisolated func wrapOutboundOut(_ value: OutboundOut) -> NIOAny { NIOAny() }
}

extension KeepAliveHandler {
  fileprivate func scheduleTimeout(context: ChannelHandlerContext) {}
}
