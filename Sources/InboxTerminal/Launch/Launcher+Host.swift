public import InboxUI

extension Launcher {
  /// Does a launch for a host program with a loop of its own, after its `endwin`.
  ///
  /// What draws in the terminal or reads a text has the terminal until it ends, and its keys are
  /// its own; anything else runs beside the host. Signals remain the host's.
  ///
  /// - Parameter launch: What a pane has asked for by ``HostRequest/launch(_:)``.
  /// - Returns: What the pane is to be told by ``PaneInput/answered(_:_:)``.
  public func run(_ launch: Launch) -> HostResult {
    let plan = plan(for: launch)
    guard !plan.needsTerminal else { return ForegroundRun(signals: nil).run(plan).result }
    for command in plan.commands {
      do throws(SystemError) {
        try ChildProcess(command, in: .apart).reapLater()
      } catch {
        return .failed(plan.message(for: error, of: command))
      }
    }
    return plan.note.map(HostResult.noted) ?? .done
  }
}
