import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// What is put off, as a person sees it.
struct SnoozeScreenTests {
  private static let screens = [
    KeptScreen("menu-snooze", "the moments to choose from") {
      $0.press("Space", "Space", "s", "j")
    },
    KeptScreen("prompt-snooze", "a mistake below the prompt") {
      $0.press("s", "o", pasting: "tomorow 9am", then: "Enter")
    },
    KeptScreen("phases", "rows tell why they are not in the list") {
      var snapshot = $0.state.list.snapshot
      snapshot.rows = MessageRow.outsideTheList(at: $0.now)
      $0.send(.snapshot(snapshot))
    },
  ]

  @Test(arguments: screens, Size.recorded)
  func `each has its look`(_ screen: KeptScreen, _ size: Size) throws {
    try screen.check(
      from: ScreenDriver(count: 6, size: size, now: .testing) {
        ($1.local.receivedAt, $1.fold) = (.testing(-60), .set("\($0)"))
      })
  }

  @Test func `a row is as high on every day`() {
    for row in MessageRow.outsideTheList(at: .testing) {
      for columns in stride(from: 20, through: 120, by: 7) {
        let height = RowLayout.height(of: row, theme: .default, columns: columns)
        for day in 0..<12 {
          let context = RowContext(
            theme: .default, columns: columns, now: .testing(Double(day - 10) * 86_400))
          #expect(RowLayout.lines(of: row, in: context).count == height)
        }
      }
    }
  }

  private static let near: [(hours: Double, text: String?)] = [
    (1, "13:00"), (12, "Sun 00:00"), (144, "Fri 12:00"), (168, nil), (167, nil), (-1, "11:00"),
    (-24, "Fri 12:00"),
  ]

  @Test(arguments: near.indices) func `a near moment is shown by clock and weekday`(_ index: Int) {
    let (hours, text) = Self.near[index]
    let moment = Date.testing(hours * 3_600)
    #expect(AbsoluteTime.nearText(moment, from: .testing, in: .gmt) == text)
  }
}

extension MessageRow {
  /// Rows that are snoozed, scheduled or expired, with texts that need several lines.
  fileprivate static func outsideTheList(at now: Date) -> [MessageRow] {
    func row(_ number: Int64, _ change: (inout MessageRow) -> Void) -> MessageRow {
      var row = MessageRow(
        number: MessageNumber(number), source: "ntfy/ops",
        title: "Backup \(number) finished on atlas after a very long night of copying",
        excerpt: "42 GB copied in 12 minutes.", sortDate: now)
      change(&row)
      return row
    }
    func snoozed(_ number: Int64, _ seconds: Double) -> MessageRow {
      row(number) {
        $0.snoozedUntil = now.addingTimeInterval(seconds)
        $0.sortDate = now.addingTimeInterval(seconds)
      }
    }
    return [
      snoozed(6, 30 * 86_400), snoozed(5, 2 * 86_400), snoozed(4, 3_600),
      row(3) { $0.startsAt = now.addingTimeInterval(86_400) },
      row(2) { $0.isExpired = true },
      row(1) {
        $0.isExpired = true
        $0.status = .read
        $0.isPinned = true
      },
    ]
  }
}
