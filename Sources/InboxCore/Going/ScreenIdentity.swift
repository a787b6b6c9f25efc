public import Foundation

/// A running screen, as deep links find it: which process, and which of its screens.
public struct ScreenIdentity: Sendable, Hashable {
  /// Distinguishes the screens of one process.
  let id: String
  let process: ProcessIdentity

  /// Makes the identity of a screen that begins at `now` in this process.
  public init(at now: Date) {
    id = UUIDv7.string(at: now)
    process = .current
  }

  init(id: String, process: ProcessIdentity) {
    self.id = id
    self.process = process
  }
}
