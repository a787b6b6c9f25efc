import Foundation
import GRDB
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxCore

/// What writes nothing wakes nobody, and what text may not hold is replaced.
@Suite struct SilenceTests {
  private final class CountingBell: CommitSignal {
    let count = Mutex(0)

    func ring() {
      count.withLock { $0 += 1 }
    }
  }

  private let bell = CountingBell()
  private let inbox: Inbox

  init() throws {
    inbox = Inbox(
      store: try InboxStore.inMemory(configuration: .testing(), bell: bell))
    _ = try inbox.push([.make(id: "1"), .make(id: "2")], defaultSource: "a")
  }

  private var rings: Int { bell.count.withLock { $0 } }

  @Test func `what changes nothing neither rings nor is logged`() throws {
    let sequence = try inbox.lastSequence()
    let ringsBefore = rings
    for selection in [MessageSelection.matching(.all), .numbers([.init(1), .init(9)])] {
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
    _ = try inbox.perform(.read, on: .matching(.all))
    #expect(rings == ringsBefore + 1)
    _ = try inbox.undo()
    #expect(rings == ringsBefore + 2)
  }

  @Test func `a silent push updates what it names and is ignored otherwise`() throws {
    var silent = Payload()
    silent.isSilent = true
    silent.id = "1"
    silent.thread = .set("t")
    var unknown = silent
    unknown.id = "9"
    let outcome = try inbox.push([silent, unknown], defaultSource: "a")
    #expect(outcome.results[0] == .merged(MessageNumber(1), id: "1"))
    guard case .ignored = outcome.results[1] else {
      Issue.record("a silent push made a message")
      return
    }
    #expect(try inbox.message(.init(1))?.thread == "t")
    #expect(try inbox.counts().stored == 2)
  }

  @Test func `no text is cut at a zero byte`() throws {
    let payload = Payload.make(
      "a\0b", id: "x\0y", source: "s\0t", body: "\0c", categories: ["d"], thread: "e\0")
    for _ in 0..<2 { _ = try inbox.push([payload], defaultSource: "a") }
    let message = try #require(try inbox.message(.init(3)))
    #expect(message.id == "x␀y" && message.source == "s␀t" && message.thread == "e␀")
    #expect(message.title == "a␀b" && message.body == "␀c")
    #expect(try inbox.counts().stored == 3)
  }

  @Test func `a step whose messages all changed since is reported and left behind`() throws {
    _ = try inbox.perform(.pin, on: .numbers([.init(1)]))
    _ = try inbox.perform(.read, on: .numbers([.init(1), .init(2)]))
    let again = ["1", "2"].map { id in
      var payload = Payload.make(id: id)
      payload.resurfaces = true
      return payload
    }
    _ = try inbox.push(again, defaultSource: "a")
    let expected = UndoOutcome(
      verb: .read, changedCount: 0, changedSince: [.init(1), .init(2)])
    #expect(try inbox.undo()?.withoutEntry == expected)
    #expect(try inbox.redo() == nil)
    let pin = UndoOutcome(verb: .pinned, changedCount: 1, newest: .init(1))
    #expect(try inbox.undo()?.withoutEntry == pin)
  }

  @Test func `what undo left alone is left alone by redo and by the next undo`() throws {
    _ = try inbox.perform(.delete, on: .numbers([.init(1), .init(2)]))
    var again = Payload.make(id: "1")
    again.resurfaces = true
    _ = try inbox.push([again], defaultSource: "a")
    let expected = UndoOutcome(
      verb: .deleted, changedCount: 1, newest: .init(2), changedSince: [.init(1)])
    let rest = UndoOutcome(verb: .deleted, changedCount: 1, newest: .init(2))
    #expect(try inbox.undo()?.withoutEntry == expected)
    #expect(try inbox.redo()?.withoutEntry == rest)
    #expect(try inbox.message(.init(1))?.status == .unread)
    #expect(try inbox.undo()?.withoutEntry == rest)
  }

  @Test func `a step that nothing came back of is no entry of the log`() throws {
    _ = try inbox.perform(.read, on: .numbers([.init(1)]))
    var again = Payload.make(id: "1")
    again.resurfaces = true
    _ = try inbox.push([again], defaultSource: "a")
    let before = try inbox.lastSequence()
    #expect(try inbox.undo()?.changedCount == 0)
    #expect(try inbox.lastSequence() == before)
  }
}
