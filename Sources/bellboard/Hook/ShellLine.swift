import Foundation
import InboxSystem

/// A line that a shell ran, as far as it tells whether a person was busy with its program.
struct ShellLine {
  /// What precedes the command, such as `sudo`; empty for nothing.
  private var before = ""
  /// The first words of the command itself.
  private let words: [String]

  /// Programs that precede another one.
  private static let prefixes: Set<String> = [
    "sudo", "doas", "env", "command", "builtin", "exec", "time", "nohup", "nice",
  ]
  /// Their options that take the next word.
  private static let optionsWithValues = [
    "sudo": "-C -D -g -h -p -R -r -T -t -U -u --user --group", "doas": "-C -u",
    "env": "-C -S -u --unset --chdir", "nice": "-n --adjustment", "time": "-f -o", "exec": "-a",
  ].mapValues { $0.split(separator: " ") }

  /// Skips assignments, and `sudo` and its like with their options.
  init(_ line: String) {
    var rest = line.drop(while: \.isWhitespace)
    while true {
      let word = rest.prefix { !$0.isWhitespace }
      var next = rest[word.endIndex...]
      if word.contains("="), word.first.map({ $0 == "_" || $0.isASCII && $0.isLetter }) == true {
        next = Self.restAfterAssignment(rest)
      } else if Self.prefixes.contains(String(word)) {
        before = String(word)
      } else if word.hasPrefix("-"), !before.isEmpty {
        if Self.optionsWithValues[before]?.contains(word) == true {
          next = next.drop(while: \.isWhitespace).drop { !$0.isWhitespace }
        }
      } else {
        break
      }
      next = next.drop(while: \.isWhitespace)
      guard !next.isEmpty else { break }
      rest = next
    }
    words = rest.split(maxSplits: 2, whereSeparator: \.isWhitespace).prefix(2).map(String.init)
  }

  /// What follows an assignment, whose value may be quoted.
  private static func restAfterAssignment(_ text: Substring) -> Substring {
    let value = text.drop { $0 != "=" }.dropFirst()
    if let quote = value.first, "'\"".contains(quote),
      let end = value.dropFirst().firstIndex(of: quote)
    {
      return value[end...].drop { !$0.isWhitespace }
    }
    return value.drop { !$0.isWhitespace }
  }

  /// Whether its program is interactive, or one of those to ignore: a word, or two as in `git log`.
  func isInteractive(besides ignored: [String]) -> Bool {
    guard let first = words.first else { return false }
    // A shell of another user.
    if ["sudo -i", "sudo -s", "doas -s"].contains("\(before) \(first)") { return true }
    let name = (first as NSString).lastPathComponent
    let names = [name] + words.dropFirst().map { "\(name) \($0)" }
    return names.contains { Self.interactive.contains($0) || ignored.contains($0) }
      || words.count == 1 && Self.prompts.contains(name)
  }

  private static let interactive: Set = [
    "vi", "vim", "nvim", "view", "nano", "emacs", "micro", "hx", "helix", "kak", "ed", "joe",
    "less", "more", "most", "bat", "man", "info", "top", "htop", "btop", "watch", "tail", "ssh",
    "mosh", "telnet", "tmux", "screen", "zellij", "bellboard", "mutt", "neomutt", "aerc",
    "newsboat", "weechat", "irssi", "tig", "lazygit", "gitui",
    "git commit", "git rebase", "git log", "git diff", "git show", "ranger", "nnn", "lf",
    "yazi", "mc", "fzf", "gdb", "lldb", "mpv", "crontab", "visudo", "fg",
  ]

  /// Programs that are interactive if they are called without an argument.
  private static let prompts: Set = [
    "bash", "zsh", "fish", "sh", "dash", "su", "python", "python3", "ipython", "node", "irb",
    "psql", "mysql", "sqlite3", "swift", "ghci", "lua",
  ]
}

/// The terminal that a shell runs in.
struct ShellTerminal {
  let variables: [String: String]

  /// Whether somebody looks at it; where nothing tells, nobody does.
  var isSeen: Bool {
    if let pane = value("TMUX_PANE"), value("TMUX") != nil {
      let format = "#{pane_active}#{window_active},#{session_attached},#{focus-events}"
      let state = output(of: ["tmux", "display-message", "-p", "-t", pane, format])
        .split(separator: ",")
      guard state.count > 1, state[0] == "11", state[1] != "0" else { return false }
      return state.last != "on"
        || output(of: ["tmux", "list-clients", "-t", pane, "-F", "#{client_flags}"])
          .contains("focused")
    }
    guard let window = value("WINDOWID"), value("DISPLAY") != nil else { return false }
    return output(of: ["xdotool", "getactivewindow"]) == window
  }

  private func value(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The output of a program without its line end; empty if it cannot be run.
  private func output(of words: [String]) -> String {
    guard let run = try? ChildProcess.piping(STDOUT_FILENO, of: words, in: .inherited) else {
      return ""
    }
    let bytes = try? FileHandle(fileDescriptor: run.end, closeOnDealloc: true).readToEnd()
    _ = run.child.wait()
    return String(decoding: bytes ?? Data(), as: UTF8.self).trimmingCharacters(in: .newlines)
  }
}
