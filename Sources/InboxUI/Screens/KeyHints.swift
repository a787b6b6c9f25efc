import InboxCore

/// The most useful keys of a screen, as many as fit on a line.
enum KeyHints {
  /// What can only be done to a message.
  private static let needingMessage: Set<Command> = [
    .view, .open, .toggleRead, .delete, .restore, .purge,
  ]

  /// One command with the word for it, and the key that it has unless somebody rebound it.
  private struct Hint {
    let command: Command
    let label: String
    let key: Key?

    init(_ command: Command, _ label: String, in context: InputContext) {
      self.command = command
      self.label = label
      key = Keymap.standard.keys(for: command, in: context).first
    }
  }

  private static let words: [InputContext: [(Command, String)]] = [
    .list: [
      (.view, "view"), (.open, "open"), (.toggleRead, "read"), (.delete, "delete"),
      (.undo, "undo"), (.search, "search"), (.cycleFilter, "filter"), (.help, "help"),
    ],
    .trash: [
      (.view, "view"), (.restore, "restore"), (.purge, "remove"), (.undo, "undo"),
      (.search, "search"), (.trash, "leave"), (.help, "help"),
    ],
    .reader: [
      (.close, "back"), (.open, "open"), (.nextMessage, "next"), (.previousMessage, "previous"),
      (.toggleRead, "read"), (.delete, "delete"), (.undo, "undo"), (.help, "help"),
    ],
    .menu: [
      (.accept, "choose"), (.moveDown, "down"), (.moveUp, "up"), (.cancel, "leave"),
    ],
    .help: [(.pageDown, "page"), (.top, "top"), (.bottom, "bottom"), (.close, "back")],
  ]

  private static let hints: [InputContext: [Hint]] = Dictionary(
    uniqueKeysWithValues: words.map { context, words in
      (context, words.map { Hint($0.0, $0.1, in: context) })
    })

  /// What can be done in the reader to a message in the trash.
  private static let readingTrash = [
    (Command.close, "back"), (.restore, "restore"), (.nextMessage, "next"),
    (.previousMessage, "previous"), (.undo, "undo"), (.help, "help"),
  ].map { Hint($0.0, $0.1, in: .reader) }

  /// What comes first on a message that asks.
  private static let answering: [InputContext: Hint] = Dictionary(
    uniqueKeysWithValues: [InputContext.list, .reader].map { context in
      (context, Hint(.actions, "answer", in: context))
    })

  /// Keys and words with two columns between them.
  ///
  /// Where columns are few the last ones are left out, but for the very last: the way to the rest,
  /// or back to a host, whose word for it is `done`.
  static func spans(
    _ keymap: Keymap, in context: InputContext, of row: MessageRow?, columns: Int,
    done: String? = nil
  ) -> [Span] {
    var hints = wanted(in: context, of: row)
    if context == .list, let done { hints.append(Hint(.close, done.printable(), in: context)) }
    let shown = hints.compactMap { hint -> [Span]? in
      guard row != nil || !needingMessage.contains(hint.command) else { return nil }
      return name(of: hint, in: context, keymap).map { spans(of: $0, label: hint.label) }
    }
    return fitting(shown, columns: columns)
  }

  private static func wanted(in context: InputContext, of row: MessageRow?) -> [Hint] {
    if context == .reader, row?.status == .deleted { return readingTrash }
    let first = row?.awaitsAnswer == true ? answering[context] : nil
    return [first].compactMap(\.self) + (hints[context] ?? [])
  }

  /// The keys pressed so far, and how they can go on.
  static func spans(
    after keys: [Key], _ keymap: Keymap, in context: InputContext, columns: Int
  ) -> [Span] {
    let roles = RoleSet(.status).union(RoleSet(.prompt))
    let pressed = Span(TextLayout.truncate(keys.name + " …", columns: columns), roles: roles)
    let endings = keymap.endings(of: keys, in: context).map { ending in
      spans(of: ending.keys.name, label: ending.command.rawValue.replacing("-", with: " "))
    }
    let gap = Span.blank(2, roles: RoleSet(.status))
    let rest = fitting(endings, columns: columns - pressed.columns - gap.columns)
    return [pressed] + (rest.isEmpty ? [] : [gap]) + rest
  }

  /// As many pieces as fit, the last one first.
  private static func fitting(_ shown: [[Span]], columns: Int) -> [Span] {
    guard let last = shown.last, last.columns <= columns else { return [] }
    let gap = Span.blank(2, roles: RoleSet(.status))
    var used = last.columns
    let first = shown.dropLast().prefix { spans in
      used += spans.columns + gap.columns
      return used <= columns
    }
    return first.flatMap { $0 + [gap] } + last
  }

  private static func spans(of key: String, label: String) -> [Span] {
    let roles = RoleSet(.status)
    return [
      Span(key, roles: roles.union(RoleSet(.helpKey))),
      Span(" " + label, roles: roles.union(RoleSet(.help))),
    ]
  }

  /// The usual key if it still has the command, else the first that has, else a sequence.
  private static func name(of hint: Hint, in context: InputContext, _ keymap: Keymap) -> String? {
    if let key = hint.key, keymap.command(for: key, in: context) == hint.command {
      return shown(key)
    }
    let key = keymap.keys(for: hint.command, in: context).first.map(shown)
    return key ?? keymap.names(of: hint.command, in: [context]).first
  }

  /// The name of a key; names that are words are in lower case here.
  private static func shown(_ key: Key) -> String {
    switch key {
    case .character, .control, .alt: key.name
    default: key.name.lowercased()
    }
  }
}
