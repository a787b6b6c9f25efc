import Foundation
import InboxTestSupport
import InboxText
import Testing

/// Files that `curl` sends as ntfy's users do.
@Suite(.waiting) struct UploadTests {
  private let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon(
      configuration: "[attachments]\nmax_file_size = \"400 KiB\"\nmax_total_size = \"600 KiB\"\n")
  }

  private func newest() throws -> JSONValue {
    try JSONValue(json: daemon.program.run("list", "--jsonl", "--limit", "1").output)
  }

  private func file(_ bytes: Data) throws -> String {
    let path = try daemon.program.path + "/\(UUID().uuidString)"
    try bytes.write(to: URL(filePath: path))
    return path
  }

  /// Bytes that are no text.
  private func noise(_ count: Int) -> Data { Data((0..<count).map { UInt8($0 % 251) }) }

  private func contents(_ message: JSONValue) -> Data? {
    guard case .string(let path)? = message.value(at: "/attachments/0/path") else { return nil }
    return FileManager.default.contents(atPath: path)
  }

  @Test func `a small text file without a text shows its first line`() throws {
    let daemon = try RunningDaemon()
    let long = String(repeating: "y", count: 300)
    for (name, headers, body) in [
      ("a.txt", [], "\n  Backup failed  \nsecond"), ("b.txt", ["-H", "Title: T"], "first\nsecond"),
      ("c.txt", [], long), ("d.txt", ["-H", "Message: m"], "first"), ("e.bin", [], "a\u{0}b"),
      ("f.txt", [], String(repeating: "z", count: 70_000)),
    ] as [(String, [String], String)] {
      let path = try daemon.program.write(body, to: name)
      try daemon.curl("/t", "-T", path, "-H", "Filename: \(name)", options: headers, ending: 200)
    }
    let lines = try daemon.program.list("{title}|{body}", "--sort", "oldest")
    #expect(
      lines == [
        "Backup failed|You received a file: a.txt", "T|first⏎You received a file: b.txt",
        "\(long.prefix(199))…|You received a file: c.txt", "|m", "|You received a file: e.bin",
        "|You received a file: f.txt",
      ])
  }

  @Test func `a file with a name is an attachment, also where it is a text`() throws {
    let bytes = noise(300_000)
    try daemon.curl("/t", "-T", file(bytes), "-H", "Filename: flower.jpg", ending: 200)
    let message = try newest()
    #expect(message.value(at: "/body") == "You received a file: flower.jpg")
    #expect(message.value(at: "/attachments/0/name") == "flower.jpg")
    #expect(message.value(at: "/attachments/0/format") == "image")
    #expect(contents(message) == bytes)

    let text = try file(Data("hello\n".utf8))
    try daemon.curl("/t", "-T", text, "-H", "Filename: a.txt", "-H", "Message: see the file")
    #expect(try newest().value(at: "/body") == "see the file")
    #expect(contents(try newest()) == Data("hello\n".utf8))
  }

  @Test(arguments: [
    (Data("Gr\u{FC}\u{DF}e\nzwei".unicodeScalars.map { UInt8($0.value) }), "Gr\u{FC}\u{DF}e"),
    (Data([0x93, 0x61, 0x94]), "\u{201C}a\u{201D}"), (Data([0xFF, 0, 0x61]), nil),
    (Data([0xFF, 0x61, 2]), nil),
  ])
  func `the first line of a small text is shown, also of one in Latin-1`(
    _ bytes: Data, _ title: String?
  ) throws {
    try daemon.curl("/t", "--data-binary", "@\(file(bytes))")
    #expect(try newest().text(at: "/title") == title)
  }

  @Test func `a body that is no text, and a text that is too long, are files`() throws {
    try daemon.curl("/t", "--data-binary", "@\(file(Data([0xFF, 0xFE]) + noise(10)))")
    #expect(try newest().value(at: "/attachments/0/name") == "attachment.bin")
    let long = Data(repeating: UInt8(ascii: "x"), count: 300_000)
    try daemon.curl("/t", "--data-binary", "@\(file(long))")
    #expect(try newest().value(at: "/attachments/0/name") == "attachment.txt")
    #expect(contents(try newest()) == long)
  }

  @Test(arguments: ["../../config.toml", "/etc/passwd", #"..\..\x"#])
  func `a name with folders writes to none of them`(_ name: String) throws {
    try daemon.curl("/t", "-T", file(Data("x".utf8)), "-H", "Filename: \(name)", ending: 200)
    let kept = try #require(try newest().value(at: "/attachments/0/name")?.text)
    #expect(!kept.contains("/") && !kept.contains("\\"))
    #expect(contents(try newest()) == Data("x".utf8))
  }

  @Test func `a file over a limit is refused whole, whether its size is told or not`() throws {
    let large = try file(noise(500_000))
    for extra in [[], ["-H", "Transfer-Encoding: chunked"]] {
      try daemon.curl(
        "/t", "-T", large, "-H", "Filename: a.bin", options: extra, ending: 413,
        saying: "max_file_size")
    }
    #expect(try daemon.curl("/t", "-T", file(noise(390_000)), "-H", "f: a.bin").status == 200)
    try daemon.curl(
      "/t", "-T", file(noise(390_001)), "-H", "f: a.bin", ending: 413, saying: "max_total_size")
    #expect(try daemon.program.run("count").output == "1\n")
  }

  @Test func `a subscriber is told of the file, and gets it or a part of it`() throws {
    try daemon.curl("/t", "-T", file(Data("0123456789".utf8)), "-H", "Filename: a.txt")
    let event = try JSONValue(json: daemon.curl("/t/json?poll=1").body)
    let url = try #require(event.value(at: "/attachment/url")?.text)
    #expect(event.value(at: "/attachment/size") == .integer(10))
    #expect(event.value(at: "/attachment/type") == "text/plain; charset=utf-8")
    let folder = try daemon.program.path
    #expect(try RunningDaemon.curl([url], in: folder).body == "0123456789")
    let part = try RunningDaemon.curl([url, "-r", "2-4"], in: folder)
    #expect(part == RunningDaemon.Answer(status: 206, body: "234"))
    #expect(try RunningDaemon.curl([url, "-r", "99-"], in: folder).status == 416)
    #expect(try daemon.curl("/file/inbox.sqlite").status == 404)
    #expect(try daemon.curl("/file/..%2Finbox.sqlite").status == 404)
  }

  @Test func `a page is only for saving`() throws {
    let script = try file(Data("<script>".utf8))
    let answer = try daemon.curl("/t", "-T", script, "-H", "Filename: a.html")
    let url = try #require(try JSONValue(json: answer.body).value(at: "/attachment/url")?.text)
    let head = try RunningDaemon.curl([url, "-I"], in: daemon.program.path).body.lowercased()
    #expect(head.contains("content-type: application/octet-stream"))
    #expect(head.contains("content-disposition: attachment"))
    #expect(head.contains("x-content-type-options: nosniff"))
  }

  @Test func `what was acknowledged is there after a kill`() throws {
    let bytes = noise(50_000)
    #expect(try daemon.curl("/t", "-T", file(bytes), "-H", "Filename: a.bin").status == 200)
    daemon.send(SIGKILL)
    _ = try daemon.awaitEnd()
    #expect(contents(try newest()) == bytes)
  }
}
