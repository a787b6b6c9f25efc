import Foundation
import InboxUI

/// A program that was started beside the screen and has not been seen to end.
struct RunningOpener {
  /// For how long after its start a bad end is told, in seconds: later ones are its own affair.
  static let patience = 10.0

  var child: ChildProcess
  var launch: Launch
  var plan: LaunchPlan
  var command: [String]
  var toldUntil: Date
}
