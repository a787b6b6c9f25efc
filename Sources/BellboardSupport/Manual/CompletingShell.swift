package import ArgumentParser

/// A shell with a completion script.
package enum CompletingShell: String, CaseIterable, ExpressibleByArgument, Sendable {
  case bash, zsh, fish

  /// The parser's shell.
  package var shell: CompletionShell { CompletionShell(rawValue: rawValue) ?? .bash }
}
