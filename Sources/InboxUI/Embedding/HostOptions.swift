public import InboxCore

/// The options of a host program: scope, rows, alerts and the way back.
public struct HostOptions: Sendable {
  /// Word for the way back to the host, shown with its key; `q` and Esc on the list go there.
  ///
  /// Nil shows none, as befits a tab beside others.
  package var doneLabel: String?
  /// What the person's filters choose from: they narrow it and never lead out of it.
  ///
  /// Counts are of it as well, and take a pass over its messages each time.
  public var scope: MessageFilter
  /// Draws the rows of lists; nil draws the standard ones.
  public var rows: (any RowDrawing)?
  /// What an empty list says below its text, such as how to get a first notification.
  package var emptyHint: String?
  /// Decides what an arriving message raises, given what the policy says; nil follows the policy.
  package var decideAlerts: (@Sendable (Message, _ proposed: Alerts) -> Alerts)?

  /// Makes the decisions of a host; what is not given is as in the program itself.
  ///
  /// - Parameters:
  ///   - doneLabel: Word for the way back to the host, shown with its key; `q` and Esc on the list
  ///     go there. Nil shows none, as befits a tab beside others.
  ///   - scope: What the person's filters choose from.
  ///   - rows: Draws the rows of lists; nil draws the standard ones.
  ///   - emptyHint: What an empty list says below its text, such as how to get a first message.
  ///   - decideAlerts: Decides what an arriving message raises, given what the policy says; nil
  ///     follows the policy.
  public init(
    doneLabel: String? = "done", scope: MessageFilter = .all, rows: (any RowDrawing)? = nil,
    emptyHint: String? = nil,
    decideAlerts: (@Sendable (Message, _ proposed: Alerts) -> Alerts)? = nil
  ) {
    self.doneLabel = doneLabel
    self.scope = scope
    self.rows = rows
    self.emptyHint = emptyHint
    self.decideAlerts = decideAlerts
  }
}
