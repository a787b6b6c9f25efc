import Foundation

/// Finds programs as a shell does.
struct ProgramSearch: Sendable {
  private let folders: [Substring]

  /// Looks in the folders of a `PATH`.
  init(path: String?) {
    folders = (path ?? "").split(separator: ":")
  }

  /// Whether there is such a program; one with a `/` in its name is a file itself.
  func finds(_ name: String) -> Bool {
    guard !name.contains("/") else { return access(name, X_OK) == 0 }
    return !name.isEmpty && folders.contains { access("\($0)/\(name)", X_OK) == 0 }
  }

  /// The first of the commands whose program is there.
  func first(of commands: [[String]]) -> [String]? {
    commands.first { $0.first.map(finds) ?? false }
  }
}
