/// Why a pane is not shown on a host's screen any more.
public enum DismissReason: Sendable, Hashable {
  /// The person is done with it.
  case done
  /// ncurses does not run, or has no room for another window; nothing was shown.
  case noScreen
  /// The terminal was closed: a host has nobody left to show anything to.
  case terminalGone
}
