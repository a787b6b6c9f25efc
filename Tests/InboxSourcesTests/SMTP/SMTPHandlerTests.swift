import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import InboxSources

/// Dialogues with SMTP clients.
@Suite struct SMTPHandlerTests {
  /// A dialogue over a connection that is none.
  private final class Dialogue {
    let channel: EmbeddedChannel
    let kept: Kept
    var waiting: [EventLoopPromise<SMTPReply>] { kept.promises.value }

    final class Kept: Sendable {
      let mails: NIOLoopBoundBox<[SMTPMail]>
      let promises: NIOLoopBoundBox<[EventLoopPromise<SMTPReply>]>
      init(_ loop: any EventLoop) {
        mails = NIOLoopBoundBox([], eventLoop: loop)
        promises = NIOLoopBoundBox([], eventLoop: loop)
      }
    }

    init(_ rules: SMTPSession.Rules = .init(), answer: SMTPReply? = .stored) throws {
      let channel = EmbeddedChannel()
      let kept = Kept(channel.eventLoop)
      (self.channel, self.kept) = (channel, kept)
      let handler = SMTPHandler(rules, tls: nil) { mail, loop in
        kept.mails.value.append(mail)
        if let answer { return loop.makeSucceededFuture(answer) }
        let promise = loop.makePromise(of: SMTPReply.self)
        kept.promises.value.append(promise)
        return promise.futureResult
      }
      try channel.pipeline.syncOperations.addHandler(handler)
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 25)).wait()
    }

    /// Sends lines, and gives the codes of the answers.
    @discardableResult func send(_ lines: String...) throws -> [String] {
      let text = lines.joined(separator: "\r\n") + "\r\n"
      try channel.writeInbound(ByteBuffer(string: text))
      return try answers().map { String($0.prefix(3)) }
    }

    func answers() throws -> [String] {
      var text = ""
      while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: buffer)
      }
      return text.split(separator: "\r\n").map(String.init).filter { $0.dropFirst(3).first == " " }
    }
  }

  private func rules(_ change: (inout SMTPSession.Rules) -> Void) -> SMTPSession.Rules {
    var rules = SMTPSession.Rules()
    change(&rules)
    return rules
  }

  @Test func `a mail is stored, and acknowledged then`() throws {
    let dialogue = try Dialogue(answer: nil)
    #expect(try dialogue.answers().map { String($0.prefix(4)) } == ["220 "])
    #expect(
      try dialogue.send("EHLO printer", "MAIL FROM:<a@b> SIZE=10 BODY=8BITMIME") == ["250", "250"])
    #expect(
      try dialogue.send("RCPT TO:<Root@bell>", "RCPT TO:<ops@bell>", "DATA") == [
        "250", "250", "354",
      ])
    #expect(try dialogue.send("Subject: x", "", "hello", "..", ".", "NOOP", "QUIT") == [])
    let mails = dialogue.kept.mails.value
    #expect(
      mails == [
        SMTPMail(source: "mail/root", bytes: Array("Subject: x\r\n\r\nhello\r\n.\r\n".utf8))
      ])
    // What follows waits for the disk.
    dialogue.waiting.first?.succeed(.stored)
    #expect(try dialogue.answers().map { String($0.prefix(3)) } == ["250", "250", "221"])
    #expect(!dialogue.channel.isActive)
  }

  @Test func `a client that ends its side is answered before the connection is closed`() throws {
    let dialogue = try Dialogue(answer: nil)
    try dialogue.send("EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<a@b>", "DATA", "Subject: x", "", "y")
    try dialogue.send(".", "QUIT")
    dialogue.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(dialogue.channel.isActive)
    dialogue.waiting.first?.succeed(.stored)
    #expect(try dialogue.answers().map { String($0.prefix(3)) } == ["250", "221"])
    #expect(!dialogue.channel.isActive)

    let silent = try Dialogue()
    try silent.send("EHLO x", "MAIL FROM:<a@b>")
    silent.channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(!silent.channel.isActive)
  }

  @Test(arguments: [
    (["MAIL FROM:<a@b>"], ["503"]), (["EHLO"], ["501"]),
    (["EHLO x", "RCPT TO:<a@b>"], ["250", "503"]),
    (["EHLO x", "MAIL FROM:<a@b>", "DATA"], ["250", "250", "503"]),
    (["EHLO x", "MAIL FROM:<a@b", "MAIL TO:<a@b>"], ["250", "501", "501"]),
    (["EHLO x", "MAIL FROM:<a@b>", "MAIL FROM:<a@b>"], ["250", "250", "503"]),
    (["EHLO x", "MAIL FROM:<a@b> SIZE=99999999999"], ["250", "552"]),
    (["EHLO x", "MAIL FROM:<a@b> SIZE=-1", "MAIL FROM:<a@b> X=1"], ["250", "501", "555"]),
    (["EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<>"], ["250", "250", "501"]),
    (["EHLO x", "MAIL FROM:<a@b>", "RSET", "RCPT TO:<a@b>"], ["250", "250", "250", "503"]),
    (
      ["HELO x", "mail from: a@b size=3", "rcpt to: root", "VRFY x"], ["250", "250", "250", "252"]
    ),
    (
      ["EHLO x", "STARTTLS", "AUTH PLAIN AAAA", "BDAT 3 LAST", "XX"],
      ["250", "502", "502", "502", "500"]
    ),
    (["LHLO x"], ["500"]), (["EHLO x", "NOOP\n"], ["250", "500", "500"]),
  ])
  func `commands out of order or unreadable are refused`(lines: [String], codes: [String]) throws {
    let dialogue = try Dialogue()
    _ = try dialogue.answers()
    #expect(try lines.flatMap { try dialogue.send($0) } == codes)
    #expect(dialogue.kept.mails.value.isEmpty)
  }

  @Test func `a web page cannot send mails`() throws {
    let dialogue = try Dialogue()
    _ = try dialogue.answers()
    let request = ["POST / HTTP/1.1", "Host: 127.0.0.1:2525", "", "EHLO x", "MAIL FROM:<a@b>"]
    #expect(try dialogue.send(request.joined(separator: "\r\n")) == ["421"])
    #expect(!dialogue.channel.isActive)
  }

  @Test func `too large, too many recipients, mails and mistakes are refused`() throws {
    let large = try Dialogue(rules { $0.mostBytes = 100 })
    try large.send("EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<a@b>", "DATA")
    #expect(try large.send(String(repeating: "x", count: 200), ".", "NOOP") == ["552", "250"])
    #expect(large.kept.mails.value.isEmpty)

    let many = try Dialogue()
    try many.send("EHLO x", "MAIL FROM:<a@b>")
    let codes = try (0..<102).flatMap { try many.send("RCPT TO:<a\($0)@b>") }
    #expect(codes == Array(repeating: "250", count: 100) + ["452", "452"])

    let hasty = try Dialogue(rules { $0.allowsMail = { false } })
    #expect(try hasty.send("EHLO x", "MAIL FROM:<a@b>").last == "450")

    let wrong = try Dialogue()
    for _ in 0..<20 { #expect(try wrong.send("XX").last == "500") }
    #expect(try wrong.send("XX") == ["421"])
    #expect(!wrong.channel.isActive)
  }

  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  @Test func `where a token is asked for it is the password`() throws {
    let rules = rules { rules in
      rules.asksForToken = true
      rules.isToken = { $0 == "long-secret" }
    }
    let dialogue = try Dialogue(rules)
    #expect(try dialogue.send("EHLO x", "MAIL FROM:<a@b>").last == "530")
    #expect(try dialogue.send("AUTH PLAIN " + base64("\0me\0wrong")) == ["535"])
    #expect(try dialogue.send("AUTH PLAIN", "*") == ["334", "501"])
    #expect(try dialogue.send("AUTH CRAM-MD5", "AUTH PLAIN !!") == ["504", "501"])
    #expect(
      try dialogue.send("AUTH LOGIN", base64("me"), base64("long-secret")) == ["334", "334", "235"])
    #expect(try dialogue.send("MAIL FROM:<a@b>") == ["250"])
    let plain = try Dialogue(rules)
    try plain.send("EHLO x")
    #expect(try plain.send("AUTH PLAIN " + base64("\0me\0long-secret")) == ["235"])
  }

  @Test func `where there is a certificate no password is taken in the clear`() throws {
    let dialogue = try Dialogue(
      rules { rules in
        rules.isToken = { _ in true }
        rules.hasTLS = true
      })
    #expect(try dialogue.send("EHLO x", "AUTH PLAIN " + base64("\0a\0b")).last == "538")
  }

  @Test func `a listener that ends waits for the mail that is being stored`() throws {
    let dialogue = try Dialogue(answer: nil)
    try dialogue.send("EHLO x", "MAIL FROM:<a@b>", "RCPT TO:<a@b>", "DATA")
    try dialogue.send("x", ".")
    dialogue.channel.pipeline.fireUserInboundEventTriggered(SMTPHandler.Ending.now)
    #expect(try dialogue.answers() == [])
    dialogue.waiting.first?.succeed(.stored)
    #expect(try dialogue.answers().map { String($0.prefix(3)) } == ["250", "421"])
  }

  @Test(arguments: [
    ("root@bell", "mail/root"), ("Root", "mail/root"), ("\"a b/c\"@x", "mail/a-b-c"),
    ("@relay.org:me@x", "mail/me"), ("a+b@x", "mail/a+b"), ("grün@x", "mail/grün"), ("@x", "mail"),
    ("a@b@c", "mail/a-b"),
  ])
  func `a recipient is a source`(_ path: String, _ source: String) {
    #expect(SMTPRecipient.source(of: path) == source)
  }
}

