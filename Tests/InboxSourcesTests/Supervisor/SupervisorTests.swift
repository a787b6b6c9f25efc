import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Logging
import Synchronization
import Testing

@testable import InboxSources

@Suite struct SupervisorTests {
  /// What a source of a test did, and what it is to do.
  private final class Script: Sendable {
    let runs = Mutex(0)
    let failures: Int

    init(failures: Int) { self.failures = failures }
  }

  private struct ScriptedError: Error {}

  private struct ScriptedSource: NotificationSource {
    var name: String
    var version = 1
    let script: Script

    static func == (first: Self, second: Self) -> Bool {
      first.name == second.name && first.version == second.version
    }

    func hash(into hasher: inout Hasher) { hasher.combine(name) }

    func run(in context: SourceContext) async throws {
      let run = script.runs.withLock { runs in
        runs += 1
        return runs
      }
      guard run > script.failures else { throw ScriptedError() }
      context.isRunning("run \(run)")
      try await Task.sleep(for: .seconds(3_600))
    }
  }

  private let board = SourceBoard(now: { .testing })
  private let pauses = PauseList()

  /// The pauses that a supervisor asked for, none of which it waits for.
  private final class PauseList: Sendable { let all = Mutex<[Duration]>([]) }

  private func supervisor(
    pausing pause: (@Sendable (Duration) async throws -> Void)? = nil
  ) throws -> SourceSupervisor {
    let pauses = pauses
    return SourceSupervisor(
      intake: Intake(try Inbox.inMemory()),
      wording: SourceWording(text: { _ in "it broke" }, reason: { _ in nil }), board: board,
      log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, folder: NSTemporaryDirectory(),
      pausing: pause ?? { duration in pauses.all.withLock { $0.append(duration) } })
  }

  private func awaitPhase(_ phase: SourceState.Phase, of name: String) async throws -> SourceState {
    // Beside all other tests a task may get no thread for minutes.
    let deadline = ContinuousClock.now + .seconds(900)
    while ContinuousClock.now < deadline {
      if let state = board.all.first(where: { $0.name == name }), state.phase == phase {
        return state
      }
      try await Task.sleep(for: .milliseconds(2))
    }
    throw ScriptedError()
  }

  @Test func `a source that fails is tried after growing pauses, others go on`() async throws {
    let supervisor = try supervisor()
    let bad = Script(failures: 6)
    let good = Script(failures: 0)
    await supervisor.run([
      ScriptedSource(name: "bad", script: bad), ScriptedSource(name: "good", script: good),
    ])
    let state = try await awaitPhase(.running, of: "bad")
    #expect(state.detail == "run 7")
    #expect(state.error == "it broke")
    #expect(try await awaitPhase(.running, of: "good").detail == "run 1")
    #expect(good.runs.withLock { $0 } == 1)
    let waited = pauses.all.withLock { $0 }
    #expect(waited.count == 6)
    for (index, pause) in waited.enumerated() {
      let base = Double(1 << index)
      #expect((0.8 * base...1.2 * base).contains(pause / .seconds(1)))
    }
    await supervisor.stop()
  }

