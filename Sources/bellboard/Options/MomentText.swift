import ArgumentParser
import Foundation
import InboxCore

/// Moments as flags have them: RFC 3339, Unix seconds, or a distance such as `+2h` or `-10m`.
enum MomentText {
  /// The moment that a flag gives; nil when it is not given.
  ///
  /// - Throws: `ValidationError` that names the flag and what it takes.
  static func date(_ text: String?, flag: String, at now: Date) throws -> Date? {
    guard let text else { return nil }
    if let date = RFC3339.date(from: text) { return date }
    if text.first == "+" || text.first == "-" {
      if let distance = distance(text) { return now.addingTimeInterval(distance) }
    } else if let seconds = Double(text), RFC3339.seconds.contains(seconds) {
      return Date(timeIntervalSince1970: seconds)
    }
    throw ValidationError(
      "\(flag) takes a time such as 2026-01-31T09:00:00Z, 1769850000, +2h or -10m, not '\(text)'.")
  }

  private static func distance(_ text: String) -> Double? {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    guard let unit = text.last.flatMap({ units[$0] }), let count = Int32(text.dropLast()) else {
      return nil
    }
    return Double(count) * unit
  }
}
