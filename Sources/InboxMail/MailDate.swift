package import Foundation
import InboxText

/// The date of a mail (RFC 5322, 3.3 and 4.3).
package enum MailDate {
  /// Parses `Fri, 21 Nov 1997 09:55:06 -0600`, with or without the day's name, seconds or comments;
  /// also two-digit years and named zones of older programs, `Fri Nov 21 09:55:06 EST 1997` of
  /// `date`, and RFC 3339.
  package static func date(_ text: String) -> Date? {
    let text = withoutComments(text.prefix(longest))
    let clock = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\.\d+)?/
    let day =
      /(?i)(\d{1,2})[\s-]+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[\s,-]+(\d{2,4})/
    let monthFirst = /([A-Za-z]{3})[a-z]*\s+(\d{1,2}),?\s+(?:\d{1,2}:\d{2}\S*\s+.*?)?(\d{4})\b/
    if let match = text.firstMatch(of: day) {
      let rest = text[match.range.upperBound...]
      guard let time = rest.firstMatch(of: clock) else { return nil }
      let zone = rest[time.range.upperBound...]
      return moment(match.3, match.2, match.1, (time.1, time.2, time.3), zone)
    }
    if let match = text.firstMatch(of: monthFirst), let time = text.firstMatch(of: clock) {
      return moment(
        match.3, match.1, match.2, (time.1, time.2, time.3), text[time.range.upperBound...])
    }
    let standard = /^\s*(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)/
    return text.firstMatch(of: standard).flatMap { match in
      RFC3339.date(from: "\(match.1)T\(match.2)\(offset(text[match.range.upperBound...]))")
    }
  }

  private static func moment(
    _ year: Substring, _ month: Substring, _ day: Substring,
    _ time: (hour: Substring, minute: Substring, second: Substring?), _ zone: Substring
  ) -> Date? {
    guard let number = TimeWord.month(month.lowercased()), let year = Self.year(year) else {
      return nil
    }
    func padded(_ part: Substring) -> String { part.count < 2 ? "0" + part : String(part) }
    let date = "\(year)-\(padded("\(number)"))-\(padded(day))"
    let clock = "\(padded(time.hour)):\(time.minute):\(time.second ?? "00")"
    return RFC3339.date(from: "\(date)T\(clock)\(offset(zone))")
  }

  /// Maximum characters of a date.
  private static let longest = 200

  private static func withoutComments(_ text: Substring) -> String {
    var result = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { result.append(character) }
      if character == ")", depth > 0 {
        depth -= 1
        result.append(" ")
      }
    }
    return result
  }

  /// A year; two digits up to 49 are in this century, three digits count from 1900.
  private static func year(_ text: Substring) -> String? {
    guard let number = Int(text) else { return nil }
    switch text.count {
    case 2: return "\(number < 50 ? 2_000 + number : 1_900 + number)"
    case 3: return "\(1_900 + number)"
    default: return String(text)
    }
  }

  /// The offset or the name of a zone at the start of a text, in the format of RFC 3339.
  private static func offset(_ text: Substring) -> String {
    let pattern = /^\s*([A-Za-z]{1,5})?\s*(?:([+-])(\d{1,2}):?(\d{2}))?/
    guard let match = text.firstMatch(of: pattern) else { return "Z" }
    if let sign = match.2, let hours = match.3, let minutes = match.4 {
      return "\(sign)\(hours.count < 2 ? "0" : "")\(hours):\(minutes)"
    }
    // Of several zones with a name, the best known one; UTC for other names.
    let offset = match.1.flatMap { TimeExpressionZone.offsets(of: $0.lowercased()).first } ?? 0
    let zone = TimeExpressionZone.text(ofOffset: offset)
    return "\(zone.prefix(3)):\(zone.suffix(2))"
  }
}
