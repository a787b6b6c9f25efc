/// A unit of durations such as `1h30m`.
package struct TimeUnit: Sendable, Hashable {
  /// Its abbreviation.
  package let letter: String
  /// Its name in the singular.
  let name: String
  /// Other abbreviations.
  let others: [String]
  /// Its length in seconds; nominal for days and longer units.
  package let seconds: Double

  /// Its length in calendar months; nil for shorter units.
  var months: Int?

  /// Its length in calendar days; nil for units shorter than a day.
  var days: Int? { seconds < 86_400 ? nil : Int(seconds / 86_400) }

  /// The units of varying length: year and month.
  private static let ofCalendar = [
    TimeUnit(letter: "y", name: "year", others: ["yr"], seconds: 31_536_000, months: 12),
    TimeUnit(letter: "mo", name: "month", others: ["mo", "mth"], seconds: 2_592_000, months: 1),
  ]

  /// A unit that is read, but neither printed nor suggested.
  private static let fortnight = TimeUnit(
    letter: "fortnight", name: "fortnight", others: [], seconds: 1_209_600)

  /// The units of fixed length, longest first.
  package static let all = [
    TimeUnit(letter: "w", name: "week", others: ["wk"], seconds: 604_800),
    TimeUnit(letter: "d", name: "day", others: [], seconds: 86_400),
    TimeUnit(letter: "h", name: "hour", others: ["hr"], seconds: 3_600),
    TimeUnit(letter: "m", name: "minute", others: ["min"], seconds: 60),
    TimeUnit(letter: "s", name: "second", others: ["sec"], seconds: 1),
  ]

  /// The abbreviations of all units, for messages; longest first.
  static let letters = (ofCalendar + all).map(\.letter)

  /// Looks up a unit by name or abbreviation, in lower case.
  static func named(_ text: String) -> TimeUnit? {
    (all + ofCalendar + [fortnight]).first { unit in
      text == unit.letter
        || ([unit.name] + unit.others).contains { text == $0 || text == $0 + "s" }
    }
  }
}
