package import InboxCore
package import InboxUI

extension Event {
  /// Rows have been read, for whichever window.
  package static func snapshot(_ snapshot: InboxSnapshot) -> Event {
    var snapshot = snapshot
    snapshot.query.isLed = true
    return .answered(ReadRows(snapshot.query, MessageWindow(anchor: .top, limit: 1)), snapshot)
  }
}
