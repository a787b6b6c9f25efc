package import InboxCore
import InboxSettings
package import InboxTOML
import InboxText

/// The common settings of all programs: the inbox and its storage.
package struct StoreSettings: TOMLRoot, Hashable {
  /// Maximum messages of an inbox; 0 is unlimited.
  package var maximumNotifications = 10_000
  /// The default inbox.
  package var inbox = InboxName.default.description

  /// How pushes without an id are folded into a message that they repeat.
  package var foldRepeats = FoldRepeats.identical

  /// The size limits of attachments.
  package var attachmentLimits = AttachmentLimits()

  /// The rules for incoming messages.
  package var rules: [Rule] = []

  /// How long messages are kept, by source.
  package var retentions: [Retention] = []

  /// The sources whose silence is reported.
  package var expectations: [SourceExpectation] = []

  /// Makes the default settings.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<StoreSettings>] = [
    .integer(
      "maximum_notifications", \.maximumNotifications, in: 0...Int.max,
      "how many messages an inbox keeps; 0 is unlimited"),
    TOMLRow(
      "inbox", type: "name", default: TOMLText.string(InboxName.default.description),
      "the default inbox"
    ) { reader, path, settings in
      if let name = reader.inboxName(at: path) { settings.inbox = name }
    },
    .choice(
      "fold_repeats", \.foldRepeats,
      "which repeats become one row with a count: same text, same title, none"),
    .size(
      "attachments.max_file_size", \.attachmentLimits.file,
      "maximum size of an attached file; 0 is unlimited"),
    .size(
      "attachments.max_total_size", \.attachmentLimits.total,
      "maximum size of all attached files of an inbox; 0 is unlimited"),
    TOMLRow(
      "rules", type: "tables", default: "[]",
      "rules for arriving messages and their alerts"
    ) { reader, path, settings in
      settings.rules = reader.rules(at: path)
    },
    TOMLRow(
      "keep", type: "duration, or [[keep]] tables with source, for", default: "[]",
      "how long messages are kept that are read, done or deleted; never unread ones"
    ) { reader, path, settings in
      settings.retentions = reader.retentions(at: path)
    },
    TOMLRow(
      "expect", type: "[[expect]] tables with source, every", default: "[]",
      "sources that must send; silence for longer than 'every' is reported"
    ) { reader, path, settings in
      settings.expectations = reader.expectations(at: path)
    },
  ]

  /// The table of these settings; other settings of the file are ignored.
  static let table = TOMLTable(rows, isWhole: false)
}

extension TOMLRow {
  /// A size in bytes, as an integer or with a unit; nil is unlimited.
  fileprivate static func size(
    _ path: TOMLPath, _ value: any WritableKeyPath<Root, Int?> & Sendable, _ summary: String
  ) -> Self {
    Self(
      path, type: "size, such as \"15 MiB\"",
      default: TOMLText.string(Root()[keyPath: value].map(ByteSize.setting) ?? "0"), summary
    ) { reader, path, root in
      if let bytes = reader.size(at: path) { root[keyPath: value] = bytes == 0 ? nil : bytes }
    }
  }
}

extension TOMLReader {
  /// A size in bytes, as an integer or as a text with a unit.
  fileprivate mutating func size(at path: TOMLPath) -> Int? {
    if case .integer? = document.value(at: path) { return integer(at: path, in: 0...Int.max) }
    return value(at: path, "a size such as \"15 MiB\" or \"5 GB\"", ByteSize.bytes)
  }

  /// The name of an inbox, which need not exist.
  fileprivate mutating func inboxName(at path: TOMLPath) -> String? {
    value(at: path, "a letter or digit, then at most 63 of a-z 0-9 . _ -") { name in
      (try? InboxName(name)).map { _ in name }
    }
  }
}
