import InboxText
package import Foundation

/// The quiet hours of each day in local time; they may span midnight.
public struct QuietHours: Sendable, Hashable {
  /// The minute of the day at which they begin.
  package let start: Int
  /// The minute of the day at which they end.
  package let end: Int

  /// Parses `22:00-07:00` or `10pm-7am`; nil for anything else, also for an empty range.
  public init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Self.minute($0.trimmingCharacters(in: .whitespaces)) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
    self.start = start
    self.end = end
  }

  /// Whether a time is in the range; the end is not.
  package func contains(_ now: Date, in zone: TimeZone) -> Bool {
    let minute = Int(LocalClock(timeZone: zone).reading(at: now).second) / 60
    return start < end
      ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// The next time at which they begin or end.
  package func nextChange(after now: Date, in zone: TimeZone) -> Date {
    let clock = LocalClock(timeZone: zone)
    let today = clock.reading(at: now).day
    // Tomorrow's may come first, where daylight saving skips today's.
    let moments = [today, today + 1].flatMap { day in
      [start, end].flatMap { clock.moments(day: day, second: Double($0 * 60)) }
    }
    return moments.filter { $0 > now }.min() ?? now.addingTimeInterval(86_400)
  }

  /// The time of day at which they end, such as `07:00`.
  package var endText: String { Self.text(of: end) }

  /// Both times of day, such as `22:00-07:00`.
  package var text: String { "\(Self.text(of: start))-\(endText)" }

  private static func text(of minute: Int) -> String {
    "\(AbsoluteTime.padded(minute / 60, 2)):\(AbsoluteTime.padded(minute % 60, 2))"
  }

  private static func minute(_ text: String) -> Int? {
    guard case .second(let second) = ClockTime.read(text.lowercased()) else { return nil }
    return second.truncatingRemainder(dividingBy: 60) == 0 ? Int(second) / 60 : nil
  }
}
