import BellboardSupport
import Foundation
import InboxCore

/// The inbox of a demonstration, filled as after some days of use.
struct DemoInbox {
  let environment: UserEnvironment

  /// Stores the messages as they stand, so that undo has nothing to take back at first.
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

  /// A message with the status that it would have by now.
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

  /// A message that becomes visible while one looks.
  private func scheduled(at now: Date) -> Payload {
    let message = DemoMessage(
      glyph: "⏰", title: "Maintenance window begins",
      body: "This was stored before, and scheduled for now.", source: "desktop/calendar")
    var payload = message.payload(at: now)
    payload.startsAt = .set(now.addingTimeInterval(40))
    return payload
  }
}

/// The arrivals of a demonstration: a message every few seconds, as from another program.
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
