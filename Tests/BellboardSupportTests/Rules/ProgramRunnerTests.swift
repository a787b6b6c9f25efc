import Foundation
import InboxTestSupport
import Synchronization
import Testing

@testable import BellboardSupport
@testable import InboxCore

/// Programs that take too long, with real programs.
@Suite("programs of rules", .waiting) struct ProgramRunnerTests {
  /// What a runner has reported.
  private final class Reports: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let folder: ProgramFolder
  private let reports = Reports()

  init() throws { folder = try ProgramFolder() }

  private func runner(seconds: Double) -> ProgramRunner {
    var limits = ProgramRunner.Limits()
    (limits.seconds, limits.atOnce) = (seconds, 1)
    let reports = reports
    return ProgramRunner(
      variables: ["PATH": folder.searchPath], limits: limits, report: { reports.add($0) })
  }

  private func call(_ words: String...) -> RuleProgramCall {
    RuleProgramCall(program: RuleProgram(rule: "r", words: words), messages: [])
  }

  /// The number of a process that a script has noted, once it is there.
  private func process(_ name: String) throws -> Int32 {
    var number: Int32?
    _ = eventually {
      number = Int32(folder.notes(of: name).trimmingCharacters(in: .whitespacesAndNewlines))
      return number != nil
    }
    return try #require(number)
  }

  @Test func `one that takes too long is ended with what it has started, and told`() throws {
    let script = try folder.add(
      "slow", "sleep 1000 &", "echo $! > '\(folder.path)/slow.notes'", "wait")
    let runner = runner(seconds: 1)
    runner.start([call(script)])
    runner.finish()
    #expect(reports.all == ["the program of the rule 'r' was ended after 1 s"])
    let number = try process("slow")
    #expect(eventually { hasEnded(number) })
  }

  @Test func `at the end those that run are killed, and those that wait are left out`() throws {
    let script = try folder.add("slow", "echo $$ > '\(folder.path)/slow.notes'", "exec sleep 1000")
    let runner = runner(seconds: 1_000)
    runner.start([call(script), call("false"), call("false")])
    let number = try process("slow")
    runner.end(within: 0)
    #expect(eventually { hasEnded(number) })
    #expect(
      reports.all == [
        "2 programs of rules did not run before the end",
        "the program of the rule 'r' was killed by signal 9 (Killed)",
      ])
    runner.start([call("false")])
    runner.finish()
    #expect(reports.all.count == 2)
  }
}
