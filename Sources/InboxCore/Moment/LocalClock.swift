import Foundation

/// The clocks of a time zone: which moments show which day and time of day.
struct LocalClock: Sendable {
  /// Where the clocks hang.
  let timeZone: TimeZone

  /// What the clocks show at a moment: the day since 1970, and the seconds of that day.
  func reading(at date: Date) -> (day: Int, second: Double) {
    let wall = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    let day = (wall / 86_400).rounded(.down)
    return (Int(day), wall - day * 86_400)
  }

  /// The moments at which the clocks show a day and time, in order; never none.
  ///
  /// Two in the hour that is repeated when the clocks are set back. A time that is skipped when
  /// they are set forward stands for the moment at which it would have come: 02:30 for 03:30.
  func moments(day: Int, second: Double) -> [Date] {
    let wall = Date(timeIntervalSince1970: Double(day) * 86_400 + second)
    let before = offset(at: wall.addingTimeInterval(-86_400))
    let after = offset(at: wall.addingTimeInterval(86_400))
    let shown = Set([before, after]).sorted(by: >).map { ($0, wall.addingTimeInterval(-$0)) }
      .filter { offset, date in self.offset(at: date) == offset }.map(\.1)
    return shown.isEmpty ? [wall.addingTimeInterval(-before)] : shown
  }

  private func offset(at date: Date) -> Double {
    Double(timeZone.secondsFromGMT(for: date))
  }
}
