import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// Pages and places of two lists that share one store.
@Suite struct PagingRegressionTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .testing()
    for number in 1...40 {
      _ = try inbox.at(.testing(Double(number))).push([.make()], defaultSource: "a")
    }
  }

  private func perform(_ verb: Verb, _ numbers: [Int64]) throws {
    let selection = MessageSelection.numbers(numbers.map { MessageNumber($0) })
    _ = try inbox.at(.testing(50)).perform(verb, on: selection)
  }

  private func numbers(_ source: InboxPageSource) -> [Int64] {
    source.objects.map(\.number.rawValue)
  }

  @Test(.bug(id: "D1", "pages of the archive brought messages of the feed"))
  func `pages of list and trash in turns hold nothing of the other`() throws {
    try perform(.delete, (1...40).filter { $0.isMultiple(of: 3) })
    let inbox = inbox.at(.testing(60))
    let list = InboxPageSource(inbox, pageSize: 4)
    let trash = InboxPageSource(inbox, query: .init(filter: .trash), pageSize: 4)
    while list.hasNextPage || trash.hasNextPage {
      if list.hasNextPage { try list.nextPage() }
      if trash.hasNextPage { try trash.nextPage() }
    }
    #expect(numbers(list) == (1...40).reversed().filter { !$0.isMultiple(of: 3) })
    #expect(numbers(trash) == (1...40).reversed().filter { $0.isMultiple(of: 3) })
  }

  @Test(.bug(id: "D3", "what was archived landed a row too high"))
  func `a message that moves to the trash or back stands at its place in the order`() throws {
    for number: Int64 in [20, 40, 1, 21, 19] { try perform(.delete, [number]) }
    #expect(try rows(of: .trash) == [40, 21, 20, 19, 1])
    for number: Int64 in [1, 20, 40] { try perform(.restore, [number]) }
    #expect(try rows(of: .trash) == [21, 19])
    #expect(try rows(of: .all) == (1...40).reversed().filter { $0 != 21 && $0 != 19 })
  }

  private func rows(of filter: MessageFilter) throws -> [Int64] {
    try inbox.at(.testing(60)).snapshot(of: .init(filter: filter), in: .init(limit: 99)).rows
      .map(\.number.rawValue)
  }
}
