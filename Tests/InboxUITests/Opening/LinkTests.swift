import InboxUI
import Testing

struct LinkTests {
  @Test(arguments: [
    ("https://example.org/a?b=1&c=$(touch%20x);d", "https"), ("HTTPS://EXAMPLE.ORG", "https"),
    ("mailto:a'b@example.org?subject=--help", "mailto"),
    ("ssh://host/", "ssh"), ("git+ssh://host", "git+ssh"), ("x-y.z:1", "x-y.z"),
    ("https://пример.рф/путь", "https"), ("javascript:alert(1)", "javascript"),
  ])
  func `a link begins with its scheme and goes on as it came`(text: String, scheme: String) throws {
    let link = try Link(text)
    #expect(link.scheme == scheme)
    #expect(link.text == text)
  }

  @Test func `what no link holds is percent-encoded`() throws {
    #expect(
      try Link("https://e.org/a b\"c<d>`e`'f").text == "https://e.org/a%20b%22c%3Cd%3E%60e%60'f")
  }

  @Test(arguments: [
    "", "-", "--help", "-https://example.org", "https", "/etc/passwd", "example.org", "://x",
    " https://example.org", "1https://x", "ht tps://x", "hттps://x", "%68ttps://x",
  ])
  func `what begins with no scheme is none`(_ text: String) {
    #expect(throws: LinkError.noScheme) { try Link(text) }
  }

  @Test(arguments: [
    "https://x\n--option", "https://x\r", "https://x\u{0}", "https://x\u{1B}]0;y\u{7}",
    "https://x\u{7F}", "https://x\u{85}", "https://x\u{202E}gpj.exe", "https://x\u{2028}",
    "https://x\u{200B}", "https://x\u{A0}y", "\thttps://x",
  ])
  func `what holds something unseen is none`(_ text: String) {
    #expect(throws: LinkError.hiddenCharacter) { try Link(text) }
  }

  @Test func `what is said of a bad link is printable and short`() {
    let text = "https://x\u{1B}[2J" + String(repeating: "long", count: 100)
    let message = LinkError.hiddenCharacter.message(about: text)
    #expect(message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(message.count < 130)
  }
}
