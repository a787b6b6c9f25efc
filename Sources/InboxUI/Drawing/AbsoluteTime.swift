public import Foundation

/// A moment as a calendar and a clock show it: `Sat 2026-11-21 05:16`.
///
/// Made by arithmetic on the Gregorian calendar; a date formatter costs more than a whole frame.
public enum AbsoluteTime {
  private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let secondsPerDay = 86_400
  /// Years 1 to 9999; the rest would not fit the form.
  private static let range = -62_135_596_800...253_402_300_799

  /// The words for `date` in a time zone.
  public static func text(_ date: Date, in zone: TimeZone) -> String {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard let whole = Int(exactly: seconds) else { return "?" }
    let bounded = min(max(whole, range.lowerBound), range.upperBound)
    let offset = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(bounded)))
    let local = min(max(bounded + offset, range.lowerBound), range.upperBound)
    let days = Int((Double(local) / Double(secondsPerDay)).rounded(.down))
    let rest = local - days * secondsPerDay
    let weekday = weekdays[((days % 7) + 7) % 7]
    let clock = "\(padded(rest / 3_600, 2)):\(padded(rest / 60 % 60, 2))"
    return "\(weekday) \(calendarDay(days)) \(clock)"
  }

  /// The civil date of a day counted from 1970-01-01, by eras of 400 years that begin in March.
  private static func calendarDay(_ days: Int) -> String {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// A moment by clock and weekday: `17:30` today, `Mon 09:00` within six days.
  ///
  /// Nil for those farther away, whose weekday would not tell them; else at most 10 columns.
  public static func nearText(_ date: Date, from now: Date, in zone: TimeZone) -> String? {
    let words = text(date, in: zone).split(separator: " ").map(String.init)
    let today = text(now, in: zone).split(separator: " ").map(String.init)
    guard words.count == 3, today.count == 3 else { return nil }
    if words[1] == today[1] { return words[2] }
    let isNear = abs(date.timeIntervalSince(now)) < 7 * Double(secondsPerDay)
    return isNear && words[0] != today[0] ? "\(words[0]) \(words[2])" : nil
  }

  private static func padded(_ value: Int, _ digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
