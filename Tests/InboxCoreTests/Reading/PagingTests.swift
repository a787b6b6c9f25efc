import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct PagingTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing()
    try inbox.store.write { database in
      for number in 1...25 {
        let message = Message.make(
          Int64(number), source: number.isMultiple(of: 2) ? "a" : "b",
          status: number.isMultiple(of: 5) ? .deleted : .unread,
          receivedAt: .testing(Double(number)))
        try StoredMessage(message: message, settledAt: .testing).insert(into: database)
      }
    }
  }

  @Test func `pages of the trash hold the trash only, and past the last one is an error`() throws {
    var source = InboxPageSource(inbox, query: .init(filter: .trash), pageSize: 2)
    while source.hasNextPage { try source.nextPage(at: .testing) }
    #expect(source.objects.map(\.number.rawValue) == [25, 20, 15, 10, 5])
    #expect(throws: InboxError.noMorePages) { try source.nextPage(at: .testing) }
    #expect(source.objects.count == 5)
  }

  @Test func `references are found by number, id and unique prefix`() throws {
    let resolution = try inbox.resolve(["@3", "m25", "m1", "m2", "m", "@99", "x", "@3", ""])
    #expect(resolution.numbers.map(\.rawValue) == [3, 25, 1, 2])
    #expect(resolution.unknown == ["@99", "x", ""])
    #expect(Array(resolution.ambiguous.keys) == ["m"])
  }
}
