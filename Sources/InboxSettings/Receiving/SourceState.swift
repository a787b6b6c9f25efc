package import Foundation
package import InboxText

/// The state of a source: its phase, its last error, and its next retry.
package struct SourceState: Sendable, Hashable {
  /// The phase of a source.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// It is starting and cannot receive yet.
    case starting
    /// It is receiving.
    case running
    /// It waits for its next run.
    case waiting
    /// It failed and will be retried.
    case failed
  }

  /// Its name, such as `http` or `command/backup`.
  package var name: String
  /// The phase of a source.
  package var phase: Phase
  /// The start of the phase.
  package var since: Date
  /// Its address or peer.
  package var detail: String?
  /// The last error, which may be over.
  package var error: String?
  /// The time of the error.
  package var errorDate: Date?
  /// The time of the next retry or run.
  package var nextTry: Date?
  /// The number of notifications stored since the daemon started.
  package var receivedCount: Int
  /// The number of notifications and requests refused since the daemon started.
  package var refusedCount = 0
  /// Why the last of them was refused, with its webhook, topic or program.
  package var refusal: String?
  /// The time of the last of them.
  package var refusalDate: Date?
  /// The number of notifications refused since it last could store; only known to the daemon.
  package var missedCount = 0

  /// Makes a state.
  package init(
    name: String, phase: Phase, since: Date, detail: String? = nil, error: String? = nil,
    errorDate: Date? = nil, nextTry: Date? = nil, receivedCount: Int = 0
  ) {
    (self.name, self.phase, self.since) = (name, phase, since)
    (self.detail, self.error, self.errorDate) = (detail, error, errorDate)
    (self.nextTry, self.receivedCount) = (nextTry, receivedCount)
  }

  /// Whether it has an error now, or had one in its last run.
  package var isTroubled: Bool {
    guard phase == .running else { return phase == .failed || error != nil }
    return errorDate.map { $0 >= since } ?? false
  }

  /// The state as JSON, without empty fields.
  package var json: JSONValue {
    var fields: [String: JSONValue] = [
      "name": .string(name), "state": .string(phase.rawValue),
      "since": .string(RFC3339.string(from: since)),
      "received": .integer(Int64(receivedCount)),
    ]
    fields["detail"] = detail.map(JSONValue.string)
    fields["error"] = error.map(JSONValue.string)
    fields["error_at"] = errorDate.map { .string(RFC3339.string(from: $0)) }
    fields["next_try"] = nextTry.map { .string(RFC3339.string(from: $0)) }
    if refusedCount > 0 { fields["refused"] = .integer(Int64(refusedCount)) }
    fields["refusal"] = refusal.map(JSONValue.string)
    fields["refused_at"] = refusalDate.map { .string(RFC3339.string(from: $0)) }
    return .object(fields)
  }

  /// Parses the format of ``json``; nil for anything else.
  package init?(json value: JSONValue) {
    guard let name = value["name"]?.text, let since = value["since"]?.date,
      let phase = value["state"]?.text.flatMap(Phase.init)
    else { return nil }
    self.init(
      name: name, phase: phase, since: since, detail: value["detail"]?.text,
      error: value["error"]?.text, errorDate: value["error_at"]?.date,
      nextTry: value["next_try"]?.date,
      receivedCount: value["received"]?.count ?? 0)
    refusedCount = value["refused"]?.count ?? 0
    (refusal, refusalDate) = (value["refusal"]?.text, value["refused_at"]?.date)
  }
}

extension JSONValue {
  /// The time; nil for other values.
  var date: Date? { text.flatMap { RFC3339.date(from: $0) } }

  /// The whole number; nil for other values.
  var count: Int? { integer.flatMap(Int.init(exactly:)) }
}
