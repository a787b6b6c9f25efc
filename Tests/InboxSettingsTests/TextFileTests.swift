import Foundation
import InboxTestSupport
import InboxTOML
import Testing

@testable import InboxSettings

@Suite("files of settings")
struct TextFileTests {
  let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private var path: String { root.path + "/config.toml" }

  private struct Nothing: TOMLRoot {}

  /// What is said of the file.
  private var messages: [String] { TOMLFile(at: path, by: TOMLTable<Nothing>([])).messages }

  @Test func `a pipe is refused without waiting for a writer`() {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(messages == ["\(path): cannot be read: it is not a regular file"])
  }

  @Test(arguments: ["/dev/zero", "/dev/null", "/dev/full"])
  func `a device is refused, also behind a link`(device: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: device)
    #expect(messages == ["\(path): cannot be read: it is not a regular file"])
  }

  @Test func `a folder is refused`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    #expect(messages == ["\(path): cannot be read: it is a folder"])
  }

  @Test func `a file of one mebibyte is read, and one byte more is refused`() throws {
    let comment = "#" + String(repeating: "x", count: 1_024 * 1_024 - 1)
    try Data(comment.utf8).write(to: URL(filePath: path))
    #expect(messages == [])
    try Data((comment + "x").utf8).write(to: URL(filePath: path))
    #expect(
      messages == ["\(path): cannot be read: it has more than 1 MiB, and no file of settings has"])
  }

  @Test func `a file that is not there says nothing`() {
    #expect(messages == [])
    #expect(TOMLFile(at: path + "/x", by: TOMLTable<Nothing>([])).messages == [])
  }

  @Test func `a theme that is a pipe is refused by its path`() {
    #expect(mkfifo(root.path + "/mine.toml", 0o600) == 0)
    let lookup = ThemeLookup(folders: [root.path], builtInNames: []) { _ in nil }
    #expect(throws: ThemeLookupError.self) { try lookup.find("mine") }
  }
}
