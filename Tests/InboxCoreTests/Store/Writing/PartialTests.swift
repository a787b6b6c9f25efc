import InboxCore
import InboxTestSupport
import Testing

/// The push's share of a message, and the whole that follows it.
struct PartialTests {
  private let inbox = Inbox.empty()

  @discardableResult private func push(
    _ title: String, isPartial: Bool = false, resurfaces: Bool = false, at seconds: Double = 0
  ) throws -> PushOutcome.RecordResult? {
    let payload = Payload.make(title, id: "a", source: "ci")
    return try inbox.at(seconds).push(
      payload.with { ($0.isPartial, $0.resurfaces) = (isPartial, resurfaces) })
  }

  private var row: MessageRow? { get throws { try inbox.at(100).rows().first } }

  private func verbs(after sequence: Int64) throws -> [LogEntry.Verb] {
    let watch = try inbox.watch(after: sequence)
    guard case .changed(let entries) = try watch.take() else { return [] }
    return entries.map(\.verb)
  }

  @Test func `the full message completes the partial one where it stands`() throws {
    try push("Build…", isPartial: true)
    #expect(try row?.isPartial == true)
    let before = try row
    try push("Build passed", at: 10)
    #expect(try row?.isPartial == false)
    #expect(try row?.title == "Build passed")
    #expect(try row?.sortDate == before?.sortDate)
    #expect(try verbs(after: 0) == [.received, .merged])
  }

  @Test func `a late partial never overwrites, but can bring the message up`() throws {
    try push("Build passed")
    let late = try push("Build…", isPartial: true, at: 10)
    #expect(late == .ignored(.fullIsHere))
    #expect(try row?.title == "Build passed")
    try inbox.at(20).perform(.read, on: [1])
    try push("Build…", isPartial: true, resurfaces: true, at: 30)
    #expect(try row?.title == "Build passed")
    #expect(try row?.isPartial == false)
    #expect(try row?.status == .unread)
    #expect(try row?.sortDate == .testing(30))
    #expect(try verbs(after: 0) == [.received, .read, .resurfaced])
  }

  @Test func `progress under one id stays in its place and status`() throws {
    try push("0 %")
    try inbox.at(1).push(.make("on top"), from: "cli")
    try inbox.at(2).perform(.read, on: [1])
    for percent in 1...100 { try push("\(percent) %", at: Double(percent)) }
    let rows = try inbox.at(100).rows()
    #expect(rows.map(\.title) == ["on top", "100 %"])
    #expect(rows.map(\.status) == [.unread, .read])
    #expect(try Set(verbs(after: 3)) == [.merged])
    #expect(try inbox.at(100).arrivals(.numbers([1])) == [])
  }
}
