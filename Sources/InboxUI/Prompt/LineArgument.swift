import Foundation
import InboxCore
import InboxText

/// The argument behind the name of a command, with its column.
struct LineArgument: Sendable, Hashable {
  /// The text, without the blanks around it.
  var text: String
  /// Its first character, from 1, as problems tell it.
  var column: Int

  /// Takes a whole line.
  init(_ line: String) {
    (text, column) = (line, 1)
  }

  /// Takes what stands behind so many characters of a line.
  init(of line: String, behind count: Int) {
    let rest = line.dropFirst(count)
    let blanks = rest.prefix { $0 == " " }.count
    text = String(rest.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
    column = count + blanks + 1
  }
}

/// The values that an argument can name; each throws a ``PromptError`` with the nearest name.
extension LineArgument {
  /// The filter of the text.
  func filter(at now: Date, in zone: TimeZone) throws(PromptError) -> MessageFilter {
    do {
      return try MessageFilter(parsing: text, now: now, timeZone: zone)
    } catch {
      throw PromptError(column: error.column + column - 1, message: error.message)
    }
  }

  /// The filter of messages that a command changes; the number of one message is no filter.
  func filterOfChanges(at now: Date, in zone: TimeZone) throws(PromptError) -> MessageFilter {
    if let number = text.split(separator: " ").first(where: { $0.wholeMatch(of: /@\d+/) != nil }) {
      throw PromptError(
        column: column,
        message: "'\(number)' names one message and this takes filter words; go to the message"
          + " and type the command alone")
    }
    return try filter(at: now, in: zone)
  }

  /// The moment ahead.
  func moment(at now: Date, in zone: TimeZone) throws(PromptError) -> Date {
    do {
      return try TimeExpressionReader(now: now, timeZone: zone).futureDate(text)
    } catch {
      throw PromptError(column: error.column + column - 1, message: error.message)
    }
  }

  /// The order.
  func order() throws(PromptError) -> MessageOrder {
    try value("order", MessageOrder.init(rawValue:), known: MessageOrder.allCases.map(\.rawValue))
  }

  /// The grouping.
  func grouping() throws(PromptError) -> ListGrouping {
    try value(
      "grouping", ListGrouping.init(rawValue:), known: ListGrouping.allCases.map(\.rawValue))
  }

  /// The command of the `:` line that no key has; nil for others.
  var lineCommand: LineCommand? {
    Command(name: text) == nil ? LineCommand(rawValue: text) : nil
  }

  /// The command.
  func command() throws(PromptError) -> Command {
    try value(
      "command", { TypedCommand.aliases[$0] ?? Command(name: $0) }, known: TypedCommand.names)
  }

  /// The name of a tab to add.
  func newTab() throws(PromptError) -> String {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.first == "add" else {
      throw PromptError(column: column, message: "expected add NAME")
    }
    guard words.count == 2 else {
      throw PromptError(column: column + 3, message: "the tab's name is missing behind add")
    }
    return words[1].trimmingCharacters(in: .whitespaces)
  }

  /// A number from 1.
  func number() throws(PromptError) -> Int {
    guard let number = Int(text), number > 0 else {
      throw PromptError(column: column, message: "“\(text)” is no number from 1")
    }
    return number
  }

  /// A program with placeholders.
  func program() throws(PromptError) -> String {
    guard !text.isEmpty else {
      throw PromptError(column: column, message: "a program is missing behind '!'")
    }
    guard ShellQuoting.isClosed(text) else {
      throw PromptError(column: column, message: "a quote has no end")
    }
    if let error = ShellScript(text).placeholderError {
      throw PromptError(column: column, message: error.message)
    }
    return text
  }

  /// Changes a setting: `density=compact`, or with a blank between name and value.
  ///
  /// - Returns: The name and the value, as they were typed.
  func change(
    _ preferences: inout ScreenPreferences
  ) throws(PromptError) -> (name: String, value: String) {
    let name = String(text.prefix { $0 != "=" && $0 != " " })
    let value = String(text.dropFirst(name.count).drop { $0 == "=" || $0 == " " })
    guard ScreenPreferences.settingNames.contains(name) else {
      // These stand among the settings of the file, and have commands of their own.
      if let command = LineCommand(rawValue: name), [.theme, .sort, .inbox].contains(command) {
        throw PromptError(
          column: column, message: "\(name) has a command of its own: :\(name) \(value)")
      }
      let names = ScreenPreferences.settingNames
      // The last part of a name alone is near to no name.
      if let whole = names.first(where: { $0.hasSuffix("." + name) }) {
        throw PromptError(
          column: column, message: "unknown setting '\(name)'" + NearestName.hint(whole))
      }
      throw PromptError(column: column, unknown: "setting", name, among: names)
    }
    if let problem = preferences.set(name, to: value) {
      throw PromptError(column: column, message: problem)
    }
    return (name, value)
  }

  /// Refuses any argument of a command that takes none.
  func requireNone(of name: String) throws(PromptError) {
    guard text.isEmpty else {
      throw PromptError(column: column, message: "\(name) takes no argument")
    }
  }

  /// Refuses a name that is not known.
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
  /// The mistake for which every screen would refuse a line, as far as the line alone tells it.
  ///
  /// Names of themes and inboxes are known to a screen only; a moment is taken for one ahead.
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
    case .read, .unread, .pin, .unpin, .unsnooze:
      if !argument.text.isEmpty { _ = try argument.filterOfChanges(at: past, in: .gmt) }
    case .snooze: _ = try argument.moment(at: past, in: .gmt)
    case .mute: if !argument.text.isEmpty { _ = try argument.moment(at: past, in: .gmt) }
    case .sort: _ = try argument.order()
    case .group: _ = try argument.grouping()
    case .help: if argument.lineCommand == nil { _ = try argument.command() }
    case .set:
      var preferences = ScreenPreferences()
      _ = try argument.change(&preferences)
    case .link: _ = try argument.number()
    case .tab: _ = try argument.newTab()
    case .search, .theme, .inbox, .unmute: break
    }
  }
}
