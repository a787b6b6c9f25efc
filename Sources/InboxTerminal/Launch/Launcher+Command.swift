import Foundation
public import InboxUI

extension Launcher {
  /// How long a program that is not waited for may take to fail, in seconds.
  private static let patience = 2.0

  /// Hands links on from a command line, which shares its terminal with the programs.
  ///
  /// - Parameter launch: Links; texts for a command need a screen around them.
  /// - Returns: What a person has to know of it, and what went wrong.
  public func handOn(_ launch: Launch) -> (notes: [String], problems: [String]) {
    let plan = plan(for: launch)
    let problems = plan.commands.compactMap { handOn($0, of: plan) }
    return ([plan.note].compactMap(\.self), problems)
  }

  private func handOn(_ command: [String], of plan: LaunchPlan) -> String? {
    do throws(SystemError) {
      let child = try ChildProcess(command, in: plan.needsTerminal ? .beside : .apart)
      let status = plan.needsTerminal ? child.wait() : child.wait(upTo: Self.patience)
      guard let status, !status.isSuccess else { return nil }
      return plan.message(for: status, of: command)
    } catch {
      return plan.message(for: error, of: command)
    }
  }
}
