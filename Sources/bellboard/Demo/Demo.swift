import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore
import InboxSystem
import InboxTerminal

/// `bellboard demo`.
struct Demo: NamedCommand {
  static let name = "demo"
  static let configuration = CommandConfiguration(
    commandName: name,
    abstract: "Open a throw-away inbox in which messages keep arriving.",
    discussion: "Nothing of it stays, and your own inbox is not touched.")
  @OptionGroup var options: ScreenOptions

  @Flag(name: .long, help: "Let nothing arrive while you look.")
  var still = false

  func run() throws {
    try reporting { _ in
      // Signals first: whenever one comes from here on, the folder is removed.
      let signals = try SignalSource.screen()
      let home = try DemoHome()
      defer { home.remove() }
      let environment = try home.environment()
      try DemoInbox(environment: environment).fill(at: Date())
      let arrivals = still ? nil : DemoArrivals(environment: environment)
      arrivals?.start()
      // Before the folder goes, so that nothing is put into it any more.
      defer { arrivals?.stop() }
      let status = try Screen(environment: environment, choice: options.choice)
        .run(signals: signals)
      if status != 0 { throw ExitCode(status) }
    }
  }
}

/// The folder of a demonstration, which goes away with it.
///
/// It is locked as long as the demonstration lives, so that the next one can tell and remove the
/// folder of one that was killed.
struct DemoHome {
  private static let prefix = "bellboard-demo-"
  private static let attempts = 10

  private let path: String
  private let lock: Int32

  /// Makes an empty folder that only this user can enter.
  ///
  /// - Throws: `SystemError` when it cannot be locked.
  init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    Self.removeLeftovers(in: parent)
    (path, lock) = try Self.lockedFolder(in: parent)
  }

  /// Makes a folder and locks it.
  ///
  /// Another demonstration may take a folder that is not locked yet for a leftover and remove it:
  /// then the next one is tried.
  private static func lockedFolder(in parent: String) throws -> (path: String, lock: Int32) {
    for _ in 1...attempts {
      let path = parent + "/" + prefix + UUID().uuidString
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      guard let lock = lock(path) else { continue }
      if FileManager.default.fileExists(atPath: path) { return (path, lock) }
      close(lock)
    }
    throw SystemError(call: "flock")
  }

  /// The user's own configuration and themes, and the inbox of the demonstration.
  ///
  /// - Throws: `InboxError`.
  func environment() throws -> UserEnvironment {
    try UserEnvironment(inboxName: "default").demonstrating(in: path)
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    close(lock)
  }

  /// Removes the folders of this user's demonstrations that ended without a chance to do so.
  private static func removeLeftovers(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = parent + "/" + name
      guard let lock = lock(path) else { continue }
      try? FileManager.default.removeItem(atPath: path)
      close(lock)
    }
  }

  /// Locks a folder of this user's; nil when another process holds it.
  private static func lock(_ path: String) -> Int32? {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    var information = stat()
    guard fstat(descriptor, &information) == 0, information.st_uid == getuid(),
      flock(descriptor, LOCK_EX | LOCK_NB) == 0
    else {
      close(descriptor)
      return nil
    }
    return descriptor
  }
}
