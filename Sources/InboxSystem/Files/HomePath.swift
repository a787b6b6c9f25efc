import Foundation

/// Paths that begin with `~/`, as people write them where no shell has expanded them.
package enum HomePath {
  /// The path with the folder of the user in the place of `~`.
  package static func expanded(
    _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    return home + path.dropFirst()
  }
}