  @Test(arguments: [
    ("nan", 0.0), ("-nan", 0), ("nan(0x7)", 0), ("inf", 0), ("-1", 0), ("1e300", 3_600), ("7", 7),
  ])
  func `a wait that is no finite number counts as none`(_ text: String, _ seconds: Double) throws {
    let later = RetryLater(reason: "", seconds: try #require(Double(text)))
    #expect(later.pause == .seconds(seconds))
    // As the supervisor writes it down.
    #expect(Int((later.pause / .seconds(1)).rounded(.up)) == Int(seconds))
  }

  @Test func `a failed source tells error and next try, and a reload tries at once`() async throws {
    let supervisor = try supervisor(pausing: { _ in try await Task.sleep(for: .seconds(3_600)) })
    let script = Script(failures: 1)
    let source = ScriptedSource(name: "s", script: script)
    await supervisor.run([source])
    let failed = try await awaitPhase(.failed, of: "s")
    #expect(failed.error == "it broke")
    #expect(failed.errorDate == .testing)
    #expect((.testing(0.8) ... .testing(1.2)).contains(try #require(failed.nextTry)))
    await supervisor.run([source])
    #expect(script.runs.withLock { $0 } == 1)
    await supervisor.run([source], retryingFailed: true)
    #expect(try await awaitPhase(.running, of: "s").error == nil)
    await supervisor.stop()
  }

  @Test func `a reload leaves alone what did not change and forgets what is gone`() async throws {
    let supervisor = try supervisor()
    let scripts = [Script(failures: 0), Script(failures: 0), Script(failures: 0)]
    await supervisor.run([
      ScriptedSource(name: "kept", script: scripts[0]),
      ScriptedSource(name: "changed", script: scripts[1]),
      ScriptedSource(name: "gone", script: scripts[2]),
    ])
    for name in ["kept", "changed", "gone"] { _ = try await awaitPhase(.running, of: name) }
    await supervisor.run([
      ScriptedSource(name: "kept", script: scripts[0]),
      ScriptedSource(name: "changed", version: 2, script: scripts[1]),
    ])
    _ = try await awaitPhase(.running, of: "changed")
    #expect(scripts[0].runs.withLock { $0 } == 1)
    #expect(scripts[1].runs.withLock { $0 } == 2)
    #expect(board.all.map(\.name) == ["changed", "kept"])
    await supervisor.stop()
  }

  @Test func `pauses grow to a limit, and begin anew after a long run`() {
    var pause = RetryPause()
    let pauses = (0..<12).map { _ in pause.next(after: .zero, chance: 0.5) / .seconds(1) }
    #expect(pauses.prefix(4).map { $0.rounded() } == [1, 2, 4, 8])
    #expect(pauses.suffix(3).allSatisfy { abs($0 - 300) < 0.1 })
    #expect(abs(pause.next(after: .seconds(61), chance: 1) / .seconds(1) - 1.2) < 0.01)
  }
}

@Suite struct IntakeTests {
  @Test func `pushes at one time share transactions, and each gets its results`() async throws {
    let firstIsHeld = DispatchSemaphore(value: 0)
    var configuration = InboxConfiguration(maximumCount: 0)
    // The first transaction lasts until the last push comes.
    configuration.makeID = { _ in
      firstIsHeld.wait()
      firstIsHeld.signal()
      return UUID().uuidString
    }
    let inbox = try Inbox.inMemory(configuration: configuration)
    let intake = Intake(inbox)
    let results = try await withThrowingTaskGroup(of: (Int, [PushResult]).self) { group in
      for index in 0..<200 {
        group.addTask {
          let payloads = (0...(index % 3)).map { Payload(title: "m\(index).\($0)") }
          if index == 199 { firstIsHeld.signal() }
          return (index, try await intake.push(payloads + [Payload()], from: "test"))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (index, results) in results {
      #expect(results.map(\.isStored) == Array(repeating: true, count: index % 3 + 1) + [false])
    }
    #expect(try await inbox.counts().stored == (0..<200).reduce(0) { $0 + $1 % 3 + 1 })
    // One entry of the log a transaction.
    #expect(try inbox.lastSequence(through: Int64.max) < 100)
  }

  @Test func `payloads without a source get that of the way in`() async throws {
    let inbox = try Inbox.inMemory()
    let intake = Intake(inbox)
    _ = try await intake.push(
      [Payload(title: "a"), Payload(title: "b", source: "own")], from: "way")
    var sources: Set<String> = []
    try inbox.exportMessages { sources.insert($0.source) }
    #expect(sources == ["way", "own"])
  }

  @Test func `a push after the inbox's end is refused, and drain does not hang`() async throws {
    let inbox = try Inbox.inMemory()
    let intake = Intake(inbox)
    try inbox.close()
    await #expect(throws: InboxError.self) {
      try await intake.push([Payload(title: "a")], from: "x")
    }
    await intake.drain()
  }
}

/// A flood of refusals is told, and is no flood of lines.
@Suite struct RefusalLogTests {
  /// The lines of a log, whose pauses end when the test says so.
  private final class Lines: Sendable {
    private let texts = Mutex<[String]>([])
    private let (pauses, pause) = AsyncStream.makeStream(of: Void.self)
    private let (lines, line) = AsyncStream.makeStream(of: String.self)

    var all: [String] { texts.withLock { $0 } }

    var log: RefusalLog {
      RefusalLog { [pauses] in
        for await _ in pauses { return }
        throw CancellationError()
      }
    }

    func write(_ text: String) {
      texts.withLock { $0.append(text) }
      line.yield(text)
    }

    /// Ends a pause, and awaits the next line.
    func nextLine() async -> String? {
      pause.yield()
      return await lines.first { _ in true }
    }
  }

  @Test func `the first is told at once, the others by their number`() async {
    let lines = Lines()
    let log = lines.log
    for number in 1...1_000 {
      log.note("it has no title \(number)", at: "webhook 'a'", write: lines.write)
    }
    #expect(lines.all == ["webhook 'a': refused: it has no title 1"])
    _ = await lines.nextLine()
    #expect(
      await lines.nextLine() == "webhook 'a': refused 999 more; the last: it has no title 1000")
    #expect(lines.all.count == 2)
  }

  @Test func `each place is told, up to a number of them`() {
    let lines = Lines()
    let log = RefusalLog { throw CancellationError() }
    for number in 1...1_000 {
      log.note("unauthorized", at: "/topic\(number)", count: 2, write: lines.write)
    }
    log.note("450 Too many mails", at: nil, write: lines.write)
    #expect(lines.all.count == 65)
    #expect(lines.all.first == "/topic1: refused 2: unauthorized")
    #expect(lines.all.last == "other places: refused 2: unauthorized")
  }
}
