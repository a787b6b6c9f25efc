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
