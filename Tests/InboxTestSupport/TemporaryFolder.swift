import Foundation

/// A value that every test can have, or the end of the tests: an inbox in memory, a folder.
package func must<Value>(_ body: () throws -> Value) -> Value {
  do { return try body() } catch { preconditionFailure("\(error)") }
}

/// A folder of its own for one test, removed when the value is let go.
package final class TemporaryFolder: Sendable {
  /// The folder's path.
  package let path: String

  /// Makes an empty folder.
  package init() throws {
    path = FileManager.default.temporaryDirectory.path + "/bellboard-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  /// An empty folder, or the end of the tests.
  package static func empty() -> TemporaryFolder { must { try TemporaryFolder() } }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
