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
      "C-n" = "move-down". keys = "mutt" in the configuration takes a preset.
      """)

  @Flag(name: .long, help: "Print a Markdown table of the keys as they are by default.")
  var markdown = false

  @Option(name: .long, help: "Print the keys of a preset.")
  var preset: KeymapPreset?

  func run() throws {
    try reporting { output in
      if let preset { return try output.write(KeyTable(preset.keymap).text) }
      guard !markdown else { return try output.write(Keymap.default.markdownTable) }
      let keys = try UserEnvironment(inboxName: nil).keymap
      try output.write(KeyTable(keys.keymap).text)
      keys.problems.forEach { StandardError.printLine($0.printable()) }
    }
  }
}

extension KeymapPreset: ExpressibleByArgument {}

/// The table of keys in columns, section by section.
struct KeyTable {
  private let places: [(title: String, rows: [KeymapRow])]
  private let own: [(title: String, rows: [(keys: String, text: String)])]

  /// Makes the table of a keymap.
  init(_ keymap: Keymap) {
    places = KeySection.all.map { ($0.title, keymap.rows(in: $0)) }.filter { !$0.1.isEmpty }
    own = [("Your own", false), ("Of the preset", true)].flatMap { title, isOfPreset in
      InputContext.allCases.map { context in
        let rows = keymap.lineRows(in: context).filter { $0.isOfPreset == isOfPreset }
        return ("\(title), \(context.rawValue)", rows.map { ($0.keys, $0.text) })
      }
    }.filter { !$0.1.isEmpty }
  }

  /// The table, one line a command.
  var text: String {
    let rows = places.flatMap(\.rows)
    let keyWidth = rows.map(\.text.columns).max() ?? 0
    let summaryWidth = rows.map(\.summary.columns).max() ?? 0
    let blocks = places.map { place in
      let lines = place.rows.map { row in
        let left = TextLayout.pad(row.text, columns: keyWidth)
        let middle = TextLayout.pad(row.summary, columns: summaryWidth)
        return "  \(left)  \(middle)  \(row.commandName)\n"
      }
      return place.title + "\n" + lines.joined()
    }
    let others = own.map { place in
      let lines = place.rows.map { "  \(TextLayout.pad($0.keys, columns: keyWidth))  \($0.text)\n" }
      return place.title + "\n" + lines.joined()
    }
    return (blocks + others).joined(separator: "\n")
  }
}
