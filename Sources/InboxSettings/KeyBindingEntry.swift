/// One line of the configuration's `[keys]`, not yet understood.
public struct KeyBindingEntry: Sendable, Hashable {
  /// The screen that it is for, as in `[keys.list]`; empty for all.
  public var context: String
  /// The keys, as written.
  public var keys: String
  /// The command's name, as written; `unbind` takes the keys away.
  public var command: String
  /// Its line in the file, from 1.
  public var line: Int?

  /// Makes an entry.
  public init(context: String, keys: String, command: String, line: Int?) {
    self.context = context
    self.keys = keys
    self.command = command
    self.line = line
  }
}
