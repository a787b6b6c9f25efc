package import Foundation
import InboxCore
import InboxSettings
package import Logging

/// A source: it receives notifications and pushes them into the inbox.
///
/// Equal sources are the same source: reloading the configuration does not restart unchanged ones.
package protocol NotificationSource: Sendable, Hashable {
  /// Its unique name in states and logs, such as `http` or `command/backup`.
  var name: String { get }
  /// The pauses between its attempts, before the first one.
  var retry: RetryPause { get }

  /// Receives until the task is cancelled.
  ///
  /// Returning without a cancellation is a failure, like throwing; the source is then retried.
  func run(in context: SourceContext) async throws
}

extension NotificationSource {
  package var retry: RetryPause { RetryPause() }
}

/// The environment of a running source: the intake for payloads, the board for its state.
package struct SourceContext: Sendable {
  /// Stores payloads.
  package let intake: Intake
  /// Describes errors.
  package let wording: SourceWording
  /// The log, which never contains the text of a message.
  package let log: Logger
  /// The states of all sources.
  package let board: SourceBoard
  /// The source's own name.
  package let name: String
  /// The folder for a source's persistent state.
  package let folder: String
  /// The log of refused requests.
  package let refusals = RefusalLog()

  /// Reports that the source is running, and its address or peer.
  package func isRunning(_ detail: String?) {
    board.update(name) { state, _ in
      state.phase = .running
      (state.detail, state.nextTry) = (detail, nil)
    }
  }

  /// Reports why the running source cannot store.
  ///
  /// The same reason is logged once, because it may apply to many requests.
  ///
  /// - Parameters:
  ///   - reason: The reason.
  ///   - count: The number of notifications or requests refused for it.
  package func cannotReceive(_ reason: String, refusing count: Int = 1) {
    var isNew = false
    board.update(name) { state, now in
      isNew = state.error != reason
      state.note(reason, at: now)
      state.missedCount += count
    }
    if isNew { log.error("\(reason)") }
  }

  /// Reports that the source stores again, and logs how many were refused meanwhile.
  package func canReceive() {
    var missedCount = 0
    board.update(name) { state, now in
      (missedCount, state.missedCount) = (state.missedCount, 0)
      state.note(nil, at: now)
    }
    if missedCount > 0 { log.notice("receives again; refused meanwhile: \(missedCount)") }
  }

  /// Reports that something was refused, which only its sender would know otherwise.
  ///
  /// - Parameters:
  ///   - reason: What was missing or too much.
  ///   - place: The webhook, topic or program; nil for the whole source.
  ///   - count: How many notifications or requests were refused for it.
  package func hasRefused(_ reason: String, at place: String? = nil, count: Int = 1) {
    board.update(name) { state, now in
      state.refusedCount += count
      state.refusal = place.map { "\($0): \(reason)" } ?? reason
      state.refusalDate = now
    }
    refusals.note(reason, at: place, count: count) { [log] in log.warning("\($0)") }
  }

  /// Reports a problem with a part of a running source; nil when it is solved.
  ///
  /// - Parameters:
  ///   - problem: The problem, which is logged once.
  ///   - part: The name of the part.
  ///   - next: When the source tries again by itself.
  package func report(_ problem: String?, of part: String, nextTry next: Date? = nil) {
    let part = "\(name) \(part)"
    let known = board.all.first { $0.name == part }
    if known?.error != problem {
      if let problem {
        log.error("\(problem)")
      } else {
        log.notice("\(part): the problem is solved")
      }
    } else if known?.nextTry == next {
      return
    }
    board.report(problem, of: part)
    if problem != nil { board.update(part) { state, _ in state.nextTry = next } }
  }

  /// Adds to the number of stored notifications.
  package func hasReceived(_ count: Int) {
    guard count > 0 else { return }
    board.update(name) { state, _ in state.receivedCount += count }
  }

  /// Why a record was not stored; nil if it was, or was dropped by a rule, which is no error.
  func problem(_ result: PushResult) -> String? {
    switch result {
    case .inserted, .merged, .ignored(.droppedByRule): nil
    case .ignored, .refused: wording.reason(result) ?? "it was not stored"
    }
  }
}

/// The wording of errors, provided by the program.
package struct SourceWording: Sendable {
  /// The description of any error.
  package let text: @Sendable (any Error) -> String
  /// The reason why a payload was not stored; nil if it was.
  package let reason: @Sendable (PushResult) -> String?

  /// Makes a wording.
  package init(
    text: @escaping @Sendable (any Error) -> String,
    reason: @escaping @Sendable (PushResult) -> String?
  ) {
    (self.text, self.reason) = (text, reason)
  }
}

/// An error of a source, with the remedy.
package struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The description, without control characters.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }
}
