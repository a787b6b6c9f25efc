import InboxText

/// A parsed line of the `:` prompt.
enum TypedCommand: Sendable, Hashable {
  /// A command that keys can be bound to.
  case plain(Command)
  /// A command with its argument.
  case line(LineCommand, LineArgument)
  /// The rank of a message, such as `:10`.
  case rank(Int)
  /// A shell command with placeholders, such as `:!gh pr view {url}`.
  case shell(LineArgument)
  /// A save command of other programs, such as `:w`; changes here are stored at once.
  case write

  /// Aliases from other programs.
  static let aliases: [String: Command] = [
    "q": .reading(.close), "q!": .reading(.quit), "qa": .reading(.quit), "qa!": .reading(.quit),
    "wq": .reading(.quit), "wq!": .reading(.quit), "wqa": .reading(.quit),
    "x": .reading(.quit), "xa": .reading(.quit), "h": .screen(.help),
    "undolist": .acting(.undoList), "d": .acting(.delete),
  ]
  /// Save commands of other programs.
  private static let writing: Set<String> = ["w", "w!", "wa", "write"]

  /// Parses a line.
  ///
  /// - Parameters:
  ///   - text: The line, without the colon.
  ///   - context: The screen that has the prompt.
  /// - Returns: The command; nil for an empty line.
  /// - Throws: ``PromptError`` if the command is unknown, not available here, or lacks its
  ///   argument.
  static func parse(
    _ text: String, in context: InputContext
  ) throws(PromptError) -> TypedCommand? {
    let start = text.prefix { $0 == " " }.count
    let name = String(text.dropFirst(start).prefix { $0 != " " })
    guard !name.isEmpty else { return nil }
    if name.first == "!" { return .shell(LineArgument(of: text, behind: start + 1)) }
    let (argument, column) = (LineArgument(of: text, behind: start + name.count), start + 1)
    guard contexts(of: String(text.dropFirst(start)))?.contains(context) != false else {
      throw PromptError(column: column, message: "\(name) does nothing here")
    }
    if let rank = Int(name), argument.text.isEmpty { return .rank(rank) }
    if writing.contains(name) {
      try argument.requireNone(of: name)
      return .write
    }
    let line = LineCommand(rawValue: name)
    if let info = line?.info, !argument.text.isEmpty || line?.standsAlone == true {
      // These are settings in the file that have a command of their own.
      if info.command == .set,
        let setting = LineCommand.settings.first(where: argument.isChange(of:)),
        setting.info?.contexts.contains(context) == true
      {
        let end = argument.column + setting.rawValue.count
        return .line(setting, LineArgument(of: text, behind: end))
      }
      // As `--until` says it.
      let word = info.command == .snooze && argument.text.hasPrefix("until ") ? 6 : 0
      return .line(info.command, LineArgument(of: text, behind: argument.column - 1 + word))
    }
    if let line, Command(name: name) == nil {
      throw PromptError(column: column, message: "usage: \(line.usage)")
    }
    guard let info = (aliases[name] ?? Command(name: name))?.info, info.isTypeable else {
      throw PromptError(column: column, unknown: "command", name, among: names)
    }
    try argument.requireNone(of: name)
    return .plain(info.command)
  }

  /// The screens that support a line; nil for an unknown command.
  static func contexts(of line: String) -> [InputContext]? {
    let name = String(line.prefix { $0 != " " })
    if name.first == "!" { return [.list, .trash, .reader] }
    if Int(name) != nil { return [.list, .trash] }
    if writing.contains(name) { return [.list, .trash, .reader, .help] }
    let hasArgument = line.dropFirst(name.count).contains { $0 != " " }
    if let command = LineCommand(rawValue: name), hasArgument || command.standsAlone {
      return command.info?.contexts
    }
    guard let info = (aliases[name] ?? Command(name: name))?.info, info.isTypeable else {
      return nil
    }
    return info.contexts
  }

  /// The command names, in alphabetical order.
  static let names = names { _ in true }

  /// The command names that a screen supports.
  static func names(in context: InputContext) -> [String] {
    names { $0.contains(context) }
  }

  private static func names(where isWanted: ([InputContext]) -> Bool) -> [String] {
    let plain = CommandInfo.table.filter { $0.isTypeable && isWanted($0.contexts) }
    let line = LineCommandInfo.table.filter { isWanted($0.contexts) }
    return Set(plain.map(\.command.name) + line.map(\.command.rawValue)).sorted()
  }
}

/// An error in a typed line, with its column.
package struct PromptError: Error, Sendable, Hashable {
  /// The column, from 1.
  package var column: Int
  /// The problem and the expected input.
  package var message: String

  package init(column: Int, message: String) {
    (self.column, self.message) = (column, message)
  }

  /// Creates the error of an unknown name, with the nearest one, else with all if they are few.
  init(column: Int, unknown kind: String, _ name: String, among known: [String]) {
    let hint = NearestName.hint(NearestName.nearest(to: name, in: known))
    let all = known.count <= 6 ? "; expected \(known.alternatives)" : ""
    self.init(
      column: column,
      message: "unknown \(kind) '\(name.printable())'" + (hint.isEmpty ? all : hint))
  }

  /// The error of an empty reply, which is not sent.
  static func emptyReply(_ keymap: Keymap) -> PromptError {
    let key = keymap.names(of: .typing(.cancel), in: .prompt).first
    let way = key.map { "; \($0) leaves the question open" } ?? ""
    return PromptError(column: 1, message: "an empty reply is not sent" + way)
  }
}
