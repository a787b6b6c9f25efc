public import Foundation

/// A stretch of each day, by the clock on the wall; it may cross midnight.
public struct QuietHours: Sendable, Hashable, CustomStringConvertible {
  /// The minute of the day at which they begin.
  public let start: Int
  /// The minute of the day at which they end.
  public let end: Int

  /// Reads `22:00-07:00`; nil for anything else, also for hours without length.
  public init?(_ text: String) {
    let ends = text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Self.minute($0.trimmingCharacters(in: .whitespaces)) }
    guard ends.count == 2, let start = ends[0], let end = ends[1], start != end else { return nil }
    self.start = start
    self.end = end
  }

  /// As it is written: `22:00-07:00`.
  public var description: String { "\(Self.text(start))-\(Self.text(end))" }

  /// Whether a moment lies within them; the end does not.
  public func contains(_ now: Date, in zone: TimeZone) -> Bool {
    let minute = Int(Self.secondOfDay(now, in: zone)) / 60
    return start < end
      ? (start..<end).contains(minute) : minute >= start || minute < end
  }

  /// The next moment at which they begin or end.
  ///
  /// A change to or from summer time in between may move it by that hour.
  public func nextChange(after now: Date, in zone: TimeZone) -> Date {
    let second = Self.secondOfDay(now, in: zone)
    let waits = [start, end].map { minute in
      let wait = Double(minute * 60) - second
      return wait > 0 ? wait : wait + 86_400
    }
    return now.addingTimeInterval(min(waits[0], waits[1]))
  }

  private static func secondOfDay(_ now: Date, in zone: TimeZone) -> Double {
    let local = now.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: now))
    let second = local.truncatingRemainder(dividingBy: 86_400)
    return second < 0 ? second + 86_400 : second
  }

  private static func minute(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let areDigits = parts.allSatisfy { part in
      (1...2).contains(part.utf8.count) && part.utf8.allSatisfy { (48...57).contains($0) }
    }
    guard parts.count == 2, areDigits, let hour = Int(parts[0]), let minute = Int(parts[1]),
      parts[1].count == 2, hour < 24, minute < 60
    else { return nil }
    return hour * 60 + minute
  }

  private static func text(_ minute: Int) -> String {
    [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }
}
