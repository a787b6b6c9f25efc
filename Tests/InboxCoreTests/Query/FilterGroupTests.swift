import Foundation
@testable import InboxCore
import InboxTestSupport
import Testing

/// Brackets and `OR` in filters.
struct FilterGroupTests {
  private func filter(_ text: String) throws -> MessageFilter {
    try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
  }

  @Test(arguments: [
    ("a OR b", "a OR b"), ("a b OR c", "a b OR c"), ("a (b OR c)", "a b OR a c"),
    ("(a OR b) (c OR d)", "a c OR a d OR b c OR b d"), ("(a)", "a"), ("((a OR b))", "a OR b"),
    ("-(a OR b)", "-a -b"), ("-(a b)", "-a OR -b"), ("-(-a b)", "a OR -b"),
    ("-(source:x source:y tag:z)", "-source:x -source:y OR -tag:z"),
    ("is:pinned (is:deleted OR is:unread)", "is:pinned is:deleted OR is:pinned is:unread"),
    ("source:x (source:y OR is:pinned)", "source:x (source:y) OR source:x is:pinned"),
    ("(main() or) x", "x main()* or"), ("(\"a b\") OR (tag:\"c)\")", "\"a b\" OR tag:\"c)\""),
    ("text:re:a|b OR c", "text:re:a|b OR c"),
  ])
  func `a group is read as its alternatives`(_ text: String, _ expected: String) throws {
    let read = try filter(text)
    let shown = expected.replacing("main()*", with: "\"main()\"*")
    #expect(read.text == shown)
    #expect(try filter(read.text) == read)
  }

  private func numbers(_ text: String, in inbox: Inbox) throws -> [Int64] {
    let query = MessageQuery(filter: try filter(text))
    let snapshot = try inbox.at(.testing).snapshot(of: query, in: .init(limit: 100))
    #expect(try inbox.at(.testing).count(matching: query.filter) == snapshot.rows.count)
    return snapshot.rows.map(\.number.rawValue).sorted()
  }

  @Test func `the inbox finds what any alternative means, each once`() throws {
    let inbox = try Inbox.testing(now: { .testing })
    for number in 1...12 {
      var payload = Payload.make(
        "m\(number) disk", source: number.isMultiple(of: 2) ? "even" : "odd")
      if number.isMultiple(of: 3) { payload.tags = .set(["three"]) }
      _ = try inbox.push([payload], defaultSource: "cli")
    }
    _ = try inbox.perform(.delete, on: .numbers([MessageNumber(2), MessageNumber(3)]))
    #expect(try numbers("source:even OR tag:three", in: inbox) == [4, 6, 8, 9, 10, 12])
    #expect(try numbers("source:odd (tag:three OR m1)", in: inbox) == [1, 9, 11])
    #expect(try numbers("source:odd (is:deleted OR tag:three)", in: inbox) == [3, 9])
    #expect(try numbers("-(source:odd OR tag:three)", in: inbox) == [4, 8, 10])
    #expect(try numbers("source:even (source:odd OR text:m4)", in: inbox) == [4])
    #expect(try numbers("text:9 OR text:re:m1[01]\\b", in: inbox) == [9, 10, 11])
  }

  @Test(arguments: [
    ("priority>1 priority<4", [2, 3]), ("priority=1 priority=5", [1, 5]),
    ("priority>1 -priority>3", [2, 3]), ("priority=4 priority=5 priority<5", [4]),
    ("priority>1 (priority<4)", [2, 3]), ("-(priority>1 priority<4)", [1, 4, 5]),
    ("occurrences>1 occurrences<4", [2, 3]), ("occurrences=1 occurrences=4", [1, 4]),
    ("occurrences:1 occurrences:4 occurrences>1", [4]),
    ("age>10s age<40s", [2, 3]), ("before:-10s before:-35s", [4, 5]),
    ("after:-40s after:-15s", [1]),
  ])
  func `bounds must all hold, and equal values unite`(text: String, expected: [Int64]) throws {
    let inbox = try Inbox.testing(now: { .testing })
    for (number, priority) in Priority.allCases.enumerated() {
      var payload = Payload.make("m\(number + 1)", priority: priority)
      payload.local.occurrences = number + 1
      _ = try inbox.at(.testing(-10 * Double(number + 1)))
        .importMessages([payload], replacing: false)
    }
    #expect(try numbers(text, in: inbox) == expected)
    let found = try inbox.stored().filter { try filter(text).matches($0, at: .testing) }
    #expect(found.map(\.number.rawValue).sorted() == expected)
  }

  @Test func `what would be too much is refused`() {
    let many = Array(repeating: "(a OR b)", count: 6).joined(separator: " ")
    #expect(throws: FilterError.self) { try filter(many) }
    let deep = String(repeating: "(", count: 300) + "a" + String(repeating: ")", count: 300)
    #expect(throws: FilterError.self) { try filter(deep) }
  }
}
