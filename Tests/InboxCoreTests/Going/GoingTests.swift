import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct GoingTests {
  private let folder: TemporaryFolder
  private let inbox: Inbox
  private let now = Date.testing

  init() throws {
    folder = try TemporaryFolder()
    inbox = try .testing(in: folder)
    _ = try inbox.push([.make("first"), .make("second")], defaultSource: "cli", at: now)
  }

  private func screen() throws -> ScreenIdentity {
    let screen = ScreenIdentity(at: now)
    try inbox.noteUse(of: screen)
    return screen
  }

  @Test func `the screen used last takes the link, and only once`() throws {
    let (first, second) = (try screen(), try screen())
    try inbox.noteUse(of: first)
    let request = try inbox.go(to: .message(MessageNumber(1)), at: now)
    #expect(try inbox.takeLink(for: second, at: now) == nil)
    #expect(try !inbox.isTaken(request))
    #expect(try inbox.takeLink(for: first, at: now) == .message(MessageNumber(1)))
    #expect(try inbox.isTaken(request))
    #expect(try inbox.takeLink(for: first, at: now) == nil)
    #expect(try !inbox.withdraw(request, at: now))
  }

  @Test func `a link that comes before any screen is kept for the first one`() throws {
    _ = try inbox.go(to: .message(MessageNumber(2)), at: now)
    let (first, second) = (try screen(), try screen())
    #expect(try inbox.takeLink(for: second, at: now) == .message(MessageNumber(2)))
    #expect(try inbox.takeLink(for: first, at: now) == nil)
  }

  @Test func `many handles that reach for one link get it once`() async throws {
    _ = try inbox.go(to: .message(MessageNumber(2)), at: now)
    let (folder, now) = (folder, now)
    let taken = try await withThrowingTaskGroup(of: DeepLink?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let handle = try Inbox.testing(in: folder)
          defer { try? handle.close() }
          return try handle.takeLink(for: ScreenIdentity(at: now), at: now)
        }
      }
      return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    #expect(taken == [.message(MessageNumber(2))])
  }

  @Test func `processes that reach for one link get it once`() async throws {
    _ = try inbox.go(to: .message(MessageNumber(2)), validity: 1_000_000_000, at: now)
    let processes = try (0..<4).map { _ in
      try TestProcess("take-link", folder.path + "/inbox")
    }
    var answers: [String] = []
    for process in processes { answers += try await process.finish().rows.map { $0[0] } }
    #expect(answers.sorted() == ["@2", "none", "none", "none"])
  }

  @Test func `a link is good for its time only`() throws {
    let screen = try screen()
    _ = try inbox.go(to: .message(MessageNumber(2)), validity: 5, at: now)
    #expect(try inbox.takeLink(for: screen, at: now.addingTimeInterval(5)) == nil)
  }

  @Test func `what was taken back leads nowhere later`() throws {
    let request = try inbox.go(to: .message(MessageNumber(2)), at: now)
    #expect(try inbox.withdraw(request, at: now))
    #expect(try inbox.takeLink(for: screen(), at: now) == nil)
  }

  @Test func `the newest of several links wins`() throws {
    let screen = try screen()
    _ = try inbox.go(to: .message(MessageNumber(1)), at: now)
    _ = try inbox.go(to: .message(MessageNumber(2)), at: now)
    #expect(try inbox.takeLink(for: screen, at: now) == .message(MessageNumber(2)))
    #expect(try inbox.takeLink(for: screen, at: now) == nil)
  }

  @Test func `a screen that crashed or was closed is passed over`() throws {
    let alive = try screen()
    var crashed = ScreenIdentity(at: now)
    crashed = ScreenIdentity(
      id: crashed.id, process: .init(number: crashed.process.number, started: 1))
    try inbox.noteUse(of: crashed)
    let closed = try screen()
    try inbox.forget(closed)
    _ = try inbox.go(to: .message(MessageNumber(1)), at: now)
    #expect(try inbox.takeLink(for: crashed, at: now) == nil)
    #expect(try inbox.takeLink(for: closed, at: now) == nil)
    #expect(try inbox.takeLink(for: alive, at: now) == .message(MessageNumber(1)))
  }

  @Test func `what is not there cannot be gone to`() throws {
    #expect(throws: InboxError.unknownMessages(["@9"])) {
      try inbox.go(to: .message(MessageNumber(9)), at: now)
    }
    #expect(throws: InboxError.unknownThread("x")) {
      try inbox.go(to: .thread("x"), at: now)
    }
    #expect(try inbox.takeLink(for: screen(), at: now) == nil)
  }

  @Test func `a thread with nothing in the list cannot be gone to`() throws {
    _ = try inbox.push(
      [
        .make(thread: "over", expiresAt: now.addingTimeInterval(5)),
        .make(thread: "later", startsAt: now.addingTimeInterval(50)),
        .make(thread: "asleep"), .make(thread: "passing", delivery: .alert),
      ], defaultSource: "cli", at: now)
    let later = now.addingTimeInterval(10)
    _ = try inbox.perform(
      .snooze(until: now.addingTimeInterval(50)), on: .numbers([.init(5)]), at: now)
    for name in ["over", "later", "asleep", "passing"] {
      #expect(throws: InboxError.unknownThread(name)) {
        try inbox.go(to: .thread(name), at: later)
      }
    }
    _ = try inbox.go(to: .thread("over"), at: now)
    _ = try inbox.go(to: .thread("asleep"), at: now.addingTimeInterval(50))
  }

  @Test func `a link may wait for ever`() throws {
    _ = try inbox.go(to: .message(MessageNumber(1)), validity: .infinity, at: now)
    let year = now.addingTimeInterval(1e9)
    #expect(try inbox.takeLink(for: screen(), at: year) == .message(MessageNumber(1)))
  }

  @Test func `a thread can be gone to, and the log tells of it`() throws {
    _ = try inbox.push([.make(thread: "build")], defaultSource: "cli", at: now)
    let before = try inbox.lastSequence()
    _ = try inbox.go(to: .thread("build"), at: now)
    #expect(try inbox.takeLink(for: screen(), at: now) == .thread("build"))
    guard case .entries(let entries) = try inbox.log(after: before, limit: 9) else {
      Issue.record("no entries")
      return
    }
    #expect(entries.map(\.verb) == [.requested])
    #expect(entries.map(\.numbers) == [[]])
    #expect(entries.map(\.detail) == ["build"])
  }
}
