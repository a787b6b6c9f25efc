/// One row of the table of commands, from which help and documents are made.
public struct CommandInfo: Sendable, Hashable {
  /// Under which heading help shows a command.
  public enum Group: String, CaseIterable, Sendable, Hashable {
    case moving = "Moving"
    case reading = "Reading"
    case acting = "Acting"
    case finding = "Finding"
    case screen = "Screen"
    case typing = "Typing and answering"
  }

  /// The command.
  public var command: Command
  /// What it does, as one sentence of help.
  public var summary: String
  /// Where it applies.
  public var contexts: [InputContext]
  /// Names of the keys that it has by default in all of ``contexts``.
  public var keys: [String]
  /// Names of keys that it has by default in one of them only.
  public var extraKeys: [InputContext: [String]]

  init(
    _ command: Command, _ contexts: [InputContext], _ keys: [String], _ summary: String,
    extra: [InputContext: [String]] = [:]
  ) {
    self.command = command
    self.summary = summary
    self.contexts = contexts
    self.keys = keys
    extraKeys = extra
  }

  /// The command's heading in help.
  public var group: Group { command.group }

  /// Whether the command means something outside of prompts and menus.
  var isTypeable: Bool {
    group != .typing && ![.screen(.commandLine), .screen(.interrupt)].contains(command)
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
      .moving(.moveDown), scrolled, ["j", "Down"], "Move one message or line down.",
      extra: [.menu: ["C-n"]]),
    CommandInfo(
      .moving(.moveUp), scrolled, ["k", "Up"], "Move one message or line up.",
      extra: [.menu: ["C-p"]]),
    CommandInfo(
      .moving(.pageDown), scrolled, ["C-f", "PgDn"], "Move one page down.",
      extra: [.reader: ["Space"], .help: ["Space"]]),
    CommandInfo(.moving(.pageUp), scrolled, ["C-b", "PgUp"], "Move one page up."),
    CommandInfo(.moving(.halfPageDown), screens, ["C-d"], "Move half a page down."),
    CommandInfo(.moving(.halfPageUp), screens, ["C-u"], "Move half a page up."),
    CommandInfo(.moving(.top), scrolled, ["g", "Home"], "Go to the top."),
    CommandInfo(.moving(.bottom), scrolled, ["G", "End"], "Go to the bottom."),
    CommandInfo(
      .stepping(.nextUnread), [.list, .reader], ["Tab"], "Go to the next unread message."),
    CommandInfo(
      .stepping(.previousUnread), [.list, .reader], ["S-Tab"], "Go to the previous unread message."),
    CommandInfo(.stepping(.nextMessage), [.reader], ["J"], "Show the next message of the list."),
    CommandInfo(
      .stepping(.previousMessage), [.reader], ["K"], "Show the previous message of the list."),
  ]

  private static let reading = [
    CommandInfo(
      .reading(.view), lists, ["Enter", "l", "Right"],
      "Show the message in the reader and mark it read."),
    CommandInfo(.reading(.open), [.list, .reader], ["o"], "Open the message's link."),
    CommandInfo(
      .reading(.goToAlert), screens, ["b"], "Show the message that alerted last in the reader."),
    CommandInfo(.reading(.close), screens, ["q"], "Go back, or quit from the list."),
    CommandInfo(
      .reading(.back), screens, ["Esc", "h", "Left"],
      "Go back; in the list, clear the marks, then the search."),
    CommandInfo(.reading(.quit), screens, ["Q"], "Quit from anywhere."),
  ]

  private static let acting = [
    CommandInfo(.acting(.toggleRead), [.list, .reader], ["m"], "Mark read or unread."),
    CommandInfo(.acting(.markAllRead), [.list], ["M"], "Mark all shown read, after asking."),
    CommandInfo(.acting(.togglePin), [.list, .reader], ["p"], "Pin on top, or unpin."),
    CommandInfo(
      .acting(.snooze), [.list, .reader], ["s"], "Hide until a moment, or bring back from there."),
    CommandInfo(
      .acting(.delete), [.list, .reader], ["d", "Delete"], "Delete; the trash keeps it."),
    CommandInfo(.acting(.deleteAll), [.list], ["D"], "Delete all shown, after asking."),
    CommandInfo(
      .acting(.restore), [.trash, .reader], ["z", "Insert"], "Put back out of the trash."),
    CommandInfo(
      .acting(.purge), [.trash], ["d", "Delete"], "Remove for good from the trash, after asking."),
    CommandInfo(
      .acting(.purgeAll), [.trash], ["D"],
      "Remove all shown from the trash for good, after asking."),
    CommandInfo(.acting(.undo), messages, ["u"], "Take back the last change."),
    CommandInfo(.acting(.redo), messages, ["U"], "Do again what was taken back."),
    CommandInfo(
      .acting(.actions), [.list, .reader], ["a"], "Choose one of the message's actions."),
    CommandInfo(.acting(.copy), messages, ["y"], "Copy the text."),
    CommandInfo(.acting(.copyLink), messages, ["Y"], "Copy the link."),
    CommandInfo(.acting(.pipe), messages, ["|"], "Give the text to a command."),
    CommandInfo(.acting(.mark), lists, ["Space"], "Mark or unmark the message."),
    CommandInfo(
      .acting(.markRange), lists, ["V"], "Mark all from the last marked message to here."),
  ]

  private static let finding = [
    CommandInfo(.finding(.search), messages, ["/"], "Search for text in the list or the message."),
    CommandInfo(.finding(.nextMatch), messages, ["n"], "Go to the next match of the search."),
    CommandInfo(
      .finding(.previousMatch), messages, ["N"], "Go to the previous match of the search."),
    CommandInfo(
      .finding(.cycleFilter), lists, ["f"],
      "Show your filters in turn, by default all, unread, pinned, deleted."),
    CommandInfo(.finding(.filter), lists, ["F", "\\"], "Type which messages to show."),
    CommandInfo(.finding(.sort), lists, ["S"], "Choose the order of the list."),
    CommandInfo(.finding(.thread), messages, ["t"], "Show the message's thread, or leave it."),
    CommandInfo(.finding(.trash), lists, ["T"], "Show the trash, or leave it."),
    CommandInfo(.finding(.inboxes), messages, ["I"], "Switch to another inbox."),
  ]

  private static let screen = [
    CommandInfo(
      .screen(.refresh), lists, ["r"], "Read the list anew and drop what was kept in view."),
    CommandInfo(
      .screen(.toggleDoNotDisturb), screens, ["B"],
      "Let only what is urgent alert for now, or everything again."),
    CommandInfo(.screen(.redraw), screens, ["C-l"], "Draw the whole screen anew."),
    CommandInfo(.screen(.reload), screens, ["R"], "Read configuration and theme anew."),
    CommandInfo(.screen(.help), screens, ["?", "F1"], "Show the keys, or leave them."),
    CommandInfo(.screen(.commandLine), screens, [":"], "Type a command by its name."),
    CommandInfo(.screen(.interrupt), screens, ["C-c"], "Tell which key quits."),
  ]

  private static let typing = [
    CommandInfo(
      .typing(.accept), [.prompt, .menu], ["Enter"], "Accept what was typed or chosen.",
      extra: [.menu: ["l", "Right"]]),
    CommandInfo(
      .typing(.cancel), [.prompt, .menu], ["Esc", "C-g", "C-c"], "Leave without changing anything.",
      extra: [.menu: ["q", "h", "Left"]]),
    CommandInfo(
      .typing(.deleteBackward), [.prompt], ["Backspace", "C-h"],
      "Erase the character before the cursor."),
    CommandInfo(
      .typing(.deleteForward), [.prompt], ["Delete"], "Erase the character at the cursor."),
    CommandInfo(.typing(.deleteWord), [.prompt], ["C-w"], "Erase the word before the cursor."),
    CommandInfo(.typing(.deleteLine), [.prompt], ["C-u"], "Erase all before the cursor."),
    CommandInfo(.typing(.cursorLeft), [.prompt], ["Left", "C-b"], "Move one character left."),
    CommandInfo(.typing(.cursorRight), [.prompt], ["Right", "C-f"], "Move one character right."),
    CommandInfo(
      .typing(.cursorStart), [.prompt], ["Home", "C-a"], "Move to the start of the line."),
    CommandInfo(.typing(.cursorEnd), [.prompt], ["End", "C-e"], "Move to the end of the line."),
    CommandInfo(.typing(.complete), [.prompt], ["Tab"], "Go on with the next proposed word."),
    CommandInfo(
      .typing(.completeBack), [.prompt], ["S-Tab"], "Go back to the previous proposed word."),
    CommandInfo(.typing(.earlierLine), [.prompt], ["Up", "C-p"], "Bring back an earlier line."),
    CommandInfo(.typing(.laterLine), [.prompt], ["Down", "C-n"], "Go on to a later line."),
    CommandInfo(.typing(.yes), [.confirm], ["y", "Y"], "Answer yes."),
    CommandInfo(.typing(.no), [.confirm], ["n", "N", "Esc", "Enter", "q", "C-c"], "Answer no."),
  ]
}
