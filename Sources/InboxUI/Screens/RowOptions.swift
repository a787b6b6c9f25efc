/// What a person chose of the form of the rows: how dense, with which parts, how times read.
public struct RowOptions: Sendable, Hashable {
  /// How many lines a message takes.
  public enum Density: String, CaseIterable, Sendable, Hashable {
    /// As many as the theme allows.
    case comfortable
    /// One.
    case compact
  }

  /// A part of a row that can be left out; title and mark always stay.
  public enum Part: String, CaseIterable, Sendable, Hashable {
    /// The message's own picture, or the theme's.
    case glyph
    /// Urgency, pin, attachments and actions.
    case marks
    /// Who sent it.
    case source
    /// When it came.
    case time
  }

  /// How the time of a row reads.
  public enum TimeFormat: String, CaseIterable, Sendable, Hashable {
    /// How long ago: `14m`, `3d`.
    case relative
    /// The clock today, then the day, then the year: `14:32`, `11-21`, `2025`.
    case clock
  }

  /// How many lines a message takes.
  public var density = Density.comfortable
  /// The parts that are shown where there is room.
  public var parts = Set(Part.allCases)
  /// How the time reads.
  public var timeFormat = TimeFormat.relative

  /// All parts, as many lines as the theme allows, relative times.
  public init() {}
}
