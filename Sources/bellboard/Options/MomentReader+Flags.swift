import Foundation
import InboxCore

extension MomentReader {
  /// Reads what a flag says, and names the flag when that is nothing sensible.
  ///
  /// - Throws: ``FlagProblem``.
  func value(
    of flag: String, _ read: (MomentReader) throws(MomentProblem) -> Date
  ) throws(FlagProblem) -> Date {
    do {
      return try read(self)
    } catch {
      throw FlagProblem(flag: flag, problem: error, timeZone: timeZone)
    }
  }

  /// The moment that a flag says, which may be over; nil when it is not given.
  ///
  /// - Throws: ``FlagProblem``.
  func date(_ text: String?, flag: String) throws(FlagProblem) -> Date? {
    guard let text else { return nil }
    return try value(of: flag) { reader throws(MomentProblem) in try reader.date(text) }
  }

  /// The length of time that a flag says, a bare number in seconds; nil when it is not given.
  ///
  /// - Throws: ``FlagProblem``.
  func seconds(_ text: String?, flag: String) throws(FlagProblem) -> Double? {
    guard let text else { return nil }
    let isBare = Int(text) != nil
    let end = try value(of: flag) { reader throws(MomentProblem) in
      try reader.futureDate(after: isBare ? text + "s" : text)
    }
    return end.timeIntervalSince(now)
  }
}
