import Foundation
import InboxCore
import InboxText

/// A mark in a row for a property of its message, explained in help.
package enum RowMark: String, CaseIterable {
  case marked = "*"
  case highPriority = "▎"
  case maxPriority = "█"
  case pinned = "⚑"
  case asking = "?"
  case answered = "✓"
  case resolved = "✔"
  /// Followed by the number of occurrences.
  case repeated = "×"
  /// Followed by the number of attachments.
  case attachments = "+"
  /// Followed by the number of actions.
  case actions = "»"
  case partial = "…"
  case snoozed = "⏾"
  case scheduled = "◷"
  case expired = "⊘"
  case done = "☑"
  case deleted = "✗"
  case muted = "🔕"

  package var sign: String { rawValue }

  /// The mark of a priority; nil unless high or highest.
  init?(of priority: Priority) {
    switch priority {
    case .max: self = .maxPriority
    case .high: self = .highPriority
    case .default, .low, .min: return nil
    }
  }

  /// The mark in help, with a sample number.
  var sample: String {
    switch self {
    case .attachments: sign + "1"
    case .repeated: sign + "3"
    case .actions: sign + "2"
    default: sign
    }
  }

  /// The meaning, for help.
  var meaning: String {
    switch self {
    case .marked: "Marked"
    case .highPriority: "High priority, beside the mark"
    case .maxPriority: "Highest priority, beside the mark"
    case .pinned: "Pinned"
    case .asking: "Question to answer"
    case .answered: "Answered"
    case .resolved: "Resolved"
    case .repeated: "Came three times"
    case .attachments: "One attachment"
    case .actions: "Two actions"
    case .partial: "After a title: the rest has not arrived"
    case .snoozed: "Snoozed until …"
    case .scheduled: "Scheduled for …"
    case .expired: "Expired, or not answered"
    case .done: "Done"
    case .deleted: "In the trash"
    case .muted: "Muted: does not alert"
    }
  }
}

/// The phase of a message that is not listed because of its times.
enum RowPhase {
  case snoozed(until: SnoozeEnd)
  case scheduled(from: Date)
  case expired
  case done

  /// The phase of a message; nil for a listed one.
  init?(of row: MessageRow) {
    if row.isDone {
      self = .done
      return
    }
    // A question that was not answered is listed, and says so in the place of its answer.
    if row.isExpired, !row.isUnanswered {
      self = .expired
    } else if let end = row.snoozedFor ?? row.snoozedUntil.map(SnoozeEnd.date) {
      self = .snoozed(until: end)
    } else if let date = row.startsAt {
      self = .scheduled(from: date)
    } else {
      return nil
    }
  }

  /// The text, and the time that follows it.
  private var parts: (text: String, time: Date?) {
    switch self {
    case .snoozed(.date(let date)): (RowMark.snoozed.sign + " until ", date)
    case .snoozed(let event): (RowMark.snoozed.sign + " until " + (event.words ?? ""), nil)
    case .scheduled(let date): (RowMark.scheduled.sign + " from ", date)
    case .expired: (RowMark.expired.sign + " expired", nil)
    case .done: (RowMark.done.sign + " done", nil)
    }
  }

  /// Whether a time in the future is displayed.
  var isAhead: Bool { parts.time != nil }

  /// Columns of the longest time: a date, `Mon 09:00` or `09:00`.
  private static let momentColumns = 10

  func text(at now: Date, in zone: TimeZone) -> String {
    let (text, time) = parts
    guard let time else { return text }
    let moment =
      AbsoluteTime.nearText(time, from: now, in: zone)
      ?? String(AbsoluteTime.text(time, in: zone).dropFirst(4).prefix(Self.momentColumns))
    return text + moment
  }

  /// Columns of the longest text, with a blank after it.
  var columns: Int { parts.text.columns + 1 + (isAhead ? Self.momentColumns : 0) }
}

/// The time of a row, in the configured format.
enum RowTime {
  /// The text for `date`, at most six columns wide.
  static func text(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> String {
    switch format {
    case .relative: return RelativeTime.text(from: date, to: now)
    case .clock:
      guard let then = LocalTime(date, in: zone), let today = LocalTime(now, in: zone) else {
        return "?"
      }
      if then.isSameDay(as: today) { return AbsoluteTime.clock(then) }
      return then.year == today.year
        ? AbsoluteTime.monthAndDay(then) : AbsoluteTime.padded(then.year, 4)
    }
  }

  /// When the text for `date` next changes.
  static func nextChange(
    of date: Date, at now: Date, as format: RowOptions.TimeFormat, in zone: TimeZone
  ) -> Date {
    switch format {
    case .relative: return RelativeTime.nextChange(from: date, now: now)
    case .clock: return LocalTime.midnight(after: now, in: zone)
    }
  }
}
