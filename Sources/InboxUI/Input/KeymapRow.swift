/// A section of the documented keys: one or more contexts under a heading.
///
/// Bindings of every screen are listed only under ``screens``.
package struct KeySection: Sendable, Hashable {
  package var title: String
  /// The contexts; listed keys are bound in all of them.
  var contexts: [InputContext]

  /// The keys of every screen.
  package static let screens = KeySection(
    title: "Every screen", contexts: [.list, .trash, .sources, .reader, .help])

  package static let typing = [
    KeySection(title: "Prompts", contexts: [.prompt]),
    KeySection(title: "Menus", contexts: [.menu]),
    KeySection(title: "Questions", contexts: [.confirm]),
  ]

  /// All sections, in document order.
  package static let all =
    [
      screens,
      KeySection(title: "List", contexts: [.list]),
      KeySection(title: "Trash", contexts: [.trash]),
      KeySection(title: "Sources", contexts: [.sources]),
      KeySection(title: "Reader", contexts: [.reader]),
      KeySection(title: "Help", contexts: [.help]),
    ] + typing
}

/// A command with its keys in a section, or the nine tabs joined in one row.
package struct KeymapRow: Sendable, Hashable {
  /// The command; the first one for joined tabs.
  package let command: Command
  /// The key names, default keys first; sequences are separated by blanks.
  package let names: [String]
  /// A short phrase on the command.
  package let summary: String
  /// The command's name in the configuration.
  package let commandName: String

  init(_ info: CommandInfo, names: [String]) {
    (command, self.names) = (info.command, names)
    (summary, commandName) = (info.summary, info.command.name)
  }

  /// Joins the rows of the tabs.
  private init(of tabs: [KeymapRow]) {
    let (first, last) = (tabs[0], tabs[tabs.count - 1])
    (command, names) = (first.command, ["\(first.text)…\(last.text)"])
    summary = "\(first.summary) to \(tabs.count)"
    commandName = "\(first.commandName) … \(last.commandName)"
  }

  /// The key names in one line.
  package var text: String { names.lineOfKeys }

  /// Joins the rows of the tabs if each is bound to one key, which ends with its digit.
  static func joiningTabs(_ rows: [KeymapRow]) -> [KeymapRow] {
    let numbered = Command.Tab.numbered.map(Command.tabbing)
    guard let start = rows.firstIndex(where: { $0.command == numbered[0] }) else { return rows }
    let tabs = Array(rows[start...].prefix(numbered.count))
    guard tabs.map(\.command) == numbered,
      tabs.enumerated().allSatisfy({ $1.names.count == 1 && $1.text.hasSuffix("\($0 + 1)") })
    else { return rows }
    return rows[..<start] + [KeymapRow(of: tabs)] + rows[(start + tabs.count)...]
  }
}

extension [String] {
  /// Alternative key names in one line, separated by commas, as sequences contain blanks.
  var lineOfKeys: String { joined(separator: ", ") }
}

extension Keymap {
  /// The bindings of a section, in table order.
  ///
  /// - Parameter place: The section; sections of single screens omit keys of
  ///   ``KeySection/screens``.
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

  /// A command with its keys on one screen; nil if it has none.
  func row(of command: Command, in context: InputContext) -> KeymapRow? {
    let names = names(of: command, in: context)
    return names.isEmpty ? nil : command.info.map { KeymapRow($0, names: names) }
  }

  /// The bound commands of a group on one screen.
  func rows(of group: CommandInfo.Group, in context: InputContext) -> [KeymapRow] {
    let commands = CommandInfo.table.filter { $0.group == group }.map(\.command)
    return KeymapRow.joiningTabs(commands.compactMap { row(of: $0, in: context) })
  }

  private func names(of command: Command, inAll contexts: [InputContext]) -> [String] {
    let names = contexts.map { self.names(of: command, in: $0) }
    return names.first?.filter { name in names.allSatisfy { $0.contains(name) } } ?? []
  }
}
