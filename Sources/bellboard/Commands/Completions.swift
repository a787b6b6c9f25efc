import BellboardSupport
import ArgumentParser

/// `bellboard completions`.
struct Completions: NamedCommand {
  static let name = "completions"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Print a shell completion script.",
    discussion: """
      bash: source <(bellboard completions bash); zsh: save it as _bellboard in a folder of \
      $fpath; fish: save it as bellboard.fish in ~/.config/fish/completions.
      """)

  @Argument(help: "Which shell.")
  var shell: Shell

  /// A shell that can complete.
  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  func run() throws {
    try reporting { output in
      let shell =
        switch shell {
        case .bash: CompletionShell.bash
        case .zsh: CompletionShell.zsh
        case .fish: CompletionShell.fish
        }
      let script = Bellboard.completionScript(for: shell)
      try output.line(CompletionOutput.script(script, for: shell))
    }
  }
}
