package import Foundation

/// A status message: one line, gone with the next key or after some seconds.
package struct StatusMessage: Sendable, Hashable {
  /// How long it stays, in seconds.
  package static let lifetime = 8.0

  /// What it says.
  var content: StatusText
  /// When it goes by itself.
  package var expiresAt: Date

  /// The text.
  package var text: String { content.words }
  /// Whether something went wrong.
  package var isError: Bool { content.isError }

  /// Whether it still is there; after a clock is set back it does not stay for longer.
  func isShown(at now: Date) -> Bool {
    expiresAt.isAhead(upTo: Self.lifetime, at: now)
  }

  /// Makes a message that is shown from `now` on.
  package init(_ content: StatusText, at now: Date) {
    self.content = content
    expiresAt = now.addingTimeInterval(Self.lifetime)
  }
}

extension Date {
  /// Whether the moment lies ahead, and no further than it can.
  ///
  /// - Parameters:
  ///   - seconds: How long it lay ahead at most; what lies a second further was set by another
  ///     clock.
  ///   - now: The present moment.
  /// - Returns: False once it has passed.
  func isAhead(upTo seconds: Double, at now: Date) -> Bool {
    self > now && timeIntervalSince(now) < seconds + 1
  }
}

/// The status line, and which of its texts may be updated or withdrawn.
struct StatusLineState: Sendable, Hashable {
  /// What it shows.
  var message: StatusMessage?
  /// The status that names the filter, as long as the number of messages may still come.
  var filterStatus: StatusMessage?
  /// The status of the last configuration, which the next one withdraws.
  var configurationStatus: StatusMessage?

  /// Names the filter; the number of messages follows as soon as it is known.
  mutating func showFilter(_ content: StatusText, at now: Date) {
    message = StatusMessage(content, at: now)
    filterStatus = message
  }

  /// Puts the number of messages into the status of the filter, while that is shown.
  mutating func updateFilter(_ content: @autoclosure () -> StatusText) {
    guard filterStatus != nil, message == filterStatus else { return }
    message?.content = content()
    filterStatus = message
  }

  /// Withdraws the status of the last configuration.
  mutating func withdrawConfiguration() {
    if configurationStatus != nil, message == configurationStatus { message = nil }
    configurationStatus = nil
  }
}
