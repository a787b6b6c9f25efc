import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

/// A reader that has no right to write, beside the owner of the inbox.
@Suite(.waiting) struct ReadOnlyTests {
  private let folder = TemporaryFolder.empty()
  private var path: String { folder.path + "/inbox" }

  init() throws { try push("first") }

  private func owner() throws -> Inbox {
    try Inbox.open(folder: path, configuration: .init(durability: .normal))
  }

  /// Opens, pushes and closes, as a command does.
  private func push(_ title: String) throws {
    let owner = try owner()
    try owner.at(.testing).push(.make(title), from: "cli")
    try owner.close()
  }

  private func reader() throws -> Inbox {
    Inbox(store: try InboxStore.open(folder: path, configuration: .testing(), isReadOnly: true))
  }

  private func count(_ inbox: Inbox) throws -> Int { try inbox.at(.testing).counts().listed }

  @Test func `it leaves no file behind and refuses to write`() throws {
    let before = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
    let reader = try reader()
    #expect(try count(reader) == 1)
    #expect(throws: InboxError.readOnly(path: path + "/inbox.sqlite")) {
      try reader.at(.testing).perform(.read, on: [1])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == before)
  }

  @Test func `it sees what an owner who comes later stores`() throws {
    let reader = try reader()
    #expect(try count(reader) == 1)
    let owner = try owner()
    for number in 2...4 {
      try owner.at(.testing).push(.make("\(number)"), from: "cli")
      #expect(try count(reader) == number)
    }
    try owner.close()
    #expect(try count(reader) == 4)
  }

  @Test func `it sees what was stored and put away between two looks`() throws {
    let reader = try reader()
    for number in 2...4 {
      try push("\(number)")
      #expect(try count(reader) == number)
    }
  }

  @Test func `its watch tells of both`() throws {
    let reader = try reader()
    let watch = try reader.watch()
    try push("second")
    #expect(isReadable(watch.fileDescriptor, within: PseudoTerminal.limit))
    guard case .changed(let entries) = try watch.take() else { throw Unexpected("nothing changed") }
    #expect(entries.map(\.numbers) == [[2]])
  }

  @Test func `it goes on with a database that takes the place of the first`() throws {
    let reader = try reader()
    let watch = try reader.watch()
    let other = try TemporaryFolder()
    let backup = try Inbox.testing(in: other)
    try backup.at(.testing).push(.make(), .make(), .make(), from: "cli")
    try backup.close()
    #expect(rename(other.path + "/inbox/inbox.sqlite", path + "/inbox.sqlite") == 0)
    #expect(try watch.take() == .reload)
    #expect(try count(reader) == 3)
    #expect(try !FileManager.default.contentsOfDirectory(atPath: path).contains("inbox.sqlite-shm"))
  }
}
