/// A section of the documented keys: one or several contexts under a heading.
///
/// Bindings of all screens are listed under ``screens`` only.
package struct KeySection: Sendable, Hashable {
  /// The heading.
  package var title: String
  /// The contexts; its keys are bound in all of them.
  var contexts: [InputContext]

  /// The keys of all screens.
  package static let screens = KeySection(
    title: "Every screen", contexts: [.list, .trash, .reader, .help])

  /// Prompts, menus and questions.
  package static let typing = [
    KeySection(title: "Prompts", contexts: [.prompt]),
    KeySection(title: "Menus", contexts: [.menu]),
    KeySection(title: "Questions", contexts: [.confirm]),
  ]

  /// All sections, in the order of the documents.
  package static let all =
    [
      screens,
      KeySection(title: "List", contexts: [.list]),
      KeySection(title: "Trash", contexts: [.trash]),
      KeySection(title: "Reader", contexts: [.reader]),
      KeySection(title: "Help", contexts: [.help]),
    ] + typing
}

/// A command with all its keys in one section, or the tabs of the nine digits.
package struct KeymapRow: Sendable, Hashable {
  /// The command; of the tabs, that of the first.
  package let command: Command
  /// Names of its keys, default keys first; a sequence has blanks in its name.
  package let names: [String]
  /// What it does, as one sentence.
  package let summary: String
  /// Its name, as a configuration writes it.
  package let commandName: String

  /// Makes the row of a command.
  init(_ info: CommandInfo, names: [String]) {
    (command, self.names) = (info.command, names)
    (summary, commandName) = (info.summary, info.command.name)
  }

  /// Makes the row of the tabs, each of which has its digit.
  private init(of tabs: [KeymapRow]) {
    let (first, last) = (tabs[0], tabs[tabs.count - 1])
    (command, names) = (first.command, ["\(first.text)…\(last.text)"])
    summary = "Show tab \(first.text) to \(last.text)."
    commandName = "\(first.commandName) … \(last.commandName)"
  }

  /// The names in one line.
  package var text: String { names.lineOfKeys }

  /// The rows with one in place of those of the tabs, where these have their digits and nothing
  /// else.
  static func joiningTabs(_ rows: [KeymapRow]) -> [KeymapRow] {
    let numbered = Command.Tab.numbered.map(Command.tabbing)
    guard let start = rows.firstIndex(where: { $0.command == numbered[0] }) else { return rows }
    let tabs = Array(rows[start...].prefix(numbered.count))
    guard tabs.map(\.command) == numbered,
      tabs.enumerated().allSatisfy({ $1.names == ["\($0 + 1)"] })
    else { return rows }
    return rows[..<start] + [KeymapRow(of: tabs)] + rows[(start + tabs.count)...]
  }
}

extension [String] {
  /// Names of keys on one line, separated by commas if any is a sequence.
  var lineOfKeys: String {
    joined(separator: contains { $0.contains(" ") } ? ", " : " ")
  }
}

extension Keymap {
  /// The bindings of a section, in the order of the table.
  ///
  /// - Parameter place: The section; keys of ``KeySection/screens`` are left out of single screens.
  /// - Returns: A row for each bound command.
  package func rows(in place: KeySection) -> [KeymapRow] {
    let rows = CommandInfo.table.compactMap { info -> KeymapRow? in
      var names = names(of: info.command, inAll: place.contexts)
      if place != .screens, KeySection.screens.contexts.contains(where: place.contexts.contains) {
        let everywhere = self.names(of: info.command, inAll: KeySection.screens.contexts)
        names.removeAll(where: everywhere.contains)
      }
      return names.isEmpty ? nil : KeymapRow(info, names: names)
    }
    return KeymapRow.joiningTabs(rows)
  }

  /// The commands of a group on one screen, with their keys.
  func rows(of group: CommandInfo.Group, in context: InputContext) -> [KeymapRow] {
    let rows = CommandInfo.table.filter { $0.group == group }.compactMap { info -> KeymapRow? in
      let names = names(of: info.command, in: context)
      return names.isEmpty ? nil : KeymapRow(info, names: names)
    }
    return KeymapRow.joiningTabs(rows)
  }

  private func names(of command: Command, inAll contexts: [InputContext]) -> [String] {
    let names = contexts.map { self.names(of: command, in: $0) }
    return names.first?.filter { name in names.allSatisfy { $0.contains(name) } } ?? []
  }

  /// The table of `Documentation/Keys.md`; keys of the same sections share a line.
  package var markdownTable: String {
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

  /// The name of a key as Markdown shows it in a table.
  private static func code(_ name: String) -> String {
    let fence = name.contains("`") ? "`` " : "`"
    return fence + name.replacing("|", with: "\\|") + String(fence.reversed())
  }

  /// The keys of a command, grouped by their sections.
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
