import InboxCore
/// A command of the `:` line that takes an argument; the raw value is its name.
///
/// To add one, add a case here, a row of ``LineCommandInfo/table``, and a case in
/// `UIState.perform(_:_:at:)`, which may throw a ``PromptError`` with a column. Without an
/// argument, a name that is also a ``Command`` runs that one.
package enum LineCommand: String, CaseIterable, Sendable, Hashable {
  case filter, sort, group, search, message, snooze
  case theme, inbox
  case delete, read, unread, pin, unpin, unsnooze, done, undone
  case mute, unmute, tab, set, link, help
}

/// A row of the table of commands with arguments, which completion and help use.
package struct LineCommandInfo: Sendable, Hashable {
  /// The kind of an argument, for its completion.
  package enum Argument: Sendable, Hashable {
    case filter, order, grouping, theme, inbox, setting, command, tab
    /// A time, completed with those of the snooze menu.
    case moment
    /// Any text, without completion.
    case text
    /// The title of a message.
    case title
  }

  package var command: LineCommand
  /// The kind of its argument.
  package var argument: Argument
  /// The screens that support it.
  package var contexts: [InputContext]
  /// One sentence for help and palette.
  package var summary: String

  /// All rows.
  package static let table = [
    LineCommandInfo(.filter, .filter, lists, "Filter the list: is:unread source:ci"),
    LineCommandInfo(.sort, .order, lists, "Sort by newest, oldest, priority or unread"),
    LineCommandInfo(
      .group, .grouping, lists, "Group by day, source, thread, priority or none"),
    LineCommandInfo(.search, .text, lists + [.reader], "Search for text"),
    LineCommandInfo(
      .message, .title, lists + [.reader], "Go to message by title or source"),
    LineCommandInfo(
      .snooze, .moment, [.list, .reader],
      "Snooze until a time or an event: 9am, 2h, next"),
    LineCommandInfo(.theme, .theme, screens, "Theme until the screen closes"),
    LineCommandInfo(.inbox, .inbox, lists + [.reader], "Switch to another inbox"),
    LineCommandInfo(.delete, .filter, [.list], "Delete all matches of a filter (asks)"),
    LineCommandInfo(.read, .filter, messages, "Mark read; with a filter, all matches"),
    LineCommandInfo(.unread, .filter, messages, "Mark unread; with a filter, all matches"),
    LineCommandInfo(.pin, .filter, messages, "Pin; with a filter, all matches"),
    LineCommandInfo(.unpin, .filter, messages, "Unpin; with a filter, all matches"),
    LineCommandInfo(
      .unsnooze, .filter, messages, "Unsnooze; with a filter, all matches"),
    LineCommandInfo(.done, .filter, messages, "Done; with a filter, all matches"),
    LineCommandInfo(.undone, .filter, messages, "Not done; with a filter, all matches"),
    LineCommandInfo(
      .mute, .moment, [.list, .reader], "Mute the source until a time, or for a while: 2h"),
    LineCommandInfo(.unmute, .text, [.list, .reader], "Unmute the source"),
    LineCommandInfo(.tab, .tab, lists, "Keep the current filter as a tab: tab add CI"),
    LineCommandInfo(
      .set, .setting, screens, "Change a setting until reload: density=compact"),
    LineCommandInfo(.link, .text, [.reader], "Open link by number"),
    LineCommandInfo(.help, .command, screens, "What a command does, and its keys"),
  ]

  private static let lists: [InputContext] = [.list, .trash]
  private static let messages: [InputContext] = [.list, .reader]
  private static let screens: [InputContext] = [.list, .trash, .reader, .help]

  init(
    _ command: LineCommand, _ argument: Argument, _ contexts: [InputContext], _ summary: String
  ) {
    self.command = command
    self.argument = argument
    self.contexts = contexts
    self.summary = summary
  }
}

extension LineCommand {
  /// Whether the argument is optional.
  var standsAlone: Bool { [.theme, .inbox, .mute, .unmute].contains(self) || verb != nil }

  /// Those that change what is a setting in the configuration.
  static let settings: [LineCommand] = [.theme, .sort]

  /// The usage line for a missing argument.
  var usage: String {
    switch info?.argument {
    case .filter: ":\(rawValue) FILTER"
    case .setting: ":\(rawValue) NAME=VALUE"
    case .order: ":\(rawValue) ORDER"
    case .grouping: ":\(rawValue) GROUPING"
    case .tab: ":\(rawValue) add NAME"
    case .text where self == .link: ":\(rawValue) NUMBER"
    default: ":\(rawValue) …"
    }
  }

  /// Its row of the table.
  package var info: LineCommandInfo? { LineCommandInfo.table.first { $0.command == self } }

  /// Its verb, as in the program's subcommand of that name; nil for other commands.
  var verb: Verb? { Self.verbs[self] }

  private static let verbs: [LineCommand: Verb] = [
    .read: .read, .unread: .unread, .pin: .pin, .unpin: .unpin, .unsnooze: .unsnooze,
    .done: .done, .undone: .undone,
  ]
}
