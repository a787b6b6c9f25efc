import BellboardSupport
public import ArgumentParser
public import InboxCore
import InboxSettings

extension MessageOrder: ExpressibleByArgument {}

extension Settings.ColorChoice: ExpressibleByArgument {}

extension Priority: ExpressibleByArgument {
  /// Reads a name or a number.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// The names, for help and completion.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension CompletionKind {
  /// The names of the inboxes that there are.
  static var inboxNames: CompletionKind {
    .custom { _, _, _ in
      CompletionOutput.printed(environment?.paths.inboxNames.map(\.description) ?? [])
    }
  }

  /// The names of the themes that are found.
  static var themeNames: CompletionKind {
    .custom { _, _, _ in CompletionOutput.printed(environment?.themes.names ?? []) }
  }

  /// The user's files; a shell gets none when they cannot be had.
  private static var environment: UserEnvironment? { try? UserEnvironment(inboxName: nil) }
}

/// Names from outside as the completion script of a shell takes them.
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
    return shell == .bash ? shown.map { singleQuoted(escaped($0)) } : shown
  }

  /// The script for a shell; that of bash puts names into the command line as they are printed.
  ///
  /// What bash itself escapes in file names is not enough: it leaves a `$`.
  static func script(_ script: String, for shell: CompletionShell) -> String {
    guard shell == .bash else { return script }
    let call = "__bellboard_add_completions -W \"$(__bellboard_custom_complete"
    return script.replacing(call, with: "compopt +o filenames 2>/dev/null; " + call)
  }

  private static func singleQuoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }

  /// The name with a backslash before all that means something to a shell.
  private static func escaped(_ name: String) -> String {
    name.map { character in
      let isPlain = character.isLetter || character.isNumber || "_-./%+,:@=".contains(character)
      return (isPlain || !character.isASCII ? "" : "\\") + String(character)
    }.joined()
  }
}

/// What `--custom` was given is no JSON.
struct CustomValueError: Reportable {
  var report: String { "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes" }
  var exitCode: ExitCode { .wrongUsage }
}
