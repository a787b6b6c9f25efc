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
    switch self {
    case .default: []
    case .vim: Self.vimTable + Self.vimTabs
    case .mutt: Self.muttTable
    case .newsboat: Self.newsboatTable + Self.newsboatLinks
    case .emacs: Self.emacsTable
    }
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

  // MARK: - Tables

  /// Operators wait for a second key, as in `d d`; `m` sets a bookmark.
  private static let vimTable: [KeymapEntry] = [
    .init("d", "unbind"), .init("d d", "delete"), .init("d d", "purge", in: "trash"),
    .init("y", "unbind", in: "list"), .init("y", "unbind", in: "trash"),
    .init("y", "unbind", in: "reader"), .init("y y", "copy"), .init("y l", "copy-link"),
    .init("C-r", "redo"), .init("m", "set-bookmark"), .init("r", "toggle-read"),
    .init("r", "refresh", in: "trash"), .init("g r", "refresh"),
    .init("Z Z", "quit"), .init("Z Q", "quit"),
    .init("M", "screen-middle"), .init("g M", "mark-all-read"),
    .init("z z", "unbind"), .init("p", "restore", in: "trash"),
    .init("g p", "restore", in: "reader"),
  ]

  /// A digit is a count, as in `3 j`.
  private static let vimTabs = Command.Tab.numbered.enumerated().map {
    KeymapEntry("A-\($0 + 1)", Command.tabbing($1).name)
  }

  private static let muttTable: [KeymapEntry] = [
    .init("N", "toggle-read", in: "list"), .init("N", "toggle-read", in: "reader"),
    .init("A-n", "previous-match"), .init("l", "filter"), .init("t", "mark"),
    .init("t", "unbind", in: "reader"), .init("A-t", "thread"), .init("=", "top"),
    .init("*", "bottom"), .init("M", "screen-middle"), .init("g M", "mark-all-read"),
    .init("$", "refresh"), .init("F", "toggle-pin", in: "list"),
    .init("F", "toggle-pin", in: "reader"), .init("u", "restore", in: "trash"),
    .init("A-u", "undo", in: "trash"), .init("O", "open"),
    .init("m", "unbind"), .init("p", "unbind"),
    .init("h", "unbind", in: "list"), .init("h", "unbind", in: "trash"),
    .init("]", "half-page-down"), .init("[", "half-page-up"),
    .init("<", "unbind"), .init(">", "unbind"),
    .init("A-.", "next-tab"), .init("A-,", "previous-tab"),
    .init("A->", "preview-larger"), .init("A-<", "preview-smaller"),
    .init("o", "sort", in: "list"), .init("o", "sort", in: "trash"),
    // Unbinds the sequences that start with this key; they get other keys.
    .init("z", "unbind"), .init("z", "page-down", in: "list"),
    .init("z", "page-down", in: "trash"), .init("Z", "page-up"),
    .init("A-v", "toggle-fold"), .init("A-V", "fold-all"), .init("A-z c", "fold"),
    .init("A-z o", "unfold"), .init("A-z R", "unfold-all"),
    .init("A-z e", "toggle-fields"),
    .init("-", "page-up", in: "reader"),
    .init("j", "next-message", in: "reader"), .init("k", "previous-message", in: "reader"),
    .init("Down", "next-message", in: "reader"), .init("Up", "previous-message", in: "reader"),
    .init("Enter", "move-down", in: "reader"), .init("Backspace", "move-up", in: "reader"),
    .init("^", "top", in: "reader"), .init("$", "bottom", in: "reader"),
    .init("h", "unbind", in: "reader"),
    .init("i", "close", in: "reader"), .init("v", "show-picture", in: "reader"),
    .init("c", "inboxes"),
    .init("r", "actions", in: "list"),
    .init("r", "actions", in: "reader"), .init("C-b", "actions"),
  ]

  private static let newsboatTable: [KeymapEntry] = [
    .init("n", "next-unread", in: "list"), .init("n", "next-unread", in: "reader"),
    .init("p", "previous-unread"), .init("*", "toggle-pin"), .init("A-n", "next-match"),
    .init("A-p", "previous-match"), .init("N", "toggle-read", in: "list"),
    .init("N", "toggle-read", in: "reader"), .init("A", "mark-all-read"),
    .init("D", "delete", in: "list"), .init("D", "delete", in: "reader"),
    .init("A-d", "delete-all"), .init("u", "actions", in: "list"),
    .init("u", "actions", in: "reader"), .init("U", "undo"), .init("C-r", "redo"),
    .init("l", ":filter is:unread", in: "list"), .init("h", "help"),
    .init("O", "open"), .init("$", "refresh"), .init("C", "mark-all-read"),
    .init("C-f", "back", in: "list"), .init("C-f", "back", in: "trash"),
    // Unbinds the sequences that start with this key; they get other keys.
    .init("g", "unbind"), .init("g", "sort", in: "list"), .init("g", "sort", in: "trash"),
    .init("G", "sort", in: "list"), .init("G", "sort", in: "trash"),
    .init("g g", "top", in: "reader"), .init("g g", "top", in: "help"),
    .init("g", "top", in: "menu"), .init("z v", "show-done"),
    .init("z s", "group-by-source"), .init("z t", "group-by-thread"),
    .init("z p", "group-by-priority"), .init("z d", "group-by-day"), .init("z n", "ungroup"),
    .init("z f", "follow"), .init("z b", "sources"), .init("z u", "undo-list"),
    .init("z m", "screen-middle"), .init("z l", "next-late"), .init("z w", "catch-up"),
    .init("z A", "always"),
  ]

  private static let newsboatLinks = (1...9).map {
    KeymapEntry("\($0)", ":link \($0)", in: "reader")
  }

  private static let emacsTable: [KeymapEntry] = [
    .init("C-n", "move-down"), .init("C-p", "move-up"), .init("C-v", "page-down"),
    .init("A-v", "page-up"), .init("A-<", "top"), .init("A->", "bottom"),
    .init("A-r", "screen-middle"),
    .init("C-s", "search"), .init("A-s", "search"), .init("C-r", "previous-match"),
    .init("C-k", "delete"),
    .init("C-k", "purge", in: "trash"), .init("A-w", "copy"), .init("C-x u", "undo"),
    .init("C-_", "undo"), .init("A-_", "redo"), .init("A-x", "command-line"),
    .init("C-h", "help"), .init("C-g", "back"), .init("C-x C-c", "quit"),
    .init("C-x k", "close"), .init("C-x b", "inboxes"),
    .init("C-x C-f", "go-to-message"), .init("C-x h", "mark-all-read"),
    .init("C-s", "next-typed-match", in: "prompt"),
    .init("C-r", "previous-typed-match", in: "prompt"),
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

extension KeymapEntry {
  /// An entry of a table: a key, a command, and a context; nil for all that support the command.
  fileprivate init(_ key: String, _ command: String, in context: String? = nil) {
    self.init(context: context, key: key, commands: [command])
  }
}
