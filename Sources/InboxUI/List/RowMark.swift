import InboxText
import Foundation
import InboxCore

/// A sign beside a message that tells more of it; help explains all of them.
package enum RowMark: String, CaseIterable {
  case marked = "*"
  case highPriority = "!"
  case maxPriority = "!!"
  case pinned = "⚑"
  case asking = "?"
  case answered = "✓"
  /// Their number follows.
  case attachments = "+"
  /// Their number follows.
  case actions = "»"
  case partial = "…"
  case snoozed = "⏾"
  case scheduled = "◷"
  case expired = "⊘"

  /// The sign.
  package var sign: String { rawValue }

  /// The mark of a priority that stands out.
  init?(of priority: Priority) {
    switch priority {
    case .max: self = .maxPriority
    case .high: self = .highPriority
    case .default, .low, .min: return nil
    }
  }

  /// The mark as help shows it, with a number where one belongs to it.
  var sample: String {
    switch self {
    case .attachments: sign + "1"
    case .actions: sign + "2"
    default: sign
    }
  }

  /// What it says of its message, as one sentence.
  var meaning: String {
    switch self {
    case .marked: "It is marked."
    case .highPriority: "Its priority is high."
    case .maxPriority: "Its priority is the highest."
    case .pinned: "It is pinned on top."
    case .asking: "It asks, and waits for an answer."
    case .answered: "It was answered."
    case .attachments: "It has so many attachments."
    case .actions: "It offers so many actions."
    case .partial: "Of a title: the rest of it has not come yet."
    case .snoozed: "It is snoozed until then."
    case .scheduled: "It is scheduled for then."
    case .expired: "Its time is over."
    }
  }
}

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
