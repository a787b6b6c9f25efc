import Synchronization
import Testing

@testable import InboxSources

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
