extension InboxPane {
  /// Shows the pane on the whole screen of a running ncurses program until the person is done.
  ///
  /// Keys are taken meanwhile, and the rest of the host waits. Afterwards the screen shows what it
  /// showed before; when its size has changed since, `KEY_RESIZE` is the host's next key. The pane
  /// stays open: the host may draw or present it again. Signals remain the host's.
  ///
  /// - Parameter launcher: Opens links.
  /// - Returns: Why it is not shown any more.
  @discardableResult
  public func present(launcher: Launcher) -> DismissReason {
    guard let terminal = BorrowedTerminal(wantsColors: wantsColors, clipboard: clipboard.terminal)
    else { return .noScreen }
    let loop = UILoop(pane: self, terminal: terminal, launcher: launcher, now: now)
    let status = loop.run()
    hide()
    return status == 0 ? .done : .terminalGone
  }
}
