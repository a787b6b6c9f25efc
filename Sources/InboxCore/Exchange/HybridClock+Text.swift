extension HybridClock: CustomStringConvertible {
  /// The text form, such as `1795450395980.0.c972e56f`.
  package var description: String { "\(milliseconds).\(counter).\(origin)" }

  /// Parses the text form; numbers have no sign and no leading zeros.
  ///
  /// - Throws: ``HybridClockError`` that names the part which is wrong.
  package init(_ text: String) throws(HybridClockError) {
    guard text.utf8.count <= Self.maximumTextSize else {
      throw .notATimestamp(String(text.prefix(40)))
    }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .notATimestamp(String(text.prefix(40))) }
    guard let milliseconds = Self.number(parts[0]), milliseconds <= Self.latestMilliseconds else {
      throw .badMilliseconds(String(parts[0]))
    }
    guard let number = Self.number(parts[1]), let counter = UInt32(exactly: number) else {
      throw .badCounter(String(parts[1]))
    }
    guard let origin = ExchangeOrigin(parts[2]) else { throw .badOrigin(String(parts[2])) }
    self.init(milliseconds: milliseconds, counter: counter, origin: origin)
  }

  /// The number of a text of digits in its only form.
  private static func number(_ text: Substring) -> Int64? {
    guard let number = Int64(text), number >= 0, number.description == text else { return nil }
    return number
  }
}
