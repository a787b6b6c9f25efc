import Testing

@testable import InboxSources

/// How much may wait for a subscriber.
@Suite struct SubscriberQueueTests {
  private func all(_ queue: SubscriberQueue) async -> [[UInt8]] {
    queue.finish()
    return await queue.pieces.reduce(into: []) { $0.append($1) }
  }

  @Test func `as many small pieces may wait as have room, and no more`() async {
    let queue = SubscriberQueue(limit: 5_000)
    for _ in 0..<5_000 { #expect(queue.add([1])) }
    #expect(!queue.add([1]))
    queue.hasSent([1])
    #expect(queue.add([2]))
    #expect(await all(queue).count == 5_001)
  }

  @Test func `a piece that is too large is left out whole`() async {
    let queue = SubscriberQueue(limit: 10)
    #expect(queue.add([1, 2, 3]))
    #expect(!queue.add(Array(repeating: 0, count: 8)))
    #expect(queue.add([4]))
    #expect(await all(queue) == [[1, 2, 3], [4]])
  }

  @Test func `what it begins with takes no room from what comes`() async {
    let queue = SubscriberQueue(beginning: [Array(repeating: 0, count: 100), [7]], limit: 10)
    #expect(queue.add(Array(repeating: 1, count: 10)))
    #expect(!queue.add([1]))
    #expect(await all(queue).map(\.count) == [100, 1, 10])
  }
}
