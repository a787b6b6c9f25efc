import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxPayloads
import InboxSystem
import InboxText

struct Demo: ReportingCommand {
  static let name = "demo"
  static let abstract = "Open a throw-away inbox where messages keep arriving."
  static let discussion = "It is deleted at the end; your own inbox is not changed."
  @OptionGroup var options: ScreenOptions

  @Flag(help: "Add no messages while it is open.")
  var still = false

  @Flag(help: "Skip the tour of the first keys.")
  var noTour = false

  func run(to _: StandardOutput) throws {
    // Handle signals first, so that the folder is removed on any signal from here on.
    let signals = try SignalSource.screen()
    let home = try DemoHome()
    defer { home.remove() }
    let environment = try home.environment()
    try DemoInbox(environment: environment).fill(at: Date())
    let arrivals = still ? nil : DemoArrivals(in: environment)
    // Runs before the folder is removed, so that nothing more is written into it.
    defer { arrivals?.stop() }
    var choice = try options.choice()
    choice.offersTour = !noTour
    try ScreenSession(environment: environment, choice: choice).run(signals: signals)
  }
}

/// The temporary folder of a demonstration.
///
/// It is locked while the demonstration runs, so that the next one can detect and remove the
/// folder of one that was killed.
struct DemoHome {
  private static let prefix = "bellboard-demo-"
  private static let attempts = 10

  private let path: String
  private let lock: FolderLock

  /// Creates an empty folder with permissions 0700.
  ///
  /// - Throws: `Failure` if none can be locked.
  init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    Self.removeLeftovers(in: parent)
    (path, lock) = try Self.lockedFolder(in: parent)
  }

  /// Creates a folder and locks it.
  ///
  /// Another demonstration may mistake a folder that is not locked yet for a leftover and remove
  /// it; then this one retries.
  private static func lockedFolder(in parent: String) throws -> (path: String, lock: FolderLock) {
    for _ in 1...attempts {
      let path = parent + "/" + prefix + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard let lock = FolderLock.trying(path) else { continue }
      if FileManager.default.fileExists(atPath: path) { return (path, lock) }
      lock.release()
    }
    throw Failure(
      "cannot lock a folder for the demonstration in \(parent.printable()); "
        + "set TMPDIR to another folder")
  }

  /// The user's own configuration and themes, with the inbox of the demonstration.
  ///
  /// - Throws: `InboxError`.
  func environment() throws -> UserEnvironment {
    try UserEnvironment(inboxName: "default").demonstrating(in: path)
  }

  /// Removes the folder and its contents.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    lock.release()
  }

  /// Removes leftover folders of demonstrations that were killed.
  private static func removeLeftovers(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      guard let lock = FolderLock.trying(path) else { continue }
      try? FileManager.default.removeItem(atPath: path)
      lock.release()
    }
  }
}

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
/// The mutable values (state) are local to the thread (guard); it shares only the semaphore with the
/// event loop, which signals the end (reason).
final class DemoArrivals: Sendable {
  private let ending = DispatchSemaphore(value: 0)
  private let work: BackgroundWork<Void>
  private static let pause = 4.0

  /// Starts the thread; the first message comes after a pause.
  init(in environment: UserEnvironment) {
    work = BackgroundWork { [ending] in
      let inbox = try environment.open(durability: .normal)
      defer { inbox.closeQuietly() }
      let messages = DemoMessages(beginningAt: Date()).arriving
      var index = 0
      while ending.wait(timeout: .now() + Self.pause) == .timedOut {
        var payload = messages[index % messages.count]
        payload.sentAt = .set(Date())
        _ = try? inbox.push([payload], defaultSource: "demo")
        index += 1
      }
    }
  }

  /// Stops the thread and waits until its connection is closed.
  func stop() {
    ending.signal()
    try? work.value()
  }
}
