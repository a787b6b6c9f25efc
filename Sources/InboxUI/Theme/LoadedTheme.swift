/// A theme as far as it could be read, and what was wrong on the way.
public struct LoadedTheme: Sendable, Hashable {
  /// The look; what could not be read is as the parent has it.
  public var theme: Theme
  /// What was wrong, by file and line.
  public var problems: [ThemeError]
  /// The file itself and each one that it inherits, in this order: what to watch.
  public var sources: [ThemeSource]

  /// Puts one together.
  public init(theme: Theme, problems: [ThemeError], sources: [ThemeSource]) {
    self.theme = theme
    self.problems = problems
    self.sources = sources
  }
}
