import Foundation
import InboxCore

/// The folder of a demonstration, which goes away with it.
///
/// It is locked as long as the demonstration lives, so that the next one can tell and remove the
/// folder of one that was killed.
struct DemoHome {
  private static let prefix = "bellboard-demo-"

  private let path: String
  private let lock: Int32

  /// Makes an empty folder that only this user can enter.
  init() throws {
    let parent = FileManager.default.temporaryDirectory.path
    Self.removeLeftovers(in: parent)
    path = parent + "/" + Self.prefix + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    lock = Self.lock(path) ?? -1
  }

  /// The user's own configuration and themes, and the inbox of the demonstration.
  func environment() throws -> UserEnvironment {
    let own = try UserEnvironment(inboxName: "default")
    return own.keepingInboxes(in: path)
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
    if lock >= 0 { close(lock) }
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
