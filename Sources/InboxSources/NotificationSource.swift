import InboxSettings
package import Logging

/// A way in: something that receives notifications and hands them to the inbox.
///
/// Two sources that are equal are the same one, so that a reloaded configuration leaves those alone
/// that it does not change.
package protocol NotificationSource: Sendable, Hashable {
  /// Its name in states and logs, such as `http` or `command/backup`; no other source has it.
  var name: String { get }

  /// Receives until the task is cancelled.
  ///
  /// Returning without a cancellation, like throwing, is a failure after which it is tried again.
  func run(in context: SourceContext) async throws
}

/// What a source is given: where payloads go, and where it tells how it is.
package struct SourceContext: Sendable {
  /// Stores payloads.
  package let intake: Intake
  /// Words what went wrong.
  package let wording: SourceWording
  /// Writes about its work, never about the text of a message.
  package let log: Logger
  /// The states of all sources.
  package let board: SourceBoard
  /// The source's own name.
  package let name: String
  /// The folder for what a source has to remember.
  package let folder: String

  /// Tells that the source receives now, and by what.
  package func isRunning(_ detail: String?) {
    board.update(name) { state, _ in
      state.enter(.running)
      (state.detail, state.nextTry) = (detail, nil)
    }
  }

  /// Tells what keeps the source from receiving although it runs.
  ///
  /// It is logged once, as it may hold for each of many requests.
  ///
  /// - Parameters:
  ///   - reason: What keeps it.
  ///   - count: How many notifications or requests were refused for it just now.
  package func cannotReceive(_ reason: String, refusing count: Int = 1) {
    var isNew = false
    board.update(name) { state, now in
      isNew = state.error != reason
      state.note(reason, at: now)
      state.refusedCount += count
    }
    if isNew { log.error("\(reason)") }
  }

  /// Tells that the source receives again, and how many were refused until now.
  package func canReceive() {
    var refusedCount = 0
    board.update(name) { state, now in
      (refusedCount, state.refusedCount) = (state.refusedCount, 0)
      state.note(nil, at: now)
    }
    if refusedCount > 0 { log.notice("receives again; refused meanwhile: \(refusedCount)") }
  }

  /// Reports what is wrong with a part of the source although it receives; nil when nothing is any more.
  package func report(_ problem: String?, of part: String) {
    let part = "\(name) \(part)"
    let known = board.all.first { $0.name == part }?.error
    guard known != problem else { return }
    if let problem {
      log.error("\(problem)")
    } else {
      log.notice("the \(part) can be used again")
    }
    board.report(problem, of: part)
  }

  /// Counts what the source has stored.
  package func hasReceived(_ count: Int) {
    guard count > 0 else { return }
    board.update(name) { state, _ in state.receivedCount += count }
  }
}

/// The wording of what can go wrong, which the program has.
package struct SourceWording: Sendable {
  /// Any error in words.
  package let text: @Sendable (any Error) -> String
  /// Why a payload was not stored; nil when it was.
  package let reason: @Sendable (PushResult) -> String?

  /// Makes a wording.
  package init(
    text: @escaping @Sendable (any Error) -> String,
    reason: @escaping @Sendable (PushResult) -> String?
  ) {
    (self.text, self.reason) = (text, reason)
  }
}

/// Why a source does not work, and what to do about it.
package struct SourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, in words without control characters.
  package let description: String

  /// Makes an error.
  package init(_ description: String) {
    self.description = description
  }
}