/// How the bytes of an SMTP client are cut.
@Suite struct SMTPLinesTests {
  /// The pieces of a text that comes in chunks; each `DATA` begins a mail.
  private func pieces(_ text: String, chunk: Int, atMost most: Int = 1_000) -> [String] {
    var lines = SMTPLines()
    var found: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      lines.append(bytes[start..<min(start + chunk, bytes.count)])
      while let piece = lines.next() {
        switch piece {
        case .line(let line):
          found.append(String(decoding: line, as: UTF8.self))
          if found.last == "DATA" { lines.beginMail(atMost: most) }
        case .mail(let mail): found.append("mail " + String(decoding: mail, as: UTF8.self))
        case .badLine: found.append("bad")
        case .largeMail: found.append("large")
        }
      }
    }
    return found
  }

  @Test(arguments: [1, 2, 3, 5, 1_000])
  func `lines and mails are the same however they come`(_ chunk: Int) {
    #expect(
      pieces("NOOP\r\nDATA\r\n..a\r\n.b\r\n\r\n.\r\nQUIT\r\n", chunk: chunk)
        == ["NOOP", "DATA", "mail .a\r\nb\r\n\r\n", "QUIT"])
    #expect(pieces("DATA\r\n.\r\nNOOP\r\n", chunk: chunk) == ["DATA", "mail ", "NOOP"])
  }

  /// Where another server sees an end of the mail that is none here, or the other way round, a mail
  /// could hold a second one.
  @Test(arguments: [
    "\n.\n", "\n.\r\n", "\r\n.\n", "\r.\r", "\r\n.\r", "\r.\r\n", "\n.\r", "\0\n.\r\n",
  ])
  func `nothing else ends a mail`(_ end: String) {
    for chunk in [1, 4, 1_000] {
      let found = pieces("DATA\r\na\(end)MAIL FROM:<x>\r\n.\r\nNOOP\r\n", chunk: chunk)
      #expect(found.count == 3 && found.last == "NOOP", "\(found)")
      #expect(found[1].contains("MAIL FROM:<x>\r\n"), "\(found)")
    }
  }

  @Test func `lines without their end, with a NUL or too long are told once`() {
    #expect(pieces("NOOP\nQUIT\r\n", chunk: 1_000) == ["bad", "QUIT"])
    #expect(pieces("NO\0OP\r\nA\rB\r\nQUIT\r\n", chunk: 1_000) == ["bad", "bad", "QUIT"])
    let long = String(repeating: "x", count: 50_000)
    #expect(pieces("\(long)\r\nQUIT\r\n", chunk: 999) == ["bad", "QUIT"])
  }

  @Test(arguments: [7, 1_000])
  func `a mail that is too large is read to its end, and not kept`(_ chunk: Int) {
    let line = String(repeating: "x", count: 70) + "\r\n"
    let lines = String(repeating: line, count: 100)
    #expect(
      pieces("DATA\r\n\(lines).\r\nNOOP\r\n", chunk: chunk, atMost: 500)
        == ["DATA", "large", "NOOP"])
    let one = String(repeating: "x", count: 5_000)
    #expect(
      pieces("DATA\r\n\(one)\r\n.\r\nNOOP\r\n", chunk: chunk, atMost: 500)
        == ["DATA", "large", "NOOP"])
  }
}
