import BellboardSupport
public import ArgumentParser
public import InboxCore
import InboxSettings

extension MessageOrder: ExpressibleByArgument {}

extension Settings.ColorChoice: ExpressibleByArgument {}

extension Priority: ExpressibleByArgument {
  /// Parses a name or a number.
  public init?(argument: String) {
    self.init(parsing: argument)
  }

  /// The names of all priorities, for help and completion.
  public static var allValueStrings: [String] { allCases.map(\.name) }
}

extension CompletionKind {
  /// Completes the names of existing inboxes.
  static var inboxNames: CompletionKind {
    .custom { _, _, _ in
      CompletionOutput.printed(environment?.paths.inboxNames.map(\.description) ?? [])
    }
  }

  /// Completes the names of available themes.
  static var themeNames: CompletionKind {
    .custom { _, _, _ in CompletionOutput.printed(environment?.themes.names ?? []) }
  }

  /// Completes the names of the other machines of the exchange.
  static var machineNames: CompletionKind {
    .custom { _, _, _ in
      let names = (try? environment?.exchangedMachines().map(\.name)) ?? []
      return CompletionOutput.printed(Set(names).sorted())
    }
  }

  /// The user's files; nil, and so no completions, if they are not accessible.
  private static var environment: UserEnvironment? { try? UserEnvironment(inboxName: nil) }
}

extension NameSpecification {
  /// `--limit`, with the letters that other programs have for it.
  static var limit: NameSpecification { [.customShort("n"), .customShort("l"), .long] }
}

/// Error: invalid JSON in `--custom`.
struct CustomValueError: Reportable {
  var report: String { "--custom takes a JSON value, such as {\"job\": 7}; a text needs quotes" }
  var exitCode: ExitCode { .wrongUsage }
}
