import Foundation

/// How a program ended.
package enum ExitStatus: Sendable, Hashable {
  case exited(Int32)
  case killed(Int32)

  /// Takes the status of `waitpid` apart, whose macros are not imported.
  package init(waited status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal)
  }

  /// Whether a status of `waitpid` tells of a stop, not of an end.
  package static func isStop(waited status: Int32) -> Bool {
    status & 0xFF == 0x7F
  }

  /// Whether the program said that all is well.
  package var isSuccess: Bool { self == .exited(0) }

  /// How it ended, in words that follow the program's name.
  var words: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal):
      "was killed by signal \(signal) (\(String(cString: strsignal(signal))))"
    }
  }
}
