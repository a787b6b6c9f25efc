/// What the list says when it has no rows.
public struct EmptyTexts: Sendable, Hashable {
  /// There is no notification at all.
  public var none: String
  /// There are some, but the filter lets none through.
  public var filtered: String
  /// The trash is empty.
  public var trash: String

  /// Makes the texts; those that are not given are the standard ones.
  public init(
    none: String = "No notifications", filtered: String = "No notification matches the filter",
    trash: String = "The trash is empty"
  ) {
    self.none = none
    self.filtered = filtered
    self.trash = trash
  }
}
