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

extension CommandInfo {
  static let byCommand = Dictionary(uniqueKeysWithValues: table.map { ($0.command, $0) })

  private static let lists: [InputContext] = [.list, .trash]
  private static let messages: [InputContext] = [.list, .trash, .reader]
  private static let screens: [InputContext] = [.list, .trash, .reader, .help]
  private static let scrolled: [InputContext] = screens + [.menu]

  /// Every command, in the order in which help shows them.
  ///
  /// C-q, C-s and C-z have no place here: they belong to the terminal.
  public static let table: [CommandInfo] = moving + reading + acting + finding + screen + typing

  private static let moving = [
    CommandInfo(
      .moveDown, .moving, scrolled, ["j", "Down"], "Move one message or line down.",
      extra: [.menu: ["C-n"]]),
    CommandInfo(
      .moveUp, .moving, scrolled, ["k", "Up"], "Move one message or line up.",
      extra: [.menu: ["C-p"]]),
    CommandInfo(
      .pageDown, .moving, scrolled, ["C-f", "PgDn"], "Move one page down.",
      extra: [.reader: ["Space"], .help: ["Space"]]),
    CommandInfo(.pageUp, .moving, scrolled, ["C-b", "PgUp"], "Move one page up."),
    CommandInfo(.halfPageDown, .moving, screens, ["C-d"], "Move half a page down."),
    CommandInfo(.halfPageUp, .moving, screens, ["C-u"], "Move half a page up."),
    CommandInfo(.top, .moving, scrolled, ["g", "Home"], "Go to the top."),
    CommandInfo(.bottom, .moving, scrolled, ["G", "End"], "Go to the bottom."),
    CommandInfo(.nextUnread, .moving, [.list, .reader], ["Tab"], "Go to the next unread message."),
    CommandInfo(
      .previousUnread, .moving, [.list, .reader], ["S-Tab"], "Go to the previous unread message."),
    CommandInfo(.nextMessage, .moving, [.reader], ["J"], "Show the next message of the list."),
    CommandInfo(
      .previousMessage, .moving, [.reader], ["K"], "Show the previous message of the list."),
  ]

  private static let reading = [
    CommandInfo(
      .view, .reading, lists, ["Enter", "l", "Right"],
      "Show the message in the reader and mark it read."),
    CommandInfo(.open, .reading, [.list, .reader], ["o"], "Open the message's link."),
    CommandInfo(
      .goToAlert, .reading, screens, ["b"], "Show the message that alerted last in the reader."),
    CommandInfo(.close, .reading, screens, ["q"], "Go back, or quit from the list."),
    CommandInfo(
      .back, .reading, screens, ["Esc", "h", "Left"],
      "Go back; in the list, clear the marks, then the search."),
    CommandInfo(.quit, .reading, screens, ["Q"], "Quit from anywhere."),
  ]

  private static let acting = [
    CommandInfo(.toggleRead, .acting, [.list, .reader], ["m"], "Mark read or unread."),
    CommandInfo(.markAllRead, .acting, [.list], ["M"], "Mark all shown read, after asking."),
    CommandInfo(.togglePin, .acting, [.list, .reader], ["p"], "Pin on top, or unpin."),
    CommandInfo(
      .snooze, .acting, [.list, .reader], ["s"], "Hide until a moment, or bring back from there."),
    CommandInfo(
      .delete, .acting, [.list, .reader], ["d", "Delete"], "Delete; the trash keeps it."),
    CommandInfo(.deleteAll, .acting, [.list], ["D"], "Delete all shown, after asking."),
    CommandInfo(
      .restore, .acting, [.trash, .reader], ["z", "Insert"], "Put back out of the trash."),
    CommandInfo(
      .purge, .acting, [.trash], ["d", "Delete"], "Remove for good from the trash, after asking."),
    CommandInfo(
      .purgeAll, .acting, [.trash], ["D"],
      "Remove all shown from the trash for good, after asking."),
    CommandInfo(.undo, .acting, messages, ["u"], "Take back the last change."),
    CommandInfo(.redo, .acting, messages, ["U"], "Do again what was taken back."),
    CommandInfo(
      .actions, .acting, [.list, .reader], ["a"], "Choose one of the message's actions."),
    CommandInfo(.copy, .acting, messages, ["y"], "Copy the text."),
    CommandInfo(.copyLink, .acting, messages, ["Y"], "Copy the link."),
    CommandInfo(.pipe, .acting, messages, ["|"], "Give the text to a command."),
    CommandInfo(.mark, .acting, lists, ["Space"], "Mark or unmark the message."),
    CommandInfo(
      .markRange, .acting, lists, ["V"], "Mark all from the last marked message to here."),
  ]

