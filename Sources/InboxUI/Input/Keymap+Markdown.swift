extension Keymap {
  /// The bindings as rows for people: one for each command that has a key, in the table's order.
  public var rows: [KeymapRow] {
    CommandInfo.table.compactMap { info in
      let names = names(of: info.command, in: info.contexts)
      return names.isEmpty ? nil : KeymapRow(info: info, names: names)
    }
  }

  /// The table of keys that the README shows.
  public var markdownTable: String {
    let lines = rows.map { row in
      let keys = row.names.map { "`\($0.replacing("|", with: "\\|"))`" }
      let command = row.info.command.rawValue
      return "| \(keys.joined(separator: " ")) | \(row.info.summary) | `\(command)` |"
    }
    return (["| keys | do | command |", "|---|---|---|"] + lines).joined(separator: "\n") + "\n"
  }
}

/// A command and all its keys, as `help` and `bellboard keys` list them.
public struct KeymapRow: Sendable, Hashable {
  /// The command's row of the table.
  public var info: CommandInfo
  /// Names of its keys, those of its first context first; a sequence has blanks in its name.
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
