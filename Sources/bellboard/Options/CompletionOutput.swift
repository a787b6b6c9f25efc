import ArgumentParser
import InboxText

/// Completion output: escapes untrusted names for a shell's completion script.
enum CompletionOutput {
  /// The names escaped for the requesting shell, without those that have control characters.
  static func printed(
    _ names: [String], for shell: CompletionShell? = CompletionShell.requesting
  ) -> [String] {
    let shown = names.filter { name in
      !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    // compgen -W expands the words of its list: `$(…)` in a name would be run. Its output is
    // inserted into the command line, where it would be run at Enter.
    return shell == .bash ? shown.map { ShellQuoting.quoted(escaped($0)) } : shown
  }

  /// The completion script for a shell; for bash it is patched to insert names as they are printed.
  ///
  /// Bash's own escaping of file names is not enough: it leaves a `$`.
  static func script(_ script: String, for shell: CompletionShell) -> String {
    guard shell == .bash else { return script }
    let call = "__bellboard_add_completions -W \"$(__bellboard_custom_complete"
    return script.replacing(call, with: "compopt +o filenames 2>/dev/null; " + call)
  }

  /// Escapes each shell metacharacter of a name with a backslash.
  private static func escaped(_ name: String) -> String {
    name.map { character in
      let isPlain = character.isLetter || character.isNumber || "_-./%+,:@=".contains(character)
      return (isPlain || !character.isASCII ? "" : "\\") + String(character)
    }.joined()
  }
}
