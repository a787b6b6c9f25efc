import InboxText

/// A binding: what a key or a sequence of keys does.
package enum KeyBinding: Sendable, Hashable {
  /// A command by its name.
  case command(Command)
  /// A line as it is typed behind `:`, without the colon.
  case line(String)
  /// A shell command that gets the text of the messages on its standard input.
  case pipe(String)
  /// A shell command with placeholders, run for each message.
  case shell(String)
  /// Several bindings, one after the other, on the same messages.
  case chain([KeyBinding])
}

extension KeyBinding {
  /// The binding as a configuration writes it.
  package var text: String {
    switch self {
    case .command(let command): command.name
    case .line(let line): ":" + line
    case .pipe(let command): "|" + command
    case .shell(let command): "!" + command
    case .chain(let steps): steps.map(\.text).joined(separator: ", ")
    }
  }

  /// A few words for it, beside its key.
  var label: String {
    if case .command(let command) = self { return command.name.replacing("-", with: " ") }
    return TextLayout.truncate(TextLayout.oneLine(text, columns: 24), columns: 24)
  }

  /// Whether a number before the key means how often, how many, or where.
  var takesCount: Bool {
    if case .command(let command) = self { command.takesCount } else { false }
  }

  /// Whether it must not follow a number on a screen: it takes none, and acts on the message at
  /// hand, which would be another one behind the tab of the digit.
  func refusesCount(in context: InputContext) -> Bool {
    if case .command(let command) = self { command.refusesCount(in: context) } else { true }
  }

  /// The screens on which it does something; nil for a line that names no command.
  var contexts: [InputContext]? {
    switch self {
    case .command(let command): command.info?.contexts
    case .pipe, .shell: [.list, .trash, .reader]
    case .line(let line): TypedCommand.contexts(of: line)
    case .chain(let steps):
      steps.dropFirst().reduce(steps.first?.contexts) { contexts, step in
        contexts?.filter { step.contexts?.contains($0) == true }
      }
    }
  }
}

extension Command {
  /// Whether a number before its key means how often, how many, or where.
  var takesCount: Bool {
    switch self {
    case .moving, .stepping: true
    case .acting(let command): command.takesCount
    case .finding(.nextMatch), .finding(.previousMatch), .reading(.view): true
    case .reading, .viewing, .previewing, .finding, .tabbing, .screen, .typing: false
    }
  }

  /// Whether it takes no number on a screen, and acts on the message or the group at hand.
  fileprivate func refusesCount(in context: InputContext) -> Bool {
    switch self {
    case .acting(.undo), .acting(.redo): false
    // The reader shows one message, and nobody sees which others a number would mean.
    case .acting: context == .reader || !takesCount
    case .viewing: true
    case .reading(.open), .reading(.readPage): true
    case .finding(.thread), .finding(.narrow), .finding(.setBookmark): true
    case .finding(.toggleFold), .finding(.fold), .finding(.unfold): true
    case .moving, .stepping, .reading, .previewing, .finding, .tabbing, .screen, .typing: false
    }
  }

  /// Whether it takes the cursor to another part of the list, from where one may want to go back.
  var isJump: Bool {
    switch self {
    case .moving(.top), .moving(.bottom), .stepping(.nextUnread), .stepping(.previousUnread): true
    case .stepping(.screenTop), .stepping(.screenMiddle), .stepping(.screenBottom): true
    case .finding(.nextMatch), .finding(.previousMatch), .finding(.search): true
    case .reading(.goToAlert): true
    case .moving, .stepping, .reading, .viewing, .previewing, .acting, .finding: false
    case .tabbing, .screen, .typing: false
    }
  }
}

extension Command.Acting {
  /// Whether it can act on several messages from the cursor on, or several times.
  fileprivate var takesCount: Bool {
    switch self {
    case .toggleRead, .togglePin, .snooze, .delete, .restore, .purge, .copy, .copyLink, .pipe: true
    case .mark, .undo, .redo: true
    case .markAllRead, .deleteAll, .purgeAll, .actions, .markRange, .undoList, .save: false
    }
  }
}

extension KeyBinding {
  /// Parses what a configuration binds keys to.
  ///
  /// - Throws: ``KeymapError`` with the nearest command, or what is wrong with a line.
  init(_ entry: KeymapEntry) throws(KeymapError) {
    guard !entry.commands.isEmpty else {
      throw KeymapError(entry: entry, reason: .noCommands, step: 0)
    }
    var steps: [KeyBinding] = []
    for (index, text) in entry.commands.enumerated() {
      do throws(KeymapError.Reason) {
        steps.append(try Self.step(text))
      } catch {
        throw KeymapError(entry: entry, reason: error, step: index)
      }
    }
    self = steps.count == 1 ? steps[0] : .chain(steps)
  }

  private static func step(_ text: String) throws(KeymapError.Reason) -> KeyBinding {
    let rest = String(text.dropFirst().drop { $0 == " " })
    switch text.first {
    case ":": return .line(try line(rest))
    case "|": return .pipe(try program(rest, "|"))
    case "!":
      let line = try program(rest, "!")
      if let error = ShellScript(line).placeholderError { throw .badPlaceholder(error) }
      return .shell(line)
    default:
      if let command = Command(name: text) { return .command(command) }
      throw unknown(text, among: Command.allCases.map(\.name) + [KeymapEntry.unbind])
    }
  }

  /// A line that some screen takes.
  private static func line(_ line: String) throws(KeymapError.Reason) -> String {
    let name = String(line.prefix { $0 != " " })
    guard !name.isEmpty else { throw .empty(":") }
    guard TypedCommand.contexts(of: line) != nil || LineCommand(rawValue: name) != nil else {
      throw unknown(name, among: TypedCommand.names)
    }
    if let error = TypedCommand.mistake(in: line) { throw .refused(":" + line, error) }
    return line
  }

  private static func program(
    _ line: String, _ sign: String
  ) throws(KeymapError.Reason) -> String {
    guard !line.isEmpty else { throw .empty(sign) }
    guard ShellQuoting.isClosed(line) else { throw .openQuote(line) }
    return line
  }

  private static func unknown(_ name: String, among names: [String]) -> KeymapError.Reason {
    .unknownCommand(name, nearest: NearestName.nearest(to: name, in: names))
  }
}
