import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// What a sender said and no field shows.
@Suite struct RestTests {
  private let inbox = Inbox.folding()

  private func push(_ payload: Payload, _ rest: String?, at second: Double = 0) throws {
    let rest = try rest.map { try JSONValue(json: $0) }
    try inbox.at(second).push(payload.with { $0.rest = rest }, from: "a")
  }

  private func found(_ text: String) throws -> Int {
    let filter = try MessageFilter(text)
    let matched = try inbox.stored().count { filter.matches($0, at: .testing(100)) }
    let listed = try inbox.at(100).count(matching: filter)
    #expect(matched == listed)
    return listed
  }

  @Test func `repeats that differ only in the rest are one row, each with its own`() throws {
    for second in 0..<500 {
      try push(.make("Disk full"), "{\"at\": \(second)}", at: Double(second))
    }
    let message = try #require(try inbox.message(1))
    #expect(try inbox.counts().stored == 1 && message.occurrences == 500)
    #expect(message.rest?.json == #"{"at":499}"#)
    #expect(message.earlier.count == 99)
    #expect(message.earlier.last?.fields == ["_rest": .object(["at": .integer(498)])])
    #expect(message.earlier.allSatisfy { $0.isRepeated(by: message) })
    #expect(message.earlier.grouped.count < 99)
  }

  @Test func `in one push they are one row too`() throws {
    let payloads = (0..<9).map { (number: Int64) in
      Payload.make("Disk full").with { $0.rest = .object(["at": .integer(number)]) }
    }
    try inbox.push(payloads, defaultSource: "a")
    #expect(try inbox.message(1)?.earlier.map { $0.fields["_rest"] }.count == 8)
    #expect(try inbox.counts().stored == 1)
  }

  @Test func `a merge replaces the rest, and keeps custom values that it does not bring`() throws {
    try push(
      Payload(title: "Title", id: "1", custom: .object(["mine": .integer(1)])),
      #"{"old": "copper"}"#)
    try push(.make(id: "1"), #"{"new": "zinc"}"#)
    let message = try #require(try inbox.message(1))
    #expect(message.customAndRest?.json == #"{"_rest":{"new":"zinc"},"mine":1}"#)
    try push(.make("Other", id: "1"), nil)
    #expect(try inbox.message(1)?.rest == .object(["new": "zinc"]))
    #expect(try found("zinc") == 1 && found("copper") == 0)
  }

  @Test func `a custom value that is no object moves below a name`() throws {
    try push(Payload(title: "Title", custom: "seven"), #"{"x": 1}"#)
    let custom = try inbox.message(1)?.customAndRest
    #expect(custom?.json == #"{"_rest":{"x":1},"value":"seven"}"#)
  }

  @Test func `the rest of a resolution is kept, and does not grow by repeats`() throws {
    try push(.make("Disk full", fold: "disk"), #"{"value": 97}"#)
    for second in 1...5 {
      try push(.make("Disk full", resolves: "disk"), "{\"value\": \(second)}", at: Double(second))
    }
    let message = try #require(try inbox.message(1))
    #expect(message.rest?.json == #"{"resolved":{"value":5},"value":97}"#)
    #expect(message.custom == nil && message.resolvedAt != nil)
  }

  @Test(arguments: [
    ("zinc", 1), ("next", 1), ("tab", 1), ("\"first next\"", 1), ("quoted", 1), ("-zinc", 0),
    ("text:zinc", 1), ("-text:zinc", 0), ("label", 1), ("nfirst", 0), ("bell", 1), ("lead", 0),
  ]) func `its words are found in the index and in memory alike`(_ text: String, _ count: Int)
    throws
  {
    let value = "zinc first\nnext\ttab \"quoted\" \\name \u{7}bell \0 \u{2028}x"
    let payload = Payload.make().with { $0.rest = .object(["label": .string(value)]) }
    try inbox.push(payload, from: "a")
    #expect(try inbox.message(1)?.rest == payload.rest)
    #expect(try found(text) == count)
  }

  @Test func `an export brings it back as it was`() throws {
    let mine = try JSONValue(json: #"{"mine": {"deep": [1, 2.5, true]}}"#)
    try push(
      Payload(title: "a", id: "1", custom: mine), #"{"at": "line one\nline \\n two", "\n": ["x"]}"#)
    try push(.make("b", id: "2"), #"{"list": [{"a": "b"}]}"#)
    try push(.make("c"), #""text""#, at: 1)
    try push(.make("c"), #""text two""#, at: 2)
    let other = try Inbox.testing()
    try other.importExport(of: inbox)
    #expect(try other.exported() == inbox.exported())
    #expect(try other.stored().map(\.rest) == inbox.stored().map(\.rest))
    #expect(try other.stored().map(\.custom) == inbox.stored().map(\.custom))
  }

  private func large(_ word: String) -> Payload {
    Payload.make("large", id: "1").with {
      $0.rest = .object(["text": .string(String(repeating: word, count: 60_000))])
    }
  }

  @Test func `a large one is a file that goes with its message`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    let payload = large("zinc ")
    try inbox.push(payload, from: "a")
    let rest = try #require(try inbox.message(1)?.rest)
    guard case .object(let fields) = rest, case .string(let link)? = fields["file"] else {
      throw Unexpected("no file: \(rest)")
    }
    let file = try #require(AttachmentReference(link: link))
    let path = try #require(inbox.attachments?.path(of: file))
    let kept = try JSONValue(json: String(contentsOfFile: path, encoding: .utf8))
    #expect(kept == payload.rest)
    var use = try inbox.attachmentUse()
    #expect(use.namedCount == 1 && use.unnamedCount == 0 && use.missing.isEmpty)
    try inbox.perform(.delete, on: [1])
    try inbox.purge([1])
    use = try inbox.attachmentUse()
    #expect(use.namedCount == 0 && use.unnamedCount == 0)
  }

  @Test func `a merge with another large one replaces the file`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    for word in ["zinc ", "lead "] { try inbox.push(large(word), from: "a") }
    let use = try inbox.attachmentUse()
    #expect(use.namedCount == 1 && use.unnamedCount == 0)
  }
}
