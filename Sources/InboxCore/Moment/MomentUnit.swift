/// A unit of durations such as `1h30m`.
struct TimeUnit: Sendable, Hashable {
  /// The letter that stands for it.
  let letter: String
  /// Its name, to which an s may be added.
  let name: String
  /// Other short forms.
  let others: [String]
  /// How long it is; days and weeks are this long where the clocks are not changed.
  let seconds: Double

  /// The unit as days of the calendar; nil for those that are counted in seconds.
  var days: Int? { seconds < 86_400 ? nil : Int(seconds / 86_400) }

  /// All of them, longest first.
  static let all = [
    TimeUnit(letter: "w", name: "week", others: ["wk"], seconds: 604_800),
    TimeUnit(letter: "d", name: "day", others: [], seconds: 86_400),
    TimeUnit(letter: "h", name: "hour", others: ["hr"], seconds: 3_600),
    TimeUnit(letter: "m", name: "minute", others: ["min"], seconds: 60),
    TimeUnit(letter: "s", name: "second", others: ["sec"], seconds: 1),
  ]

  /// The unit of a name, in lower case.
  static func named(_ text: String) -> TimeUnit? {
    all.first { unit in
      text == unit.letter
        || ([unit.name] + unit.others).contains { text == $0 || text == $0 + "s" }
    }
  }
}
