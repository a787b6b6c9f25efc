import Foundation

/// A folder of its own for one test, removed when the value is let go.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bellboard-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
