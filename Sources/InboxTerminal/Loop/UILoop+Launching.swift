import Foundation
import InboxUI

extension UILoop {
  /// Starts programs; those that draw in the terminal get it until they end.
  func launch(_ launch: Launch) {
    let plan = launcher.plan(for: launch)
    let result = plan.needsTerminal ? runInTerminal(plan) : start(plan, for: launch)
    guard exitStatus == nil else { return }
    pane.receive(.launched(launch, result))
  }

  /// Takes the ends of programs that ran beside the screen; a bad one that comes soon is told.
  func takeEnds() {
    openers.removeAll { opener in
      guard case .ended(let status) = opener.child.takeChange() else { return false }
      if !status.isSuccess, now() < opener.toldUntil {
        let problem = opener.plan.message(for: status, of: opener.command)
        pane.receive(.launched(opener.launch, .failed(problem)))
      }
      return true
    }
  }

  private func start(_ plan: LaunchPlan, for launch: Launch) -> EffectResult {
    for command in plan.commands {
      do throws(SystemProblem) {
        let child = try ChildProcess(command, in: .apart)
        guard signals != nil else {
          // Nobody tells of its end.
          child.reapLater()
          continue
        }
        openers.append(
          RunningOpener(
            child: child, launch: launch, plan: plan, command: command,
            toldUntil: now().addingTimeInterval(RunningOpener.patience)))
      } catch {
        return .failed(plan.message(for: error, of: command))
      }
    }
    return plan.note.map(EffectResult.noted) ?? .done
  }

  private func runInTerminal(_ plan: LaunchPlan) -> EffectResult {
    terminal.perform(.suspend)
    let (result, signal) = ForegroundRun(signals: signals).run(plan)
    if let signal { exitStatus = 128 + signal }
    guard exitStatus == nil else { return result }
    terminal.perform(.resume(discardingInput: true))
    redraw()
    // Ends of programs beside the screen were told to the run as well, which knew them not.
    takeEnds()
    return result
  }
}
