import CInboxSystem
import Foundation
import Synchronization

/// A mark in the environment of a program, by which it and all that it starts are found again.
///
/// A process keeps it in a group or session of its own too, and loses it when it is started with an
/// environment without the variable. Systems without `/proc` find none.
package struct ProcessMark: Sendable, Hashable {
  /// The variable.
  package static let variable = "INBOX_RUN"
  /// The mark that all marks of this process begin with.
  package static let all = ProcessMark(
    text: "\(variable)=\(ProcessIdentity.current.number)-\(UUID().uuidString).")
  private static let last = Mutex(0)

  /// The variable with its value.
  let text: String

  /// Makes a mark that no program has yet.
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

  /// Whether a process with the mark runs.
  package var isRunning: Bool { inbox_signal_marked(text, 0) > 0 }

  /// Sends a signal to the processes with the mark; how many there are.
  @discardableResult
  func send(_ signal: Int32) -> Int { Int(inbox_signal_marked(text, signal)) }

  /// Seconds between two looks whether processes have ended.
  private static let pause = 0.01
  /// Most times that those are killed which were started meanwhile.
  private static let mostRounds = 20

  /// Ends all processes with the mark: asks them, waits, and kills those that are left.
  ///
  /// - Parameter seconds: How long they may take at most.
  package func end(within seconds: Double) {
    guard send(SIGTERM) > 0 else { return }
    awaitEnd(within: seconds)
    kill()
  }

  /// Waits until none runs, at most some seconds.
  func awaitEnd(within seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    while isRunning, .now < end { usleep(useconds_t(Self.pause * 1e6)) }
  }

  /// Kills those that are left, also those that they start meanwhile.
  func kill() {
    for _ in 0..<Self.mostRounds {
      guard send(SIGKILL) > 0 else { return }
      usleep(useconds_t(Self.pause * 1e6))
    }
  }
}
