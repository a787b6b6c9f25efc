public import Foundation

/// Why a text is no moment, or none that will do, and where.
public struct TimeExpressionError: Error, Sendable, Hashable {
  /// What is wrong.
  public enum Kind: Sendable, Hashable {
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
    /// The moment is over, where only one that lies ahead will do.
    case past(Date)
    /// The moment lies beyond the year 9999.
    case tooFar
    /// A duration that is longer than anybody waits; how many days would do.
    case longDuration(String, days: Int)
  }

  /// Where, in characters from 1.
  public var column: Int
  /// What is wrong.
  public var kind: Kind
  /// What could stand there, as examples.
  public var expected: [String]
  /// The known word that looks most like what was written.
  public var nearest: String?

  /// Makes a problem.
  public init(column: Int, kind: Kind, expected: [String] = [], nearest: String? = nil) {
    self.column = column
    self.kind = kind
    self.expected = expected
    self.nearest = nearest
  }
}

extension TimeExpressionError {
  /// Moments as people may write them.
  static let examples = ["2h", "1h30m", "tomorrow 9am", "monday", "17:30", "2026-12-24 18:00"]
  /// Durations as people may write them.
  static let durationExamples = ["10m", "1h30m", "2d"]
}
