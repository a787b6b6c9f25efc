import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// What stands in the place of the bell's file is neither written to nor waited for.
@Suite(.waiting) struct BellFileTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox
  private let bell: String
  private let other: String

  init() throws {
    inbox = try .testing(in: folder)
    try inbox.close()
    bell = folder.path + "/inbox/" + FileBell.fileName
    other = folder.path + "/other"
    try Data("mine".utf8).write(to: URL(filePath: other))
    unlink(bell)
  }

  private func expectRefusal() throws {
    let inbox = try Inbox.testing(in: folder)
    #expect(
      throws: InboxError.cannotAccess(path: bell, reason: .foreignFile)
    ) { try inbox.push(.make()) }
    #expect(try inbox.counts() == InboxCounts())
    #expect(try Data(contentsOf: URL(filePath: other)) == Data("mine".utf8))
    unlink(bell)
    try inbox.push(.make())
    #expect(try inbox.counts().unread == 1)
  }

  // Before: the file that a link led to got a byte written.
  @Test func `a symbolic link is refused`() throws {
    #expect(symlink(other, bell) == 0)
    try expectRefusal()
  }

  @Test func `another name of a file is refused`() throws {
    #expect(link(other, bell) == 0)
    try expectRefusal()
  }

  // Before: a pipe was waited for.
  @Test func `a pipe is refused`() throws {
    #expect(mkfifo(bell, 0o600) == 0)
    try expectRefusal()
  }

  @Test func `a pipe in the place of the database is refused`() throws {
    let path = folder.path + "/pipes/inbox.sqlite"
    #expect(mkdir(folder.path + "/pipes", 0o700) == 0 && mkfifo(path, 0o600) == 0)
    #expect(throws: InboxError.cannotAccess(path: path, reason: .notRegularFile)) {
      try Inbox.open(folder: folder.path + "/pipes")
    }
  }
}
