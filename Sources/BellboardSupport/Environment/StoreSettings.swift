package import InboxCore
package import InboxTOML

/// The settings of every program: which inbox is used, and how it is kept.
package struct StoreSettings: TOMLRoot, Hashable {
  /// Most messages that an inbox keeps; 0 is unlimited.
  package var maximumNotifications = 10_000
  /// The inbox that is used when none is named.
  package var inbox = InboxName.default.description

  /// Which pushes without an id are one more occurrence of a message that they repeat.
  package var foldRepeats = FoldRepeats.identical

  /// What happens to messages on their way in.
  package var rules: [Rule] = []

  /// Makes the settings of a file that says nothing.
  package init() {}

  /// One row for each setting.
  package static let rows: [TOMLRow<StoreSettings>] = [
    .integer(
      "maximum_notifications", \.maximumNotifications, in: 0...Int.max,
      "how many messages an inbox keeps; 0 is unlimited"),
    TOMLRow(
      "inbox", type: "name", default: TOMLText.string(InboxName.default.description),
      "the inbox that is used when none is named"
    ) { reader, path, settings in
      if let name = reader.inboxName(at: path) { settings.inbox = name }
    },
    .choice(
      "fold_repeats", \.foldRepeats,
      "which repeated messages become one row with a count: the same text, the same title, none"),
    TOMLRow(
      "rules", type: "tables", default: "[]",
      "what happens to messages as they come in, and how they alert"
    ) { reader, path, settings in
      settings.rules = reader.rules(at: path)
    },
  ]

  /// These settings alone, whatever else a file says.
  static let table = TOMLTable(rows, isWhole: false)
}

extension TOMLReader {
  /// The name of an inbox, which need not exist.
  fileprivate mutating func inboxName(at path: TOMLPath) -> String? {
    guard let name = string(at: path) else { return nil }
    if (try? InboxName(name)) != nil { return name }
    let expected = "a letter or digit, then at most 63 of a-z 0-9 . _ -"
    report(.badValue(name, expected: expected, nearest: nil), at: path)
    return nil
  }
}
