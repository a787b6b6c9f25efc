import ArgumentParser
import Foundation
import InboxCore
import InboxText
import Testing

@testable import bellboard

/// The options for the fields of a message.
struct PayloadOptionsTests {
  private func payload(_ words: String...) throws -> Payload {
    try PayloadOptions.parse(words).payload(at: Date(timeIntervalSince1970: 0))
  }

  @Test func `a comma separates tags`() throws {
    let payload = try payload("--tag", "a, b,", "--tag", "c d")
    #expect(payload.tags == .set(["a", "b", "c d"]))
    #expect(try self.payload("--tag", "a").tags == .set(["a"]))
  }

  @Test(
    arguments: [
      ("error", Priority.high, JSONValue.object(["priority": "error"])),
      ("Urgent", .max, .object(["priority": "Urgent"])),
      ("high", .high, nil), ("5", .max, nil), ("MAX", .max, nil),
    ] as [(String, Priority, JSONValue?)])
  func `the word of another system is kept beside the priority`(
    _ word: String, _ priority: Priority, _ rest: JSONValue?
  ) throws {
    let payload = try payload("-p", word)
    #expect(payload.priority == .set(priority) && payload.rest == rest)
  }
}
