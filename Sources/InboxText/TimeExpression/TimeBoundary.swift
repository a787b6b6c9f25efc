public import Foundation

/// A time limit: fixed, or relative to the time of evaluation.
public enum TimeBoundary: Sendable, Hashable {
  /// A fixed time; a bare date means its midnight in local time.
  case at(Date)
  /// Seconds before (negative) or after the time of evaluation.
  case relative(seconds: Double)

  /// Resolves the boundary at `now`.
  package func date(at now: Date) -> Date {
    switch self {
    case .at(let date): date
    case .relative(let seconds): now.addingTimeInterval(seconds)
    }
  }
}

extension TimeExpressionReader {
  /// Parses a boundary: days start at midnight, and weekdays are the latest ones.
  ///
  /// Durations need a sign and stay relative, except those with months.
  package func boundary(_ text: String) throws(TimeExpressionError) -> TimeBoundary {
    switch try TimeExpressionParser.parse(text) {
    case .fixed(let date): return .at(date)
    case .distance(let distance):
      guard let sign = distance.sign else {
        throw TimeExpressionError(
          column: 1, kind: .missingSign(text), expected: ["-" + text, "+" + text])
      }
      // Months differ in length, so that the time is resolved now.
      guard distance.months == 0 else { return .at(try date(text)) }
      return .relative(seconds: sign == .minus ? -distance.total : distance.total)
    case .dated(let day, let second, let zone):
      let days = self.days(of: text, isPast: true)
      // A time without a day is that of today.
      let day = day ?? .relative(0)
      if let zone { return .at(try checked(date(day, second ?? 0, in: zone, days))) }
      return .at(
        try checked(clock.moments(day: days.number(of: day), second: second ?? 0)[0]))
    }
  }
}
