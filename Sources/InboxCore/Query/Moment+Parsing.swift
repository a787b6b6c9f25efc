import Foundation

extension MessageFilter.Moment {
  /// The units of relative moments, largest first, with their seconds.
  static let units: [(letter: Character, seconds: Double)] = [
    ("w", 604_800), ("d", 86_400), ("h", 3_600), ("m", 60), ("s", 1),
  ]

  /// Reads a moment; nil for what is none.
  ///
  /// A date means its midnight; without an offset, date and time are those of `timeZone`.
  init?(_ text: String, now: Date, timeZone: TimeZone) {
    if let seconds = Self.relativeSeconds(text) {
      self = .relative(seconds: seconds)
      return
    }
    let date =
      switch text.lowercased() {
      case "today": Self.midnight(daysBack: 0, from: now, timeZone)
      case "yesterday": Self.midnight(daysBack: 1, from: now, timeZone)
      default: RFC3339.date(from: text) ?? Self.localDate(text, timeZone)
      }
    guard let date else { return nil }
    self = .at(date)
  }

  /// `-2d`, `+1h`: a sign, up to six digits, a unit.
  private static func relativeSeconds(_ text: String) -> Double? {
    guard let sign = text.first, sign == "-" || sign == "+", let letter = text.last,
      let unit = units.first(where: { $0.letter == letter })
    else { return nil }
    let digits = text.dropFirst().dropLast()
    guard (1...6).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }),
      let count = Double(digits)
    else { return nil }
    return (sign == "-" ? -count : count) * unit.seconds
  }

  private static func localDate(_ text: String, _ timeZone: TimeZone) -> Date? {
    let whole =
      switch text.utf8.count {
      case 10: text + "T00:00:00"
      case 16: text + ":00"
      default: text
      }
    return RFC3339.date(from: whole, assumesUTC: true).map { local($0, timeZone) }
  }

  private static func midnight(daysBack: Int, from now: Date, _ timeZone: TimeZone) -> Date {
    let wall = now.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: now))
    let day = (wall / 86_400).rounded(.down) - Double(daysBack)
    return local(Date(timeIntervalSince1970: day * 86_400), timeZone)
  }

  /// The moment at which the clocks of a zone show what a UTC clock shows at `wall`.
  ///
  /// The second look at the offset is for the hours around a change of the clocks.
  private static func local(_ wall: Date, _ timeZone: TimeZone) -> Date {
    let guess = wall.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: wall)))
    return wall.addingTimeInterval(-Double(timeZone.secondsFromGMT(for: guess)))
  }
}
