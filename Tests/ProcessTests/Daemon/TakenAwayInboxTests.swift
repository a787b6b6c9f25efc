import Foundation
import InboxTestSupport
import Testing

/// What is acknowledged while the inbox's folder is taken away or replaced.
@Suite(.waiting) struct TakenAwayInboxTests {
  private let program = Program()

  private var folder: String { get throws { try program.path + "/inboxes/default" } }

  private func titles() throws -> [String] { try program.list("{body}", "--sort", "oldest") }

  private func takeAway() throws { try FileManager.default.removeItem(atPath: folder) }

  /// Puts an inbox with one message in the place of the usual one.
  private func replace() throws {
    let other = Program()
    try other.run("push", "other", "--body", "other")
    try takeAway()
    try FileManager.default.moveItem(atPath: other.path + "/inboxes/default", toPath: folder)
  }

  @Test(arguments: [false, true])
  func `what the daemon acknowledges is in the inbox that is there then`(isReplaced: Bool) throws {
    let daemon = try RunningDaemon(program)
    #expect(try daemon.curl("/t", "-d", "before").status == 200)
    for round in 1...3 {
      if isReplaced { try replace() } else { try takeAway() }
      let texts = (1...3).map { "round \(round), \($0)" }
      for text in texts { #expect(try daemon.curl("/t", "-d", text).status == 200) }
      #expect(try titles() == (isReplaced ? ["other"] : []) + texts)
      try daemon.curl("/t/raw?poll=1", answering: texts.joined(separator: "\n") + "\n")
    }
    #expect(try daemon.end() == 0)
    #expect(daemon.log.contains("<3>") == false, "\(daemon.log)")
  }

  @Test func `nothing is acknowledged beside a write-ahead log that was removed`() throws {
    let daemon = try RunningDaemon(program)
    #expect(try daemon.curl("/t", "-d", "before").status == 200)
    try FileManager.default.removeItem(atPath: "\(folder)/inbox.sqlite-wal")
    for _ in 1...2 {
      try daemon.curl(
        "/t", "-d", "lost", ending: 500,
        saying: "removed or cut while programs used the inbox; close them all")
    }
    // The last checkpoint of the daemon saves what it had acknowledged.
    #expect(try daemon.end() == 0)
    #expect(try titles() == ["before"])
  }

  @Test func `a deletion is one in the inbox that is there then`() throws {
    let daemon = try RunningDaemon(program)
    let other = try RunningDaemon()
    for one in [daemon, other] { #expect(try one.curl("/t/job", "-d", "x").status == 200) }
    #expect(try other.end() == 0)
    try takeAway()
    try FileManager.default.moveItem(
      atPath: other.program.path + "/inboxes/default", toPath: folder)
    #expect(try daemon.curl("/t/job", "-X", "DELETE").status == 200)
    #expect(try titles() == [])
  }

  @Test func `a message is not acknowledged where no inbox can be`() throws {
    let daemon = try RunningDaemon(program)
    #expect(try daemon.curl("/t", "-d", "before").status == 200)
    try takeAway()
    #expect(FileManager.default.createFile(atPath: try folder, contents: Data()))
    #expect(try daemon.curl("/t", "-d", "lost").status == 500)
    try takeAway()
    #expect(try daemon.curl("/t", "-d", "kept").status == 200)
    #expect(try titles() == ["kept"])
  }

  @Test func `what a stream of records acknowledges is in the inbox that is there then`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    func feed(_ name: String) throws {
      try push.feed(#"{"id":"\#(name)","body":"\#(name)"}"# + "\n")
      #expect(push.line() == name)
    }
    try feed("a")
    try takeAway()
    try feed("b")
    #expect(try titles() == ["b"])
    try replace()
    try feed("c")
    #expect(try titles() == ["other", "c"])
    try push.endInput()
    #expect(push.end() == 0)
  }
}
