package import Foundation
package import InboxSystem
package import InboxText

/// The daemon's state for other programs, a small file beside the inboxes.
package struct DaemonState: Sendable, Hashable {
  /// The daemon's process, which identifies a stale file after a crash.
  package var process: ProcessIdentity
  /// When it started.
  package var since: Date
  /// Its inbox.
  package var inbox: String
  /// Its sources.
  package var sources: [SourceState]

  /// Makes a state.
  package init(process: ProcessIdentity, since: Date, inbox: String, sources: [SourceState]) {
    (self.process, self.since, self.inbox, self.sources) = (process, since, inbox, sources)
  }

  /// The state as JSON.
  package var json: JSONValue {
    .object([
      "v": .integer(1), "pid": .integer(Int64(process.number)),
      "started": .integer(process.started), "since": .string(RFC3339.string(from: since)),
      "inbox": .string(inbox), "sources": .array(sources.map(\.json)),
    ])
  }

  /// Parses the format of ``json``; nil for anything else.
  package init?(json value: JSONValue) {
    guard let number = value["pid"]?.count.flatMap(Int32.init(exactly:)),
      let started = value["started"]?.count, let since = value["since"]?.date,
      let inbox = value["inbox"]?.text, case .array(let sources) = value["sources"]
    else { return nil }
    self.init(
      process: ProcessIdentity(number: number, started: Int64(started)), since: since,
      inbox: inbox, sources: sources.compactMap(SourceState.init(json:)))
  }
}

/// The file of the daemon's state.
package enum DaemonStateFile {
  /// Reads the state of a running daemon; nil if none is running.
  package static func read(_ path: String) -> DaemonState? {
    guard let text = try? TextFile.read(path), let value = try? JSONValue(json: text),
      let state = DaemonState(json: value), state.process.condition != .gone
    else { return nil }
    return state
  }

  /// Replaces the file atomically.
  ///
  /// - Throws: `SystemError`.
  package static func write(_ state: DaemonState, to path: String) throws(SystemError) {
    try FileReplacement.replace(path, by: state.json.json + "\n", isDurable: false)
  }

  /// Removes the file.
  package static func remove(_ path: String) {
    unlink(path)
  }
}
