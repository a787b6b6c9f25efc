import ArgumentParser
import InboxCore
import InboxSettings

extension CompletionKind {
  /// The names of the inboxes that there are.
  static var inboxNames: CompletionKind {
    .custom { _, _, _ in environment?.paths.inboxNames.map(\.description) ?? [] }
  }

  /// The names of the themes that are found.
  static var themeNames: CompletionKind {
    .custom { _, _, _ in environment?.themes.names ?? [] }
  }

  /// The user's files; a shell gets none when they cannot be had.
  private static var environment: UserEnvironment? { try? UserEnvironment(inboxName: nil) }
}
