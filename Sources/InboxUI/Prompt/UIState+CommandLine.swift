import Foundation
import InboxCore

extension UIState {
  /// Does what a line of the `:` prompt says.
  ///
  /// - Throws: ``PromptError`` for what cannot be understood or done here.
  mutating func perform(line: String, at now: Date) throws(PromptError) -> [Effect] {
    switch try TypedCommand.parse(line, in: context(of: screen)) {
    case .plain(let command): return perform(command, at: now)
    case .line(let command, let argument): return try perform(command, argument, at: now)
    case .rank(let rank):
      stack.jumps.leave(list.selected)
      return list.go(toRank: rank, in: listLayout)
    case .shell(let argument): return try run(argument, at: now)
    case .write: showStatus(.nothingToWrite, at: now)
    case nil: break
    }
    return []
  }

  /// Runs a program for the messages that a key would act on.
  private mutating func run(
    _ argument: LineArgument, at now: Date
  ) throws(PromptError) -> [Effect] {
    perform(.shell(try argument.program()), at: now)
  }

  /// Does a command with its argument.
  private mutating func perform(
    _ command: LineCommand, _ argument: LineArgument, at now: Date
  ) throws(PromptError) -> [Effect] {
    switch command {
    case .filter: return try filter(by: argument.text, column: argument.column, at: now)
    case .search: return search(for: argument.text, at: now)
    case .snooze:
      guard canSnooze(at: now) else { return [] }
      return try snooze(targetNumbers, until: argument.text, column: argument.column, at: now)
    case .inbox:
      guard !argument.text.isEmpty else {
        return take(session.requestInboxes(in: environment), at: now)
      }
      if !session.inboxNames.isEmpty { try argument.require("inbox", among: session.inboxNames) }
      return take(session.requestInbox(argument.text, in: environment), at: now)
    case .delete:
      let filter = try argument.filterOfChanges(at: now, in: zone)
      return askAboutAll(.deleteAll, filter, at: now)
    case .read, .unread, .pin, .unpin, .unsnooze:
      guard let verb = command.verb else { return [] }
      guard !argument.text.isEmpty else { return change(by: verb, at: now) }
      let matching = try argument.filterOfChanges(at: now, in: zone)
      let (action, filter) = ConfirmState.bulk(verb, matching)
      return askAboutAll(action, filter, at: now)
    case .mute:
      guard !argument.text.isEmpty, currentRow != nil else { return offerNarrowing(at: now) }
      return mute(.mute(until: try argument.moment(at: now, in: zone)), at: now)
    case .unmute: return mute(.unmute, at: now)
    case .set: return try set(argument, at: now)
    case .link:
      let number = try argument.number()
      return reader?.message.map { take(NumberedLinks(of: $0).open(number), at: now) } ?? []
    case .theme:
      guard !argument.text.isEmpty else {
        menu = .themes(in: environment)
        return []
      }
      // What has a slash is a file; a host has its own look.
      if !argument.text.contains("/"), hostOptions == nil {
        try argument.require("theme", among: environment.themeNames)
      }
      return configure(by: .useTheme(argument.text))
    case .sort:
      return sort(by: try argument.order(), at: now)
    case .group:
      return group(by: try argument.grouping(), at: now)
    case .help:
      let command = try argument.command()
      showStatus(keymap.explanation(of: command, in: context(of: screen)), at: now)
      return []
    }
  }

  /// Changes a setting until the configuration is read again.
  private mutating func set(
    _ argument: LineArgument, at now: Date
  ) throws(PromptError) -> [Effect] {
    let (name, value) = try argument.change(&environment.preferences)
    showStatus(.set(name, value: value), at: now)
    return layOutAgain()
  }

  /// Shows the messages that match; a text that cannot be read is refused with its column.
  mutating func filter(
    by text: String, column: Int, at now: Date
  ) throws(PromptError) -> [Effect] {
    do {
      let filter = try MessageFilter(parsing: text, now: now, timeZone: zone)
      let next = list.replacingFilter(filter, text: text)
      // What was typed is shown already.
      let effects = next.query == list.query && list.filterText == text ? [] : show(next)
      showFilterStatus(at: now)
      return effects
    } catch {
      throw PromptError(column: error.column + column - 1, message: error.message)
    }
  }
}

extension Keymap {
  /// What a command does and its keys on a screen, or where else it has some, in one line.
  fileprivate func explanation(of command: Command, in screen: InputContext) -> StatusText {
    guard let info = command.info else { return .note(command.name) }
    let keys = ([screen] + info.contexts).lazy.map { self.names(of: command, in: $0) }
      .first { !$0.isEmpty }
    return .explanation(keys?.lineOfKeys ?? command.name, summary: info.summary)
  }
}
