import Testing

@testable import StateMachineSyntax

/// The text of a type says which methods of its values may change them.
@Suite struct TypeKnowledgeTests {
  private func knowledge(_ text: String) -> TypeKnowledge {
    let source = SourceFile(path: "t.sm", text: text + " [Item]")
    let all = text.utf8.count
    return TypeKnowledge(SourceRange(0, all), source.bytes) { range in
      source.text(range) == "Items" ? SourceRange(all + 1, all + 7) : source.text(range) == "Own" ? range : nil
    }
  }

  private func usage(_ change: SwiftAnalysis.Mutation, of type: String) -> LocalUsage {
    knowledge(type).usage(of: change)
  }

  @Test(arguments: [
    "Task<Void, Never>", "CheckedContinuation<Int, any Error>", "AsyncStream<Int>.Continuation", "() -> Void",
    "(@Sendable (Int) async throws -> [Int])?", "@MainActor () -> Void", "Optional<Task<Void, Never>>",
    "_Concurrency.Task<[Int], Never>?", "(CheckedContinuation<Int, Never>)",
  ])
  func aHandle(_ type: String) { #expect(knowledge(type) == .handle) }

  @Test(arguments: [
    "[CheckedContinuation<Int, Never>]", "[(Int) -> Void]?", "[String: () -> Void]", "[K: Task<Void, Never>]",
    "Array<() -> Void>", "Dictionary<String, () -> Void>", "Swift.Set<UnsafeContinuation<Int, Never>>",
  ])
  func aCollectionOfHandles(_ type: String) { #expect(knowledge(type) == .value(element: .handle)) }

  @Test(arguments: [
    "Int", "String?", "(CheckedContinuation<Int, Never>, Int)?", "()", "[Deque<Int>]", "Items", "[any P]",
  ])
  func aValue(_ type: String) { #expect(knowledge(type) == .value(element: .unknown)) }

  @Test(arguments: [
    "Deque<() -> Void>", "Box", "any P", "some P", "[Int].Index", "Result<Int, any Error>", "Own", "", "[", "(", "A<",
  ])
  func anythingElse(_ type: String) { #expect(knowledge(type) == .unknown) }

  /// A name that stands for itself leads nowhere, and neither do more brackets than anyone writes.
  @Test func depthIsBounded() {
    #expect(knowledge(String(repeating: "[", count: 4000) + String(repeating: "]", count: 4000)) != .handle)
  }

  @Test func aMethodOfACollectionMayChangeIt() {
    let handles = "[CheckedContinuation<Int, Never>]"
    #expect(usage(.method("append", ofMember: false), of: handles) == .changesInPlace)
    #expect(usage(.method("forEach", ofMember: false), of: handles) == [])
    #expect(usage(.method("resume", ofMember: true), of: handles) == [])
    #expect(usage(.method("append", ofMember: true), of: "[String: [Int]]") == .changesInPlace)
    #expect(usage(.method("put", ofMember: true), of: "[Box]") == .mayChange)
    #expect(usage(.method("append", ofMember: false), of: "Deque<() -> Void>") == .mayChange)
    #expect(usage(.memberAssigned, of: "[String: () -> Void]") == .changesInPlace)
    #expect(usage(.method("resume", ofMember: false), of: "CheckedContinuation<Int, Never>?") == [])
    #expect(usage(.assigned, of: "CheckedContinuation<Int, Never>?") == .changesInPlace)
    #expect(usage(.replaced, of: "[Int]") == .changes)
  }
}
