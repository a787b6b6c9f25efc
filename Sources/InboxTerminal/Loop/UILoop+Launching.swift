import Foundation
import InboxSystem
import InboxUI

extension UILoop {
  /// Starts programs; those that draw in the terminal get it until they end.
  func launch(_ launch: Launch) {
    let plan = launcher.plan(for: launch)
    let result = plan.needsTerminal ? runInTerminal(plan) : start(plan, for: launch)
    guard exitStatus == nil, let result else { return }
    pane.receive(.answered(.launch(launch), result))
  }

  /// Takes the ends of programs that ran beside the screen: a good one, or none for a while,
  /// means that the link is open; a bad one that comes soon is reported.
  func takeEnds() {
    let now = now()
    for index in openers.indices {
      guard let deadline = openers[index].deadline, deadline <= now else { continue }
      tellResult(of: &openers[index])
    }
    openers.removeAll { opener in
      guard case .ended(let status) = opener.child.takeChange() else { return false }
      if status.isSuccess {
        var opener = opener
        tellResult(of: &opener)
      } else if opener.tellsFailure(at: now) {
        let problem = opener.plan.message(for: status, of: opener.command)
        pane.receive(.answered(.launch(opener.launch), .failed(problem)))
      }
      return true
    }
  }

  /// What still runs at the end goes on without the screen, and so is open.
  func tellRemainingResults() {
    takeEnds()
    for index in openers.indices { tellResult(of: &openers[index]) }
  }

  private func tellResult(of opener: inout RunningOpener) {
    guard let result = opener.result else { return }
    opener.result = nil
    pane.receive(.answered(.launch(opener.launch), result))
  }

  /// Starts the programs; nil when the result comes with their ends.
  private func start(_ plan: LaunchPlan, for launch: Launch) -> HostResult? {
    let result = plan.note.map(HostResult.noted) ?? .done
    for (index, command) in plan.commands.enumerated() {
      let isLast = index == plan.commands.count - 1
      do throws(SystemError) {
        let child = try ChildProcess(command, in: .detached)
        guard signals != nil else {
          // Nobody tells of its end.
          child.reapLater()
          continue
        }
        openers.append(
          RunningOpener(
            child: child, launch: launch, plan: plan, command: command, startedAt: now(),
            result: isLast ? result : nil))
      } catch {
        return .failed(plan.message(for: error, of: command))
      }
    }
    return signals == nil || plan.commands.isEmpty ? result : nil
  }

  private func runInTerminal(_ plan: LaunchPlan) -> HostResult {
    terminal.perform(.suspend)
    let (result, signal) = ForegroundRun(signals: signals).run(plan)
    if let signal { exitStatus = 128 + signal }
    guard exitStatus == nil else { return result }
    terminal.perform(.resume(discardingInput: true))
    redraw()
    // Ends of programs beside the screen were signalled to the run as well, which did not know them.
    takeEnds()
    return result
  }
}
