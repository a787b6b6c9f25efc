import InboxText
import Foundation
import InboxCore

extension TimeExpressionReader {
  /// Reads what a flag says, and names the flag when that is nothing sensible.
  ///
  /// - Throws: ``FlagError``.
  func value(
    of flag: String, _ read: (TimeExpressionReader) throws(TimeExpressionError) -> Date
  ) throws(FlagError) -> Date {
    do {
      return try read(self)
    } catch {
      throw FlagError(flag: flag, problem: error, timeZone: timeZone)
    }
  }

  /// The moment that a flag says, which may be over; nil when it is not given.
  ///
  /// - Throws: ``FlagError``.
  func date(_ text: String?, flag: String) throws(FlagError) -> Date? {
    guard let text else { return nil }
    return try value(of: flag) { reader throws(TimeExpressionError) in try reader.date(text) }
  }

  /// The length of time that a flag says, a bare number in seconds; nil when it is not given.
  ///
  /// - Throws: ``FlagError``.
  func seconds(_ text: String?, flag: String) throws(FlagError) -> Double? {
    guard let text else { return nil }
    let isBare = Int(text) != nil
    let end = try value(of: flag) { reader throws(TimeExpressionError) in
      try reader.futureDate(after: isBare ? text + "s" : text)
    }
    return end.timeIntervalSince(now)
  }
}
