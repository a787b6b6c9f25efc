package import Foundation
package import InboxCore
package import InboxTerminal
package import InboxUI

/// Settings that store nothing, for tests that need only a few.
extension PaneSettings {
  /// Stores no mutes.
  package func change(
    _ change: MuteChange, of subject: MuteSubject, at now: Date
  ) -> String? {
    StatusText.mutesNotKept.words
  }

  /// Has no mutes.
  package func mutes(at now: Date) -> [ActiveMute] { [] }

  /// Starts no daemon.
  package var daemonScript: String? { nil }

  /// Stores nothing.
  package func edit(_ request: EditConfiguration) -> String? { StatusText.notConfigurable.words }

  /// Keeps no look.
  package func keep(_ look: [KeepLook.Setting]) -> KeepLook.Outcome {
    .failed(StatusText.lookNotKept.words)
  }

  /// The built-in themes.
  package var themeNames: [String] { ThemeLoader.builtInNames }
  /// The built-in theme of that name.
  package func preview(theme name: String) -> Theme? { Theme.builtIn(named: name) }
  /// Uses one look for every background.
  package func load(on background: ScreenBackground) -> Event? { nil }
}
