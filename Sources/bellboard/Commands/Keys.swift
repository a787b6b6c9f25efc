import ArgumentParser
import BellboardSupport
import InboxTOML
import InboxText
import InboxUI

struct Keys: ReportingCommand {
  static let name = "keys"
  static let abstract = "Print the keys and what they do."
  static let discussion = """
    The names at the right are those for [keys] in the configuration, such as "C-n" = \
    "move-down". keys = "mutt" in the configuration selects a preset.
    """

  @Flag(help: "Print a Markdown table of the default keys.")
  var markdown = false

  @Option(help: "Print the keys of a preset.")
  var preset: KeymapPreset?

  func run(to output: StandardOutput) throws {
    if let preset { return try output.write(KeyTable(preset.keymap).text(columns: output.columns)) }
    guard !markdown else { return try output.write(Keymap.default.markdownTable) }
    let keys = try UserEnvironment(inboxName: nil).keymap
    try output.write(KeyTable(keys.keymap).text(columns: output.columns))
    keys.errors.map(\.description).forEach(StandardError.printLine)
  }
}

extension KeymapPreset: ExpressibleByArgument {}

extension Keymap {
  /// The table of `Documentation/Keys.md`; sections with the same keys share a row.
  var markdownTable: String {
    let places = KeySection.all.map { place in (title: place.title, rows: rows(in: place)) }
    let lines = CommandInfo.table.flatMap { info -> [String] in
      let found = places.compactMap { place in
        place.rows.first { $0.command == info.command }.map { (title: place.title, row: $0) }
      }
      guard let row = found.first?.row else { return [] }
      return Self.shared(found.map { ($0.title, $0.row.names) }).map { names, titles in
        let keys = names.map(Self.code).joined(separator: " ")
        let places = titles.joined(separator: ", ").lowercased()
        return "| \(keys) | \(places) | \(row.summary) | `\(row.commandName)` |"
      }
    }
    return (["| keys | where | do | command |", "|---|---|---|---|"] + lines)
      .joined(separator: "\n") + "\n"
  }

  /// A key name as Markdown code in a table cell.
  private static func code(_ name: String) -> String {
    let fence = name.contains("`") ? "`` " : "`"
    return fence + name.replacing("|", with: "\\|") + String(fence.reversed())
  }

  /// The keys of a command, grouped by the sections that have them.
  private static func shared(
    _ found: [(title: String, names: [String])]
  ) -> [(names: [String], titles: [String])] {
    var shared: [(names: [String], titles: [String])] = []
    var seen: Set<String> = []
    for name in found.flatMap(\.names) where seen.insert(name).inserted {
      let titles = found.filter { $0.names.contains(name) }.map(\.title)
      if let index = shared.firstIndex(where: { $0.titles == titles }) {
        shared[index].names.append(name)
      } else {
        shared.append(([name], titles))
      }
    }
    return shared
  }
}

/// A table of key bindings in columns, grouped by section.
struct KeyTable {
  private let places: [(title: String, rows: [KeymapRow])]
  private let own: [(title: String, rows: [(keys: String, text: String)])]

  /// Creates the table of a keymap.
  init(_ keymap: Keymap) {
    places = KeySection.all.map { ($0.title, keymap.rows(in: $0)) }.filter { !$0.1.isEmpty }
    own = [("Your own", false), ("Of the preset", true)].flatMap { title, isOfPreset in
      InputContext.allCases.map { context in
        let rows = keymap.lineRows(in: context).filter { $0.isOfPreset == isOfPreset }
        return ("\(title), \(context.rawValue)", rows.map { ($0.keys, $0.text) })
      }
    }.filter { !$0.1.isEmpty }
  }

  /// The table as text, one command a line; cells wrap if they exceed a terminal's columns.
  func text(columns: Int? = nil) -> String {
    let rows = places.flatMap(\.rows)
    let names = rows.map(\.commandName.columns).max() ?? 0
    let widest = rows.map(\.text.columns).max() ?? 0
    let longest = rows.map(\.summary.columns).max() ?? 0
    let room = columns.map { $0 - names - 6 }
    let keys = min(widest, room.map { max($0 / 3, 8) } ?? widest)
    let summary = min(longest, room.map { max($0 - keys, 8) } ?? longest)
    let blocks = places.map { place in
      let lines = place.rows.flatMap { row in
        TextTable.lines([(row.text, keys), (row.summary, summary), (row.commandName, names)])
      }
      return Self.block(place.title, lines)
    }
    let others = own.map { place in
      let rest = columns.map { max($0 - keys - 4, 8) } ?? Int.max
      return Self.block(
        place.title, place.rows.flatMap { TextTable.lines([($0.keys, keys), ($0.text, rest)]) })
    }
    return (blocks + others).joined(separator: "\n")
  }

  private static func block(_ title: String, _ lines: [String]) -> String {
    ([title] + lines).map { $0 + "\n" }.joined()
  }
}
