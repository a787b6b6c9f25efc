/// A timestamp that orders the values of a field on all machines of an exchange.
///
/// Text form: milliseconds since 1970, a counter and the writer, as in `1795450395980.0.c972e56f`.
/// A value that was written by somebody who had seen another one has the later timestamp, however
/// wrong the clocks are.
package struct HybridClock: Sendable, Hashable {
  /// Milliseconds since 1970, from 0 to ``latestMilliseconds``.
  package let milliseconds: Int64
  /// Orders timestamps at the end of time, where milliseconds cannot grow; 0 before.
  package let counter: UInt32
  /// The inbox that wrote the value.
  package let origin: ExchangeOrigin

  /// The end of the year 9999 in milliseconds since 1970, as in times of messages.
  package static let latestMilliseconds: Int64 = 253_402_300_799_999
  /// Maximum bytes of the text form.
  static let maximumTextSize = 15 + 1 + 10 + 1 + 8

  /// Creates a timestamp; milliseconds out of bounds are clamped.
  package init(milliseconds: Int64, counter: UInt32 = 0, origin: ExchangeOrigin) {
    self.milliseconds = Self.clamped(milliseconds)
    self.counter = counter
    self.origin = origin
  }
}

extension HybridClock {
  /// The nearest milliseconds within the bounds.
  static func clamped(_ milliseconds: Int64) -> Int64 {
    min(max(milliseconds, 0), latestMilliseconds)
  }
}

extension HybridClock: Comparable {
  /// Orders by milliseconds, then counter, then origin: two timestamps are equal or ordered.
  package static func < (left: Self, right: Self) -> Bool {
    if left.milliseconds != right.milliseconds { return left.milliseconds < right.milliseconds }
    if left.counter != right.counter { return left.counter < right.counter }
    return left.origin < right.origin
  }
}

extension HybridClock {
  /// The timestamp of a new value of a field.
  ///
  /// It is the corrected time, but later than everything that was seen of the field. Values from
  /// the future are never changed by a reader, only overtaken here, by a millisecond.
  ///
  /// - Parameters:
  ///   - time: The machine's clock at the change, in milliseconds since 1970.
  ///   - offset: How far this clock is ahead of the exchange's, in milliseconds.
  ///   - seen: The highest timestamp that was seen of the field; nil for none.
  ///   - floor: The earliest allowed milliseconds, such as the end of a snooze that was over.
  ///   - origin: The inbox that writes.
  /// - Returns: A timestamp greater than `seen`.
  /// - Throws: ``HybridClockError`` if none is greater.
  package static func next(
    at time: Int64, offset: Int64 = 0, after seen: HybridClock?, notBefore floor: Int64 = 0,
    by origin: ExchangeOrigin
  ) throws(HybridClockError) -> HybridClock {
    let (difference, isOverflow) = time.subtractingReportingOverflow(offset)
    let corrected = isOverflow ? (offset < 0 ? Int64.max : 0) : difference
    let own = HybridClock(milliseconds: max(corrected, floor), origin: origin)
    guard let seen, own.milliseconds <= seen.milliseconds else { return own }
    guard seen.milliseconds == latestMilliseconds else {
      return HybridClock(milliseconds: seen.milliseconds + 1, origin: origin)
    }
    guard seen.counter < UInt32.max else { throw HybridClockError() }
    return HybridClock(milliseconds: latestMilliseconds, counter: seen.counter + 1, origin: origin)
  }
}

extension HybridClock: CustomStringConvertible {
  /// The text form, such as `1795450395980.0.c972e56f`.
  package var description: String { "\(milliseconds).\(counter).\(origin)" }

  /// Parses the text form; numbers have no sign and no leading zeros.
  ///
  /// - Throws: ``RegisterError`` for another text.
  package init(_ text: String) throws(RegisterError) {
    guard text.utf8.count <= Self.maximumTextSize else { throw RegisterError() }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let milliseconds = Self.number(parts[0]),
      milliseconds <= Self.latestMilliseconds,
      let counter = Self.number(parts[1]).flatMap(UInt32.init(exactly:)),
      let origin = ExchangeOrigin(parts[2])
    else { throw RegisterError() }
    self.init(milliseconds: milliseconds, counter: counter, origin: origin)
  }

  /// The number of a text of digits in its only form.
  private static func number(_ text: Substring) -> Int64? {
    guard let number = Int64(text), number >= 0, number.description == text else { return nil }
    return number
  }
}

/// No timestamp is greater than the one that was seen.
package struct HybridClockError: Error, Sendable, Hashable {}
