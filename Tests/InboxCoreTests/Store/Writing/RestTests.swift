import Foundation
import InboxPayloads
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// What a sender said and no field shows.
@Suite struct RestTests {
  private let inbox: Inbox

  init() throws {
    inbox = try .inMemory(configuration: .testing(foldRepeats: .identical))
  }

  private func push(_ payload: Payload, _ rest: String?, at second: Double = 0) throws {
    var payload = payload
    payload.rest = try rest.map { try JSONValue(json: $0) }
    _ = try inbox.at(.testing(second)).push([payload], defaultSource: "a")
  }

  private func found(_ text: String) throws -> Int {
    let filter = try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
    let matched = try inbox.stored().count { filter.matches($0, at: .testing(100)) }
    let listed = try inbox.at(.testing(100)).count(matching: filter)
    #expect(matched == listed)
    return listed
  }

  @Test func `repeats that differ only in the rest are one row, each with its own`() throws {
    for second in 0..<500 {
      try push(.make("Disk full"), "{\"at\": \(second)}", at: Double(second))
    }
    let message = try #require(try inbox.message(.init(1)))
    #expect(try inbox.counts().stored == 1 && message.occurrences == 500)
    #expect(message.rest?.json == #"{"at":499}"#)
    #expect(message.earlier.count == 99)
    #expect(message.earlier.last?.fields == ["_rest": .object(["at": .integer(498)])])
    #expect(message.earlier.allSatisfy { $0.isRepeated(by: message) })
    #expect(message.earlier.grouped.count < 99)
  }

  @Test func `in one push they are one row too`() throws {
    let payloads = (0..<9).map { (number: Int64) in
      var payload = Payload.make("Disk full")
      payload.rest = .object(["at": .integer(number)])
      return payload
    }
    _ = try inbox.push(payloads, defaultSource: "a")
    #expect(try inbox.message(.init(1))?.earlier.map { $0.fields["_rest"] }.count == 8)
    #expect(try inbox.counts().stored == 1)
  }

  @Test func `a merge replaces the rest, and keeps custom values that it does not bring`() throws {
    var first = Payload.make(id: "1")
    first.custom = .set(.object(["mine": .integer(1)]))
    try push(first, #"{"old": "copper"}"#)
    try push(.make(id: "1"), #"{"new": "zinc"}"#)
    let message = try #require(try inbox.message(.init(1)))
    #expect(message.customAndRest?.json == #"{"_rest":{"new":"zinc"},"mine":1}"#)
    try push(.make("Other", id: "1"), nil)
    #expect(try inbox.message(.init(1))?.rest == .object(["new": "zinc"]))
    #expect(try found("zinc") == 1 && found("copper") == 0)
  }

  @Test func `a custom value that is no object moves below a name`() throws {
    var payload = Payload.make()
    payload.custom = .set("seven")
    try push(payload, #"{"x": 1}"#)
    let custom = try inbox.message(.init(1))?.customAndRest
    #expect(custom?.json == #"{"_rest":{"x":1},"value":"seven"}"#)
  }

  @Test func `the rest of a resolution is kept, and does not grow by repeats`() throws {
    var firing = Payload.make("Disk full")
    firing.fold = .set("disk")
    try push(firing, #"{"value": 97}"#)
    for second in 1...5 {
      var end = Payload.make("Disk full")
      end.resolves = "disk"
      try push(end, "{\"value\": \(second)}", at: Double(second))
    }
    let message = try #require(try inbox.message(.init(1)))
    #expect(message.rest?.json == #"{"resolved":{"value":5},"value":97}"#)
    #expect(message.custom == nil && message.resolvedAt != nil)
  }

  @Test(arguments: [
    ("zinc", 1), ("next", 1), ("tab", 1), ("\"first next\"", 1), ("quoted", 1), ("-zinc", 0),
    ("text:zinc", 1), ("-text:zinc", 0), ("label", 1), ("nfirst", 0), ("bell", 1), ("lead", 0),
  ]) func `its words are found in the index and in memory alike`(_ text: String, _ count: Int)
    throws
  {
    var payload = Payload.make()
    let value = "zinc first\nnext\ttab \"quoted\" \\name \u{7}bell \0 \u{2028}x"
    payload.rest = .object(["label": .string(value)])
    _ = try inbox.push([payload], defaultSource: "a")
    #expect(try inbox.message(.init(1))?.rest == payload.rest)
    #expect(try found(text) == count)
  }

  @Test func `an export brings it back as it was`() throws {
    var custom = Payload.make("a", id: "1")
    custom.custom = .set(try JSONValue(json: #"{"mine": {"deep": [1, 2.5, true]}}"#))
    try push(custom, #"{"at": "line one\nline \\n two", "\n": ["x"]}"#)
    try push(.make("b", id: "2"), #"{"list": [{"a": "b"}]}"#)
    try push(.make("c"), #""text""#, at: 1)
    try push(.make("c"), #""text two""#, at: 2)
    let other = try Inbox.testing()
    var lines: [String] = []
    try inbox.exportMessages { lines.append(MessageJSON($0, as: .export).text) }
    let records = lines.flatMap { PayloadDecoder(purpose: .import).decode(Array($0.utf8)) }
    _ = try other.importMessages(try records.map { try $0.result.get() })
    var again: [String] = []
    try other.exportMessages { again.append(MessageJSON($0, as: .export).text) }
    #expect(again == lines)
    #expect(try other.stored().map(\.rest) == inbox.stored().map(\.rest))
    #expect(try other.stored().map(\.custom) == inbox.stored().map(\.custom))
  }

  @Test func `a large one is a file that goes with its message`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    var payload = Payload.make("large")
    payload.rest = .object(["text": .string(String(repeating: "zinc ", count: 60_000))])
    _ = try inbox.push([payload], defaultSource: "a")
    let rest = try #require(try inbox.message(.init(1))?.rest)
    guard case .object(let fields) = rest, case .string(let link)? = fields["file"] else {
      Issue.record("no file: \(rest)")
      return
    }
    let file = try #require(AttachmentReference(link: link))
    let path = try #require(inbox.attachments?.path(of: file))
    let kept = try JSONValue(json: String(contentsOfFile: path, encoding: .utf8))
    #expect(kept == payload.rest)
    var use = try inbox.attachmentUse()
    #expect(use.namedCount == 1 && use.unnamedCount == 0 && use.missing.isEmpty)
    _ = try inbox.perform(.delete, on: .numbers([.init(1)]))
    _ = try inbox.purge(.numbers([.init(1)]))
    use = try inbox.attachmentUse()
    #expect(use.namedCount == 0 && use.unnamedCount == 0)
  }

  @Test func `a merge with another large one replaces the file`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    for word in ["zinc ", "lead "] {
      var payload = Payload.make("large", id: "1")
      payload.rest = .object(["text": .string(String(repeating: word, count: 60_000))])
      _ = try inbox.push([payload], defaultSource: "a")
    }
    let use = try inbox.attachmentUse()
    #expect(use.namedCount == 1 && use.unnamedCount == 0)
  }
}
