import Testing

@testable import InboxTerminal
@testable import InboxUI

struct HyperlinksTests {
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  @Test(arguments: [
    ("https://a.example/x?y=1;z#f", "https://a.example/x?y=1;z#f"),
    ("HTTPS://a.example/", "HTTPS://a.example/"),
    ("https://a.example/é 日", "https://a.example/%C3%A9%20%E6%97%A5"),
    ("https://a.example/\"<>`", "https://a.example/%22%3C%3E%60"),
    ("mailto:a@b.example", "mailto:a@b.example"),
  ])
  func `a link is visible ASCII, the rest percent-encoded`(_ url: String, _ target: String) {
    #expect(Hyperlinks.target(of: url, schemes: Self.schemes) == target)
  }

  @Test(arguments: [
    "https://a.example/\u{1B}\\\u{1B}]52;c;eA==\u{07}", "https://a.example/\u{07}",
    "https://a.example/\u{9C}", "https://a.example/\u{9D}8;;", "https://a.example/\u{7F}",
    "https://a.example/\n", "https://a.example/\0", "https://a.example/\u{202E}gpj",
    "https://a.example/\u{2028}", "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x",
    "ssh://a.example", "a.example", "", ":", "id=2;https://a.example/", "-https://a.example/",
    "https://a.example/" + String(repeating: "a", count: 2_066),
    "https://a.example/" + String(repeating: "é", count: 400),
  ])
  func `a hostile link is none`(_ url: String) {
    #expect(Hyperlinks.target(of: url, schemes: Self.schemes) == nil)
  }

  @Test func `the longest link is one`() {
    let url = "https://a.example/" + String(repeating: "a", count: 2_065)
    #expect(Hyperlinks.target(of: url, schemes: Self.schemes) == url)
  }

  @Test func `every scalar either stays away or is encoded`() {
    for scalar in (0...0x2FF).compactMap(Unicode.Scalar.init) {
      let target = Hyperlinks.target(of: "https://a.example/\(scalar)/", schemes: Self.schemes)
      #expect(target?.utf8.allSatisfy { (0x21...0x7E).contains($0) } != false)
    }
  }

  @Test(
    arguments: [
      ("xterm-256color", [:], false), ("xterm-256color", ["VTE_VERSION": "4999"], false),
      ("xterm-256color", ["VTE_VERSION": "5000"], true),
      ("xterm-256color", ["VTE_VERSION": "new"], false), ("xterm-kitty", [:], true),
      ("xterm-ghostty", [:], true), ("foot-extra", [:], true), ("alacritty", [:], true),
      ("contour", [:], true), ("konsole-256color", [:], true), ("wezterm", [:], true),
      ("xterm-256color", ["TERM_PROGRAM": "iTerm.app"], true),
      ("xterm-256color", ["TERM_PROGRAM": "WezTerm"], true),
      ("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"], false),
      ("xterm-256color", ["WT_SESSION": "1"], true),
      ("xterm-256color", ["KONSOLE_VERSION": "220400"], true),
      ("tmux-256color", ["TMUX": "x", "VTE_VERSION": "7600"], false),
      ("xterm-kitty", ["TMUX": "x"], false), ("screen-256color", ["VTE_VERSION": "7600"], false),
      ("xterm-256color", ["STY": "1.host", "VTE_VERSION": "7600"], false),
      ("xterm-256color", ["TMUX": "", "VTE_VERSION": "7600"], true), ("linux", [:], false),
      ("vt220", [:], false), ("xterm-prior", [:], false),
    ] as [(String, [String: String], Bool)])
  func `terminals are known by what they tell of themselves`(
    type: String, variables: [String: String], isKnown: Bool
  ) {
    #expect(Hyperlinks.areKnown(in: type, variables) == isKnown)
  }

  @Test func `the choice decides before the terminal`() {
    let link = SpanLink(number: 3, url: "https://a.example/")
    for (choice, type, start) in [
      (HyperlinkChoice.auto, "foot", "\u{1B}]8;id=3;https://a.example/\u{1B}\\"),
      (.auto, "xterm", nil), (.never, "foot", nil),
      (.always, "xterm", "\u{1B}]8;id=3;https://a.example/\u{1B}\\"),
    ] {
      var links = Hyperlinks(type: type, variables: [:])
      links.policy = HyperlinkPolicy(choice: choice, schemes: Self.schemes)
      #expect(links.start(of: link) == start)
    }
  }
}
