import CInboxSystem
import Foundation
import Synchronization

/// A mark in the environment of a program, to find it and all processes that it starts.
///
/// A process keeps it in other groups and sessions, and loses it if it is started without the
/// variable. Systems without `/proc` find no process.
package struct ProcessMark: Sendable, Hashable {
  /// The variable.
  package static let variable = "INBOX_RUN"
  /// The prefix of all marks of this process.
  package static let all = ProcessMark(
    text: "\(variable)=\(ProcessIdentity.current.number)-\(UUID().uuidString).")
  private static let last = Mutex(0)

  /// The variable with its value.
  let text: String

  /// Makes a unique mark.
  package init() {
    let number = Self.last.withLock { last in
      last += 1
      return last
    }
    text = "\(Self.all.text)\(number)."
  }

  init(text: String) {
    self.text = text
  }

  /// Whether a process with the mark is running.
  package var isRunning: Bool { inbox_signal_marked(text, 0) > 0 }

  /// Sends a signal to the processes with the mark; returns their number.
  @discardableResult
  func send(_ signal: Int32) -> Int { Int(inbox_signal_marked(text, signal)) }

  /// Polling interval for the end of processes, in seconds.
  private static let pause = 0.01
  /// Maximum rounds of killing processes that were started meanwhile.
  private static let mostRounds = 20

  /// Ends all processes with the mark: asks them, waits, and kills the remaining ones.
  ///
  /// - Parameter seconds: Grace period in seconds.
  package func end(within seconds: Double) {
    guard send(SIGTERM) > 0 else { return }
    awaitEnd(within: seconds)
    kill()
  }

  /// Waits until none is running, at most some seconds.
  func awaitEnd(within seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while isRunning, .now < end { usleep(useconds_t(Self.pause * 1e6)) }
  }

  /// Kills the remaining ones, also those that they start meanwhile.
  func kill() {
    for _ in 0..<Self.mostRounds {
      guard send(SIGKILL) > 0 else { return }
      usleep(useconds_t(Self.pause * 1e6))
    }
  }
}
