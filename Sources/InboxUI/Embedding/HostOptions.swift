public import InboxCore

/// The options of a host program: scope, rows, alerts and the return to the host.
public struct HostOptions: Sendable {
  /// The label of the hint for returning to the host; `q` and Esc on the list return.
  ///
  /// Nil shows no hint, such as for one tab among others.
  public var closeLabel: String?
  /// The scope of all lists; the user's filters only narrow it.
  ///
  /// Counts are limited to it as well, and require a scan of its messages each time.
  public var scope: MessageFilter
  /// The drawing of rows; nil for the standard one.
  public var rows: (any RowDrawing)?
  /// The hint below the text of an empty list, such as how to send a first notification.
  package var emptyHint: String?
  /// Decides the alerts of a new message, given those of the policy; nil uses the policy.
  package var decideAlerts: (@Sendable (Message, _ proposed: Alerts) -> Alerts)?

  /// Creates the options of a host; each has a default.
  ///
  /// - Parameters:
  ///   - closeLabel: The label of the hint for returning to the host; `q` and Esc on the list
  ///     return. Nil shows no hint, such as for one tab among others.
  ///   - scope: The scope of all lists; the user's filters only narrow it.
  ///   - rows: The drawing of rows; nil for the standard one.
  ///   - emptyHint: The hint below the text of an empty list, such as how to send a first message.
  ///   - decideAlerts: Decides the alerts of a new message, given those of the policy; nil uses the
  ///     policy.
  public init(
    closeLabel: String? = "close", scope: MessageFilter = .all, rows: (any RowDrawing)? = nil,
    emptyHint: String? = nil,
    decideAlerts: (@Sendable (Message, _ proposed: Alerts) -> Alerts)? = nil
  ) {
    self.closeLabel = closeLabel
    self.scope = scope
    self.rows = rows
    self.emptyHint = emptyHint
    self.decideAlerts = decideAlerts
  }
}
