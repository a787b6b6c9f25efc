public import Foundation
public import InboxUI

/// What a loop runs: takes input, waits on descriptors, and has a picture.
///
/// ``InboxPane`` is the real one; tests and probes run others. A pane never starts ncurses,
/// installs a signal handler, or touches colour pairs that it did not make.
public protocol Pane: AnyObject {
  /// Descriptors that become readable when ``handleWakes(_:)`` has something to do.
  ///
  /// Negative ones are to be passed over, as `poll(2)` does. They may change between waits.
  var descriptors: [Int32] { get }
  /// The moment at which ``handleWakes(_:)`` has something to do although nothing is readable.
  var nextDeadline: Date? { get }
  /// What is to be shown now.
  var picture: Picture { get }
  /// Takes one piece of input.
  func receive(_ input: PaneInput)
  /// Takes what has come by itself; returns what only the program around it can do.
  ///
  /// - Parameter ready: Descriptors that a wait found ready.
  /// - Returns: Requests to the program around the pane, in order.
  func handleWakes(_ ready: Set<Int32>) -> [HostRequest]
}
