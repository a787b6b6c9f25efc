import InboxCore
public import InboxTOML

/// Why a theme was not found.
public enum ThemeLookupError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No theme of that name is in any folder or built in.
  case notFound(name: String, tried: [String], nearest: String?)
  /// The file that was named does not exist.
  case noSuchFile(String)
  /// The file is there but cannot be read.
  case unreadable(path: String, TOMLError)

  /// What was sought, and what may have been meant.
  public var description: String {
    switch self {
    case .notFound(let name, _, let nearest):
      "no theme \(TOMLText.string(name)); "
        + (nearest.map { "did you mean '\($0)'?" } ?? "'bellboard theme list' shows which there are")
    case .noSuchFile(let path): "\(path): there is no such theme file"
    case .unreadable(let path, let problem): problem.description(in: path)
    }
  }
}
