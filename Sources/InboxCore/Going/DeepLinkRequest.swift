/// A deep link on its way to a screen, as whoever sent it follows it.
public struct DeepLinkRequest: Sendable, Hashable {
  /// Which of the inbox's requests it is.
  let id: Int64
  /// Where it leads.
  public let link: DeepLink
}
