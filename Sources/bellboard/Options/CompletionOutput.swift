import ArgumentParser
import InboxText

/// The output of completion: names from outside, safe for the script of a shell.
enum CompletionOutput {
  /// The names for the shell that asks; those that no line can hold are left out.
  static func printed(
    _ names: [String], for shell: CompletionShell? = CompletionShell.requesting
  ) -> [String] {
    let shown = names.filter { name in
      !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    // The list goes to compgen -W, which expands its words: `$(…)` in a name would be run. What
    // comes out is put into the command line, where it would be run at Enter.
    return shell == .bash ? shown.map { ShellQuoting.quoted(escaped($0)) } : shown
  }

  /// The script for a shell; that of bash puts names into the command line as they are printed.
  ///
  /// What bash itself escapes in file names is not enough: it leaves a `$`.
  static func script(_ script: String, for shell: CompletionShell) -> String {
    guard shell == .bash else { return script }
    let call = "__bellboard_add_completions -W \"$(__bellboard_custom_complete"
    return script.replacing(call, with: "compopt +o filenames 2>/dev/null; " + call)
  }

  /// The name with a backslash before all that means something to a shell.
  private static func escaped(_ name: String) -> String {
    name.map { character in
      let isPlain = character.isLetter || character.isNumber || "_-./%+,:@=".contains(character)
      return (isPlain || !character.isASCII ? "" : "\\") + String(character)
    }.joined()
  }
}
