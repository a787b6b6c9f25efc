/// The method of copying a text.
package enum ClipboardChoice: Sendable, Hashable {
  /// A tool of the desktop where there is one, else tmux, else the terminal.
  case auto
  /// A tool of the desktop: `wl-copy`, `xclip`, `xsel` or `pbcopy`.
  case native
  /// The buffer of tmux, which hands it on to its own terminal.
  case tmux
  /// The terminal, asked by the sequence OSC 52.
  case osc52
  /// A command that takes the text on its standard input.
  case command([String])
}

extension ClipboardChoice {
  /// Takes the words of a configuration: the name of a method, or a command.
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
