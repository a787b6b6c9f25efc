import Testing

@testable import InboxCore

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
