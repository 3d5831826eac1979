struct Client: Sendable {
  func newToken() async throws -> String { "" }
}

extension Result where Success: Sendable, Failure == any Error {
  nonisolated static func of(_ body: @Sendable () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
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
