import Foundation

/// What a signal means to the loop.
public enum Signal: Sendable, Hashable {
  /// The terminal has another size.
  case resized
  /// Somebody asks the program to stop for a while.
  case stop
  /// The program goes on after a stop.
  case continued
  /// A program that was started has ended, or stopped.
  case childChanged
  /// The program is asked to end; the number of the signal.
  case terminate(Int32)

  /// What the signal of a number means; nil for those that the loop does not take.
  init?(number: Int32) {
    switch number {
    case SIGWINCH: self = .resized
    case SIGTSTP: self = .stop
    case SIGCONT: self = .continued
    case SIGCHLD: self = .childChanged
    case SIGTERM, SIGHUP, SIGINT, SIGQUIT: self = .terminate(number)
    default: return nil
    }
  }
}
