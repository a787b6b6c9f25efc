import Foundation
import InboxCore
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

/// A push of Marketing Cloud, and the inbox message that follows it.
struct MarketingCloudTests {
  private let inbox: Inbox

  init() throws { inbox = try .testing() }

  private static let whole = """
    {"id": "M1", "subject": "Your order 4711", "alert": "whole",
     "sendDateUtc": "1970-01-01T00:00:10Z", "url": "https://example.org/inbox"}
    """

  @discardableResult
  private func push(_ json: String, at seconds: Double = 100) throws -> PushOutcome.RecordResult {
    try inbox.at(.testing(seconds)).push(try decoded(json), defaultSource: "mc")
  }

  private func message() throws -> Message { try #require(try inbox.message(MessageNumber(1))) }

  @Test(arguments: [
    #""id":"M1","url":"https://example.org/inbox""#, #""id":"M1","custom":"a text""#,
    #""id":"M1","name":"spring""#, #""_mid":"M1""#,
    #""_sid":"SFMC","_m":"M1","_r":"r","_mt":8"#,
  ])
  func `a push is a part, completed by the whole and never in its place`(beside: String) throws {
    let part = #"{"aps":{"alert":{"title":"Your order","body":"has shipped"}},\#(beside)}"#
    #expect(try push(part) == .inserted(MessageNumber(1), id: "M1"))
    #expect(try message().isPartial)
    try push(Self.whole)
    #expect(try message().title == "Your order 4711")
    #expect(try !message().isPartial)
    #expect(try push(part) == .ignored(.fullIsHere))
    #expect(try message().title == "Your order 4711")
    #expect(try message().body == "whole")
  }

  @Test(arguments: [
    #""id":"M1""#, #""id":"M1","url":"u:x","cxone_data":{"thread_id":"T"}"#,
    #""id":"M1","name":"n","pushId":"p""#, #""_m":"M1","sendDateUtc":"2026-01-31T08:15:00Z""#,
    #""url":"https://example.org""#,
  ])
  func `a push that nothing will complete is whole`(beside: String) throws {
    #expect(try !decoded(#"{"aps":{"alert":"x"},\#(beside)}"#).isPartial)
  }

  @Test func `the link beside aps is what opening opens, unless another part says where`() throws {
    let plain = try decoded(#"{"aps":{"alert":"x"},"url":"https://example.org"}"#)
    #expect(plain.tap == .set(.url("https://example.org")))
    #expect(plain.custom == .absent)
    let other = try decoded(#"{"aps":{"alert":"x"},"_od":"app://x","url":"https://example.org"}"#)
    #expect(other.tap == .set(.url("app://x")))
    #expect(other.custom == .set(.object(["url": "https://example.org"])))
  }

  @Test func `the place follows the first sending time, and no later one`() throws {
    try push(#"{"id":"older","title":"older","sent_at":50}"#, at: 0)
    try push(#"{"aps":{"alert":"part"},"_mid":"M1"}"#)
    let number = MessageNumber(2)
    func order() throws -> [MessageNumber] {
      try inbox.at(.testing(300)).snapshot(of: .init(), in: .init(limit: 9)).rows.map(\.number)
    }
    #expect(try order() == [number, MessageNumber(1)])
    try push(Self.whole, at: 200)
    #expect(try order() == [MessageNumber(1), number])
    let row = try inbox.at(.testing(300)).snapshot(of: .init(), in: .init(limit: 9)).rows[1]
    #expect(row.sortDate == Date(timeIntervalSince1970: 10))
    #expect(try inbox.message(number)?.sortDate == row.sortDate)
    try push(#"{"id":"M1","sendDateUtc":"1970-01-01T00:00:55Z","subject":"again"}"#, at: 250)
    #expect(try order() == [MessageNumber(1), number])
  }

  @Test func `null for a text that another stands in for is not kept`() throws {
    let message = try decoded(#"{"subject":"s","title":null,"custom":null}"#)
    #expect(message.title == .set("s"))
    #expect(message.custom == .cleared)
  }
}
