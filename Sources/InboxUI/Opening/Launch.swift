/// Programs that run outside of the screen, and what they are given.
public enum Launch: Sendable, Hashable {
  /// Links for the opener; an empty one stands for what the environment says.
  case open([Link], opener: [String])
  /// Web pages for a text browser in this terminal; where there is none, for the opener.
  case browse([Link], browser: [String], opener: [String])
  /// A text for the standard input of a command line that a person typed.
  case pipe(String, command: String)
}

/// Which way a copied text goes.
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
  /// Takes the words of a configuration: a name of a way, or a command.
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
