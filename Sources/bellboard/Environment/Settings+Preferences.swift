import InboxSettings
import InboxUI

extension Settings {
  /// What of the settings the screen needs, and commands that do the same as it.
  var preferences: ScreenPreferences {
    var preferences = ScreenPreferences()
    preferences.openLimit = openLimit
    preferences.viewMarksRead = readPolicy == .view
    preferences.filters = filters
    preferences.rows = RowOptions(self)
    preferences.alerts = alerts
    preferences.marksReadOnAlertOpen = marksReadOnAlertOpen
    preferences.opener = opener ?? []
    preferences.browser = browser ?? []
    preferences.linkSchemes = Set(linkSchemes)
    preferences.clipboard = ClipboardChoice(words: clipboard ?? [])
    return preferences
  }
}
