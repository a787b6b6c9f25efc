/// The most useful keys of a screen, as many as fit on a line.
enum KeyHints {
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
    .help: [(.close, "back"), (.pageDown, "page"), (.top, "top"), (.bottom, "bottom")],
  ]

  private static let hints: [InputContext: [Hint]] = Dictionary(
    uniqueKeysWithValues: words.map { context, words in
      (context, words.map { Hint($0.0, $0.1, in: context) })
    })

  /// Keys and words with two columns between them; those that do not fit are left out.
  static func spans(_ keymap: Keymap, in context: InputContext, columns: Int) -> [Span] {
    let roles = RoleSet(.status)
    var spans: [Span] = []
    var used = 0
    for hint in hints[context] ?? [] {
      guard let key = key(of: hint, in: context, keymap) else { continue }
      let name = Span(shown(key), roles: roles.union(RoleSet(.helpKey)))
      let gap = spans.isEmpty ? 0 : 2
      let width = gap + name.columns + 1 + hint.label.utf8.count
      guard used + width <= columns else { break }
      if gap > 0 { spans.append(Span("  ", columns: gap, roles: roles)) }
      spans.append(name)
      spans.append(Span(" " + hint.label, roles: roles.union(RoleSet(.help))))
      used += width
    }
    return spans
  }

  /// The usual key if it still has the command, else the first that has.
  private static func key(of hint: Hint, in context: InputContext, _ keymap: Keymap) -> Key? {
    if let key = hint.key, keymap.command(for: key, in: context) == hint.command { return key }
    return keymap.keys(for: hint.command, in: context).first
  }

  /// The name of a key; names that are words are in lower case here.
  private static func shown(_ key: Key) -> String {
    switch key {
    case .character, .control, .alt: key.name
    default: key.name.lowercased()
    }
  }
}
