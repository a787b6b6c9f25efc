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
    public let standard: String
    /// What it is for.
    public let summary: String
    /// Takes it out of a file; reports what is wrong.
    let read: @Sendable (inout TOMLReader, TOMLPath, inout Settings) -> Void
  }

  /// The one table for reading, checking and documents.
  public static let rows: [Row] = general + screenRows + openingRows + alertRows

  /// What every command goes by.
  private static let general: [Row] = [
    Row(
      path: "theme", type: "name or path", standard: "\"default\"", summary: "how the screen looks"
    ) { reader, path, settings in
      if let theme = reader.string(at: path) { settings.theme = theme }
    },
    Row(
      path: "maximum_notifications", type: "integer", standard: "10000",
      summary: "how many messages an inbox keeps; 0 is unlimited"
    ) { reader, path, settings in
      let count = reader.integer(at: path, in: 0...Int.max)
      if let count { settings.maximumNotifications = count }
    },
    Row(
      path: "inbox", type: "name", standard: "\"default\"",
      summary: "the inbox that is used when none is named"
    ) { reader, path, settings in
      readInbox(&reader, path, &settings)
    },
    Row(
      path: "sort", type: SortOrder.allCases.map(\.rawValue).joined(separator: ", "),
      standard: "\"newest\"", summary: "the order in which a list begins"
    ) { reader, path, settings in
      if let order = reader.choice(at: path, of: SortOrder.self) { settings.sort = order }
    },
    Row(
      path: "mark_read_on_alert_open", type: "boolean", standard: "true",
      summary: "whether opening from an alert marks as read"
    ) { reader, path, settings in
      if let value = reader.boolean(at: path) { settings.marksReadOnAlertOpen = value }
    },
    Row(
      path: "open_limit", type: "integer", standard: "10",
      summary: "how many messages open at once without a question"
    ) { reader, path, settings in
      if let limit = reader.integer(at: path, in: 1...Int.max) { settings.openLimit = limit }
    },
    Row(
      path: "color", type: ColorChoice.allCases.map(\.rawValue).joined(separator: ", "),
      standard: "\"auto\"", summary: "when colours are used"
    ) { reader, path, settings in
      if let choice = reader.choice(at: path, of: ColorChoice.self) { settings.color = choice }
    },
  ]

  /// The form of the rows, and what viewing does.
  private static let screenRows: [Row] = [
    Row(
      path: "mark_read", type: "view, manual", standard: "\"view\"",
      summary: "what marks a message read: showing it in the reader, or you alone"
    ) { reader, path, settings in
      if let policy = reader.choice(at: path, of: ReadPolicy.self) {
        settings.readPolicy = policy
      }
    },
    Row(
      path: "density", type: "comfortable, compact", standard: "\"comfortable\"",
      summary: "how many lines a message takes in the list: what the theme allows, or one"
    ) { reader, path, settings in
      if let density = reader.choice(at: path, of: Density.self) { settings.density = density }
    },
    Row(
      path: "columns", type: "list of glyph, marks, source, time",
      standard: #"["glyph", "marks", "source", "time"]"#,
      summary: "the parts of a row beside its title, where there is room"
    ) { reader, path, settings in
      let names = reader.choices(at: path, from: RowPart.allCases.map(\.rawValue))
      if let names { settings.rowParts = Set(names.compactMap(RowPart.init)) }
    },
    Row(
      path: "time_format", type: "relative, clock", standard: "\"relative\"",
      summary: "how times read in the list: how long ago, or clock and date"
    ) { reader, path, settings in
      if let format = reader.choice(at: path, of: TimeFormat.self) {
        settings.timeFormat = format
      }
    },
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
