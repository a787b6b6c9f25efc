@testable import InboxCore
import InboxTestSupport
import Testing

/// The numbers of messages by source.
struct SourceCountTests {
  private func inbox(_ sources: [String]) throws -> Inbox {
    let inbox = try Inbox.testing()
    try inbox.push(sources.map { Payload.make(source: $0) }, defaultSource: "cli")
    return inbox
  }

  private func texts(_ counts: [SourceCount]) -> [String] {
    counts.map { "\($0.source) \($0.count.unread)/\($0.count.total)" }
  }

  @Test func `each source has its own messages, without those below it`() throws {
    let inbox = try inbox(["ci", "ci/shop", "ci/shop", "b"])
    try inbox.perform(.read, on: [2])
    try inbox.perform(.pin, on: [1])
    #expect(texts(try inbox.sourceCounts()) == ["b 1/1", "ci 1/1", "ci/shop 1/2"])
  }

  @Test func `a source whose messages are all in the trash is left out`() throws {
    let inbox = try inbox(["ci", "b"])
    try inbox.perform(.delete, on: [1])
    #expect(texts(try inbox.sourceCounts()) == ["b 1/1"])
  }

  @Test func `only what the filter of a host matches is counted`() throws {
    let inbox = try inbox(["ci", "ci/shop", "b"])
    let scope = MessageFilter([.init(.source("ci"))])
    #expect(texts(try inbox.sourceCounts(matching: scope)) == ["ci 1/1", "ci/shop 1/1"])
  }

  @Test func `what is left out is counted with its unread messages`() {
    let counts = ["a", "b/1", "b/2"].map { SourceCount($0, GroupCount(total: 3, unread: 2)) }
    let kept = counts.limited(to: 1)
    #expect(texts(kept) == ["a 2/3", "b 4/6"])
    #expect(kept.map(\.omittedUnreadCount) == [0, 4])
  }

  @Test func `all sources are counted, and those that are unread and urgent are listed`() throws {
    let inbox = try inbox((1...1_200).map { "k8s/\($0)" } + ["zfs/tank"])
    try inbox.perform(.read, on: .matching(MessageFilter([.init(.source("k8s"))])))
    try inbox.push(.make("2", source: "zfs/tank", priority: .max), from: "cli")
    let counts = try inbox.sourceCounts()
    #expect(counts.reduce(0) { $0 + $1.count.total } == 1_202)
    #expect(counts.last?.source == "zfs/tank" && counts.last?.priority == .max)
    #expect(counts.first?.source == "k8s" && counts.first?.omittedCount == 201)
    #expect(counts.first?.count == GroupCount(total: 201, unread: 0))
    let names = try inbox.filterNames().names.map { "\($0.term) \($0.count ?? -1)" }
    #expect(names.prefix(2) == ["source:k8s 1200", "source:zfs 2"])
  }
}
