import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore
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

  @Test(arguments: [(Status.read, "read    "), (.deleted, "deleted "), (.read, "done    ")])
  func `the time of a status has its name, once`(status: Status, name: String) {
    var message = Message.make()
    message.status = status
    message.doneAt = name == "done    " ? .testing : nil
    message.handling = Handling(date: .testing, machine: "atlas")
    let told = lines(message, at: 0).filter { $0.hasSuffix(" on atlas") }
    #expect(told.count == 1 && told[0].hasPrefix("\(name)    2026-01-31T12:00"))
    #expect(!lines(message, at: 0).contains { $0.hasPrefix("dealt") })
  }
}
