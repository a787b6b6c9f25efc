package import Foundation
import InboxCore

/// A status message: one line that the next key or a timeout removes.
package struct StatusMessage: Sendable, Hashable {
  /// The timeout in seconds.
  package static let lifetime = 8.0

  /// The content.
  var content: StatusText { didSet { text = content.words } }
  /// The text, worded once rather than for each frame.
  package private(set) var text: String
  /// When it times out.
  package var expiresAt: Date

  /// Whether it is an error.
  package var isError: Bool { content.isError }

  /// Whether it has not timed out; setting the clock back does not extend it.
  func isShown(at now: Date) -> Bool {
    expiresAt.isAhead(upTo: Self.lifetime, at: now)
  }

  /// Creates a message that is shown from `now` on.
  package init(_ content: StatusText, at now: Date) {
    (self.content, text) = (content, content.words)
    expiresAt = now.addingTimeInterval(Self.lifetime)
  }
}

extension Date {
  /// Whether the time is in the future, within a maximum distance.
  ///
  /// - Parameters:
  ///   - seconds: The maximum distance; a time more than a second beyond it was set before the
  ///     clock was set back.
  ///   - now: The current time.
  /// - Returns: False for a past time and for one beyond the maximum.
  func isAhead(upTo seconds: Double, at now: Date) -> Bool {
    self > now && timeIntervalSince(now) < seconds + 1
  }
}

/// The state of the status line, and the messages that may be updated or withdrawn.
struct StatusLineState: Sendable, Hashable {
  /// The message that is shown.
  var message: StatusMessage?
  /// The message that names the filter, while its count is pending.
  var filterStatus: StatusMessage?
  /// The message of the last configuration, which the next one withdraws.
  var configurationStatus: StatusMessage?
  /// The message that offers to take a step back.
  var offer: StatusMessage?

  /// Records that the message offers to take a step back.
  mutating func noteOffer() {
    offer = message
  }

  /// Names the filter; the number of messages follows as soon as it is known.
  mutating func showFilter(_ content: StatusText, at now: Date) {
    message = StatusMessage(content, at: now)
    filterStatus = message
  }

  /// Puts the number of messages into the status of the filter, while that is shown.
  mutating func updateFilter(_ content: StatusText) {
    guard filterStatus != nil, message == filterStatus else { return }
    message?.content = content
    filterStatus = message
  }

  /// Withdraws a message of its own that may no longer be shown.
  mutating func withdraw(_ own: WritableKeyPath<Self, StatusMessage?>) {
    if self[keyPath: own] != nil, message == self[keyPath: own] { message = nil }
    self[keyPath: own] = nil
  }
}

extension StatusLineState: ScreenPart {
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    [state.status?.expiresAt]
  }

  static func tick(in state: inout UIState) {
    if let status = state.status, !status.isShown(at: state.now) { state.status = nil }
  }
}

/// The ends of mutes, whose signs go then.
enum MuteExpiry: ScreenPart {
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    state.preferences.mutes.map(\.end)
  }

  static func tick(in state: inout UIState) {
    state.environment.preferences.mutes.removeAll { $0.end.map { $0 <= state.now } ?? false }
  }
}
