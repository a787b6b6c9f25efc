package import Foundation
package import InboxText

/// The state of one source: what it does now, what went wrong last, and when it tries again.
package struct SourceState: Sendable, Hashable {
  /// What it does now.
  package enum Phase: String, Sendable, Hashable, CaseIterable {
    /// It has begun and cannot receive yet.
    case starting
    /// It receives.
    case running
    /// It is well and waits for its next turn.
    case waiting
    /// It failed and will be tried again.
    case failed
  }

  /// Its name, such as `http` or `command/backup`.
  package var name: String
  /// What it does now.
  package var phase: Phase
  /// Since when.
  package var since: Date
  /// What it is bound or connected to.
  package var detail: String?
  /// What went wrong last; past where it receives again.
  package var error: String?
  /// When that was.
  package var errorDate: Date?
  /// When it goes on.
  package var nextTry: Date?
  /// How many notifications it has handed to the inbox since the daemon started.
  package var receivedCount: Int
  /// How many it had to refuse since it could receive last; known to the daemon alone.
  package var refusedCount = 0

  /// Makes a state.
  package init(
    name: String, phase: Phase, since: Date, detail: String? = nil, error: String? = nil,
    errorDate: Date? = nil, nextTry: Date? = nil, receivedCount: Int = 0
  ) {
    (self.name, self.phase, self.since) = (name, phase, since)
    (self.detail, self.error, self.errorDate) = (detail, error, errorDate)
    (self.nextTry, self.receivedCount) = (nextTry, receivedCount)
  }

  /// Whether something keeps it from receiving now, or did so in its last turn.
  package var isTroubled: Bool {
    guard phase == .running else { return phase == .failed || error != nil }
    return errorDate.map { $0 >= since } ?? false
  }

  /// The state as JSON; what has no value is left out.
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
    return .object(fields)
  }

  /// Reads what ``json`` wrote; nil for anything else.
  package init?(json value: JSONValue) {
    guard let name = value["name"]?.text, let since = value["since"]?.date,
      let phase = value["state"]?.text.flatMap(Phase.init)
    else { return nil }
    self.init(
      name: name, phase: phase, since: since, detail: value["detail"]?.text,
      error: value["error"]?.text, errorDate: value["error_at"]?.date,
      nextTry: value["next_try"]?.date,
      receivedCount: value["received"]?.count ?? 0)
  }
}

extension JSONValue {
  /// A field of an object.
  subscript(name: String) -> JSONValue? {
    if case .object(let fields) = self { fields[name] } else { nil }
  }

  /// A text; nil for another value.
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// A time; nil for another value.
  var date: Date? { text.flatMap { RFC3339.date(from: $0) } }

  /// A whole number; nil for another value.
  var count: Int? {
    if case .integer(let number) = self { Int(exactly: number) } else { nil }
  }
}
