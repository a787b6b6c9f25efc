package import Foundation
import InboxText

/// The date of a mail (RFC 5322, 3.3 and 4.3).
package enum MailDate {
  /// Parses `Fri, 21 Nov 1997 09:55:06 -0600`, with or without the day's name, seconds or comments;
  /// also two-digit years and named zones of older programs.
  package static func date(_ text: String) -> Date? {
    let pattern =
      /(\d{1,2})[\s-]+([A-Za-z]{3})[a-z]*[\s-]+(\d{2,4})\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([+-]\d{2}:?\d{2}|[A-Za-z]{1,5})?/
    guard let match = withoutComments(text.prefix(longest)).firstMatch(of: pattern),
      let month = months.firstIndex(of: match.2.lowercased()), let year = year(match.3)
    else { return nil }
    let zone = match.7.map(offset) ?? "Z"
    func padded(_ part: Substring) -> String { part.count < 2 ? "0" + part : String(part) }
    let month2 = padded(Substring("\(month + 1)"))
    let day = "\(year)-\(month2)-\(padded(match.1))"
    return RFC3339.date(from: "\(day)T\(padded(match.4)):\(match.5):\(match.6 ?? "00")\(zone)")
  }

  /// Maximum characters of a date.
  private static let longest = 200

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// The names of zones with a defined offset; others are treated as UTC.
  private static let zones = [
    "est": "-05:00", "edt": "-04:00", "cst": "-06:00", "cdt": "-05:00", "mst": "-07:00",
    "mdt": "-06:00", "pst": "-08:00", "pdt": "-07:00", "cet": "+01:00", "cest": "+02:00",
    "met": "+01:00", "mest": "+02:00", "bst": "+01:00", "eet": "+02:00", "eest": "+03:00",
    "msk": "+03:00", "jst": "+09:00", "hst": "-10:00",
  ]

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

  /// An offset or the name of a zone, in the format of RFC 3339.
  private static func offset(_ text: Substring) -> String {
    guard text.first == "+" || text.first == "-" else { return zones[text.lowercased()] ?? "Z" }
    return "\(text.prefix(3)):\(text.suffix(2))"
  }
}
