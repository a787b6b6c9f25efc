import BellboardSupport
import Foundation
import InboxCore

/// The inbox of a demonstration, filled with messages of several days.
struct DemoInbox {
  let environment: UserEnvironment

  /// Imports the messages with their status, so that the undo history starts empty.
  func fill(at now: Date) throws {
    let inbox = try environment.open(durability: .normal)
    defer { inbox.closeQuietly() }
    let messages = DemoMessage.initial.sorted { $0.age > $1.age }
    let payloads = messages.enumerated().map { index, message in
      standing(message, at: index, now: now)
    }
    _ = try inbox.at(now).importMessages(
      payloads + [scheduled(at: now)], replacing: true, pruning: false)
  }

  /// The payload of a message, with its status, pin and snooze.
  private func standing(_ message: DemoMessage, at index: Int, now: Date) -> Payload {
    var payload = message.payload(at: now)
    payload.id = "demo-\(index + 1)"
    payload.local.receivedAt = payload.sentAt.value
    payload.local.status = message.status
    if message.status == .deleted { payload.local.statusBeforeDelete = .read }
    payload.local.isPinned = message.isPinned
    payload.local.snoozedUntil = message.snooze.map { now.addingTimeInterval($0 * 60) }
    return payload
  }

  /// A message scheduled to appear while the demonstration is shown.
  private func scheduled(at now: Date) -> Payload {
    let message = DemoMessage(
      glyph: "⏰", title: "Maintenance window begins",
      body: "This was stored before, and scheduled for now.", source: "desktop/calendar")
    var payload = message.payload(at: now)
    payload.startsAt = .set(now.addingTimeInterval(40))
    return payload
  }
}

/// Pushes a message every few seconds from a thread of its own, as another program would.
///
/// The mutable values (state) are local to the thread (guard); it shares only the two semaphores
/// with the event loop, which signals the end and waits for it (reason).
final class DemoArrivals: Sendable {
  private let environment: UserEnvironment
  private let ending = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)
  private static let pause = 4.0

  init(environment: UserEnvironment) {
    self.environment = environment
  }

  /// Starts the thread; the first message comes after a pause.
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

  /// Stops the thread and waits until its connection is closed.
  func stop() {
    ending.signal()
    ended.wait()
  }
}
