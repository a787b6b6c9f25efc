public import InboxTOML
import InboxCore

extension Settings {
  /// One thing that the configuration file can say.
  public struct Row: Sendable {
    /// Its key.
    public let path: TOMLPath
    /// What values it takes, in words.
    public let type: String
    /// The value where the file says nothing, as the file would write it.
    public let defaultValue: String
    /// What it is for.
    public let summary: String
    /// Takes it out of a file; reports what is wrong.
    let read: @Sendable (inout TOMLReader, TOMLPath, inout Settings) -> Void
  }

  /// The one table for reading, checking and documents.
  public static let rows: [Row] = general + [filterRow] + screenRows + openingRows + alertRows

  /// What every command goes by.
  private static let general: [Row] = [
    Row(
      path: "theme", type: "name or path", defaultValue: "\"default\"",
      summary: "how the screen looks"
    ) { reader, path, settings in
      if let theme = reader.string(at: path) { settings.theme = theme }
    },
    .integer(
      "maximum_notifications", \.maximumNotifications, in: 0...Int.max,
      "how many messages an inbox keeps; 0 is unlimited"),
    Row(
      path: "inbox", type: "name", defaultValue: "\"default\"",
      summary: "the inbox that is used when none is named"
    ) { reader, path, settings in
      readInbox(&reader, path, &settings)
    },
    .choice("sort", \.sort, "the order in which a list begins"),
    .flag(
      "mark_read_on_alert_open", \.marksReadOnAlertOpen,
      "whether opening from an alert marks as read"),
    .integer(
      "open_limit", \.openLimit, in: 1...Int.max,
      "how many messages open at once without a question"),
    .choice("color", \.color, "when colours are used"),
  ]

  /// The form of the rows, and what viewing does.
  private static let screenRows: [Row] = [
    .choice(
      "mark_read", \.readPolicy,
      "what marks a message read: showing it in the reader, or you alone"),
    .choice(
      "density", \.density,
      "how many lines a message takes in the list: what the theme allows, or one"),
    Row(
      path: "columns", type: "list of \(Row.names(of: RowPart.self))",
      defaultValue: #"["glyph", "marks", "source", "time"]"#,
      summary: "the parts of a row beside its title, where there is room"
    ) { reader, path, settings in
      let names = reader.choices(at: path, from: RowPart.allCases.map(\.rawValue))
      if let names { settings.rowParts = Set(names.compactMap(RowPart.init)) }
    },
    .choice(
      "time_format", \.timeFormat,
      "how times read in the list: how long ago, or clock and date"),
  ]

  private static func readInbox(
    _ reader: inout TOMLReader, _ path: TOMLPath, _ settings: inout Settings
  ) {
    guard let name = reader.string(at: path) else { return }
    guard (try? InboxName(name)) != nil else {
      let expected = "a letter or digit, then at most 63 of a-z 0-9 . _ -"
      return reader.report(.badValue(name, expected: expected, nearest: nil), at: path)
    }
    settings.inbox = name
  }
}
