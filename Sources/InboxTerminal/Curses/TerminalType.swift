import CNcurses
import Foundation

/// The type of the terminal on standard input and output, as found in terminfo.
///
/// A terminal that is newer than this machine's terminfo, as over SSH, uses the entry of a
/// compatible one.
package struct TerminalType: Sendable, Hashable {
  /// The value of `TERM`.
  package let name: String
  /// The name of the entry in terminfo.
  let entry: String

  /// Whether terminfo has no entry of the type.
  private let isUnknown: Bool

  /// A note to the user on the chosen entry; nil where the type is known.
  package var note: String? {
    guard isUnknown else { return nil }
    return "TERM “\(name)” is unknown here; shown as \(entry). Install its terminfo entry."
  }

  private static let (xterm, screen) = (
    ["xterm-256color", "xterm"], ["screen-256color", "screen"]
  )
  /// Families by name prefix, with the entries to try, best first.
  private static let families: [(prefixes: [String], entries: [String])] = [
    (["foot"], ["foot"] + xterm), (["alacritty"], ["alacritty"] + xterm),
    (["tmux"], ["tmux-256color", "tmux"] + screen), (["screen"], screen),
    (["rxvt"], ["rxvt-256color", "rxvt", "xterm"]), (["st-"], ["st-256color", "st"] + xterm),
    (["konsole"], ["konsole-256color", "konsole"] + xterm),
    (["vte"], ["vte-256color", "vte"] + xterm), (["gnome"], ["gnome-256color", "gnome"] + xterm),
    (["xterm", "kitty", "ghostty", "wezterm", "contour", "iterm", "mintty", "rio"], xterm),
  ]

  /// Detects the type by `TERM`.
  ///
  /// - Throws: ``TerminalError`` when no screen can be shown there; nothing was changed.
  package init() throws(TerminalError) {
    guard isatty(STDIN_FILENO) == 1 else { throw .inputIsNoTerminal }
    guard isatty(STDOUT_FILENO) == 1 else { throw .outputIsNoTerminal }
    guard let name = getenv("TERM").map({ String(cString: $0) }), !name.isEmpty else {
      throw .typeMissing
    }
    let isXterm = getenv("XTERM_VERSION").map { $0.pointee != 0 } ?? false
    try self.init(name, isXterm: isXterm) { curses_check_type($0, STDOUT_FILENO) }
  }

  /// Finds the entry of a type.
  ///
  /// - Parameters:
  ///   - name: The type.
  ///   - isXterm: Whether it is xterm itself, which has 256 colors but is often of type `xterm`,
  ///     whose entry has eight.
  ///   - check: Returns what ``curses_check_type`` does.
  /// - Throws: ``TerminalError`` when no screen can be shown there.
  init(
    _ name: String, isXterm: Bool = false, check: (String) -> Int32
  ) throws(TerminalError) {
    self.name = name
    let state = check(name)
    isUnknown = state != 1
    switch state {
    case 1 where isXterm && name == "xterm" && check("xterm-256color") == 1:
      entry = "xterm-256color"
    case 1:
      entry = name
    case -2: throw .typeUnfit(name)
    default:
      let relatives =
        Self.families.first { $0.prefixes.contains(where: name.hasPrefix) }?.entries ?? []
      guard let entry = relatives.first(where: { check($0) == 1 }) else {
        throw .typeUnknown(name)
      }
      self.entry = entry
    }
  }
}
