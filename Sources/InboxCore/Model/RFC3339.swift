public import Foundation

/// Reads and prints times as RFC 3339 has them, exact to the millisecond.
///
/// The years 1 to 9999 of the Gregorian calendar, reckoned without a calendar object: a list of
/// a million messages prints three million times.
public enum RFC3339 {
  /// The seconds since 1970 that have a four-digit year.
  public static let seconds = -62_135_596_800.0..<253_402_300_800.0

  /// Prints a moment in UTC, with milliseconds only when there are some.
  ///
  /// A moment outside ``seconds`` is printed as the nearest within.
  public static func string(from date: Date) -> String {
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

  /// Reads a time; nil for anything that is none.
  ///
  /// A small `t` or `z`, a blank between date and time, and second 60 are fine; what is finer
  /// than a millisecond is dropped. A time without an offset is none, unless `assumesUTC`.
  public static func date(from text: String, assumesUTC: Bool = false) -> Date? {
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
