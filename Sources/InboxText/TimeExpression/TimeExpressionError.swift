package import Foundation

/// An error in a time expression: a syntax error, or a time that is not allowed.
package struct TimeExpressionError: Error, Sendable, Hashable {
  /// The kind of an error.
  package enum Kind: Sendable, Hashable {
    /// The text is empty or has no time.
    case missing
    /// A word that is not in the grammar, nor a date, time or duration.
    case unknownWord(String)
    /// A number with a unit that does not exist.
    case unknownUnit(String)
    /// A number without a unit.
    case missingUnit(String)
    /// A duration without a sign where the direction is ambiguous.
    case missingSign(String)
    /// A year of two digits.
    case shortYear(String)
    /// A text with two meanings.
    case ambiguous(String)
    /// A number that is not exact, such as `few`.
    case vague(String)
    /// A part of a month, which has no fixed length.
    case partOfMonth
    /// A time zone that is not the local one at that time.
    case foreignZone(String)
    /// Numbers of which either may be the day or the month.
    case ambiguousDate(String)
    /// The calendar does not have this day.
    case noSuchDay(String)
    /// An invalid time of day.
    case noSuchTime(String)
    /// A word in a wrong place, such as a second day or a second time.
    case misplaced(String)
    /// Not a duration, where one is required.
    case noDuration(String)
    /// A duration that is zero or negative.
    case emptyDuration(String)
    /// A time in the past where a future one is required; the zone is for the message.
    case past(Date, in: TimeZone)
    /// A time outside the years 1 to 9999.
    case tooFar
    /// A duration above the maximum, which is given in days.
    case longDuration(String, days: Int)
  }

  /// The position in characters, from 1.
  package var column = 1
  /// The kind of the error.
  package var kind: Kind
  /// Examples of valid input.
  package var expected: [String] = []
  /// The known word nearest to the input, as a suggestion.
  package var nearest: String?
}

extension TimeExpressionError {
  /// Examples of times.
  package static let examples = [
    "2h", "1h30m", "tomorrow 9am", "monday", "17:30", "2026-12-24 18:00",
  ]

  /// The message with a suggestion or examples, for the screen and the command line.
  ///
  /// It is a clause without a capital or a full stop.
  package var message: String {
    let wrong = kind.words
    if let nearest { return wrong + NearestName.hint(nearest.printable()) }
    return expected.isEmpty ? wrong : wrong + "; expected " + expected.alternatives
  }
}

extension TimeExpressionError.Kind {
  /// The message without suggestions.
  package var words: String {
    switch self {
    case .missing: "no time is given"
    case .unknownWord(let word): "'\(word.printable())' is not a time"
    case .unknownUnit(let word): "unknown unit '\(word.printable())'"
    case .missingUnit(let number): "'\(number.printable())' has no unit"
    case .shortYear(let text): "the year of '\(text.printable())' has two digits"
    case .ambiguous(let text): "'\(text.printable())' has two meanings"
    case .vague(let word): "'\(word.printable())' is not a number"
    case .partOfMonth: "a part of a month has no fixed length"
    case .foreignZone(let name):
      "'\(name.uppercased().printable())' is not the local time zone then"
    case .missingSign(let text): "'\(text.printable())' needs a sign, + or -"
    case .ambiguousDate(let text):
      "'\(text.printable())' may have the day or the month first"
    case .noSuchDay(let text): "there is no day '\(text.printable())'"
    case .noSuchTime(let text): "'\(text.printable())' is not a time of day"
    case .misplaced(let word): "'\(word.printable())' does not fit what comes before it"
    case .noDuration(let text): "'\(text.printable())' is not a duration"
    case .emptyDuration(let text):
      "'\(text.printable())' is empty; a duration must be longer than zero"
    case .past(let date, let zone): "\(AbsoluteTime.text(date, in: zone)) has passed"
    case .tooFar: "that is too far away"
    case .longDuration(let text, let days):
      "'\(text.printable())' is too long; at most \(days) days (ten years)"
    }
  }
}
