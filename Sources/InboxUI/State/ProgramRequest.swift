/// What the screen asks of the program around it.
public enum ProgramRequest: Sendable, Hashable {
  /// End the program.
  case quit
  /// Forget what the terminal shows and draw all of it.
  case redraw
  /// Ring the bell of the terminal.
  case ring
  /// Ask the terminal to tell the desktop.
  case notify(DesktopNotice)
  /// Read configuration, keys and theme anew; answered by
  /// ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Use another theme from now on; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Find out which themes there are; answered by ``EffectResult/themes(_:)``.
  case listThemes
  /// Find out which inboxes there are, and with `counting` what they hold; answered by
  /// ``EffectResult/inboxes(_:)``.
  case listInboxes(counting: Bool)
  /// Turn to the inbox of that name; answered by ``EffectResult/done`` once effects mean that one.
  case openInbox(String)
}
