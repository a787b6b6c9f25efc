import Foundation
import Testing

@testable import InboxCore

/// Whatever happens in whatever order, all machines come to see the same.
///
/// `BELLBOARD_EXCHANGE_SEEDS` is the number of schedules, 240 by default; 10 000 in the long run,
/// which takes some minutes. A seed that is named in a failure gives the same schedule again.
@Suite struct ConvergenceTests {
  private static let shards: UInt64 = 4
  private static let count =
    ProcessInfo.processInfo.environment["BELLBOARD_EXCHANGE_SEEDS"].flatMap(UInt64.init) ?? 240

  @Test(arguments: 0..<shards) func `nothing is broken at the end of any schedule`(
    _ shard: UInt64
  ) throws {
    var broken: [Violation: (seed: UInt64, detail: String, count: Int)] = [:]
    for seed in 1...max(Self.count, 1) where seed % Self.shards == shard {
      var world = ModelWorld(seed: seed)
      for (violation, detail) in try world.run() {
        broken[violation, default: (seed, detail, 0)].count += 1
      }
    }
    #expect(broken.isEmpty, "\(broken)")
  }

  /// The model can fail: each rule that looks right and is not has a schedule against it.
  @Test(arguments: NaiveRule.allCases) func `a naive rule breaks something`(
    _ rule: NaiveRule
  ) throws {
    for seed in [rule.seed] + Array(1...4_000) {
      var world = ModelWorld(seed: seed, rules: rule.rules)
      if try !world.run().isEmpty { return }
    }
    Issue.record("no schedule is broken by \(rule)")
  }
}
