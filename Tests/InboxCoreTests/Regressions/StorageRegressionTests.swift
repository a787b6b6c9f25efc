import Foundation
import GRDB
import InboxTestSupport
import Testing

@testable import InboxCore

/// What is damaged, cut off or refused takes nothing else with it.
@Suite struct StorageRegressionTests {
  private let folder = TemporaryFolder.empty()
  private var path: String { folder.path + "/inbox/inbox.sqlite" }

  /// An inbox of some hundred messages, closed.
  private func fill() throws -> Data {
    let inbox = try Inbox.testing(in: folder)
    let text = String(repeating: "text ", count: 100)
    let payloads = (1...300).map { Payload.make("\($0)", id: "\($0)", body: text) }
    try inbox.push(payloads, defaultSource: "a")
    try inbox.close()
    return try Data(contentsOf: URL(fileURLWithPath: path))
  }

  /// Uses the file in every way that a program does.
  private func useAll() throws {
    let inbox = try Inbox.testing(in: folder)
    defer { try? inbox.close() }
    _ = try inbox.snapshot(of: .init(), in: .init(limit: 400))
    try inbox.push(.make("new", id: "7"), from: "a")
    try inbox.perform(.delete, on: .matching(.all))
  }

  @Test(
    .bug(id: "D8", "a damaged file was taken for none, and written over"),
    arguments: [0.05, 0.5, 0.95])
  func `a file damaged from some place on is reported, and what is left of it stays`(
    share: Double
  ) throws {
    var bytes = try fill()
    let start = Int(Double(bytes.count) * share) / 4_096 * 4_096
    bytes.replaceSubrange(start..., with: Data(repeating: 0xA5, count: bytes.count - start))
    try bytes.write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: InboxError.self) { try useAll() }
    #expect(error?.isDamage == true, "\(String(describing: error))")
    let after = try Data(contentsOf: URL(fileURLWithPath: path))
    // Never a new, empty inbox in its place.
    #expect(after.count >= bytes.count)
    let kept = zip(after, bytes[..<start]).count { $0 == $1 }
    #expect(kept == start)
  }

  @Test(.bug(id: "D7", "one record that could not be read failed all of them"))
  func `one damaged record costs none of its neighbours`() throws {
    let inbox = try Inbox.testing(in: folder)
    let payloads = (1...4).map { Payload.make("\($0)", id: "\($0)", tags: ["t"]) }
    try inbox.push(payloads, defaultSource: "a")
    try inbox.execute(
      """
      UPDATE message SET tap = '{"kind":"fly"}', actions = '[{]', attachments = '7',
        custom = 'no JSON', conversion_tags = 'null', badge = 'many' WHERE number = 2;
      UPDATE message SET tap = '', actions = x'FF00', attachments = '[{"url":1}]',
        custom = x'00' WHERE number = 3
      """)
    #expect(try inbox.rows().map(\.title) == ["4", "3", "2", "1"])
    let messages = try inbox.stored()
    #expect(messages.map(\.title) == ["1", "2", "3", "4"])
    #expect(messages.map(\.tap) == Array(repeating: .app, count: 4))
    #expect(try inbox.perform(.read, on: .matching(.all)).changedCount == 4)
  }

  @Test(.bug(id: "D16", "the store was emptied before the new content was there"))
  func `an import that is refused leaves what was there`() throws {
    let inbox = try Inbox.testing(in: folder, maximumCount: 3)
    try inbox.push(.make("a", id: "1"), .make("b", id: "2"), from: "s")
    let before = try inbox.stored()
    let many = ["1", "3", "4"].map { Payload.make("new", id: $0, source: "s") }
    #expect(throws: InboxError.overMaximum(count: 4, maximum: 3)) {
      try inbox.at(1).importMessages(many, replacing: true)
    }
    #expect(try inbox.stored() == before)
  }
}
