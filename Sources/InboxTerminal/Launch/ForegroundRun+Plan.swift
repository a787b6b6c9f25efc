import Foundation
import InboxUI

extension ForegroundRun {
  /// Runs the programs of a plan one after the other, until one of them ends badly.
  ///
  /// - Returns: How it went, and the number of the signal that asks this program to end.
  func run(_ plan: LaunchPlan) -> (result: HostResult, signal: Int32?) {
    for command in plan.commands {
      do throws(SystemError) {
        switch try run(command, input: plan.input) {
        case .interrupted(let number): return (.done, number)
        case .ended(let status):
          let message = plan.message(for: status, of: command)
          let told = status.isSuccess ? "" : message + " "
          if plan.pauses || !status.isSuccess, let number = pause(saying: told) {
            return (.done, number)
          }
          guard status.isSuccess else { return (.failed(message), nil) }
        }
      } catch {
        return (.failed(plan.message(for: error, of: command)), nil)
      }
    }
    return (plan.note.map(HostResult.noted) ?? .done, nil)
  }

  /// Lets a person read what a program has written; the signal that ends the wait.
  private func pause(saying told: String) -> Int32? {
    let number = waitForEnter(saying: "\n\(told)Press Enter to come back.")
    TerminalOutput.send("\n")
    return number
  }
}
