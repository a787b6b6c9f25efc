import ArgumentParser
import BellboardSupport

struct Completions: ReportingCommand {
  static let name = "completions"
  static let abstract = "Print a shell completion script."
  static let discussion = """
    bash: source <(bellboard completions bash); zsh: save it as _bellboard in a folder of \
    $fpath; fish: save it as bellboard.fish in ~/.config/fish/completions.
    """

  @Argument(help: "Shell.")
  var shell: CompletingShell

  func run(to output: StandardOutput) throws {
    let script = Bellboard.completionScript(for: shell.shell)
    try output.line(CompletionOutput.script(script, for: shell.shell))
  }
}
