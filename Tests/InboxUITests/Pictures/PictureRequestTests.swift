import InboxCore
import struct InboxCore.Attachment
import InboxTestSupport
@testable import InboxUI
import Testing

struct PictureRequestTests {
  @Test(
    arguments: [
      ("/tmp/a b.png", .file("/tmp/a b.png")), ("file:///tmp/a%20b.png", .file("/tmp/a b.png")),
      ("file://localhost/tmp/a.png", .file("/tmp/a.png")), ("/-n", .file("/-n")),
      ("file://elsewhere/tmp/a.png", nil), ("file:a.png", nil), ("a.png", nil), ("-a.png", nil),
      ("data:image/png;base64,AAAA", nil), ("cid:1", nil), ("ftp://a.org/a.png", nil), ("", nil),
      ("/tmp/a\0.png", nil), ("file:///tmp/a%00.png", nil),
    ] as [(String, PictureSource?)])
  func `an image is a file of this machine by its whole path`(url: String, source: PictureSource?) {
    #expect(PictureSource(url) == source)
  }

  @Test func `an image elsewhere is a link of the web without hidden characters`() throws {
    #expect(PictureSource("HTTPS://a.org/a b.png") == .link(try Link("HTTPS://a.org/a b.png")))
    #expect(PictureSource("https://a.org/\u{202E}a.png") == nil)
  }

  @Test(arguments: [
    (Attachment(url: "x", format: .image), true),
    (Attachment(url: "https://a.org/A.PNG?x=1"), true),
    (Attachment(name: "a.webp", url: "https://a.org/1"), true), (Attachment(url: "/a.svg"), true),
    (Attachment(name: "a.txt", url: "/a.txt"), false), (Attachment(url: "/a.png/b"), false),
    (Attachment(url: "/a.png", format: .video), false),
  ])
  func `an image is known by its format or its name`(_ attachment: Attachment, _ isImage: Bool) {
    #expect(attachment.isImage == isImage)
  }

  @Test func `colors of a picture are brought down to the terminal's, and may fall together`() {
    let colors = SpanColors(foreground: .rgb(250, 5, 5), background: .rgb(255, 0, 0))
    let below = Style(foreground: .indexed(7), background: .indexed(0), bold: true)
    #expect(
      colors.style(over: below, at: .direct)
        == Style(foreground: .rgb(250, 5, 5), background: .rgb(255, 0, 0), reverse: false))
    let few = colors.style(over: below, at: .ansi16)
    #expect(few.foreground == .indexed(9) && few.background == .indexed(9))
    let bare = SpanColors(isReversed: true).style(over: below, at: .indexed256)
    #expect(bare == Style(foreground: .indexed(7), background: .indexed(0), reverse: true))
  }
}
