package import InboxTOML

/// A preset of key bindings: the default ones, or those of another program.
package enum KeymapPreset: String, CaseIterable, Sendable, Hashable {
  case `default`
  case vim
  case mutt
  case newsboat
  case emacs

  /// The configuration key of the preset.
  package static let key = "preset"

  /// The default keymap with the preset's bindings.
  package var keymap: Keymap {
    var keymap = Keymap.default
    if self == .vim { keymap.countDigits() }
    let problems = keymap.apply(entries)
    assert(problems.isEmpty, "\(problems.map(\.message))")
    keymap.becomePreset(explaining: reasons)
    return keymap
  }

  /// The bindings that differ from the default ones, as configuration entries.
  package var entries: [KeymapEntry] {
    bindings.map { KeymapEntry(context: $0.context, key: $0.key, commands: $0.commands) }
  }

  /// Reads the preset from the configuration: `keys` itself, or `keys.preset`; nil if there is
  /// none.
  package static func read(_ reader: inout TOMLReader, at table: TOMLPath) -> KeymapPreset? {
    if case .string = reader.document.value(at: table) {
      return reader.choice(at: table, of: KeymapPreset.self)
    }
    let path = table.appending(key: key)
    guard reader.document.value(at: path) != nil else { return nil }
    return reader.choice(at: path, of: KeymapPreset.self)
  }

  private struct Binding {
    var context: String?
    var key: String
    var commands: [String]

    init(_ key: String, _ commands: String..., in context: String? = nil) {
      (self.key, self.commands, self.context) = (key, commands, context)
    }
  }

  private var bindings: [Binding] {
    switch self {
    case .default: []
    case .vim: Self.vimTable + Self.vimTabs
    case .mutt: Self.muttTable
    case .newsboat: Self.newsboatTable + Self.newsboatLinks
    case .emacs: Self.emacsTable
    }
  }

  // MARK: - Tables

  /// Operators wait for a second key, as in `d d`; `m` sets a bookmark.
  private static let vimTable = [
    Binding("d", "unbind"), Binding("d d", "delete"), Binding("d d", "purge", in: "trash"),
    Binding("y", "unbind", in: "list"), Binding("y", "unbind", in: "trash"),
    Binding("y", "unbind", in: "reader"), Binding("y y", "copy"), Binding("y l", "copy-link"),
    Binding("C-r", "redo"), Binding("m", "set-bookmark"), Binding("r", "toggle-read"),
    Binding("r", "refresh", in: "trash"), Binding("g r", "refresh"),
    Binding("Z Z", "quit"), Binding("Z Q", "quit"),
    Binding("M", "screen-middle"), Binding("g M", "mark-all-read"),
    Binding("z z", "unbind"), Binding("p", "restore", in: "trash"),
    Binding("g p", "restore", in: "reader"),
  ]

  /// A digit is a count, as in `3 j`.
  private static let vimTabs = Command.Tab.numbered.enumerated().map {
    Binding("A-\($0 + 1)", $1.rawValue)
  }

  private static let muttTable = [
    Binding("N", "toggle-read", in: "list"), Binding("N", "toggle-read", in: "reader"),
    Binding("A-n", "previous-match"), Binding("l", "filter"), Binding("t", "mark"),
    Binding("t", "unbind", in: "reader"), Binding("A-t", "thread"), Binding("=", "top"),
    Binding("*", "bottom"), Binding("M", "screen-middle"), Binding("g M", "mark-all-read"),
    Binding("$", "refresh"), Binding("F", "toggle-pin", in: "list"),
    Binding("F", "toggle-pin", in: "reader"), Binding("u", "restore", in: "trash"),
    Binding("A-u", "undo", in: "trash"), Binding("O", "open"),
    Binding("m", "unbind"), Binding("p", "unbind"),
    Binding("h", "unbind", in: "list"), Binding("h", "unbind", in: "trash"),
    Binding("]", "half-page-down"), Binding("[", "half-page-up"),
    Binding("<", "unbind"), Binding(">", "unbind"),
    Binding("A-.", "next-tab"), Binding("A-,", "previous-tab"),
    Binding("A->", "preview-larger"), Binding("A-<", "preview-smaller"),
    Binding("o", "sort", in: "list"), Binding("o", "sort", in: "trash"),
    // Unbinds the sequences that start with this key; they get other keys.
    Binding("z", "unbind"), Binding("z", "page-down", in: "list"),
    Binding("z", "page-down", in: "trash"), Binding("Z", "page-up"),
    Binding("A-v", "toggle-fold"), Binding("A-V", "fold-all"), Binding("A-z c", "fold"),
    Binding("A-z o", "unfold"), Binding("A-z R", "unfold-all"),
    Binding("A-z e", "toggle-fields"),
    Binding("-", "page-up", in: "reader"),
    Binding("j", "next-message", in: "reader"), Binding("k", "previous-message", in: "reader"),
    Binding("Down", "next-message", in: "reader"), Binding("Up", "previous-message", in: "reader"),
    Binding("Enter", "move-down", in: "reader"), Binding("Backspace", "move-up", in: "reader"),
    Binding("^", "top", in: "reader"), Binding("$", "bottom", in: "reader"),
    Binding("h", "unbind", in: "reader"),
    Binding("i", "close", in: "reader"), Binding("v", "show-picture", in: "reader"),
    Binding("c", "inboxes"),
    Binding("r", "actions", in: "list"),
    Binding("r", "actions", in: "reader"), Binding("C-b", "actions"),
  ]

  private static let newsboatTable = [
    Binding("n", "next-unread", in: "list"), Binding("n", "next-unread", in: "reader"),
    Binding("p", "previous-unread"), Binding("*", "toggle-pin"), Binding("A-n", "next-match"),
    Binding("A-p", "previous-match"), Binding("N", "toggle-read", in: "list"),
    Binding("N", "toggle-read", in: "reader"), Binding("A", "mark-all-read"),
    Binding("D", "delete", in: "list"), Binding("D", "delete", in: "reader"),
    Binding("A-d", "delete-all"), Binding("u", "actions", in: "list"),
    Binding("u", "actions", in: "reader"), Binding("U", "undo"), Binding("C-r", "redo"),
    Binding("l", ":filter is:unread", in: "list"), Binding("h", "help"),
    Binding("O", "open"), Binding("$", "refresh"), Binding("C", "mark-all-read"),
    Binding("C-f", "back", in: "list"), Binding("C-f", "back", in: "trash"),
    // Unbinds the sequences that start with this key; they get other keys.
    Binding("g", "unbind"), Binding("g", "sort", in: "list"), Binding("g", "sort", in: "trash"),
    Binding("G", "sort", in: "list"), Binding("G", "sort", in: "trash"),
    Binding("g g", "top", in: "reader"), Binding("g g", "top", in: "help"),
    Binding("g", "top", in: "menu"), Binding("z v", "show-done"),
    Binding("z s", "group-by-source"), Binding("z t", "group-by-thread"),
    Binding("z p", "group-by-priority"), Binding("z d", "group-by-day"), Binding("z n", "ungroup"),
    Binding("z f", "follow"), Binding("z b", "sources"), Binding("z u", "undo-list"),
    Binding("z m", "screen-middle"), Binding("z l", "next-late"), Binding("z w", "catch-up"),
    Binding("z A", "always"),
  ]

  private static let newsboatLinks = (1...9).map {
    Binding("\($0)", ":link \($0)", in: "reader")
  }

  private static let emacsTable = [
    Binding("C-n", "move-down"), Binding("C-p", "move-up"), Binding("C-v", "page-down"),
    Binding("A-v", "page-up"), Binding("A-<", "top"), Binding("A->", "bottom"),
    Binding("A-r", "screen-middle"),
    Binding("C-s", "search"), Binding("A-s", "search"), Binding("C-r", "previous-match"),
    Binding("C-k", "delete"),
    Binding("C-k", "purge", in: "trash"), Binding("A-w", "copy"), Binding("C-x u", "undo"),
    Binding("C-_", "undo"), Binding("A-_", "redo"), Binding("A-x", "command-line"),
    Binding("C-h", "help"), Binding("C-g", "back"), Binding("C-x C-c", "quit"),
    Binding("C-x k", "close"), Binding("C-x b", "inboxes"),
    Binding("C-x C-f", "go-to-message"), Binding("C-x h", "mark-all-read"),
    Binding("C-s", "next-typed-match", in: "prompt"),
    Binding("C-r", "previous-typed-match", in: "prompt"),
  ]

  // MARK: - Missing keys

  /// Why keys of the original program are unbound.
  private var reasons: [InputContext: [[Key]: String]] {
    var reasons: [InputContext: [[Key]: String]] = [:]
    for (contexts, names, reason) in missing {
      for name in names {
        guard let keys = [Key](sequence: name) else { continue }
        for context in contexts { reasons[context, default: [:]][keys] = reason }
      }
    }
    return reasons
  }

  private var missing: [([InputContext], [String], String)] {
    let lists: [InputContext] = [.list, .trash]
    let messages = lists + [.reader]
    switch self {
    case .vim:
      return [(lists, ["z z", "z t", "z b"], "the list scrolls with the cursor")]
    case .mutt:
      return [
        (messages, ["h"], "messages have no headers to show or hide"),
        (lists, [";"], "every key acts on the tagged messages where there are any"),
        (messages, ["!"], ":! runs a program"), (messages, ["m"], "r answers a message"),
        (messages, ["p"], "| gives the text to a program that prints"),
        (lists, ["<", ">"], "the list scrolls with the cursor"),
      ]
    case .default, .newsboat, .emacs: return []
    }
  }
}
