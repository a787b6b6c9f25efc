package import InboxSettings
import Logging

/// A source that is not started, because of a mistake in the configuration: all it does is say so.
package struct RefusedSource: NotificationSource {
  private let mistake: SourceMistake

  /// Makes what stands in the place of a source.
  package init(_ mistake: SourceMistake) {
    self.mistake = mistake
  }

  package var name: String { mistake.part }

  package func run(in context: SourceContext) async throws {
    let reason = "not started: \(mistake.message)"
    context.log.error("\(reason)")
    context.board.update(name) { state, now in
      state.enter(.failed)
      state.note(reason, at: now)
    }
    // Nothing is tried again before the configuration changes.
    while true { try await Task.sleep(for: .seconds(86_400)) }
  }
}
