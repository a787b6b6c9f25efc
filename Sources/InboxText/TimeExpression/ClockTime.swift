/// A parser of times of day: `17:30`, `9:05:30`, `9am`, `9:30pm`.
package enum ClockTime {
  /// The result of parsing.
  package enum Reading: Hashable {
    /// Seconds since midnight.
    case second(Double)
    /// An invalid time of day, such as `25:00`.
    case none
    /// Not a time of day.
    case other
  }

  /// Parses a text in lower case.
  package static func read(_ text: String) -> Reading {
    let half = text.hasSuffix("am") ? 0 : text.hasSuffix("pm") ? 12 : nil
    let digits = half == nil ? text[...] : text.dropLast(2)
    // `9.30pm` is a time, and `9.30` a number.
    let mark: Character = half != nil && !digits.contains(":") ? "." : ":"
    let parts = digits.split(separator: mark, omittingEmptySubsequences: false)
    guard (half == nil ? 2...3 : 1...3).contains(parts.count),
      parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(isDigit) })
    else { return .other }
    let numbers = parts.compactMap { Int($0) }
    guard var hour = numbers.first, parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      numbers.dropFirst().allSatisfy({ $0 < 60 }), half == nil ? hour < 24 : (1...12).contains(hour)
    else { return .none }
    if let half { hour = hour % 12 + half }
    let minutesAndSeconds = zip(numbers.dropFirst(), [60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
    return .second(Double(hour * 3_600 + minutesAndSeconds))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
