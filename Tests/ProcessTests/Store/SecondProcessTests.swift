import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// What a second process takes from an inbox, or leaves in it when it is killed.
struct SecondProcessTests {
  private let folder = TemporaryFolder.empty()

  @Test func `processes that reach for one link get it once`() async throws {
    let inbox = try Inbox.testing(in: folder)
    _ = try await inbox.push([.make(), .make()])
    _ = try inbox.request(.message(MessageNumber(2)), validity: 1_000_000_000)
    let processes = try (0..<4).map { _ in
      try TestProcess("take-link", folder.path + "/inbox")
    }
    var answers: [String] = []
    for process in processes { answers += try await process.finish().rows.map { $0[0] } }
    #expect(answers.sorted() == ["@2", "none", "none", "none"])
  }

  @Test(.bug(id: "D14", "a write that was broken off left a file that nobody could read"))
  func `a writer killed within a batch leaves the batches before it whole`() async throws {
    let inbox = try Inbox.testing(in: folder)
    let writer = try TestProcess("push-and-die", folder.path + "/inbox", "50")
    #expect(try await writer.finish().status == SIGKILL)
    #expect(try await inbox.counts() == InboxCounts(unread: 50))
    #expect(try inbox.health().isSound)
    #expect(try await inbox.push([.make()], defaultSource: "half").results.count == 1)
    #expect(try await inbox.counts().unread == 51)
  }
}
