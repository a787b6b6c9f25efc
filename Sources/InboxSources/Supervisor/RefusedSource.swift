package import InboxSettings
import Logging

/// A placeholder for a source with a mistake in its configuration; it only reports the mistake.
package struct RefusedSource: NotificationSource {
  private let mistake: SourceMistake

  /// Makes a placeholder.
  package init(_ mistake: SourceMistake) {
    self.mistake = mistake
  }

  package var name: String { mistake.part }

  package func run(in context: SourceContext) async throws {
    let reason = "not started: \(mistake.message)"
    context.log.error("\(reason)")
    context.board.update(name) { state, now in state.fail(reason, at: now) }
    // A new configuration replaces it; retrying would not help.
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
