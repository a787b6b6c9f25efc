import ArgumentParser
import InboxText

/// Completion output: escapes untrusted names for a shell's completion script.
enum CompletionOutput {
  struct Candidate {
    var text: String
    /// A text beside it, for shells that show one.
    var note = ""
  }

  /// The values with their notes, escaped for the requesting shell.
  static func printed(
    _ candidates: [Candidate], for shell: CompletionShell? = CompletionShell.requesting
  ) -> [String] {
    candidates.flatMap { candidate in
      printed([candidate.text], for: shell).map { text in
        // The parser's script for fish takes what follows the value as a part of it.
        guard shell == .zsh else { return text }
        let note = candidate.note.printable()
        let value = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
        return note.isEmpty ? value : "\(value):\(note)"
      }
    }
  }

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

  /// The completion script for a shell; for bash it is patched to insert names as they are printed,
  /// and to complete words with `:`, `=` and `@` in them.
  ///
  /// Bash's own escaping of file names is not enough: it leaves a `$`.
  static func script(_ script: String, for shell: CompletionShell) -> String {
    guard shell == .bash else { return script }
    let call = "__bellboard_add_completions -W \"$(__bellboard_custom_complete"
    let function = "\n_bellboard() {\n"
    return script.replacing(call, with: "compopt +o filenames 2>/dev/null; " + call)
      .replacing(function, with: "\n__bellboard_whole_words() {\n") + "\n" + wholeWords
  }

  /// The entry of bash: joins the words that it splits at `:`, `=` and `@`, and leaves out of the
  /// replies what stands before the last of these, as bash replaces only what follows it.
  private static let wholeWords = #"""
    _bellboard() {
        local rest="${COMP_LINE:0:COMP_POINT}" word blanks
        local -a words=()
        local -i index
        for ((index = 0; index <= COMP_CWORD; index++)); do
            blanks="${rest%%[![:space:]]*}"
            rest="${rest#"${blanks}"}"
            word="${COMP_WORDS[index]}"
            ((index < COMP_CWORD)) || word="${rest}"
            rest="${rest#"${word}"}"
            if [[ -z "${blanks}" && "${#words[@]}" -gt 0 ]]; then
                words[${#words[@]} - 1]+="${word}"
            else
                words+=("${word}")
            fi
        done
        local -r whole="${words[${#words[@]} - 1]}"
        local -r before="${words[${#words[@]} - 2]}"
        local -a COMP_WORDS=("${words[@]}")
        local -i COMP_CWORD="$((${#words[@]} - 1))"
        __bellboard_whole_words "${1}" "${whole}" "${before}"
        [[ "${whole}" = [\'\"]* ]] && return
        local breaks='' character
        for character in : = @; do
            [[ "${COMP_WORDBREAKS}" = *"${character}"* ]] && breaks+="${character}"
        done
        [[ -n "${breaks}" ]] || return
        local -r kept="${whole%"${whole##*["${breaks}"]}"}"
        for index in "${!COMPREPLY[@]}"; do
            COMPREPLY[index]="${COMPREPLY[index]#"${kept}"}"
        done
        [[ "${#COMPREPLY[@]}" -eq 1 && "${COMPREPLY[*]}" = *[:=] ]] && compopt -o nospace 2>/dev/null
    }
    """# + "\n"

  /// Escapes each shell metacharacter of a name with a backslash.
  private static func escaped(_ name: String) -> String {
    name.map { character in
      let isPlain = character.isLetter || character.isNumber || "_-./%+,:@=".contains(character)
      return (isPlain || !character.isASCII ? "" : "\\") + String(character)
    }.joined()
  }
}
