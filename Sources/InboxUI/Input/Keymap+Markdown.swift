extension Keymap {
  /// The bindings as rows for people: one for each command that has a key, in the table's order.
  public var rows: [KeymapRow] {
    CommandInfo.table.compactMap { info in
      let keys = keys(for: info.command, in: info.contexts)
      return keys.isEmpty ? nil : KeymapRow(info: info, keys: keys)
    }
  }

  /// The table of keys that the README shows.
  public var markdownTable: String {
    let lines = rows.map { row in
      let keys = row.keys.map { "`\($0.name.replacing("|", with: "\\|"))`" }
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
  /// Its keys, those of its first context first.
  public var keys: [Key]
}
