import Foundation
import InboxCore

/// The grouping that was chosen by a key or a line, until the setting changes.
struct GroupChoice: Sendable, Hashable {
  /// What was chosen; nil follows the setting.
  private(set) var choice: ListGrouping?
  private var setting: ListGrouping?

  /// Groups in this way as long as the setting is what it is.
  mutating func choose(_ grouping: ListGrouping, over setting: ListGrouping) {
    (choice, self.setting) = (grouping, setting)
  }

  /// Follows the setting once that has changed.
  mutating func follow(_ setting: ListGrouping) {
    if choice != nil, setting != self.setting { choice = nil }
  }
}
