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
    case nil: return []
    }
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
      return argument.text.isEmpty
        ? askForInboxes(at: now) : openInbox(argument.text, at: now)
    case .theme: return argument.text.isEmpty ? offerThemes() : useTheme(argument.text)
    case .sort:
      let order = try argument.value(
        "order", MessageOrder.init(rawValue:),
        known: MessageOrder.allCases.map(\.rawValue))
      return sort(by: order, at: now)
    case .help:
      let command = try argument.value(
        "command", { TypedCommand.aliases[$0] ?? Command(name: $0) },
        known: TypedCommand.names)
      showStatus(keymap.explanation(of: command, in: context(of: screen)), at: now)
      return []
    }
  }

  /// Shows the messages that match; a text that cannot be read is refused with its column.
  mutating func filter(
    by text: String, column: Int, at now: Date
  ) throws(PromptError) -> [Effect] {
    do {
      let filter = try MessageFilter(parsing: text, now: now, timeZone: zone)
      let effects = show(list.replacingFilter(filter, text: text))
      showStatus(filterStatus, at: now)
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
