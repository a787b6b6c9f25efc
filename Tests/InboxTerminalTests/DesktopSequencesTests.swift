import InboxCore
@testable import InboxTerminal
import InboxUI
import Testing

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
    (
      .osc99,
      "^]99;i=inbox-7:d=0:p=title;Disk full^\\^]99;i=inbox-7:d=1:p=body;on atlas^\\"
    ),
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
      ("xterm-256color", ["VTE_VERSION": "7600"], "^]777;"),
      ("vte-256color", [:], "^]777;"),
      ("tmux-256color", ["TMUX": "/tmp/tmux,1,0", "KITTY_WINDOW_ID": "1"], "^Ptmux;^^]99;"),
      ("xterm-256color", [:], "^]9;"),
    ] as [(String, [String: String], String)])
  func `auto goes by what the terminal tells of itself`(
    type: String, variables: [String: String], start: String
  ) {
    #expect(sequence(.auto, type: type, variables).hasPrefix(start))
  }

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
  func `GNU screen, which would show the end of a long one, gets nothing`(
    type: String, variables: [String: String]
  ) {
    #expect(sequence(.auto, type: type, variables) == "")
    #expect(sequence(.osc777, type: type, ["TMUX": "x"]).hasPrefix("^Ptmux;"))
  }
}
