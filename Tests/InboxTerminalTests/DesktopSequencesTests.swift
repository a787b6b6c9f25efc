import InboxCore
import InboxTestSupport
import Testing

@testable import InboxTerminal
@testable import InboxUI

struct DesktopSequencesTests {
  private func sequence(
    _ method: Alerts.Desktop, title: String = "Disk full", body: String = "on atlas",
    type: String = "xterm-256color", _ variables: [String: String] = [:]
  ) -> String {
    let notice = DesktopNotification(
      number: MessageNumber(7), title: title, body: body, method: method)
    return DesktopSequences(type: type, variables: variables).sequence(notice)
      .replacing("\u{1B}", with: "^").replacing("\u{07}", with: "$")
  }

  @Test(arguments: [
    (Alerts.Desktop.osc9, "^]9;Disk full: on atlas$"),
    (.osc777, "^]777;notify;Disk full;on atlas$"),
    (.osc99, "^]99;i=inbox-7:d=0:p=title;Disk full^\\^]99;i=inbox-7:d=1:p=body;on atlas^\\"),
    (.off, ""),
  ])
  func `each way has its own form`(method: Alerts.Desktop, expected: String) {
    #expect(sequence(method) == expected)
  }

  @Test(
    arguments: [
      ("xterm-kitty", [:], "^]99;"), ("foot", [:], "^]777;"),
      ("rxvt-unicode-256color", [:], "^]777;"),
      ("xterm-256color", ["TERM_PROGRAM": "iTerm.app"], "^]9;"),
      ("xterm-256color", ["TERM_PROGRAM": "WezTerm"], "^]777;"),
      ("xterm-256color", ["VTE_VERSION": "7600"], "^]777;"), ("vte-256color", [:], "^]777;"),
      ("tmux-256color", ["TMUX": "/tmp/tmux,1,0", "KITTY_WINDOW_ID": "1"], "^Ptmux;^^]99;"),
      ("xterm-256color", [:], "^]9;"),
    ] as [(String, [String: String], String)])
  func `auto goes by what the terminal tells of itself`(
    type: String, variables: [String: String], start: String
  ) { #expect(sequence(.auto, type: type, variables).hasPrefix(start)) }

  @Test func `within tmux it is handed through`() {
    #expect(sequence(.osc9, ["TMUX": "x"]) == "^Ptmux;^^]9;Disk full: on atlas$^\\")
    #expect(sequence(.osc99, body: "", ["TMUX": "x"]).hasSuffix("p=body;^^\\^\\"))
  }

  @Test func `text never ends the sequence or becomes another command`() {
    let hostile = "a\u{1B}\\b\u{07}c\u{9C}d"
    #expect(sequence(.osc9, title: hostile, body: "").filter { $0 == "^" || $0 == "$" } == "^$")
    #expect(sequence(.osc777, title: "a;b", body: "c;d") == "^]777;notify;a,b;c,d$")
    #expect(sequence(.osc9, title: "4;1;50", body: "") == "^]9; 4,1,50$")
  }

  @Test func `no semicolon ends an OSC 9 text early, in foot within tmux as elsewhere`() {
    let variables = ["TMUX": "/tmp/tmux,1,0", "TERM_PROGRAM": "tmux"]
    let text = sequence(.auto, title: "Deploy; done", body: "a;b", type: "tmux-256color", variables)
    #expect(text == "^Ptmux;^^]9;Deploy, done: a,b$^\\")
  }

  @Test(arguments: ["linux", "vt220"])
  func `a console that would show it as text gets nothing`(type: String) {
    #expect(sequence(.osc9, type: type) == "")
  }

  @Test(
    arguments: [
      ("xterm-256color", ["STY": "1.host"]), ("screen.xterm-256color", [:]),
      ("screen", ["STY": "1.host", "KITTY_WINDOW_ID": "1"]),
    ] as [(String, [String: String])])
  func `GNU screen, which would show it, gets nothing`(type: String, variables: [String: String]) {
    #expect(sequence(.auto, type: type, variables) == "")
    #expect(sequence(.osc777, type: type, ["TMUX": "x"]).hasPrefix("^Ptmux;"))
  }
}

struct ModeSequencesTests {
  @Test func `a title cannot turn the text of the window around or end its sequence`() {
    let title = ModeSequences(type: "xterm").title("a\u{1B}\u{07}b\u{202E}c\u{2028}d")
    #expect(title.hasPrefix("\u{1B}]2;a") && title.hasSuffix("d\u{07}"))
    let text = title.dropFirst(4).dropLast()
    #expect(!text.unicodeScalars.contains { [0x1B, 0x07, 0x202E, 0x2028].contains($0.value) })
  }

  @Test func `the background is asked for only where it was wished, and taken back at the end`() {
    let asking = ModeSequences(type: "xterm-256color", asksBackground: true)
    #expect(asking.enter.hasSuffix("\u{1B}[?2031h\u{1B}]11;?\u{1B}\\"))
    #expect(asking.leave.contains("\u{1B}[?2031l"))
    #expect(!ModeSequences(type: "xterm-256color").enter.contains("]11;?"))
    #expect(!ModeSequences(type: "linux", asksBackground: true).enter.contains("]11;?"))
  }

  @Test func `the mouse is taken where it is known, and always given back by a crash`() {
    let known = ModeSequences(type: "xterm-256color")
    #expect(known.mouseOn == "\u{1B}[?1002h\u{1B}[?1006h")
    #expect(known.mouseOff == "\u{1B}[?1006l\u{1B}[?1002l")
    #expect(known.restoration.contains(known.mouseOff) && !known.enter.contains("1002"))
    let unknown = ModeSequences(type: "vt220")
    #expect(unknown.mouseOn.isEmpty && unknown.mouseOff.isEmpty)
  }

  @Test(arguments: [
    (["COLORTERM": "truecolor"], "xterm-256color", true), (["COLORTERM": "24bit"], "foot", true),
    (["COLORTERM": "TrueColor"], "tmux-256color", true), ([:], "xterm-256color", false),
    (["COLORTERM": "yes"], "xterm-256color", false),
    (["COLORTERM": "truecolor"], "screen-256color", false),
    (["COLORTERM": "truecolor", "TMUX": "/tmp/tmux"], "screen-256color", true),
  ]) func `24-bit colors are promised by the environment`(
    variables: [String: String], type: String, isPromised: Bool
  ) { #expect(CompiledEntry.isPromised(by: variables, to: type) == isPromised) }

  @Test func `a terminal that is not known to take titles gets none`() {
    #expect(ModeSequences(type: "vt220").title("inbox").isEmpty)
  }
}

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
  ) { #expect(Hyperlinks.areKnown(in: type, variables) == isKnown) }

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
