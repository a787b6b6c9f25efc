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
    let result = run(plan)
    guard exitStatus == nil else { return result }
    terminal.perform(.resume(discardingInput: true))
    redraw()
    return result
  }

  private func run(_ plan: LaunchPlan) -> EffectResult {
    let run = ForegroundRun(signals: signals)
    for command in plan.commands {
      do throws(SystemProblem) {
        switch try run.run(command, input: plan.input) {
        case .interrupted(let number): exitStatus = 128 + number
        case .ended(let status):
          let message = plan.message(for: status, of: command)
          if plan.pauses || !status.isSuccess { pause(run, after: status, saying: message) }
          if !status.isSuccess { return .failed(message) }
        }
      } catch {
        return .failed(plan.message(for: error, of: command))
      }
      guard exitStatus == nil else { break }
    }
    return plan.note.map(EffectResult.noted) ?? .done
  }

  /// Lets a person read what a program has written.
  private func pause(_ run: ForegroundRun, after status: ExitStatus, saying message: String) {
    let told = status.isSuccess ? "" : message + " "
    FileHandle.standardOutput.write(Data("\n\(told)Press Enter to come back.".utf8))
    if let number = run.waitForEnter() { exitStatus = 128 + number }
    FileHandle.standardOutput.write(Data("\n".utf8))
  }
}
