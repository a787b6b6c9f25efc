import BellboardSupport
import Foundation

/// Checks of the terminal and the locale, based on environment variables.
struct TerminalChecks {
  let variables: [String: String]

  var checks: [Check] { [type, colors, locale, multiplexer].compactMap(\.self) }

  private var type: Check {
    guard isatty(STDOUT_FILENO) == 1 else {
      return Check(.doubtful, "terminal", "output is not a terminal; the screen needs one")
    }
    switch variables["TERM"] ?? "" {
    case "":
      return Check(.bad, "terminal", "TERM is not set; try TERM=xterm-256color")
    case "dumb":
      return Check(.bad, "terminal", "TERM=dumb cannot show a screen; try TERM=xterm-256color")
    case let name:
      return Check(.good, "terminal", "TERM=\(name)")
    }
  }

  private var colors: Check {
    if variables["NO_COLOR"]?.isEmpty == false {
      return Check(.good, "colors", "none, because NO_COLOR is set")
    }
    let name = variables["TERM"] ?? ""
    let hasMany = name.contains("256color") || name.contains("direct")
    guard !hasMany else { return Check(.good, "colors", "256 or more") }
    return Check(
      .doubtful, "colors",
      "perhaps only 16; if the terminal has more, set TERM to its 256-color entry")
  }

  private var locale: Check {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let locale = names.lazy.compactMap { variables[$0] }.first { !$0.isEmpty } ?? ""
    let isWide = ["utf-8", "utf8"].contains { locale.lowercased().hasSuffix($0) }
    guard !isWide else { return Check(.good, "locale", locale) }
    return Check(
      .doubtful, "locale",
      "'\(locale)' is not a UTF-8 locale; set LC_ALL=C.UTF-8, or some characters are not shown")
  }

  private var multiplexer: Check? {
    guard variables["TMUX"] != nil else {
      return variables["STY"].map { _ in Check(.good, "screen", "running within GNU screen") }
    }
    let name = variables["TERM"] ?? ""
    return name.hasPrefix("tmux") || name.hasPrefix("screen")
      ? Check(.good, "tmux", "TERM is right for it")
      : Check(.doubtful, "tmux", "TERM should be tmux-256color within tmux")
  }
}
