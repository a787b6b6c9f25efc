/// The list of keys, and how far it is scrolled.
public struct HelpState: Sendable, Hashable {
  /// Lines that are scrolled out above.
  public var scroll = 0

  /// Makes help at its top.
  public init() {}
}
