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
    var scanner = TimeScanner(text)
    guard let days = scanner.day(), scanner.take("T") || scanner.take("t") || scanner.take(" "),
      let time = scanner.time(), let offset = scanner.offset(assumesUTC: assumesUTC),
      scanner.isAtEnd
    else { return nil }
    let milliseconds = days * 86_400_000 + time - offset * 60_000
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
struct TimeScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Consumes a character if it is the next one.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Consumes a date and returns the days since 1970.
  mutating func day() -> Int? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)?.daysSince1970
  }

  /// Consumes a time of day and returns the milliseconds since midnight.
  mutating func time() -> Int? {
    guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2),
      minute < 60, take(":"), let second = number(digits: 2), second <= 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1_000
    if take(".") {
      guard let fraction = fraction() else { return nil }
      milliseconds += fraction
    }
    return milliseconds
  }

  /// Consumes an offset and returns the minutes east of UTC.
  mutating func offset(assumesUTC: Bool) -> Int? {
    if take("Z") || take("z") || (assumesUTC && isAtEnd) { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hour = number(digits: 2), hour < 24, take(":"),
      let minute = number(digits: 2), minute < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hour * 60 + minute)
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1]) - 0x30
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Consumes the digits after the point, any number of them, and returns the milliseconds.
  private mutating func fraction() -> Int? {
    guard var value = digit() else { return nil }
    value *= 100
    var weight = 10
    while let digit = digit() {
      value += digit * weight
      weight /= 10
    }
    return value
  }
}
