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

/// An error in the JSON of `--custom`.
struct CustomValueError: Reportable {
  var report: String { "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes" }
  var exitCode: ExitCode { .wrongUsage }
}
