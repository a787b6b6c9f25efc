// The screen has the same choices in `RowOptions`, with the same names. Settings know of no screen
// and the screen of no files, so neither can take the other's; a test compares the two.
extension Settings {
  /// How many lines a row takes.
  public enum Density: String, CaseIterable, Sendable, Hashable {
    /// As many as the theme allows.
    case comfortable
    /// One.
    case compact
  }

  /// A part of a row that can be left out.
  public enum RowPart: String, CaseIterable, Sendable, Hashable {
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
    /// How long ago.
    case relative
    /// As a clock and a calendar show it.
    case clock
  }

  /// What marks a message read.
  public enum ReadPolicy: String, CaseIterable, Sendable, Hashable {
    /// Showing it in the reader.
    case view
    /// The person alone.
    case manual
  }
}
