import Foundation
import InboxTestSupport
import InboxText
import Testing

@testable import InboxCore

/// What comes back of a damaged file.
@Suite(.waiting) struct RescueTests {
  private let whole: DamagedInbox
  private let target = TemporaryFolder.empty()

  init() throws { whole = try DamagedInbox(seed: 5) }

  private func messages(in folder: String) throws -> [MessageNumber: Message] {
    let inbox = try Inbox.open(folder: folder, configuration: .testing())
    defer { try? inbox.close() }
    var messages: [MessageNumber: Message] = [:]
    try inbox.exportMessages { messages[$0.number] = $0 }
    return messages
  }

  private func rescue(_ folder: String, as name: String = "new") throws -> RescueOutcome {
    try Inbox.rescue(
      folder + "/" + Inbox.fileName, into: target.path + "/" + name, configuration: .testing())
  }

  @Test func `all of an undamaged file comes back, with state, metrics and numbers`() throws {
    let before = try messages(in: whole.folder)
    let outcome = try rescue(whole.folder)
    #expect(outcome.isWhole)
    #expect(outcome.messageCount == before.count)
    #expect(outcome.expectedCount == before.count)
    #expect(try messages(in: target.path + "/new") == before)
    let (old, new) = try (
      Inbox.open(folder: whole.folder, configuration: .testing()),
      Inbox.open(folder: target.path + "/new", configuration: .testing())
    )
    #expect(try new.metrics() == old.metrics())
    #expect(try new.counts() == old.counts())
    #expect(try new.health().isSound)
    let filter = MessageFilter([.init(.word("naïve"))])
    #expect(try new.count(matching: filter) == old.count(matching: filter))
    _ = try (new.push(.make(), from: "x"), old.push(.make(), from: "x"))
    let newest = MessageQuery(filter: MessageFilter([.init(.source("x"))]))
    let numbers = try [new, old].map {
      try $0.snapshot(of: newest, in: .init(limit: 1)).rows.map(\.number)
    }
    #expect(numbers[0] == numbers[1])
  }

  @Test func `earlier occurrences come back with their messages`() throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.testing(in: folder)
    for index in 1...5 {
      let payload = Payload.make("disk \(index)", fold: "disk")
        .with { $0.custom = .set(.object(["run": .integer(Int64(index))])) }
      try inbox.at(Double(index)).push(payload, from: "ops")
    }
    try inbox.close()
    let before = try messages(in: folder.path + "/inbox")
    #expect(before.values.map(\.earlier.count) == [4])
    #expect(try rescue(folder.path + "/inbox").isWhole)
    #expect(try messages(in: target.path + "/new") == before)
  }

  @Test func `without its first page everything comes back`() throws {
    let folder = try whole.copy {
      $0.replaceSubrange(0..<4_096, with: repeatElement(0, count: 4_096))
    }
    #expect(try rescue(folder).isWhole)
    #expect(try messages(in: target.path + "/new") == messages(in: whole.folder))
  }

  @Test(arguments: [FileDamage.zeroedPage, .swappedPages, .copiedPage, .cutShort])
  func `what comes back from whole pages is as it was`(_ damage: FileDamage) throws {
    let before = try messages(in: whole.folder)
    for seed in 1...6 as ClosedRange<UInt64> {
      let outcome = try rescue(try whole.copy(damaged: damage, seed: seed), as: "\(seed)")
      let after = try messages(in: target.path + "/\(seed)")
      #expect(outcome.messageCount == after.count)
      #expect(after.count >= before.count / (damage == .cutShort ? 4 : 2), "\(damage) \(seed)")
      var mixed = 0
      for (number, message) in after {
        guard var original = before[number] else { throw Unexpected("\(number) never was") }
        guard original != message else { continue }
        // The end of a long body lies on pages of its own, of which nothing tells whose they are.
        mixed += 1
        (original.body, original.custom) = (message.body, message.custom)
        #expect(message == original)
      }
      #expect(mixed <= 2)
    }
  }

  @Test(arguments: [FileDamage.flippedBits, .otherBytes])
  func `nearly all comes back when bytes are wrong here and there`(_ damage: FileDamage) throws {
    let before = try messages(in: whole.folder)
    for seed in 1...6 as ClosedRange<UInt64> {
      _ = try rescue(try whole.copy(damaged: damage, seed: seed), as: "\(seed)")
      let after = try messages(in: target.path + "/\(seed)")
      let same = after.count { before[$0.key] == $0.value }
      #expect(same >= before.count / 3, "\(damage) \(seed): \(same) of \(before.count)")
      let inbox = try Inbox.open(folder: target.path + "/\(seed)", configuration: .testing())
      #expect(try inbox.health().complaints == [])
    }
  }

  @Test func `what only the write-ahead log has comes back`() throws {
    let inbox = try Inbox.open(folder: whole.folder, configuration: .testing())
    try inbox.push((0..<40).map { .make("late \($0)") }, defaultSource: "late")
    let copy = target.path + "/copy"
    try FileManager.default.copyItem(atPath: whole.folder, toPath: copy)
    #expect(FileManager.default.fileExists(atPath: copy + "/inbox.sqlite-wal"))
    var expected: [MessageNumber: Message] = [:]
    try inbox.exportMessages { expected[$0.number] = $0 }
    #expect(try rescue(copy).isWhole)
    #expect(try messages(in: target.path + "/new") == expected)
  }

  @Test func `a file without messages makes no inbox`() throws {
    let folder = try whole.copy { $0 = Array(repeating: 0xA5, count: $0.count) }
    #expect(try rescue(folder).messageCount == 0)
    #expect(!FileManager.default.fileExists(atPath: target.path + "/new"))
  }

  @Test func `a file that is not there is named`() throws {
    let path = target.path + "/none"
    let reason = AccessFailure.call("open", code: ENOENT)
    #expect(throws: InboxError.cannotAccess(path: path, reason: reason)) {
      _ = try Inbox.rescue(path, into: target.path + "/new")
    }
    #expect(!FileManager.default.fileExists(atPath: target.path + "/new"))
  }
}
