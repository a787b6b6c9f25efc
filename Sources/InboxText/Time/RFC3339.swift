package import Foundation

/// Parses and formats RFC 3339 times with millisecond precision.
///
/// It supports the years 1 to 9999 and needs no `Calendar`: a list of a million messages prints
/// three million times.
package enum RFC3339 {
  /// The seconds since 1970 that have a four-digit year.
  package static let seconds = -62_135_596_800.0..<253_402_300_800.0

  /// Formats a time in UTC, with milliseconds only if they are not 0.
  ///
  /// A time outside ``seconds`` is clamped.
  package static func string(from date: Date) -> String {
    let total = date.timeIntervalSince1970
    let inRange = min(max(total, seconds.lowerBound), seconds.upperBound - 0.001)
    let milliseconds = Int((inRange * 1_000).rounded())
    let (day, time) = milliseconds.quotientAndRemainder(flooringBy: 86_400_000)
    let civil = CivilDay(daysSince1970: day)
    var text: [UInt8] = []
    text.reserveCapacity(24)
    text.append(civil.year, digits: 4, after: nil)
    text.append(civil.month, digits: 2, after: "-")
    text.append(civil.day, digits: 2, after: "-")
    text.append(time / 3_600_000, digits: 2, after: "T")
    text.append(time / 60_000 % 60, digits: 2, after: ":")
    text.append(time / 1_000 % 60, digits: 2, after: ":")
    if time % 1_000 != 0 { text.append(time % 1_000, digits: 3, after: ".") }
    text.append(UInt8(ascii: "Z"))
    return String(decoding: text, as: UTF8.self)
  }

  /// Formats the date in UTC, such as `2026-01-31`.
  package static func day(of date: Date) -> String {
    String(string(from: date).prefix(10))
  }

  /// Parses a time; nil if it is invalid.
  ///
  /// A lower-case `t` or `z`, a blank between date and time, and second 60 are valid; digits beyond
  /// milliseconds are dropped. A time without an offset is invalid unless `assumesUTC`.
  package static func date(from text: String, assumesUTC: Bool = false) -> Date? {
    var scanner = TimeScanner(rest: Array(text.utf8)[...])
    guard let year = scanner.number(4), let month = scanner.number(2, after: "-"),
      let day = scanner.number(2, after: "-"),
      let days = CivilDay(year: year, month: month, day: day)?.daysSince1970,
      let hour = scanner.number(2, after: "Tt "), hour < 24,
      let minute = scanner.number(2, after: ":"), minute < 60,
      let second = scanner.number(2, after: ":"), second <= 60,
      let fraction = scanner.milliseconds(), let offset = scanner.offset(assumesUTC: assumesUTC),
      scanner.rest.isEmpty
    else { return nil }
    let minutes = (days * 24 + hour) * 60 + minute - offset
    let milliseconds = (minutes * 60 + second) * 1_000 + fraction
    let date = Double(milliseconds) / 1_000
    return seconds.contains(date) ? Date(timeIntervalSince1970: date) : nil
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ value: Int, digits: Int, after mark: Unicode.Scalar?) {
    if let mark { append(UInt8(ascii: mark)) }
    var divisor = digits == 4 ? 1_000 : digits == 3 ? 100 : 10
    while divisor > 0 {
      append(UInt8(ascii: "0") + UInt8(value / divisor % 10))
      divisor /= 10
    }
  }
}

/// A scanner of the parts of an RFC 3339 time.
private struct TimeScanner {
  var rest: ArraySlice<UInt8>

  /// Consumes one of some characters if it is the next one.
  private mutating func take(oneOf marks: StaticString) -> Bool {
    guard let next = rest.first, marks.withUTF8Buffer({ $0.contains(next) }) else { return false }
    rest.removeFirst()
    return true
  }

  /// Consumes a number of so many digits, after one of some characters.
  mutating func number(_ count: Int, after marks: StaticString? = nil) -> Int? {
    if let marks, !take(oneOf: marks) { return nil }
    let digits = rest.prefix(count).prefix(while: Self.isDigit)
    guard digits.count == count else { return nil }
    rest = rest[digits.endIndex...]
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// Consumes the digits behind a point, if there is one, and returns the milliseconds.
  mutating func milliseconds() -> Int? {
    guard take(oneOf: ".") else { return 0 }
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest[digits.endIndex...]
    guard !digits.isEmpty else { return nil }
    return zip(digits, [100, 10, 1]).reduce(0) { $0 + Int($1.0 - 0x30) * $1.1 }
  }

  /// Consumes an offset and returns the minutes east of UTC.
  mutating func offset(assumesUTC: Bool) -> Int? {
    if take(oneOf: "Zz") || (assumesUTC && rest.isEmpty) { return 0 }
    let isEast = take(oneOf: "+")
    guard isEast || take(oneOf: "-"), let hour = number(2), hour < 24,
      let minute = number(2, after: ":"), minute < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hour * 60 + minute)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
