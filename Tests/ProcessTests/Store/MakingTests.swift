import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// Making an inbox is one step: whoever comes meanwhile waits for it, and finds it whole.
@Suite("making an inbox") struct MakingTests {
  // Before: some of the very first pushes at the same moment were refused.
  @Test func `none of twenty first pushes at once is refused`() throws {
    let deadline = Date() + 12
    var round = 0
    repeat {
      round += 1
      let program = Program()
      let errors = try program.path + "/errors"
      let pushes = try (0..<20).map { index in
        try ChildProcess(
          Program.path, ["push", "message \(index)"], environment: try program.environment(),
          errors: .file("\(errors)-\(index)"))
      }
      for (index, push) in pushes.enumerated() {
        let status = try push.end()
        let told = try String(contentsOfFile: "\(errors)-\(index)", encoding: .utf8)
        #expect(status == 0, "round \(round): \(told)")
      }
      #expect(try program.run("count").output == "20\n")
      let names = try FileManager.default.contentsOfDirectory(
        atPath: try program.path + "/inboxes/default")
      #expect(names.allSatisfy { !$0.contains(".new") }, "\(names)")
    } while Date() < deadline
  }

  @Test func `threads that make one inbox all find it whole`() async throws {
    for _ in 0..<60 {
      let folder = try TemporaryFolder()
      await withTaskGroup(of: Void.self) { group in
        for index in 0..<6 {
          group.addTask {
            await #expect(throws: Never.self) {
              let inbox = try Inbox.open(folder: folder.path + "/a/b/inbox")
              _ = try await inbox.push([.make("\(index)")], defaultSource: "cli")
              try inbox.close()
            }
          }
        }
      }
      let counts = try await Inbox.open(folder: folder.path + "/a/b/inbox").counts()
      #expect(counts.unread == 6)
    }
  }

  // Before: "disk I/O error" instead of what is wrong, and where.
  @Test func `no space while the inbox is made is told with the place, nothing is left`() throws {
    let program = Program()
    for blocks in [1, 8, 40, 80] {
      try program.shell(
        "ulimit -f \(blocks); exec \"$B\" push x", ending: 1,
        saying: "limits files to \(blocks * 512) bytes", try program.path)
    }
    #expect(try program.run("push", "x").status == 0)
    #expect(try program.run("count").output == "1\n")
  }

  // Before: "disk I/O error" instead of a reason.
  @Test func `a write-ahead log that was removed is a reason`() throws {
    let program = Program()
    let folder = try program.path + "/inboxes/default"
    try program.run("push", "x")
    let inbox = try Inbox.open(folder: folder)
    try inbox.push(.make("kept open"))
    #expect(unlink(folder + "/inbox.sqlite-wal") == 0)
    let run = try program.run("push", "y")
    #expect(run.status == 0 || run.errors.contains("-wal") && run.errors.contains("close"))
    #expect(!run.errors.contains("disk I/O error"), "\(run.errors)")
    try inbox.close()
    #expect(try program.run("push", "z").status == 0)
  }
}
