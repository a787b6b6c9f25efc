package import Foundation

/// How long ago, in at most a few columns: `now 2m 14m 1h 3d 5w 2y`.
///
/// What is still to come reads `in 3h`, and `soon` in its last minute.
package enum RelativeTime {
  private static let minute = 60.0
  private static let hour = 60 * minute
  private static let day = 24 * hour
  private static let week = 7 * day
  private static let year = 365 * day

  /// The words for `date`, seen at `now`.
  package static func text(from date: Date, to now: Date) -> String {
    let elapsed = now.timeIntervalSince(date)
    guard abs(elapsed) >= minute else { return elapsed > -1 ? "now" : "soon" }
    let unit = unit(of: abs(elapsed))
    let amount = "\(Int(min(abs(elapsed) / unit.seconds, 9_999)))\(unit.letter)"
    return elapsed > 0 ? amount : "in \(amount)"
  }

  /// The same for running text: `now`, `8 min ago`, `in 3 h`.
  package static func phrase(from date: Date, to now: Date) -> String {
    let elapsed = now.timeIntervalSince(date)
    guard abs(elapsed) >= minute else { return elapsed > -1 ? "now" : "soon" }
    let unit = unit(of: abs(elapsed))
    let name = unit.letter == "m" ? "min" : String(unit.letter)
    let amount = "\(Int(min(abs(elapsed) / unit.seconds, 9_999))) \(name)"
    return elapsed > 0 ? "\(amount) ago" : "in \(amount)"
  }

  /// The moment at which the words for `date` next change.
  package static func nextChange(from date: Date, now: Date) -> Date {
    let elapsed = now.timeIntervalSince(date)
    if elapsed > -1 { return date.addingTimeInterval(nextStep(after: elapsed)) }
    if elapsed > -minute { return date.addingTimeInterval(-1).addingTimeInterval(tick) }
    let unit = unit(of: -elapsed)
    let steps = (-elapsed / unit.seconds).rounded(.down)
    return date.addingTimeInterval(-steps * unit.seconds).addingTimeInterval(tick)
  }

  /// The step of time in which the store counts: what must be over is over by one of them.
  private static let tick = 0.001

  private static func nextStep(after elapsed: Double) -> Double {
    guard elapsed >= minute else { return minute }
    let unit = unit(of: elapsed)
    let next = ((elapsed / unit.seconds).rounded(.down) + 1) * unit.seconds
    return elapsed < year ? min(next, year) : next
  }

  private static func unit(of seconds: Double) -> (letter: Character, seconds: Double) {
    switch seconds {
    case ..<hour: ("m", minute)
    case ..<day: ("h", hour)
    case ..<week: ("d", day)
    case ..<year: ("w", week)
    default: ("y", year)
    }
  }
}
