import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// What writes nothing wakes nobody, and what text may not hold is replaced.
@Suite struct SilenceTests {
  private final class CountingBell: CommitSignal {
    let count = Mutex(0)

    func ring() { count.withLock { $0 += 1 } }
  }

  private let bell = CountingBell()
  private let inbox: Inbox

  init() throws {
    inbox = Inbox(store: try InboxStore.inMemory(configuration: .testing(), bell: bell))
    try inbox.push(.make(id: "1"), .make(id: "2"), from: "a")
  }

  private var rings: Int { bell.count.withLock { $0 } }

  private func resurface(_ id: String) throws {
    try inbox.push(.make(id: id).with { $0.resurfaces = true }, from: "a")
  }

  @Test func `what changes nothing neither rings nor is logged`() throws {
    let sequence = try inbox.lastSequence()
    let ringsBefore = rings
    for selection in [MessageSelection.matching(.all), .numbers([1, 9])] {
      for verb in [Verb.unread, .restore, .unpin, .unsnooze, .snooze(until: .date(.testing(-1)))] {
        #expect(try inbox.perform(verb, on: selection).changedCount == 0)
      }
      #expect(try inbox.purge(selection).changedCount == 0)
    }
    #expect(try inbox.undo() == nil)
    #expect(try inbox.redo() == nil)
    #expect(rings == ringsBefore)
    #expect(try inbox.lastSequence() == sequence)
  }

  @Test func `each change rings once`() throws {
    let ringsBefore = rings
    try inbox.perform(.read, on: .matching(.all))
    #expect(rings == ringsBefore + 1)
    try inbox.undo()
    #expect(rings == ringsBefore + 2)
  }

  @Test func `a silent push updates what it names and is ignored otherwise`() throws {
    let silent = Payload(id: "1", thread: "t").with { $0.isSilent = true }
    let outcome = try inbox.push(silent, silent.with { $0.id = "9" }, from: "a")
    #expect(outcome.results[0] == .merged(1, id: "1"))
    guard case .ignored = outcome.results[1] else {
      throw Unexpected("a silent push made a message")
    }
    #expect(try inbox.message(1)?.thread == "t")
    #expect(try inbox.counts().stored == 2)
  }

  @Test func `no text is cut at a zero byte`() throws {
    let payload = Payload.make(
      "a\0b", id: "x\0y", source: "s\0t", body: "\0c", categories: ["d"], thread: "e\0")
    for _ in 0..<2 { try inbox.push(payload, from: "a") }
    let message = try #require(try inbox.message(3))
    #expect(message.id == "x␀y" && message.source == "s␀t" && message.thread == "e␀")
    #expect(message.title == "a␀b" && message.body == "␀c")
    #expect(try inbox.counts().stored == 3)
  }

  @Test func `a step whose messages all changed since is reported and left behind`() throws {
    try inbox.perform(.pin, on: [1])
    try inbox.perform(.read, on: [1, 2])
    for id in ["1", "2"] { try resurface(id) }
    let expected = UndoOutcome(verb: .read, changedCount: 0, changedSince: [1, 2])
    #expect(try inbox.undo()?.withoutEntry == expected)
    #expect(try inbox.redo() == nil)
    let pin = UndoOutcome(verb: .pinned, changedCount: 1, newest: 1)
    #expect(try inbox.undo()?.withoutEntry == pin)
  }

  @Test func `what undo left alone is left alone by redo and by the next undo`() throws {
    try inbox.perform(.delete, on: [1, 2])
    try resurface("1")
    let expected = UndoOutcome(verb: .deleted, changedCount: 1, newest: 2, changedSince: [1])
    let rest = UndoOutcome(verb: .deleted, changedCount: 1, newest: 2)
    #expect(try inbox.undo()?.withoutEntry == expected)
    #expect(try inbox.redo()?.withoutEntry == rest)
    #expect(try inbox.message(1)?.status == .unread)
    #expect(try inbox.undo()?.withoutEntry == rest)
  }

  @Test func `a step that nothing came back of is no entry of the log`() throws {
    try inbox.perform(.read, on: [1])
    try resurface("1")
    let before = try inbox.lastSequence()
    #expect(try inbox.undo()?.changedCount == 0)
    #expect(try inbox.lastSequence() == before)
  }
}
