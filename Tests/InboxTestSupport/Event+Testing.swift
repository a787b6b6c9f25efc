public import InboxCore
public import InboxUI

extension Event {
  /// Rows have been read, for whichever window.
  public static func snapshot(_ snapshot: InboxSnapshot) -> Event {
    .answered(
      .read(snapshot.query, MessageWindow(anchor: .top, limit: 1)), .snapshot(snapshot))
  }
}
