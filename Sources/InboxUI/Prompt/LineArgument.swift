import Foundation
import InboxCore
import InboxText

/// The argument of a typed command, with its column.
struct LineArgument: Sendable, Hashable {
  /// The text without surrounding blanks.
  var text: String
  /// The column of its first character, from 1, for error messages.
  var column: Int

  /// Uses a whole line as the argument.
  init(_ line: String) {
    (text, column) = (line, 1)
  }

  /// Parses the argument after a number of characters of a line.
  init(of line: String, behind count: Int) {
    let rest = line.dropFirst(count)
    let blanks = rest.prefix { $0 == " " }.count
    text = String(rest.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
    column = count + blanks + 1
  }
}

/// Parsing of the values; each throws a ``PromptError``, for unknown names with the nearest one.
extension LineArgument {
  /// The error of this argument.
  func error(_ message: String, at offset: Int = 0) -> PromptError {
    PromptError(column: column + offset, message: message)
  }

  /// Parses a filter.
  func filter(at now: Date, in zone: TimeZone) throws(PromptError) -> MessageFilter {
    do {
      return try MessageFilter(parsing: text, now: now, timeZone: zone)
    } catch {
      throw self.error(error.message, at: error.column - 1)
    }
  }

  /// Parses the filter of a bulk change; the number of a single message is rejected.
  func filterOfChanges(at now: Date, in zone: TimeZone) throws(PromptError) -> MessageFilter {
    if let number = text.split(separator: " ").first(where: { $0.wholeMatch(of: /@\d+/) != nil }) {
      throw error(
        "'\(number)' names one message and this takes filter words; go to the message"
          + " and type the command alone")
    }
    return try filter(at: now, in: zone)
  }

  /// Parses the end of a snooze: an event, or a time in the future.
  func snoozeEnd(at now: Date, in zone: TimeZone) throws(PromptError) -> SnoozeEnd {
    do {
      return try SnoozeEnd(text, by: TimeExpressionReader(now: now, timeZone: zone))
    } catch {
      throw self.error(error.message, at: error.column - 1)
    }
  }

  /// Parses a time in the future.
  func moment(at now: Date, in zone: TimeZone) throws(PromptError) -> Date {
    do {
      return try TimeExpressionReader(now: now, timeZone: zone).futureDate(text)
    } catch {
      throw self.error(error.message, at: error.column - 1)
    }
  }

  /// Parses one of a few words, such as an order.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ kind: String
  ) throws(PromptError) -> Choice {
    try value(kind, Choice.init(rawValue:), known: Choice.allCases.map(\.rawValue))
  }

  /// The `:` command of this name, unless it is a bindable command; nil for other texts.
  var lineCommand: LineCommand? {
    Command(name: text) == nil ? LineCommand(rawValue: text) : nil
  }

  /// Parses a command name.
  func command() throws(PromptError) -> Command {
    try value(
      "command", { TypedCommand.aliases[$0] ?? Command(name: $0) }, known: TypedCommand.names)
  }

  /// Parses `add NAME`; returns the name of the new tab.
  func newTab() throws(PromptError) -> String {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.first == "add" else { throw error("expected add NAME") }
    guard words.count == 2 else { throw error("the tab's name is missing after add", at: 3) }
    return words[1].trimmingCharacters(in: .whitespaces)
  }

  /// Parses a number from 1.
  func number() throws(PromptError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw error("“\(text)” is not a number from 1")
    }
    return number
  }

  /// Validates a shell command with placeholders.
  func program() throws(PromptError) -> String {
    guard !text.isEmpty else { throw error("a program is missing after '!'") }
    guard ShellQuoting.isClosed(text) else { throw error("a quote has no end") }
    if let mistake = ShellScript(text).mistake { throw error("\(mistake)") }
    return text
  }

  /// Whether it gives a setting a value, as in `theme=nord`.
  func isChange(of setting: LineCommand) -> Bool {
    ["=", " "].contains { text.hasPrefix(setting.rawValue + $0) }
  }

  /// Changes a setting by `density=compact`, or with a blank instead of `=`.
  ///
  /// - Returns: The typed name and value.
  func change(
    _ preferences: inout ScreenPreferences
  ) throws(PromptError) -> (name: String, value: String) {
    let name = String(text.prefix { $0 != "=" && $0 != " " })
    let value = String(text.dropFirst(name.count).drop { $0 == "=" || $0 == " " })
    guard ScreenPreferences.settingNames.contains(name) else {
      let names = ScreenPreferences.settingNames
      // The last part of a name is too short for the nearest name to be found.
      if let whole = names.first(where: { $0.hasSuffix("." + name) }) {
        throw error("unknown setting '\(name)'" + NearestName.hint(whole))
      }
      throw PromptError(column: column, unknown: "setting", name, among: names)
    }
    if let problem = preferences.set(name, to: value) { throw error(problem) }
    return (name, value)
  }

  /// Throws if a command without arguments has one.
  func requireNone(of name: String) throws(PromptError) {
    guard text.isEmpty else { throw error("\(name) takes no argument") }
  }

  /// Throws unless the text is a known name.
  func require(_ kind: String, among known: [String]) throws(PromptError) {
    _ = try value(kind, { known.contains($0) ? $0 : nil }, known: known)
  }

  private func value<Value>(
    _ kind: String, _ named: (String) -> Value?, known: [String]
  ) throws(PromptError) -> Value {
    if let value = named(text) { return value }
    throw PromptError(column: column, unknown: kind, text, among: known)
  }
}

extension TypedCommand {
  /// The error that every screen would report for a line, for the check of key bindings.
  ///
  /// Names of themes and inboxes are not checked, as only a screen knows them; times are parsed
  /// relative to a time long past, so that they are in the future.
  static func mistake(in line: String) -> PromptError? {
    let past = Date(timeIntervalSinceReferenceDate: 0)
    do throws(PromptError) {
      switch try parse(line, in: contexts(of: line)?.first ?? .list) {
      case .line(let command, let argument):
        try check(argument, of: command, at: past)
      case .shell(let argument): _ = try argument.program()
      case .plain, .rank, .write, nil: break
      }
      return nil
    } catch {
      return error
    }
  }

  private static func check(
    _ argument: LineArgument, of command: LineCommand, at past: Date
  ) throws(PromptError) {
    switch command {
    case .filter: _ = try argument.filter(at: past, in: .gmt)
    case .delete: _ = try argument.filterOfChanges(at: past, in: .gmt)
    case .read, .unread, .pin, .unpin, .unsnooze, .done, .undone:
      if !argument.text.isEmpty { _ = try argument.filterOfChanges(at: past, in: .gmt) }
    case .snooze: _ = try argument.snoozeEnd(at: past, in: .gmt)
    case .mute: if !argument.text.isEmpty { _ = try argument.moment(at: past, in: .gmt) }
    case .sort: let _: MessageOrder = try argument.choice("order")
    case .group: let _: ListGrouping = try argument.choice("grouping")
    case .help: if argument.lineCommand == nil { _ = try argument.command() }
    case .set:
      var preferences = ScreenPreferences()
      _ = try argument.change(&preferences)
    case .link: _ = try argument.number()
    case .tab: _ = try argument.newTab()
    case .search, .message, .theme, .inbox, .unmute: break
    }
  }
}
