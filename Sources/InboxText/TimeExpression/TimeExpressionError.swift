package import Foundation

/// An error in a time expression: it names no moment, or none that will do.
package struct TimeExpressionError: Error, Sendable, Hashable {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// Nothing is there.
    case missing
    /// No word of the grammar, nor a date, time or duration.
    case unknownWord(String)
    /// A number with a unit that does not exist.
    case unknownUnit(String)
    /// A number without a unit.
    case missingUnit(String)
    /// A duration where only one with a sign says which way it counts.
    case missingSign(String)
    /// A day of the week beside a date without a year.
    case missingYear(String)
    /// Numbers of which either may be the day or the month.
    case ambiguousDate(String)
    /// The calendar does not have this day.
    case noSuchDay(String)
    /// The clock does not show this time.
    case noSuchTime(String)
    /// It cannot follow what comes before it: a second day, say, or a second time.
    case misplaced(String)
    /// Something other than a duration, where only one will do.
    case noDuration(String)
    /// A duration of nothing, or one that goes back.
    case emptyDuration(String)
    /// The moment is over, where only one that lies ahead will do; the zone is that of its reader.
    case past(Date, in: TimeZone)
    /// The moment lies beyond the year 9999.
    case tooFar
    /// A duration that is longer than anybody waits; how many days would do.
    case longDuration(String, days: Int)
  }

  /// Where, in characters from 1.
  package var column: Int
  /// What is wrong.
  package var kind: Kind
  /// What could stand there, as examples.
  package var expected: [String]
  /// The known word that looks most like what was written.
  package var nearest: String?

  /// Makes an error.
  package init(column: Int, kind: Kind, expected: [String] = [], nearest: String? = nil) {
    self.column = column
    self.kind = kind
    self.expected = expected
    self.nearest = nearest
  }
}

extension TimeExpressionError {
  /// Moments as people may write them.
  package static let examples = [
    "2h", "1h30m", "tomorrow 9am", "monday", "17:30", "2026-12-24 18:00",
  ]
  /// Durations as people may write them.
  static let durationExamples = ["10m", "1h30m", "2d"]
}

extension TimeExpressionError {
  /// Words what is wrong and what could stand there, the same on screen and command line.
  ///
  /// A clause without a capital or a full stop.
  package var message: String {
    let wrong = kind.words
    if let nearest { return wrong + NearestName.hint(nearest.printable()) }
    return expected.isEmpty ? wrong : wrong + "; expected " + expected.alternatives
  }
}

extension TimeExpressionError.Kind {
  /// What is wrong, without what could stand there.
  package var words: String {
    switch self {
    case .missing: "no time is given"
    case .unknownWord(let word): "'\(word.printable())' is no time"
    case .unknownUnit(let word): "'\(word.printable())' is no unit of time"
    case .missingUnit(let number): "'\(number.printable())' has no unit"
    case .missingYear(let text): "'\(text.printable())' has no year"
    case .missingSign(let text): "'\(text.printable())' does not say which way"
    case .ambiguousDate(let text):
      "'\(text.printable())' may have the day or the month first"
    case .noSuchDay(let text): "there is no day '\(text.printable())'"
    case .noSuchTime(let text): "no clock shows '\(text.printable())'"
    case .misplaced(let word): "'\(word.printable())' does not fit what comes before it"
    case .noDuration(let text): "'\(text.printable())' is no duration"
    case .emptyDuration(let text):
      "'\(text.printable())' is no time at all, and a duration has to be longer than nothing"
    case .past(let date, let zone): "\(AbsoluteTime.text(date, in: zone)) has passed"
    case .tooFar: "that is too far away"
    case .longDuration(let text, let days):
      "'\(text.printable())' is too long: a duration may have \(days) days, ten years"
    }
  }
}
