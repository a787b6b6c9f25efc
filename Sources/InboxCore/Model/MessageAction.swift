/// A further thing that one can do with a message, offered by its sender.
public struct MessageAction: Sendable, Hashable {
  /// The sender's name for it; the label when the sender gave none.
  public var id: String
  /// What people read.
  public var label: String
  /// What it opens.
  public var url: String?

  /// Makes an action from its parts.
  public init(id: String, label: String, url: String? = nil) {
    self.id = id
    self.label = label
    self.url = url
  }
}
