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

  /// Reaps programs that ran beside the screen.
  ///
  /// A link is open when its program succeeds, or runs for a while; an early failure is reported.
  func takeEnds() {
    let now = now()
    for index in openers.indices {
      guard let deadline = openers[index].deadline, deadline <= now else { continue }
      reportResult(of: &openers[index])
    }
    openers.removeAll { opener in
      guard case .ended(let status) = opener.child.takeChange() else { return false }
      if status.isSuccess {
        var opener = opener
        reportResult(of: &opener)
      } else if opener.reportsFailure(at: now) {
        let problem = opener.plan.message(for: status, of: opener.command)
        pane.receive(.answered(.launch(opener.launch), .failed(problem)))
      }
      return true
    }
  }

  /// Reports the launches whose programs go on after the screen has ended.
  func reportRemainingResults() {
    takeEnds()
    for index in openers.indices { reportResult(of: &openers[index]) }
  }

  private func reportResult(of opener: inout RunningOpener) {
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
          // Its end is not signaled to this loop.
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
    // The run has taken the signals of programs beside the screen too.
    takeEnds()
    return result
  }
}

/// A program that runs beside the screen.
struct RunningOpener {
  /// How long a program may run before its link counts as opened, in seconds.
  static let timeout = 1.0
  /// How long after its start a failure is reported, in seconds.
  private static let failureWindow = 10.0

  var child: ChildProcess
  var launch: Launch
  var plan: LaunchPlan
  var command: [String]
  /// When it was started.
  var startedAt: Date
  /// The result of its launch, unless it fails; nil once it was reported.
  var result: HostResult?

  /// When the result is reported although it still runs; nil once it was.
  var deadline: Date? {
    result == nil ? nil : startedAt.addingTimeInterval(Self.timeout)
  }

  /// Whether a failure is still reported.
  func reportsFailure(at now: Date) -> Bool {
    now < startedAt.addingTimeInterval(Self.failureWindow)
  }
}
