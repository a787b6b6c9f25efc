import Foundation
import InboxSystem
import InboxUI

/// Tracks the background programs that open links, to report a failure.
///
/// A link counts as opened when its program succeeds, or runs for a while; an early failure is
/// reported.
struct RunningOpeners {
  private var openers: [RunningOpener] = []

  /// When the next launch counts as opened although its program still runs; nil for never.
  var nextDeadline: Date? { openers.compactMap(\.deadline).min() }

  /// Starts the programs of a launch.
  ///
  /// - Parameters:
  ///   - plan: The programs.
  ///   - launch: The launch.
  ///   - areSignaled: Whether the loop receives SIGCHLD; otherwise nothing waits for the programs.
  ///   - now: The moment of the start.
  /// - Returns: The result; nil when it follows at the programs' exit.
  mutating func start(
    _ plan: LaunchPlan, for launch: Launch, areSignaled: Bool, at now: Date
  ) -> HostResult? {
    let result = plan.note.map(HostResult.noted) ?? .done
    for (index, command) in plan.commands.enumerated() {
      let isLast = index == plan.commands.count - 1
      do throws(SystemError) {
        let child = try ChildProcess(command, in: .detached)
        guard areSignaled else {
          child.reapLater()
          continue
        }
        openers.append(
          RunningOpener(
            child: child, launch: launch, plan: plan, command: command, startedAt: now,
            result: isLast ? result : nil))
      } catch {
        return plan.result(for: error, of: command)
      }
    }
    return !areSignaled || plan.commands.isEmpty ? result : nil
  }

  /// Reaps the programs that have exited.
  ///
  /// - Returns: The results of launches that are known by now.
  mutating func reap(at now: Date) -> [PaneInput] {
    var results: [PaneInput] = []
    for index in openers.indices {
      guard let deadline = openers[index].deadline, deadline <= now else { continue }
      results += openers[index].takeResult()
    }
    openers.removeAll { opener in
      guard case .ended(let status) = opener.child.takeChange() else { return false }
      if status.isSuccess {
        var opener = opener
        results += opener.takeResult()
      } else if now < opener.startedAt.addingTimeInterval(RunningOpener.failureWindow) {
        let result = opener.plan.result(for: status, of: opener.command)
        results.append(.answered(.launch(opener.launch), result))
      }
      return true
    }
    return results
  }

  /// Returns the remaining results, also of launches whose programs outlive the screen.
  mutating func finish(at now: Date) -> [PaneInput] {
    var results = reap(at: now)
    for index in openers.indices { results += openers[index].takeResult() }
    return results
  }
}

/// A background program that opens a link.
private struct RunningOpener {
  /// How long a program may run before its link counts as opened, in seconds.
  private static let timeout = 1.0
  /// How long after its start a failure is reported, in seconds.
  static let failureWindow = 10.0

  var child: ChildProcess
  var launch: Launch
  var plan: LaunchPlan
  var command: [String]
  /// The time of its start.
  var startedAt: Date
  /// The result of its launch, unless it fails; nil once reported.
  var result: HostResult?

  /// When the result is reported although it still runs; nil once reported.
  var deadline: Date? {
    result == nil ? nil : startedAt.addingTimeInterval(Self.timeout)
  }

  /// Returns the result of its launch once, then none.
  mutating func takeResult() -> [PaneInput] {
    defer { result = nil }
    return result.map { [.answered(.launch(launch), $0)] } ?? []
  }
}
