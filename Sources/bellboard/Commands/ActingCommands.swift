import ArgumentParser
import Foundation
import InboxCore

struct Read: ActingCommand {
  static let name = "read"
  static let abstract = "Mark messages read."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .read }
}

struct Unread: ActingCommand {
  static let name = "unread"
  static let abstract = "Mark messages unread."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .unread }
}

struct Done: ActingCommand {
  static let name = "done"
  static let abstract =
    "Mark messages done: out of the list, kept, back as unread when there is news."
  static let discussion = """
    News is another occurrence, a push with the same id that changes a text or raises the priority, \
    or a message in the thread, which brings back the newest one of it. 'list is:done' lists them; \
    'undone' or 'undo' brings them back.
    """
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .done }
}

struct Undone: ActingCommand {
  static let name = "undone"
  static let abstract = "Bring messages that are done back into the list, as read."
  static let discussion = "--filter and --all apply to messages that are done."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .undone }
  static var reach: MessageFilter { .done }
}

struct Delete: ActingCommand {
  static let name = "delete"
  static let abstract = "Move messages to the trash; 'restore' or 'undo' brings them back."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .delete }
}

struct Restore: ActingCommand {
  static let name = "restore"
  static let abstract = "Restore messages from the trash, with their previous status."
  static let discussion = "--filter and --all apply to the trash."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .restore }
  static var reach: MessageFilter { .trash }
}

struct Pin: ActingCommand {
  static let name = "pin"
  static let abstract = "Pin messages: they stay on top and are not pruned."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .pin }
}

struct Unpin: ActingCommand {
  static let name = "unpin"
  static let abstract = "Unpin messages."
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .unpin }
}
