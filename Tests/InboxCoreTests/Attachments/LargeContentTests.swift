import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// Records that are too large for a message are cut, and kept whole in a file.
@Suite struct LargeContentTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox

  init() throws {
    inbox = try Inbox.open(
      folder: folder.path + "/inbox", configuration: .testing(foldRepeats: .identical))
  }

  private static let long = String(repeating: "e\u{301} ", count: 100_000) + "marker"

  private func file(of message: Message, _ index: Int = 0) throws -> String {
    let reference = try #require(message.attachments[index].reference)
    let path = try #require(inbox.attachments?.path(of: reference))
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(arguments: ["title", "subtitle", "body", "thread", "custom"])
  func `the whole text is in a file of the message, whichever field has it`(
    _ field: String
  ) throws {
    var payload = Payload.make("T", body: "B")
    switch field {
    case "title": payload.title = .set(Self.long)
    case "subtitle": payload.subtitle = .set(Self.long)
    case "thread": payload.thread = .set(Self.long)
    case "custom": payload.custom = .set(.object(["a": .string(Self.long)]))
    default: payload.body = .set(Self.long)
    }
    guard case .inserted = try inbox.push(payload, defaultSource: "a") else {
      throw Unexpected("not stored")
    }
    let message = try #require(try inbox.stored().first)
    #expect(message.attachments.map(\.name) == ["message.txt"])
    let text = try file(of: message)
    let whole = field == "custom" ? JSONValue.object(["a": .string(Self.long)]).json : Self.long
    #expect(text == whole)
    #expect(message.body?.hasSuffix("the attached file message.txt (400 kB).") == true)
    // A character is not cut apart.
    let cut = try #require(
      [message.title, message.subtitle, message.body, message.thread]
        .compactMap(\.self).first { $0.contains("…") || field == "custom" })
    #expect(!cut.contains("e…"))
    #expect(message.custom == nil && message.sizeError(isImport: false) == nil)
    #expect(try inbox.attachmentUse().namedCount == 1)
    try inbox.perform(.delete, on: .matching(.all))
    try inbox.purge(.matching(.trash))
    #expect(try inbox.attachmentUse().namedCount == 0)
  }

  @Test func `several long texts are in one file, and what is short stays as it is`() throws {
    try inbox.push(
      Payload(
        title: "T", subtitle: Self.long, body: Self.long, attachments: [.init(url: "https://e/x")],
        custom: .object(["a": "b"])), from: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.title == "T" && message.custom == .object(["a": "b"]))
    #expect(message.attachments.map(\.name) == [nil, "message.txt"])
    #expect(try file(of: message, 1) == Self.long + "\n\n" + Self.long)
    #expect(message.body.map { $0.utf8.count > Payload.maximumSize / 2 } == true)
  }

  @Test func `equal ones fold, and others with the same beginning do not`() throws {
    for end in ["", "", "other"] {
      try inbox.push(.make("T", body: Self.long + end), defaultSource: "a")
    }
    #expect(try inbox.stored().map(\.occurrences) == [2, 1])
  }

  @Test func `where no file can be written, the text is kept in the rest`() throws {
    let inbox = try Inbox.open(
      folder: folder.path + "/small",
      configuration: .testing().with { $0.attachmentLimits = AttachmentLimits(file: 10) })
    try inbox.push(.make("T", body: Self.long), from: "a")
    let message = try #require(try inbox.stored().first)
    #expect(message.attachments.isEmpty && message.body?.hasSuffix("its rest (400 kB).") == true)
    #expect(message.rest == .object(["text": .string(Self.long)]))
  }

  @Test func `a resolution without room for its text resolves, and its file stays`() throws {
    try inbox.push(.make("Disk full", body: Self.long, fold: "disk"), from: "a")
    let end = Payload.make("Disk full", body: "over " + Self.long, resolves: "disk")
    let result = try inbox.push(end, defaultSource: "a")
    guard case .merged = result else { throw Unexpected(result) }
    let message = try #require(try inbox.stored().first)
    #expect(message.resolvedAt != nil)
    #expect(try file(of: message, 1) == "over " + Self.long)
    #expect(message.rest?.value(at: "/resolved/text")?.plainText?.hasPrefix("over ") == true)
    #expect(try inbox.attachmentUse().namedCount == 2)
  }
}
