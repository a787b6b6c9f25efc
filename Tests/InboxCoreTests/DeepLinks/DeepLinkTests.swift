import Foundation
import InboxSystem
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct DeepLinkTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private let now = Date.testing

  init() throws {
    inbox = try .testing(in: folder)
    try inbox.at(now).push(.make("first"), .make("second"), from: "cli")
  }

  private func screen() throws -> ScreenIdentity {
    let screen = ScreenIdentity(at: now)
    try inbox.register(screen)
    return screen
  }

  @Test func `the screen used last claims the link, and only once`() throws {
    let (first, second) = (try screen(), try screen())
    try inbox.register(first)
    let request = try inbox.at(now).request(.message(1))
    #expect(try inbox.at(now).claimLink(for: second) == nil)
    #expect(try !inbox.isClaimed(request))
    #expect(try inbox.at(now).claimLink(for: first) == .message(1))
    #expect(try inbox.isClaimed(request))
    #expect(try inbox.at(now).claimLink(for: first) == nil)
    #expect(try !inbox.at(now).withdraw(request))
  }

  @Test func `a link that comes before any screen is kept for the first one`() throws {
    _ = try inbox.at(now).request(.message(2))
    let (first, second) = (try screen(), try screen())
    #expect(try inbox.at(now).claimLink(for: second) == .message(2))
    #expect(try inbox.at(now).claimLink(for: first) == nil)
  }

  @Test func `many handles that reach for one link get it once`() async throws {
    _ = try inbox.at(now).request(.message(2))
    let (folder, now) = (folder, now)
    let taken = try await withThrowingTaskGroup(of: DeepLink?.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let handle = try Inbox.testing(in: folder)
          defer { try? handle.close() }
          return try handle.at(now).claimLink(for: ScreenIdentity(at: now))
        }
      }
      return try await group.reduce(into: []) { $0 += [$1].compactMap(\.self) }
    }
    #expect(taken == [.message(2)])
  }

  @Test func `a link is good for its time only`() throws {
    let screen = try screen()
    _ = try inbox.at(now).request(.message(2), validity: 5)
    #expect(try inbox.at(now.addingTimeInterval(5)).claimLink(for: screen) == nil)
  }

  @Test func `what was withdrawn leads nowhere later`() throws {
    let request = try inbox.at(now).request(.message(2))
    #expect(try inbox.at(now).withdraw(request))
    #expect(try inbox.at(now).claimLink(for: screen()) == nil)
  }

  @Test func `the newest of several links wins`() throws {
    let screen = try screen()
    _ = try inbox.at(now).request(.message(1))
    _ = try inbox.at(now).request(.message(2))
    #expect(try inbox.at(now).claimLink(for: screen) == .message(2))
    #expect(try inbox.at(now).claimLink(for: screen) == nil)
  }

  @Test func `a screen that crashed or was closed is passed over`() throws {
    let alive = try screen()
    var crashed = ScreenIdentity(at: now)
    crashed = ScreenIdentity(
      id: crashed.id, process: .init(number: crashed.process.number, started: 1))
    try inbox.register(crashed)
    let closed = try screen()
    try inbox.unregister(closed)
    _ = try inbox.at(now).request(.message(1))
    #expect(try inbox.at(now).claimLink(for: crashed) == nil)
    #expect(try inbox.at(now).claimLink(for: closed) == nil)
    #expect(try inbox.at(now).claimLink(for: alive) == .message(1))
  }

  @Test func `what is not there cannot be requested`() throws {
    #expect(throws: InboxError.unknownMessages(["@9"])) { try inbox.at(now).request(.message(9)) }
    #expect(throws: InboxError.unknownThread("x")) { try inbox.at(now).request(.thread("x")) }
    #expect(try inbox.at(now).claimLink(for: screen()) == nil)
  }

  @Test func `a thread with nothing in the list cannot be requested`() throws {
    try inbox.at(now).push(
      .make(thread: "over", expiresAt: now.addingTimeInterval(5)),
      .make(thread: "later", startsAt: now.addingTimeInterval(50)),
      .make(thread: "asleep"), .make(thread: "passing", delivery: .alert), from: "cli")
    let later = now.addingTimeInterval(10)
    try inbox.at(now).perform(.snooze(until: .date(now.addingTimeInterval(50))), on: [5])
    for name in ["over", "later", "asleep", "passing"] {
      #expect(throws: InboxError.unknownThread(name)) { try inbox.at(later).request(.thread(name)) }
    }
    _ = try inbox.at(now).request(.thread("over"))
    _ = try inbox.at(now.addingTimeInterval(50)).request(.thread("asleep"))
  }

  @Test func `a link may wait for ever`() throws {
    _ = try inbox.at(now).request(.message(1), validity: .infinity)
    let year = now.addingTimeInterval(1e9)
    #expect(try inbox.at(year).claimLink(for: screen()) == .message(1))
  }

  @Test func `a thread can be requested, and the log tells of it`() throws {
    try inbox.at(now).push(.make(thread: "build"), from: "cli")
    let before = try inbox.lastSequence()
    _ = try inbox.at(now).request(.thread("build"))
    #expect(try inbox.at(now).claimLink(for: screen()) == .thread("build"))
    let entries = try inbox.entries(after: before)
    #expect(entries.map(\.verb) == [.requested])
    #expect(entries.map(\.numbers) == [[]])
    #expect(entries.map(\.detail) == ["build"])
  }
}
