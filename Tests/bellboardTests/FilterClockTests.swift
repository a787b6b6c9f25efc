import BellboardSupport
import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@testable import bellboard

@Suite struct FilterClockTests {
  /// A Thursday, 45 minutes before midnight and some seconds after a full minute.
  private let now = Date(timeIntervalSince1970: 1_790_897_110)

  private func next(_ filter: String, after now: Date) -> Date {
    FilterClock(filter: filter, timeZone: .gmt).nextReading(after: now)
  }

  @Test func `a filter that moves all the time is read at the next full minute`() {
    #expect(next("after:-1h", after: now) == Date(timeIntervalSince1970: 1_790_897_160))
    #expect(next("is:unread before:-30s", after: now) == Date(timeIntervalSince1970: 1_790_897_160))
  }

  @Test func `a filter of a day is read when the day is over`() {
    let midnight = Date(timeIntervalSince1970: 1_790_899_200)
    let reading = next("after:today", after: now)
    #expect(reading >= midnight)
    #expect(reading.timeIntervalSince(midnight) <= 1)
  }

  @Test(arguments: ["", "is:unread source:ci", "after:2026-01-31"])
  func `a filter that stands is left alone for a day`(filter: String) {
    #expect(next(filter, after: now) == now.addingTimeInterval(86_400))
  }
}

/// The words about messages that the maximum removed.
struct PrunedWordsTests {
  @Test(arguments: [1, 3]) func `the screen and push say the same`(count: Int) {
    let onScreen = StatusText.prunedUnread(count, setting: "maximum_notifications").words
    #expect(
      ErrorText.pruned(unread: count, maximum: 10).hasPrefix("note: " + onScreen + ", which is 10"))
  }
}

/// The words about a snooze until the person is on a machine that the exchange does not have.
struct SnoozeWarningTests {
  @Test(
    arguments: [
      (nil, nil), ([], "nowhere"), (["atlas", "laptop"], "nowhere (known: atlas, laptop)"),
    ] as [([String]?, String?)])
  func `the warning names the machines there are`(known: [String]?, named: String?) {
    var outcome = ChangeOutcome(changedCount: 1)
    outcome.knownMachines = known
    let warning = outcome.warning(of: .snooze(until: .visit(machine: "nowhere")))
    let ending = "; until one is, any screen ends the snooze"
    #expect(warning == named.map { "no machine is named \($0)\(ending)" })
  }
}
