/// A place whose keys people see under one heading.
///
/// What holds on every screen is listed there alone; the place of a screen has what comes to it.
public struct KeyPlace: Sendable, Hashable {
  /// The heading.
  public var title: String
  /// The contexts in all of which its keys hold.
  var contexts: [InputContext]

  /// The keys of every screen.
  public static let screens = KeyPlace(
    title: "Every screen", contexts: [.list, .trash, .reader, .help])

  /// Where something is typed, chosen or answered.
  public static let typing = [
    KeyPlace(title: "Prompts", contexts: [.prompt]),
    KeyPlace(title: "Menus", contexts: [.menu]),
    KeyPlace(title: "Questions", contexts: [.confirm]),
  ]

  /// Every place, in the order in which documents list them.
  public static let all =
    [
      screens,
      KeyPlace(title: "List", contexts: [.list]),
      KeyPlace(title: "Trash", contexts: [.trash]),
      KeyPlace(title: "Reader", contexts: [.reader]),
      KeyPlace(title: "Help", contexts: [.help]),
    ] + typing
}

/// A command and all its keys in one place, as `help` and `bellboard keys` list them.
public struct KeymapRow: Sendable, Hashable {
  /// The command's row of the table.
  public var info: CommandInfo
  /// Names of its keys, its default ones first; a sequence has blanks in its name.
  public var names: [String]

  /// The names in one line.
  public var text: String { names.lineOfKeys }
}

extension [String] {
  /// Names of keys in one line; commas keep sequences apart where there are any.
  var lineOfKeys: String {
    joined(separator: contains { $0.contains(" ") } ? ", " : " ")
  }
}

extension Keymap {
  /// The bindings of a place as rows for people, in the table's order.
  ///
  /// - Parameter place: Keys of ``KeyPlace/screens`` are left out of the places of screens.
  /// - Returns: One row for each command that has a key there.
  public func rows(in place: KeyPlace) -> [KeymapRow] {
    CommandInfo.table.compactMap { info in
      var names = names(of: info.command, inAll: place.contexts)
      if place != .screens, KeyPlace.screens.contexts.contains(where: place.contexts.contains) {
        let everywhere = self.names(of: info.command, inAll: KeyPlace.screens.contexts)
        names.removeAll(where: everywhere.contains)
      }
      return names.isEmpty ? nil : KeymapRow(info: info, names: names)
    }
  }

  private func names(of command: Command, inAll contexts: [InputContext]) -> [String] {
    let names = contexts.map { self.names(of: command, in: $0) }
    return names.first?.filter { name in names.allSatisfy { $0.contains(name) } } ?? []
  }

  /// The table of keys that the README shows: keys that hold in the same places share a line.
  public var markdownTable: String {
    let places = KeyPlace.all.map { place in (title: place.title, rows: rows(in: place)) }
    let lines = CommandInfo.table.flatMap { info in
      let found = places.compactMap { place in
        place.rows.first { $0.info == info }.map { (title: place.title, names: $0.names) }
      }
      return Self.shared(found).map { names, titles in
        let keys = names.map { "`\($0.replacing("|", with: "\\|"))`" }.joined(separator: " ")
        let places = titles.joined(separator: ", ").lowercased()
        return "| \(keys) | \(places) | \(info.summary) | `\(info.command.name)` |"
      }
    }
    return (["| keys | where | do | command |", "|---|---|---|---|"] + lines)
      .joined(separator: "\n") + "\n"
  }

  /// The keys of a command, those together that hold in the same places.
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
