import Foundation

/// A signal asked the program to end, which it does by that signal when all is in order.
struct EndedBySignal: Error {
  /// The signal.
  let number: Int32

  /// Ends as the signal alone would have ended it, so that shells and scripts can tell.
  func end() -> Never {
    signal(number, SIG_DFL)
    raise(number)
    exit(128 + number)
  }
}
