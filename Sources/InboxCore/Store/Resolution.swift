/// Which messages some references name.
public struct Resolution: Sendable, Hashable {
  /// The messages, in the order of the references, each once.
  public var numbers: [MessageNumber]
  /// References that name nothing.
  public var unknown: [String]
  /// Prefixes that several ids share, with some of those ids.
  public var ambiguous: [String: [String]]

  /// Makes a resolution.
  public init(
    numbers: [MessageNumber] = [], unknown: [String] = [], ambiguous: [String: [String]] = [:]
  ) {
    self.numbers = numbers
    self.unknown = unknown
    self.ambiguous = ambiguous
  }
}
