import Foundation
import InboxCore

/// Pushes a message every few seconds, through a connection of its own as another program would.
///
/// What changes (state) is the thread's own (guard); the two semaphores are all that it shares with
/// the loop, which says when to end and waits for it (reason).
final class DemoArrivals: Sendable {
  private let environment: UserEnvironment
  private let ending = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private static let pause = 4.0

  init(environment: UserEnvironment) {
    self.environment = environment
  }

  /// Begins; the first message comes after a pause.
  func start() {
    let thread = Thread { [self] in
      defer { ended.signal() }
      guard let inbox = try? environment.open(durability: .normal) else { return }
      var index = 0
      while ending.wait(timeout: .now() + Self.pause) == .timedOut {
        let messages = DemoMessage.arriving
        let payload = messages[index % messages.count].payload(at: Date())
        _ = try? inbox.push([payload], defaultSource: "demo")
        index += 1
      }
      inbox.closeQuietly()
    }
    thread.start()
  }

  /// Ends, and waits until the connection is closed.
  func stop() {
    ending.signal()
    ended.wait()
  }
}
