import Foundation
import GRDB
import InboxSystem
import InboxTestSupport
import Testing

@testable import InboxCore

/// The files that come with messages, beside a real database.
@Suite struct AttachmentFolderTests {
  private let folder = TemporaryFolder.empty()
  private let inbox: Inbox

  init() throws { inbox = try Inbox.testing(in: folder) }

  private func files() throws -> AttachmentFolder { try #require(inbox.attachments) }

  /// The names of the files that are stored or on their way.
  private func names() throws -> [String] {
    try files().entries().filter { $0 != AttachmentFolder.lockName }.sorted()
  }

  private func upload(_ text: String, as name: String? = "a.txt") throws -> (
    AttachmentUpload, InboxCore.Attachment
  ) {
    let upload = try files().upload()
    for byte in text.utf8 { try withUnsafeBytes(of: byte) { try upload.write($0) } }
    return (upload, try upload.keep(as: name))
  }

  /// Stores a message with a file.
  @discardableResult private func push(
    _ title: String, file text: String, as name: String? = "a.txt", id: String? = nil
  ) throws -> InboxCore.Attachment {
    let (upload, attachment) = try upload(text, as: name)
    try inbox.push(.make(title, id: id).with { $0.attachments = .set([attachment]) }, from: "cli")
    inbox.release(upload)
    return attachment
  }

  private func purge(_ number: Int64) throws {
    try inbox.delete([MessageNumber(number)])
    try inbox.purge([MessageNumber(number)])
  }

  @Test func `a file has the hash of its content as its name, only its owner may read it`() throws {
    let attachment = try push("t", file: "abc", as: "Notes.TXT")
    let name = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad.txt"
    #expect(
      attachment
        == Attachment(name: "Notes.TXT", url: "attachment:\(name)", format: .file, size: 3))
    #expect(try names() == [name])
    #expect(FileStatus(path: try files().path)?.permissions == 0o700)
    #expect(FileStatus(path: "\(try files().path)/\(name)")?.permissions == 0o600)
  }

  @Test func `the same content is stored once, and goes with its last message`() throws {
    try push("a", file: "x")
    try push("b", file: "x")
    #expect(try names().count == 1)
    try purge(1)
    #expect(try names().count == 1)
    try inbox.delete([2])
    #expect(try names().count == 1)
    try purge(2)
    #expect(try names() == [])
  }

  @Test func `undo of a deletion finds the file`() throws {
    try push("a", file: "x")
    try inbox.delete([1])
    try inbox.undo()
    #expect(try inbox.attachmentUse().missing == [])
    #expect(try names().count == 1)
  }

