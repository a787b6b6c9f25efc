import Foundation
import GRDB
import InboxText

/// What belongs to the reader in a message: what verbs change and undo takes back.
struct MessageState: Hashable {
  var status: Status
  var statusBeforeDelete: Status?
  var isPinned: Bool
  /// Milliseconds since 1970.
  var snoozedUntil: Int64?

  /// The columns that make a state, in the order of ``init(row:from:)``.
  static let selection = "m.status, m.prior_status, m.pinned, m.snoozed_until"

  init(
    status: Status, statusBeforeDelete: Status? = nil, isPinned: Bool = false,
    snoozedUntil: Int64? = nil
  ) {
    self.status = status
    self.statusBeforeDelete = statusBeforeDelete
    self.isPinned = isPinned
    self.snoozedUntil = snoozedUntil
  }

  /// Reads ``selection`` where it begins in a row.
  init(row: Row, from index: Int) {
    status = Status(rawValue: row[index]) ?? .unread
    statusBeforeDelete = (row[index + 1] as Int?).flatMap(Status.init(rawValue:))
    isPinned = row[index + 2]
    snoozedUntil = row[index + 3]
  }

  /// What a verb makes of it; the same when it has nothing to do.
  func applying(_ verb: Verb, at now: Int64) -> MessageState {
    var state = self
    switch verb {
    case .peek: break
    case .view, .open: if status == .unread { state.status = .read }
    case .read: state.move(to: .read)
    case .unread: state.move(to: .unread)
    case .delete where status != .deleted:
      state.statusBeforeDelete = status
      state.status = .deleted
    case .restore where status == .deleted: state.move(to: statusBeforeDelete ?? .unread)
    case .pin: state.isPinned = true
    case .unpin: state.isPinned = false
    case .snooze(let until) where until.milliseconds > now && status != .deleted:
      state.snoozedUntil = until.milliseconds
    case .unsnooze where (snoozedUntil ?? now) > now: state.snoozedUntil = nil
    case .delete, .restore, .snooze, .unsnooze: break
    }
    return state
  }

  private mutating func move(to status: Status) {
    self.status = status
    statusBeforeDelete = nil
  }

  /// This state with the fields that differ between two others set from the old to the new value;
  /// nil when one of them no longer holds the old value.
  func replacing(_ old: MessageState, by new: MessageState) -> MessageState? {
    var state = self
    let isUnchanged =
      state.replace(\.status, old, new) && state.replace(\.statusBeforeDelete, old, new)
      && state.replace(\.isPinned, old, new) && state.replace(\.snoozedUntil, old, new)
    return isUnchanged ? state : nil
  }

  private mutating func replace<Value: Equatable>(
    _ field: WritableKeyPath<MessageState, Value>, _ old: MessageState, _ new: MessageState
  ) -> Bool {
    if old[keyPath: field] == new[keyPath: field] { return true }
    guard self[keyPath: field] == old[keyPath: field] else { return false }
    self[keyPath: field] = new[keyPath: field]
    return true
  }
}
