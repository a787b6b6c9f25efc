import Foundation
import InboxCore

/// What the clock has to do with a row: until when it sleeps, when it begins, that it is over.
enum RowPhase {
  case snoozed(until: Date)
  case scheduled(from: Date)
  case expired

  /// What holds of a message; nil for one that is simply in the list.
  init?(of row: MessageRow) {
    if row.isExpired {
      self = .expired
    } else if let date = row.snoozedUntil {
      self = .snoozed(until: date)
    } else if let date = row.startsAt {
      self = .scheduled(from: date)
    } else {
      return nil
    }
  }

  private static let snoozedText = RowMark.snoozed.sign + " until "
  private static let scheduledText = RowMark.scheduled.sign + " from "
  private static let expiredText = RowMark.expired.sign + " expired"

  /// Most columns that a moment takes: a date, `Mon 09:00` or `09:00`.
  private static let momentColumns = 10

  /// The mark and its words.
  func text(at now: Date, in zone: TimeZone) -> String {
    switch self {
    case .snoozed(let date): Self.snoozedText + Self.moment(date, at: now, in: zone)
    case .scheduled(let date): Self.scheduledText + Self.moment(date, at: now, in: zone)
    case .expired: Self.expiredText
    }
  }

  private static func moment(_ date: Date, at now: Date, in zone: TimeZone) -> String {
    AbsoluteTime.nearText(date, from: now, in: zone)
      ?? String(AbsoluteTime.text(date, in: zone).dropFirst(4).prefix(momentColumns))
  }

  /// Most columns that the words take, with a blank behind them.
  var columns: Int {
    switch self {
    case .snoozed: Self.snoozedText.columns + 1 + Self.momentColumns
    case .scheduled: Self.scheduledText.columns + 1 + Self.momentColumns
    case .expired: Self.expiredText.columns + 1
    }
  }
}
