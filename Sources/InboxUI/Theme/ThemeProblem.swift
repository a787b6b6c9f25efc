public import InboxTOML

/// What is wrong with a theme, and in which of the files that it is made of.
public struct ThemeError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as messages show it.
  public var path: String
  /// What is wrong there.
  public var problem: TOMLError

  /// Makes a problem.
  public init(path: String, problem: TOMLError) {
    self.path = path
    self.problem = problem
  }

  /// `path:line: message`.
  public var description: String {
    problem.description(in: path)
  }
}
