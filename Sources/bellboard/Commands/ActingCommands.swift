import ArgumentParser
import Foundation
import InboxCore

/// `bellboard read`.
struct Read: ActingCommand {
  static let name = "read"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Mark messages read.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .read }
}

/// `bellboard unread`.
struct Unread: ActingCommand {
  static let name = "unread"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Mark messages unread.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .unread }
}

/// `bellboard delete`.
struct Delete: ActingCommand {
  static let name = "delete"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Move messages to the trash; 'restore' or 'undo' brings them back.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .delete }
}

/// `bellboard restore`.
struct Restore: ActingCommand {
  static let name = "restore"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Restore messages from the trash, with their previous status.",
    discussion: "--filter and --all apply to the trash.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .restore }
  var reach: MessageFilter { .trash }
}

/// `bellboard pin`.
struct Pin: ActingCommand {
  static let name = "pin"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Pin messages: they stay on top and are not pruned.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .pin }
}

/// `bellboard unpin`.
struct Unpin: ActingCommand {
  static let name = "unpin"
  static let configuration = CommandConfiguration(
    commandName: name, abstract: "Unpin messages.")
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var messages: ActingOptions
  func verb(at now: Date) -> Verb { .unpin }
}