  private static let finding = [
    CommandInfo(.search, .finding, messages, ["/"], "Search for text in the list or the message."),
    CommandInfo(.nextMatch, .finding, messages, ["n"], "Go to the next match of the search."),
    CommandInfo(
      .previousMatch, .finding, messages, ["N"], "Go to the previous match of the search."),
    CommandInfo(
      .cycleFilter, .finding, lists, ["f"],
      "Show your filters in turn, by default all, unread, pinned, deleted."),
    CommandInfo(.filter, .finding, lists, ["F", "\\"], "Type which messages to show."),
    CommandInfo(.sort, .finding, lists, ["S"], "Choose the order of the list."),
    CommandInfo(.thread, .finding, messages, ["t"], "Show the message's thread, or leave it."),
    CommandInfo(.trash, .finding, lists, ["T"], "Show the trash, or leave it."),
    CommandInfo(.inboxes, .finding, messages, ["I"], "Switch to another inbox."),
  ]

  private static let screen = [
    CommandInfo(
      .refresh, .screen, lists, ["r"], "Read the list anew and drop what was kept in view."),
    CommandInfo(
      .toggleDoNotDisturb, .screen, screens, ["B"],
      "Let only what is urgent alert for now, or everything again."),
    CommandInfo(.redraw, .screen, screens, ["C-l"], "Draw the whole screen anew."),
    CommandInfo(.reload, .screen, screens, ["R"], "Read configuration and theme anew."),
    CommandInfo(.help, .screen, screens, ["?", "F1"], "Show the keys, or leave them."),
    CommandInfo(.commandLine, .screen, screens, [":"], "Type a command by its name."),
    CommandInfo(.interrupt, .screen, screens, ["C-c"], "Tell which key quits."),
  ]

  private static let typing = [
    CommandInfo(
      .accept, .typing, [.prompt, .menu], ["Enter"], "Accept what was typed or chosen.",
      extra: [.menu: ["l", "Right"]]),
    CommandInfo(
      .cancel, .typing, [.prompt, .menu], ["Esc", "C-g", "C-c"], "Leave without changing anything.",
      extra: [.menu: ["q", "h", "Left"]]),
    CommandInfo(
      .deleteBackward, .typing, [.prompt], ["Backspace", "C-h"],
      "Erase the character before the cursor."),
    CommandInfo(
      .deleteForward, .typing, [.prompt], ["Delete"], "Erase the character at the cursor."),
    CommandInfo(.deleteWord, .typing, [.prompt], ["C-w"], "Erase the word before the cursor."),
    CommandInfo(.deleteLine, .typing, [.prompt], ["C-u"], "Erase all before the cursor."),
    CommandInfo(.cursorLeft, .typing, [.prompt], ["Left", "C-b"], "Move one character left."),
    CommandInfo(.cursorRight, .typing, [.prompt], ["Right", "C-f"], "Move one character right."),
    CommandInfo(
      .cursorStart, .typing, [.prompt], ["Home", "C-a"], "Move to the start of the line."),
    CommandInfo(.cursorEnd, .typing, [.prompt], ["End", "C-e"], "Move to the end of the line."),
    CommandInfo(.complete, .typing, [.prompt], ["Tab"], "Go on with the next proposed word."),
    CommandInfo(
      .completeBack, .typing, [.prompt], ["S-Tab"], "Go back to the previous proposed word."),
    CommandInfo(.earlierLine, .typing, [.prompt], ["Up", "C-p"], "Bring back an earlier line."),
    CommandInfo(.laterLine, .typing, [.prompt], ["Down", "C-n"], "Go on to a later line."),
    CommandInfo(.yes, .typing, [.confirm], ["y", "Y"], "Answer yes."),
    CommandInfo(.no, .typing, [.confirm], ["n", "N", "Esc", "Enter", "q", "C-c"], "Answer no."),
  ]
}
