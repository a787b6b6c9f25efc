import Foundation

extension Inbox {
  /// Asks the running screen that was used last to go to a message or thread.
  ///
  /// When none runs, the first that starts while the request is valid takes it.
  ///
  /// - Parameters:
  ///   - link: Where to go.
  ///   - validity: Seconds until nobody takes it any more; infinity means never.
  /// - Returns: What tells whether a screen took it.
  /// - Throws: ``InboxError/unknownMessages(_:)`` or ``InboxError/unknownThread(_:)`` when there
  ///   is nothing to go to.
  public func go(
    to link: DeepLink, validity: Double = 10
  ) throws -> DeepLinkRequest {
    try store.go(to: link, validity: validity, at: now)
  }

  /// Whether a screen has taken a request, or it was withdrawn.
  ///
  /// - Throws: ``InboxError``.
  public func isTaken(_ request: DeepLinkRequest) throws -> Bool {
    try store.isTaken(request)
  }

  /// Takes a request back, so that no screen goes there later.
  ///
  /// - Returns: Whether it was still waiting; false when a screen has taken it.
  /// - Throws: ``InboxError``.
  public func withdraw(_ request: DeepLinkRequest) throws -> Bool {
    try store.withdraw(request, at: now)
  }

  /// Takes the newest request that waits for a screen; of several screens only one gets it.
  ///
  /// Older ones that wait are overtaken by it.
  ///
  /// - Returns: Where to go; nil when nothing waits.
  /// - Throws: ``InboxError``.
  public func takeLink(for screen: ScreenIdentity) throws -> DeepLink? {
    try store.takeLink(for: screen, at: now)
  }

  /// Notes that a screen runs and is being used; costs a read while it is the last used anyway.
  ///
  /// - Throws: ``InboxError``.
  public func noteUse(of screen: ScreenIdentity) throws {
    try store.noteUse(of: screen)
  }

  /// Forgets a screen that ends.
  ///
  /// - Throws: ``InboxError``.
  public func forget(_ screen: ScreenIdentity) throws {
    try store.forget(screen)
  }
}
