import InboxText

/// A binding: the action of a key or key sequence.
package enum KeyBinding: Sendable, Hashable {
  /// A named command.
  case command(Command)
  /// A line of the `:` prompt, without the colon.
  case line(String)
  /// A shell command that reads the messages' text from its standard input.
  case pipe(String)
  /// A shell command with placeholders, run for each message.
  case shell(String)
  /// Several bindings in order, on the same messages.
  case chain([KeyBinding])

  /// The binding in the configuration's syntax.
  package var text: String {
    switch self {
    case .command(let command): command.name
    case .line(let line): ":" + line
    case .pipe(let command): "|" + command
    case .shell(let command): "!" + command
    case .chain(let steps): steps.map(\.text).joined(separator: ", ")
    }
  }

  /// A short label, shown beside its key.
  var label: String {
    if case .command(let command) = self { return command.name.replacing("-", with: " ") }
    return TextLayout.truncate(TextLayout.oneLine(text, columns: 24), columns: 24)
  }

  /// Whether it rejects a count on a screen: it takes none and acts on the current message.
  func refusesCount(in context: InputContext) -> Bool {
    if case .command(let command) = self { command.refusesCount(in: context) } else { true }
  }

  /// The screens that support it; nil for a line with an unknown command.
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
  /// Whether it rejects a count on a screen, as it acts on the current message or group.
  fileprivate func refusesCount(in context: InputContext) -> Bool {
    switch self {
    case .acting(.undo), .acting(.redo): false
    case .acting(.actions), .acting(.markRange), .viewing: true
    // The other messages of a count are not visible in the reader.
    case .acting(let command): context == .reader || !command.hasTargets
    case .reading(.open), .reading(.readPage): true
    case .finding(.thread), .finding(.narrow), .finding(.always), .finding(.setBookmark): true
    case .finding(.toggleFold), .finding(.fold), .finding(.unfold): true
    case .moving, .stepping, .reading, .previewing, .finding, .tabbing, .screen, .typing: false
    }
  }

  /// Whether it moves the cursor far away, so that its position is saved in the jump list.
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

extension KeyBinding {
  /// Parses the binding of a configuration entry.
  ///
  /// - Throws: ``KeymapError`` with the nearest command, or with the error of a line.
  init(_ entry: KeymapEntry) throws(KeymapError) {
    guard !entry.commands.isEmpty else { throw entry.error(.noCommands, step: 0) }
    var steps: [KeyBinding] = []
    for (index, text) in entry.commands.enumerated() {
      do throws(KeymapError.Reason) {
        steps.append(try Self.step(text))
      } catch {
        throw entry.error(error, step: index)
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
      if let error = ShellScript(line).mistake { throw .badPlaceholder(error) }
      return .shell(line)
    default:
      if let command = Command(name: text) { return .command(command) }
      throw unknown(text, among: Command.allCases.map(\.name) + [KeymapEntry.unbind])
    }
  }

  /// Validates a line that at least one screen supports.
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
