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
      CompletionNames.printed(environment?.paths.inboxNames.map(\.description) ?? [])
    }
  }

  /// The names of the themes that are found.
  static var themeNames: CompletionKind {
    .custom { _, _, _ in CompletionNames.printed(environment?.themes.names ?? []) }
  }

  /// The user's files; a shell gets none when they cannot be had.
  private static var environment: UserEnvironment? { try? UserEnvironment(inboxName: nil) }
}

/// Names from outside as the completion script of a shell takes them.
enum CompletionNames {
  /// The names for the shell that asks; those that no line can hold are left out.
  static func printed(
    _ names: [String], for shell: CompletionShell? = CompletionShell.requesting
  ) -> [String] {
    let shown = names.filter { name in
      !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
    // The list goes to compgen -W, which expands its words: `$(…)` in a name would be run.
    return shell == .bash ? shown.map(quoted) : shown
  }

  private static func quoted(_ name: String) -> String {
    "'" + name.replacing("'", with: "'\\''") + "'"
  }
}

/// What `--custom` was given is no JSON.
struct CustomProblem: Reportable {
  var report: String { "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes" }
  var exitCode: ExitCode { .wrongUsage }
}
