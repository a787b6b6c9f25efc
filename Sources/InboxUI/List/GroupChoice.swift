import Foundation
import InboxCore

/// A manually chosen grouping, which overrides the setting until the setting changes.
struct GroupChoice: Sendable, Hashable {
  /// The chosen grouping; nil uses the setting.
  private(set) var choice: ListGrouping?
  private var setting: ListGrouping?

  /// Chooses a grouping until the setting changes.
  mutating func choose(_ grouping: ListGrouping, over setting: ListGrouping) {
    (choice, self.setting) = (grouping, setting)
  }

  /// Drops the choice if the setting has changed.
  mutating func follow(_ setting: ListGrouping) {
    if choice != nil, setting != self.setting { choice = nil }
  }
}
