import InboxText
import CNcurses

/// The escape sequences of the screen's modes: bracketed paste, title, mouse, restoration.
struct ModeSequences {
  private static let pasteOn = "\u{1B}[?2004h"
  private static let pasteOff = "\u{1B}[?2004l"
  private static let pushTitle = "\u{1B}[22;0t"
  private static let popTitle = "\u{1B}[23;0t"

  /// Turns mouse reports on; empty where the terminal is not known to have them.
  let mouseOn: String
  /// Turns mouse reports off.
  let mouseOff: String
  /// Written when the screen begins.
  let enter: String
  /// Written before ncurses ends the screen.
  let leave: String
  /// Restores all modes; written on a crash, when ncurses cannot.
  let restoration: String
  /// Whether the terminal's type responds to queries, or ignores them.
  var takesQuestions: Bool { takesTitle }
  private let takesTitle: Bool

  /// Collects the sequences for a type of terminal, whose terminfo entry is loaded.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - asksBackground: Whether the terminal is queried for the brightness of its background.
  init(type: String, asksBackground: Bool = false) {
    takesTitle = Self.takesTitle(type)
    let isXtermLike = takesTitle || type.hasPrefix("linux") || type.hasPrefix("tmux")
    let asks = asksBackground && takesTitle
    enter =
      (isXtermLike ? Self.pasteOn : "") + (takesTitle ? Self.pushTitle : "")
      + (asks ? BackgroundReport.request : "")
    leave =
      (asks ? BackgroundReport.end : "") + (isXtermLike ? Self.pasteOff : "")
      + (takesTitle ? Self.popTitle : "")
    let takesMouse = takesTitle || !Self.capability("kmous").isEmpty
    mouseOn = takesMouse ? MouseReport.on : ""
    mouseOff = takesMouse ? MouseReport.end : ""
    let modes = ["sgr0", "rmkx", "cnorm", "rmcup"].map(Self.capability).joined()
    restoration = mouseOff + leave + modes
  }

  /// Sets the title of the terminal's window; empty where that is not known to work.
  func title(_ text: String) -> String {
    guard takesTitle else { return "" }
    return "\u{1B}]2;" + text.printable() + "\u{07}"
  }

  /// Families of terminals that keep a stack of titles.
  private static func takesTitle(_ type: String) -> Bool {
    ["xterm", "tmux", "screen", "foot", "alacritty", "kitty", "rxvt", "wezterm", "contour", "vte"]
      .contains { type.hasPrefix($0) }
  }

  /// A terminfo string without its padding delays.
  private static func capability(_ name: String) -> String {
    var text = curses_capability(name).map { String(cString: $0) } ?? ""
    while let start = text.firstRange(of: "$<")?.lowerBound,
      let end = text[start...].firstIndex(of: ">")
    {
      text.removeSubrange(start...end)
    }
    return text
  }
}
