import Foundation
package import InboxSettings
import InboxText

/// Subscribes to topics on an ntfy server, and resumes after each break.
package struct NtfySource: NotificationSource {
  private let settings: NtfySettings

  /// Makes a source; nil if there are no topics.
  package init?(_ settings: NtfySettings) {
    guard !settings.topics.isEmpty else { return nil }
    self.settings = settings
  }

  package var name: String { "ntfy/\(settings.name)" }

  package func run(in context: SourceContext) async throws {
    let cursor = SourceCursor(folder: context.folder, name: name)
    var reader = NtfyStreamReader(settings.topics, cursor: cursor, context: context)
    try await NtfyServer.connected(settings) { server in
      try await server.subscribe(settings.topics, since: cursor.value ?? settings.since) {
        context.isRunning("\(settings.server)/\(settings.topics.joined(separator: ","))")
      } take: { lines in
        try await reader.take(lines)
      }
    }
  }
}

/// The position from which a source resumes, persisted in a small file.
struct SourceCursor: Sendable {
  private let path: String

  /// The cursor of a source.
  init(folder: String, name: String) {
    path = "\(folder)/\(name.replacing("/", with: "-")).cursor"
  }

  /// The saved position; nil if there is none.
  var value: String? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else { return nil }
    let value = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let isGood = (1...64).contains(value.utf8.count) && value.utf8.allSatisfy(\.isWordByte)
    return isGood ? value : nil
  }

  /// Saves the position.
  func note(_ value: String) {
    guard value.utf8.allSatisfy(\.isWordByte) else { return }
    // If that fails, messages arrive again and are merged with the existing ones.
    try? (value + "\n").write(toFile: path, atomically: true, encoding: .utf8)
  }
}
