/// What is wrong with a document, and where.
public struct TOMLError: Error, Sendable, Hashable {
  /// What can be wrong.
  public enum Kind: Sendable, Hashable {
    /// It is no TOML.
    case syntax(String)
    /// What follows such a mistake cannot be checked.
    case restUnread
    /// Nobody reads this key.
    case unknownKey(nearest: String?)
    /// The value has another type than it must.
    case wrongType(found: String, expected: String)
    /// The type is right, the value is not.
    case badValue(String, expected: String, nearest: String?)
    /// Files name each other in a circle.
    case cycle([String])
    /// The file cannot be read.
    case unreadable(String)
  }

  /// The line, from 1; nil where the whole file is meant.
  public var line: Int?
  /// The key that it is about; empty for syntax.
  public var path: TOMLPath
  /// What is wrong.
  public var kind: Kind

  /// Makes a problem.
  public init(line: Int?, path: TOMLPath = TOMLPath(), kind: Kind) {
    self.line = line
    self.path = path
    self.kind = kind
  }
}
