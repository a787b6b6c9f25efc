/// The method of copying a text to the clipboard.
package enum ClipboardChoice: Sendable, Hashable {
  /// A desktop tool if there is one, else tmux, else the terminal.
  case auto
  /// A desktop tool: `wl-copy`, `xclip`, `xsel` or `pbcopy`.
  case native
  /// The tmux buffer, which tmux forwards to its terminal.
  case tmux
  /// The terminal, by the OSC 52 sequence.
  case osc52
  /// A command that reads the text from its standard input.
  case command([String])

  /// Parses the words of a configuration: the name of a method, or a command.
  package init(words: [String]) {
    switch words {
    case ["auto"], []: self = .auto
    case ["native"]: self = .native
    case ["tmux"]: self = .tmux
    case ["osc52"]: self = .osc52
    default: self = .command(words)
    }
  }
}
