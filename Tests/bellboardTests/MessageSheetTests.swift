import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

/// What `show` prints of a message, piped.
@Suite struct MessageSheetTests {
  /// The lines of a message at a time.
  private func lines(_ message: Message, at seconds: Double) -> [Substring] {
    MessageSheet(message: message, now: .testing(seconds), zone: nil).text.split(separator: "\n")
  }

  @Test func `a message whose snooze has ended is snoozed no longer`() {
    var message = Message.make()
    message.snoozedUntil = .testing(60)
    #expect(lines(message, at: 0).contains { $0.hasPrefix("snoozed     2026-01-31T12:01") })
    let ended = lines(message, at: 60)
    #expect(ended.contains { $0.hasPrefix("returned    2026-01-31T12:01") })
    #expect(!ended.contains { $0.hasPrefix("snoozed") })
    (message.snoozedUntil, message.snoozedFor) = (nil, .next)
    #expect(lines(message, at: 60).contains("snoozed     until the next of its source"))
  }
}
