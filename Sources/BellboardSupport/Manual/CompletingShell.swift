package import ArgumentParser

/// A shell for which there is a completion script.
package enum CompletingShell: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash, zsh, fish

  /// The shell as the parser has it.
  package var shell: CompletionShell {
    switch self {
    case .bash: .bash
    case .zsh: .zsh
    case .fish: .fish
    }
  }
}
