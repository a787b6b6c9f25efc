/// One key binding as a person wrote it in the configuration.
public struct KeymapEntry: Sendable, Hashable {
  /// The command word that takes a key's meaning away.
  public static let unbind = "unbind"

  /// Where it applies; nil means wherever the command does.
  public var context: String?
  /// Name of the key, or of several that are pressed one after the other, as in `g g`.
  public var key: String
  /// Name of the command, or ``unbind``.
  public var command: String
  /// Line in the configuration, from 1.
  public var line: Int?

  /// Makes an entry.
  public init(context: String? = nil, key: String, command: String, line: Int? = nil) {
    self.context = context
    self.key = key
    self.command = command
    self.line = line
  }
}
