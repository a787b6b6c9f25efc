import InboxText
import ArgumentParser
import Foundation
import InboxCore
import InboxUI

/// Two flags by which a message would end before it starts.
struct ActiveWindowError: Reportable {
  private let start: Date
  private let end: Date

  /// Finds the contradiction of a payload; nil when there is none.
  init?(_ payload: Payload) {
    guard payload.neverActive, let start = payload.startsAt.value, let end = payload.expiresAt.value
    else { return nil }
    (self.start, self.end) = (start, end)
  }

  var report: String {
    let (start, end) = (
      AbsoluteTime.text(start, in: .current), AbsoluteTime.text(end, in: .current)
    )
    return "--expires-at (\(end)) has to come after --starts-at (\(start)); "
      + "the message would never be shown"
  }
  var exitCode: ExitCode { .wrongUsage }
}

extension Payload {
  /// Whether it says itself that it ends before it starts.
  fileprivate var neverActive: Bool {
    guard let start = startsAt.value, let end = expiresAt.value else { return false }
    return end <= start
  }

  /// What to tell a person who pushes it, as nobody will see it; nil when somebody may.
  func windowNote(at now: Date) -> String? {
    let name = (title.value ?? id).map { "'\($0)'" } ?? "a message"
    if neverActive { return "\(name) is never shown: it expires before it starts" }
    guard let end = expiresAt.value, end <= now else { return nil }
    return "\(name) has expired already; 'bellboard list --filter is:expired' shows it"
  }
}
