import Foundation

/// The folder of a demonstration, which goes away with it.
struct DemoHome {
  private let path: String

  /// Makes an empty folder that only this user can enter.
  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bellboard-demo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// The user's own configuration and themes, and the inbox of the demonstration.
  func environment() throws -> UserEnvironment {
    let own = try UserEnvironment(inboxName: "default")
    return own.keepingInboxes(in: path)
  }

  /// Removes the folder with all that is in it.
  func remove() {
    try? FileManager.default.removeItem(atPath: path)
  }
}