  @Test func `a file that is on another machine is not missing, and has no path here`() throws {
    let attachment = try push("a", file: "x")
    let path = try files().path(of: #require(attachment.reference))
    func json() throws -> String {
      let message = try #require(try inbox.message(1))
      return MessageJSON(message, files: try files()).text
    }
    #expect(try json().contains(#""path":"#))
    try FileManager.default.removeItem(atPath: path)
    #expect(try inbox.attachmentUse().missing.count == 1)
    #expect(try !json().contains(#""path":"#))
    #expect(try inbox.message(1)?.withFiles(in: files()).attachments == [attachment])
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "laptop"))
    #expect(try inbox.attachmentUse().missing.count == 1)
    try inbox.store.write { try $0.run("UPDATE message SET arrived_on = 'atlas'") }
    #expect(try inbox.attachmentUse().missing == [])
  }

  @Test func `the files of messages that make room go, also while each comes with one`() throws {
    let small = try Inbox.testing(in: folder, maximumCount: 2)
    for text in ["a", "b", "c", "d"] {
      let upload = try files().upload()
      try Array(text.utf8).withUnsafeBytes { try upload.write($0) }
      var payload = Payload.make(text)
      payload.attachments = .set([try upload.keep(as: "a.txt")])
      try small.push(payload, from: "cli")
      small.release(upload)
    }
    #expect(try names().count == 2)
    #expect(try small.attachmentUse().missing == [])
  }

  @Test func `a message that gets another file loses the one before`() throws {
    try push("a", file: "x", id: "1")
    let second = try push("a", file: "y", id: "1")
    #expect(try names() == [second.reference?.fileName])
  }

  @Test func `a message with the same file twice lets go of it at once`() throws {
    let (upload, attachment) = try upload("x")
    try inbox.push(
      .make("t").with { $0.attachments = .set([attachment, attachment]) }, from: "cli")
    inbox.release(upload)
    try purge(1)
    #expect(try names() == [])
  }

  @Test func `a file whose message was not stored goes, unless another names it`() throws {
    let (first, attachment) = try upload("x")
    inbox.release(first, discarding: attachment.reference)
    #expect(try names() == [])
    try push("t", file: "y")
    let (second, same) = try upload("y")
    inbox.release(second, discarding: same.reference)
    #expect(try names().count == 1)
  }

  @Test func `the files of a message that an older program has stored are counted later`() throws {
    let attachment = try push("a", file: "x")
    // An older program leaves the counting to a trigger.
    try inbox.store.write { database in
      try database.execute(
        sql: """
          INSERT INTO message (number, place, status, lead, priority, delivery, partial, sort_at,
            placed_at, received_at, source, id, attachments)
          SELECT key + 2, 1, 0, 0, 3, 1, 0, 0, 0, 0, 'cli', key + 2, value
          FROM json_each(json_array(?1, ?1, 'no JSON', '["no object"]'))
          """, arguments: ["[{\"url\":\"\(attachment.url)\"}]"])
      try database.execute(
        sql: """
          INSERT INTO message_text (rowid, title, subtitle, body)
          SELECT number, title, subtitle, body FROM message WHERE number > 1
          """)
      try database.execute(sql: "DELETE FROM message WHERE number = 2")
    }
    #expect(try inbox.attachmentUse().namedCount == 1)
    try purge(1)
    #expect(try names().count == 1)
    try inbox.push(.make("b"), from: "cli")
    #expect(try names().count == 1)
    try purge(3)
    #expect(try names() == [])
  }

  @Test func `an insertion calls no function, so that SQLite keeps no statement journal`() throws {
    for sql in [Database.insertion, Database.exchangedInsertion] {
      let operations = try inbox.store.read { database in
        let statement = try database.makeStatement(sql: "EXPLAIN \(sql)")
        statement.setUncheckedArguments([])
        return try Row.fetchAll(statement).map { $0["opcode"] as String }
      }
      #expect(operations.contains("Program"))
      #expect(!operations.contains { $0.hasSuffix("Func") || $0.contains("Function") })
    }
  }

  @Test func `nothing is removed while a file is on its way`() throws {
    try push("a", file: "x")
    let (upload, attachment) = try upload("x")
    try purge(1)
    #expect(try names() == [attachment.reference?.fileName])
    try inbox.push(.make("b").with { $0.attachments = .set([attachment]) }, from: "cli")
    inbox.release(upload)
    #expect(try inbox.attachmentUse().missing == [])
    #expect(try names().count == 1)
  }

  @Test func `an upload that is given up leaves nothing`() throws {
    var upload: AttachmentUpload? = try files().upload()
    try Array("x".utf8).withUnsafeBytes { try upload?.write($0) }
    #expect(try names().count == 1)
    upload = nil
    #expect(try names() == [])
  }

  @Test func `what a crash left goes: unfinished files at once, whole ones after a month`() throws {
    try push("a", file: "x")
    let path = try files().path
    let orphan = String(repeating: "0", count: 64) + ".txt"
    let young = String(repeating: "1", count: 64) + ".txt"
    for name in ["1.part", orphan, young, "foreign"] {
      try Data("x".utf8).write(to: URL(filePath: "\(path)/\(name)"))
    }
    let old = Date.testing.addingTimeInterval(-40 * 86_400)
    let recent = Date.testing.addingTimeInterval(-86_400)
    for (name, date) in [(orphan, old), (young, recent), ("foreign", old)] {
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: "\(path)/\(name)")
    }
    #expect(try inbox.sweepLeftAttachments() == 2)
    #expect(try names().contains(young) && names().contains("foreign"))
    #expect(try names().count == 3)
    #expect(try inbox.attachmentUse().namedCount == 1)
  }

  @Test func `a file over a limit is refused by name, and leaves nothing`() throws {
    let limited = AttachmentFolder(
      path: try files().path, limits: AttachmentLimits(file: 4, total: 6))
    #expect(throws: AttachmentError.tooLarge(limit: 4)) { try limited.upload(expecting: 5) }
    let upload = try limited.upload()
    #expect(throws: AttachmentError.tooLarge(limit: 4)) {
      try Array("12345".utf8).withUnsafeBytes { try upload.write($0) }
    }
    try push("a", file: "1234")
    #expect(throws: AttachmentError.full(limit: 6)) { try limited.upload(expecting: 3) }
    #expect(try names().count == 1)
  }
}

