import Foundation
import InboxCore
import InboxText

extension UIState {
  /// Does what a line of the `:` prompt says.
  ///
  /// - Throws: ``PromptError`` for what cannot be understood or done here.
  mutating func perform(line: String, at now: Date) throws(PromptError) -> [Effect] {
    switch try TypedCommand.parse(line, in: context(of: screen)) {
    case .plain(let command): return perform(command, at: now)
    case .line(let command, let argument): return try perform(command, argument, at: now)
    case .rank(let rank):
      jumps.leave(list.selected)
      return list.go(toRank: rank, in: listLayout)
    case .shell(let argument): return try run(argument, at: now)
    case nil: return []
    }
  }

  /// Runs a program for the messages that a key would act on.
  private mutating func run(
    _ argument: LineArgument, at now: Date
  ) throws(PromptError) -> [Effect] {
    guard !argument.text.isEmpty else {
      throw PromptError(column: argument.column, message: "a program is missing behind '!'")
    }
    guard ShellQuoting.isClosed(argument.text) else {
      throw PromptError(column: argument.column, message: "a quote has no end")
    }
    return perform(.shell(argument.text), at: now)
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
      guard !argument.text.isEmpty else { return askForInboxes(at: now) }
      if !inboxNames.isEmpty { try argument.require("inbox", among: inboxNames) }
      return openInbox(argument.text, at: now)
    case .delete:
      let filter = try self.filter(of: argument, at: now)
      return askAboutAll(.deleteAll, filter, at: now)
    case .read:
      let filter = try self.filter(of: argument, at: now)
      return askAboutAll(.markAllRead, filter.unreadOnly, at: now)
    case .mute: return try mute(argument, at: now)
    case .unmute: return unmute()
    case .set: return try set(argument, at: now)
    case .theme:
      guard !argument.text.isEmpty else { return offerThemes() }
      // What has a slash is a file; a host has its own look.
      if !argument.text.contains("/"), hostOptions == nil {
        try argument.require("theme", among: themeNames)
      }
      return useTheme(argument.text)
    case .sort:
      let order = try argument.value(
        "order", MessageOrder.init(rawValue:),
        known: MessageOrder.allCases.map(\.rawValue))
      return sort(by: order, at: now)
    case .group:
      let grouping = try argument.value(
        "grouping", ListGrouping.init(rawValue:), known: ListGrouping.allCases.map(\.rawValue))
      return group(by: grouping, at: now)
    case .help:
      let command = try argument.value(
        "command", { TypedCommand.aliases[$0] ?? Command(name: $0) },
        known: TypedCommand.names)
      showStatus(keymap.explanation(of: command, in: context(of: screen)), at: now)
      return []
    }
  }

  private func filter(
    of argument: LineArgument, at now: Date
  ) throws(PromptError) -> MessageFilter {
    do {
      return try MessageFilter(parsing: argument.text, now: now, timeZone: zone)
    } catch {
      throw PromptError(column: error.column + argument.column - 1, message: error.message)
    }
  }

  /// Changes a setting: `density=compact`, or with a blank between name and value.
  private mutating func set(
    _ argument: LineArgument, at now: Date
  ) throws(PromptError) -> [Effect] {
    let name = String(argument.text.prefix { $0 != "=" && $0 != " " })
    let value = argument.text.dropFirst(name.count).drop { $0 == "=" || $0 == " " }
    guard ScreenPreferences.settingNames.contains(name) else {
      throw PromptError(
        column: argument.column, unknown: "setting", name, among: ScreenPreferences.settingNames)
    }
    if let problem = preferences.set(name, to: String(value)) {
      throw PromptError(column: argument.column, message: problem)
    }
    layOut()
    showStatus("\(name) = \(value)", at: now)
    return list.readAtMargin(in: listLayout)
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

extension LineArgument {
  /// What the text names.
  ///
  /// - Throws: ``PromptError`` with the nearest name.
  fileprivate func value<Value>(
    _ kind: String, _ named: (String) -> Value?, known: [String]
  ) throws(PromptError) -> Value {
    if let value = named(text) { return value }
    throw PromptError(column: column, unknown: kind, text, among: known)
  }

  /// Refuses a name that is not known.
  ///
  /// - Throws: ``PromptError`` with the nearest name.
  fileprivate func require(_ kind: String, among known: [String]) throws(PromptError) {
    _ = try value(kind, { known.contains($0) ? $0 : nil }, known: known)
  }
}

extension Keymap {
  /// What a command does and its keys on a screen, or where else it has some, in one line.
  fileprivate func explanation(of command: Command, in screen: InputContext) -> String {
    guard let info = command.info else { return command.name }
    let keys = ([screen] + info.contexts).lazy.map { self.names(of: command, in: $0) }
      .first { !$0.isEmpty }
    return (keys?.lineOfKeys ?? command.name) + ": " + info.summary
  }
}
