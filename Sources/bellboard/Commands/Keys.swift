import BellboardSupport
import ArgumentParser
import InboxText
import InboxUI

/// `bellboard keys`.
struct Keys: NamedCommand {
  static let name = "keys"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print the keys and what they do.",
    discussion: """
      The names at the right are those that [keys] in the configuration takes, such as \
      "C-n" = "move-down".
      """)

  @Flag(name: .long, help: "Print a Markdown table of the keys as they are by default.")
  var markdown = false

  func run() throws {
    try reporting { output in
      guard !markdown else { return try output.write(Keymap.default.markdownTable) }
      let (keymap, problems) = try UserEnvironment(inboxName: nil).keymap
      try output.write(KeyTable(keymap).text)
      problems.forEach { StandardError.printLine($0.printable()) }
    }
  }
}

/// The table of keys in columns, section by section.
struct KeyTable {
  private let places: [(title: String, rows: [KeymapRow])]

  /// Makes the table of a keymap.
  init(_ keymap: Keymap) {
    places = KeySection.all.map { ($0.title, keymap.rows(in: $0)) }.filter { !$0.1.isEmpty }
  }

  /// The table, one line a command.
  var text: String {
    let rows = places.flatMap(\.rows)
    let keyWidth = rows.map(\.text.columns).max() ?? 0
    let summaryWidth = rows.map(\.info.summary.columns).max() ?? 0
    let blocks = places.map { place in
      let lines = place.rows.map { row in
        let left = TextLayout.pad(row.text, columns: keyWidth)
        let middle = TextLayout.pad(row.info.summary, columns: summaryWidth)
        return "  \(left)  \(middle)  \(row.info.command.name)\n"
      }
      return place.title + "\n" + lines.joined()
    }
    return blocks.joined(separator: "\n")
  }
}
