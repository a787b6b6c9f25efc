import Foundation

/// Expands paths that start with `~/`, as written in files.
package enum HomePath {
  /// Whether a path does not depend on the current directory: it is absolute, or starts with `~/`.
  package static func isAbsolute(_ path: String) -> Bool {
    path.hasPrefix("/") || path == "~" || path.hasPrefix("~/")
  }

  /// The path with `~` replaced by the user's home.
  package static func expanded(
    _ path: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    guard path == "~" || path.hasPrefix("~/") else { return path }
    let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
    return home + path.dropFirst()
  }
}
