import InboxCore
import InboxUI

/// The choices of this program: what happens to messages as they come in, and what parts of the
/// screen there are.
extension Lobby {
  /// How the inbox behaves: it keeps 500 rings, no repeats are folded but those with a key, and rings
  /// of the kitchen alert nobody.
  static var configuration: InboxConfiguration {
    let kitchen = MessageFilter([.init(.source("kitchen/*"))])
    return InboxConfiguration(
      maximumCount: 500, durability: .normal, foldRepeats: .off,
      rules: [
        Rule(
          name: "kitchen", filter: kitchen,
          actions: RuleActions(mutes: true, addedTags: ["for-staff"]))
      ])
  }

  /// What parts of the screen there are: neither groups nor a preview, and tabs when wanted.
  static func preferences(showingTabs: Bool) -> ScreenPreferences {
    var preferences = ScreenPreferences()
    preferences.group = .none
    preferences.preview = .off
    if showingTabs {
      preferences.tabs = [
        ListTab(name: "Rings", filter: ""),
        ListTab(name: "Again and again", filter: "occurrences>=2"),
        ListTab(name: "Resolved", filter: "is:resolved"),
      ]
    }
    return preferences
  }
}
