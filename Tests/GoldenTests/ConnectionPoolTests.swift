import TestSupport
import Testing

/// Methods may decide their result by what they have changed.
@Suite struct ConnectionPoolTests {
  @Test func aRequestWaitsForAConnectionThatIsOpened() {
    var pool = ConnectionPool(limit: 1)
    #expect(pool.requested(10) == .openConnection)
    #expect(pool.requested(11) == .wait)
    #expect(pool.opened(1) == .lease(connection: 1, to: 10))
    #expect(pool.state == .running(leased: [1], waiting: [11]))
    #expect(pool.released(1, isReusable: true) == .lease(connection: 1, to: 11))
    #expect(pool.released(1, isReusable: true) == .keep(connection: 1))
    #expect(pool.state == .running(idle: [1]))
    #expect(pool.requested(12) == .lease(connection: 1))
    #expect(pool.state == .running(leased: [1]))
  }

  @Test func aBrokenConnectionIsReplacedWhereSomeoneWaits() {
    var pool = ConnectionPool(limit: 1, state: .running(leased: [1], waiting: [10]))
    #expect(pool.released(1, isReusable: false) == .openConnection())
    #expect(pool.state == .running(opening: 1, waiting: [10]))
    pool = ConnectionPool(limit: 1, state: .running(leased: [1]))
    #expect(pool.released(1, isReusable: false) == .none)
    #expect(pool.state == .running())
  }

  @Test func requestsFailAfterSeveralFailures() {
    var pool = ConnectionPool(limit: 1, patience: 2)
    #expect(pool.requested(10) == .openConnection)
    #expect(pool.openingFailed() == .openConnection(attempt: 2))
    #expect(pool.openingFailed() == .openConnection(attempt: 3))
    #expect(pool.openingFailed() == .fail([10]))
    #expect(pool.state == .running())
    #expect(pool.failures == 3)
    #expect(pool.requested(11) == .openConnection)
    #expect(pool.opened(1) == .lease(connection: 1, to: 11))
    #expect(pool.failures == 0)
  }

  @Test func aRequestThatHasGoneIsNotWaitedFor() {
    var pool = ConnectionPool(limit: 1, state: .running(leased: [1], waiting: [10, 11]))
    #expect(pool.cancelled(10) == true)
    #expect(pool.cancelled(10) == false)
    #expect(pool.released(1, isReusable: true) == .lease(connection: 1, to: 11))
  }

  @Test func whatNobodyAsksForIsClosed() {
    var pool = ConnectionPool(limit: 2, state: .running(idle: [1, 2]))
    #expect(pool.idleTimedOut(1) == .close(connection: 1))
    #expect(pool.idleTimedOut(1) == .none)
    #expect(pool.state == .running(idle: [2]))
  }

  @Test func itEndsWithTheLastConnection() {
    var pool = ConnectionPool(limit: 4, state: .running(idle: [1], leased: [2, 3], opening: 1, waiting: [10]))
    #expect(pool.connectionCount == 4)
    #expect(pool.shutDown() == .close(idle: [1], waiting: [10], isLast: false))
    #expect(pool.requested(11) == .refuse)
    #expect(pool.shutDown() == .none)
    #expect(pool.released(2, isReusable: true) == .close(connection: 2))
    #expect(pool.released(3, isReusable: false) == .close(connection: 3))
    #expect(pool.state == .closing(leased: [], opening: 1))
    #expect(pool.openingFailed() == .end)
    #expect(pool.state == .closed)
    #expect(pool.connectionCount == 0)
    #expect(pool.requested(12) == .refuse)
  }

  @Test func itEndsAtOnceWhereNothingIsOut() {
    var pool = ConnectionPool(limit: 1, state: .running(idle: [1]))
    #expect(pool.shutDown() == .close(idle: [1], waiting: [], isLast: true))
    #expect(pool.state == .closed)
  }

  /// The function of a choice is handed the payload without a copy.
  @Test func theQueuesGrowInPlace() throws {
    var idle: [Int] = []
    idle.reserveCapacity(1000)
    let place = idle.withUnsafeBufferPointer { $0.baseAddress }
    var pool = ConnectionPool(limit: 100, state: .running(idle: idle, leased: Set(1...100)))
    idle = []
    for connection in 1...100 { _ = pool.released(connection, isReusable: true) }
    guard case .running(let grown, let leased, _, _) = pool.state else { throw CancellationError() }
    #expect(leased.isEmpty)
    #expect(grown.withUnsafeBufferPointer { $0.baseAddress } == place)
  }

  /// Each connection is lent to one request at a time, and each request ends once.
  @Test(arguments: 0..<20) func nothingIsLost(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pool = ConnectionPool(limit: 3, patience: 2)
    var leased: Set<Int> = []
    var waiting: Set<Int> = []
    var opening = 0
    var connections = 0
    func follow(_ answer: ConnectionPool.OnConnection) {
      switch answer {
      case .lease(let connection, let request):
        #expect(leased.insert(connection).inserted)
        #expect(waiting.remove(request) != nil)
      case .openConnection: opening += 1
      case .fail(let requests):
        #expect(waiting == Set(requests))
        waiting = []
      case .keep, .close, .end, .none: break
      }
    }
    for request in 0..<500 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1:
        switch pool.requested(request) {
        case .lease(let connection): #expect(leased.insert(connection).inserted)
        case .openConnection:
          opening += 1
          waiting.insert(request)
        case .wait: waiting.insert(request)
        case .refuse: Issue.record("a pool that runs refuses nothing")
        }
      case 2:
        if opening > 0 {
          opening -= 1
          connections += 1
          follow(pool.opened(connections))
        }
      case 3:
        if opening > 0 {
          opening -= 1
          follow(pool.openingFailed())
        }
      case 4:
        if let connection = leased.min() {
          leased.remove(connection)
          follow(pool.released(connection, isReusable: Bool.random(using: &random)))
        }
      default:
        if let request = waiting.min() {
          waiting.remove(request)
          #expect(pool.cancelled(request) == true)
        }
      }
      guard case .running(let idle, let isLeased, let isOpening, let isWaiting) = pool.state else { break }
      #expect(isLeased == leased && isOpening == opening && Set(isWaiting) == waiting)
      #expect(pool.connectionCount <= pool.limit)
      #expect(isWaiting.isEmpty || idle.isEmpty)
      #expect(isWaiting.isEmpty || !isLeased.isEmpty || isOpening > 0)
    }
  }
}
