import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads

/// The messages of a demonstration, in a file like those that `import` reads.
///
/// Its times are seconds from the begin of the demonstration.
struct DemoMessages {
  /// The messages that the inbox has when it opens.
  let initial: [Payload]
  /// The messages without a time, pushed while the demonstration is shown, in a cycle.
  let arriving: [Payload]

  init(beginningAt now: Date) {
    let records = PayloadDecoder(purpose: .import).decode(PackageResources.messages_json)
    let all = records.compactMap { try? $0.result.get() }
    initial = all.filter { $0.sentAt.value != nil }.map { $0.moved(to: now) }
    arriving = all.filter { $0.sentAt.value == nil }
  }
}

extension Payload {
  fileprivate func moved(to begin: Date) -> Payload {
    let move = { (time: Date) in begin.addingTimeInterval(time.timeIntervalSince1970) }
    var payload = self
    payload.sentAt = sentAt.map(move)
    payload.startsAt = startsAt.map(move)
    payload.expiresAt = expiresAt.map(move)
    payload.local.receivedAt = payload.sentAt.value
    payload.local.snoozedUntil = local.snoozedUntil.map(move)
    return payload
  }
}

/// The inbox of a demonstration, filled with messages of several days.
struct DemoInbox {
  let environment: UserEnvironment

  /// Imports the messages with their status, so that the undo history starts empty.
  func fill(at now: Date) throws {
    let inbox = try environment.open(durability: .normal)
    defer { inbox.closeQuietly() }
    _ = try inbox.at(now).importMessages(
      DemoMessages(beginningAt: now).initial, replacing: true, pruning: false)
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

  init(environment: UserEnvironment) { self.environment = environment }

  /// Starts the thread; the first message comes after a pause.
  func start() {
    let thread = Thread { [self] in
      defer { ended.signal() }
      guard let inbox = try? environment.open(durability: .normal) else { return }
      let messages = DemoMessages(beginningAt: Date()).arriving
      var index = 0
      while ending.wait(timeout: .now() + Self.pause) == .timedOut {
        var payload = messages[index % messages.count]
        payload.sentAt = .set(Date())
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
