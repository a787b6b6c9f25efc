import Foundation
package import InboxCore
import InboxSystem
import InboxText
import Synchronization

/// A runner of the programs of rules, with limits on concurrency, time and rate.
///
/// State: the queued calls and the starts of the last minute. Guard: the mutex. Reason: pushes
/// arrive on any thread and programs end on others.
package final class ProgramRunner: Sendable {
  /// The limits of programs.
  package struct Limits: Sendable {
    /// Time limit of a program in seconds.
    package var seconds = 10.0
    /// Maximum concurrent programs.
    package var atOnce = 2
    /// Maximum queued programs.
    package var waiting = 64
    /// Maximum starts of one rule's program per minute.
    package var perMinute = 60

    /// Makes the default limits.
    package init() {}
  }

  private struct State {
    var waiting: [RuleProgramCall] = []
    var runningCount = 0
    /// The running programs, by id.
    var children: [Int: ChildProcess] = [:]
    var lastChild = 0
    /// Whether no more programs are started.
    var hasEnded = false
    /// Whether running programs are killed, also one that is being started.
    var isKilling = false
    /// Start times of each rule's programs in the last minute.
    var starts: [String: [Date]] = [:]
    /// Programs that exceeded the limits, by rule.
    var skipped: [String: Int] = [:]
    /// Reports problems.
    var report: @Sendable (String) -> Void
  }

  private let state: Mutex<State>
  private let idle = DispatchGroup()
  private let limits: Limits
  /// The environment of the programs; nil if none may run.
  private let variables: [String: String]?

  /// Set in the environment of the programs, so that their own pushes start none.
  package static let variable = "BELLBOARD_RULE_PROGRAM"

  /// The runner of this process, made when first needed; commands wait for it at their end.
  package static var shared: ProgramRunner {
    wasUsed.store(true, ordering: .relaxed)
    return made
  }

  private static let made = ProgramRunner(variables: ProcessVariables.all)
  /// Whether ``shared`` was used.
  private static let wasUsed = Atomic(false)

  /// Waits until all programs of this process have ended.
  static func finishShared() {
    if wasUsed.load(ordering: .relaxed) { made.finish() }
  }

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - variables: The environment; within the program of a rule no program is run.
  ///   - limits: The limits of programs.
  ///   - report: Reports problems.
  package init(
    variables: [String: String], limits: Limits = Limits(),
    report: @escaping @Sendable (String) -> Void = StandardError.printError
  ) {
    let isInProgram = variables[Self.variable] != nil
    self.variables = isInProgram ? nil : variables.merging([Self.variable: "1"]) { $1 }
    self.limits = limits
    state = Mutex(State(report: report))
  }

  /// Replaces the reporting of problems.
  package func report(by report: @escaping @Sendable (String) -> Void) {
    state.withLock { $0.report = report }
  }

  private func report(_ text: String) {
    state.withLock { $0.report }(text)
  }

  /// Starts or queues programs; returns at once.
  package func start(_ calls: [RuleProgramCall]) {
    guard variables != nil else { return }
    let now = Date()
    state.withLock { state in
      for call in calls where !state.hasEnded {
        let rule = call.program.rule
        let recent = state.starts[rule, default: []].filter { $0 > now.addingTimeInterval(-60) }
        guard recent.count < limits.perMinute, state.waiting.count < limits.waiting else {
          state.skipped[rule, default: 0] += 1
          continue
        }
        state.starts[rule] = recent + [now]
        state.waiting.append(call)
        idle.enter()
      }
    }
    startNext()
  }

  /// Waits until all programs have ended and reports how many were left out.
  package func finish() {
    idle.wait()
    reportSkipped()
  }

  /// Drops the queued programs and kills running ones after some seconds.
  package func end(within seconds: Double) {
    let left = state.withLock { state in
      defer { state.waiting = [] }
      state.hasEnded = true
      return state.waiting
    }
    for _ in left { idle.leave() }
    if !left.isEmpty {
      report("\(left.count.counted("program")) of rules did not run before the end")
    }
    if idle.wait(timeout: .now() + seconds) == .timedOut {
      let children = state.withLock { state in
        state.isKilling = true
        return Array(state.children.values)
      }
      for child in children { child.send(SIGKILL) }
      idle.wait()
    }
    reportSkipped()
  }

  private func reportSkipped() {
    let skipped = state.withLock { state in
      defer { state.skipped = [:] }
      return state.skipped
    }
    for (rule, count) in skipped.sorted(by: { $0.key < $1.key }) {
      let times = count == 1 ? "once" : "\(count) times"
      report(
        "the program of the rule '\(rule.printable())' was left out \(times): "
          + "at most \(limits.perMinute) run in a minute")
    }
  }

  private func startNext() {
    while let call = next() {
      DispatchQueue.global(qos: .utility).async { [self] in
        run(call)
        state.withLock { $0.runningCount -= 1 }
        idle.leave()
        startNext()
      }
    }
  }

  private func next() -> RuleProgramCall? {
    state.withLock { state in
      guard state.runningCount < limits.atOnce, !state.waiting.isEmpty else { return nil }
      state.runningCount += 1
      return state.waiting.removeFirst()
    }
  }

  private func run(_ call: RuleProgramCall) {
    let name = "the program of the rule '\(call.program.rule.printable())'"
    do throws(SystemError) {
      let file = try UnnamedFile(call.input)
      let child = try ChildProcess(
        call.program.words, in: .detached, replacing: [STDIN_FILENO: file.descriptor],
        environment: variables)
      let number = keep(child)
      defer { state.withLock { $0.children[number] = nil } }
      guard let status = child.wait(killingAfter: limits.seconds) else {
        return report("\(name) was ended after \(Int(limits.seconds)) s")
      }
      if !status.isSuccess { report("\(name) \(status.words)") }
    } catch {
      let program = call.program.words.first.map { " '\($0.printable())'" } ?? ""
      report("\(name) was not started:\(program): \(error.reason)")
    }
  }

  /// Registers a running program, so that it can be killed early.
  private func keep(_ child: ChildProcess) -> Int {
    let (number, isKilled) = state.withLock { state in
      state.lastChild += 1
      state.children[state.lastChild] = child
      return (state.lastChild, state.isKilling)
    }
    if isKilled { child.send(SIGKILL) }
    return number
  }
}
