import Foundation
import InboxSystem
import InboxUI

/// A program that was started beside the screen and has not been seen to end.
struct RunningOpener {
  /// How long a program may take to fail before its link counts as opened, in seconds.
  static let patience = 1.0
  /// For how long after its start a bad end is reported, in seconds: later ones are its own affair.
  private static let attention = 10.0

  var child: ChildProcess
  var launch: Launch
  var plan: LaunchPlan
  var command: [String]
  /// When it was started.
  var startedAt: Date
  /// What is still to be reported of its launch when it does not fail.
  var result: HostResult?

  /// When the result is reported although it still runs; nil once it was.
  var deadline: Date? {
    result == nil ? nil : startedAt.addingTimeInterval(Self.patience)
  }

  /// Whether a bad end is still reported.
  func tellsFailure(at now: Date) -> Bool {
    now < startedAt.addingTimeInterval(Self.attention)
  }
}
