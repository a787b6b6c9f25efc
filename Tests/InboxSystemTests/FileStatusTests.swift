import Foundation
import InboxTestSupport
import Testing

@testable import InboxSystem

struct FileStatusTests {
  private let folder: TemporaryFolder
  private var path: String { folder.path + "/file" }

  init() throws {
    folder = try TemporaryFolder()
    try Data("four".utf8).write(to: URL(filePath: path))
    chmod(path, 0o640)
  }

  @Test func `a file has a size, permissions and a kind`() throws {
    let status = try #require(FileStatus(path: path))
    #expect(status.size == 4)
    #expect(status.permissions == 0o640)
    #expect(status.kind == .regular)
    #expect(FileStatus.isFolder(folder.path))
    #expect(!FileStatus.isFolder(path))
    #expect(FileStatus(path: path + "/none") == nil)
  }

  @Test func `a replaced file has another identity, a written one another status`() throws {
    let before = try #require(FileStatus(path: path))
    #expect(FileStatus(path: path) == before)
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("five!".utf8))
    let written = try #require(FileStatus(path: path))
    #expect(written != before)
    #expect(written.identity == before.identity)
    #expect(FileStatus(descriptor: file.fileDescriptor)?.identity == before.identity)
    try Data().write(to: URL(filePath: path + "2"))
    try #require(rename(path + "2", path) == 0)
    #expect(FileStatus(path: path)?.identity != before.identity)
    try file.close()
  }

  @Test func `a link is followed, or is the file itself`() throws {
    let link = folder.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path)
    #expect(FileStatus.isFolder(link))
    #expect(FileStatus(path: link, followsLinks: false)?.kind == .link)
  }
}