@Suite struct AttachmentReferenceTests {
  private static let hash = String(repeating: "a", count: 64)

  @Test(arguments: [
    "../inbox.sqlite", "inbox.sqlite", "", ".", "\(hash)", "\(hash).", "\(hash).a/b",
    "\(hash).PNG", "\(hash.uppercased()).png", "\(hash).png.sh", "x\(hash.dropFirst()).png",
    "/\(hash).png", "\(hash).toolongending", "\(hash).png\0",
  ])
  func `no path and no other name is that of a stored file`(_ name: String) {
    #expect(AttachmentReference(fileName: name) == nil)
    #expect(AttachmentReference(link: "attachment:" + name) == nil)
  }

  @Test func `a link is read as it is written`() {
    let reference = AttachmentReference(fileName: "\(Self.hash).png")
    #expect(reference.flatMap { AttachmentReference(link: $0.link) } == reference)
    #expect(reference?.mediaType == "image/png")
    #expect(AttachmentReference(link: "https://\(Self.hash).png") == nil)
  }

  @Test(
    arguments: [
      ("../../etc/passwd", "passwd"), (#"C:\temp\a.txt"#, "a.txt"),
      ("a\u{202E}gpj.exe", "agpj.exe"),
      (" a b ", "a b"), ("a\nb", "ab"), ("..", nil), ("/", nil), ("", nil),
    ] as [(String, String?)])
  func `a name from outside loses folders and what is not seen`(_ name: String, _ safe: String?) {
    #expect(Attachment.safeName(name) == safe)
  }

  @Test(arguments: [
    ("https://f-droid.org/F-Droid.apk", "F-Droid.apk"),
    ("https://e.org/a/b%20c.png?x=1", "b c.png"),
    ("https://e.org", "attachment"), ("https://e.org/", "attachment"),
  ])
  func `a link is named by the end of its path`(_ url: String, _ name: String) {
    #expect(Attachment(url: url).fileName == name)
  }

  @Test(
    arguments: [
      ([0x89, 0x50, 0x4E, 0x47, 0x0D], "png"), ([0xFF, 0xD8, 0xFF, 0xE0], "jpg"),
      (Array("plain ünd".utf8), "txt"), (Array("plain ünd".utf8.dropLast(3)), "txt"),
      ([0, 1, 2, 3], "bin"), ([0xC3, 0x28, 0x41, 0x41, 0x41, 0x41], "bin"),
    ] as [([UInt8], String)])
  func `the first bytes tell the ending`(_ head: [UInt8], _ ending: String) {
    #expect(FileType.ending(forHead: head) == ending)
  }

  @Test(arguments: ["html", "svg", "xml", "js", "sh", "desktop"])
  func `what a browser or a shell would run is of no type`(_ ending: String) {
    #expect(FileType(ending: ending) == nil)
  }
}
