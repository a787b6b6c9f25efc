/// One row of the table of commands, from which help and documents are made.
public struct CommandInfo: Sendable, Hashable {
  /// Under which heading help shows a command.
  public enum Group: String, CaseIterable, Sendable, Hashable {
    /// The cursor and the scroll go elsewhere; nothing changes.
    case moving = "Moving"
    /// A message is shown, or a screen left.
    case reading = "Reading"
    /// Messages change, or leave the inbox.
    case acting = "Acting"
    /// The list shows other messages, or others of them are looked for.
    case finding = "Finding"
    /// About the program rather than its messages.
    case screen = "Screen"
    /// Keys of prompts, menus and questions, which no `:` line can name.
    case typing = "Typing and answering"
  }

  /// The command.
  public var command: Command
  /// What it does, as one sentence of help.
  public var summary: String
  /// Its heading in help.
  public var group: Group
  /// Where it applies.
  public var contexts: [InputContext]
  /// Names of the keys that it has by default in all of ``contexts``.
  public var keys: [String]
  /// Names of keys that it has by default in one of them only.
  public var extraKeys: [InputContext: [String]]

  init(
    _ command: Command, _ group: Group, _ contexts: [InputContext], _ keys: [String],
    _ summary: String, extra: [InputContext: [String]] = [:]
  ) {
    self.command = command
    self.summary = summary
    self.group = group
    self.contexts = contexts
    self.keys = keys
    extraKeys = extra
  }

  /// Names of the keys that the command has by default in `context`.
  public func keys(in context: InputContext) -> [String] {
    contexts.contains(context) ? keys + (extraKeys[context] ?? []) : []
  }
}

extension Command {
  /// The command's row of the table.
  public var info: CommandInfo? { CommandInfo.byCommand[self] }
}
