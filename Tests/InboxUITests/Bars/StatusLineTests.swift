import Foundation
import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxUI

struct StatusLineTests {
  @Test func `a text that fits stays as it is`() {
    #expect(StatusLine.fitting("all is well", columns: 11) == "all is well")
  }

  @Test func `a long path keeps its end, and the sentence stays whole`() {
    let text = "$XDG_DATA_HOME/bellboard/inboxes/office/inbox.sqlite may only be read"
    #expect(StatusLine.fitting(text, columns: 40) == "…es/office/inbox.sqlite may only be read")
    #expect(StatusLine.fitting(text, columns: 40).columns <= 40)
  }

  @Test func `another long word keeps its beginning`() {
    let text = "'\(String(repeating: "x", count: 300))' is no name"
    #expect(StatusLine.fitting(text, columns: 24) == "'xxxxxxxxxxx… is no name")
  }

  @Test func `a link keeps its scheme and its machine`() {
    let text = "cannot open https://ci.example.org/some/very/long/path/to/a/page"
    #expect(StatusLine.fitting(text, columns: 36) == "cannot open https://ci.example.org/…")
  }

  @Test func `the key that takes a change back stays`() {
    let text = "Snoozed 12 messages until tomorrow 09:00 · u undo"
    #expect(StatusLine.fitting(text, columns: 40) == "Snoozed 12 messages until tomo… · u undo")
    #expect(StatusLine.fitting(text, columns: 16) == "Snoozed 12 mess…")
  }

  private static let asked = AskForAction(
    number: MessageNumber(1),
    action: MessageAction(id: "a", label: "Restart all web servers in Frankfurt"))

  private static func tap(_ url: String) -> Tap {
    Tap(number: MessageNumber(1), behavior: .url(url))
  }

  private static let ssh = tap("ssh://build.example.org/path/to/something/else")

  private static let file = SavedFile(
    Attachment(
      name: "a.txt",
      url: "file:///i/attachments/" + String(repeating: "a", count: 64) + ".txt"),
    of: MessageNumber(1))

  /// Long questions in 40, 60 and 80 columns.
  private static let questions: [(action: ConfirmState.Action, lines: [String])] =
    [
      (
        .allowActions(asked, source: "monitoring/prometheus/alerts"),
        [
          "Allow …eus/alerts and do “Res…”? [y/N]",
          "Allow …ring/prometheus/alerts and do “Restart all…”? [y/N]",
          "Allow all actions of …nitoring/prometheus/alerts, and do “Restart all…”? [y/N]",
        ]
      ),
      (
        .takeBack(asked),
        [
          "Take back “Restart all web se…”? [y/N]",
          "Take back what waits for the daemon, “Restart all…”? [y/N]",
          "Take back what waits for the daemon, “Restart all web servers in Fran…”? [y/N]",
        ]
      ),
      (
        .startDaemon("Restart all web servers", script: "true"),
        [
          "Start the daemon, and at login? [y/N]",
          "Start the daemon, now and at each login? None runs. [y/N]",
          "Start the daemon, now and at each login? None runs. [y/N]",
        ]
      ),
      (
        .launch([ssh]),
        [
          "Open ssh://build.example.org/p…? [y/N]",
          "Open ssh://build.example.org/path/to/something/else? [y/N]",
          "Open ssh://build.example.org/path/to/something/else? [y/N]",
        ]
      ),
      (
        .launch([ssh, tap("ftp://example.org/x")]),
        [
          "Open 2 links (ftp, ssh)? [y/N]",
          "Open 2 links (ftp, ssh), such as ssh://build.examp…? [y/N]",
          "Open 2 links (ftp, ssh), such as ssh://build.example.org/path/to/somet…? [y/N]",
        ]
      ),
      (
        .purge,
        [
          "Delete 12 messages forever? [y/N]",
          "Delete 12 messages forever? This cannot be undone. [y/N]",
          "Delete 12 messages forever? This cannot be undone. [y/N]",
        ]
      ),
    ]
    + (file.map { file in
      [
        (
          .replace(path: "/home/ada/Downloads/reports/2026/quarterly.pdf", by: file),
          [
            "Replace …rts/2026/quarterly.pdf? [y/N]",
            "…orts/2026/quarterly.pdf already exists. Replace it? [y/N]",
            "…me/ada/Downloads/reports/2026/quarterly.pdf already exists. Replace it? [y/N]",
          ]
        )
      ]
    } ?? [])

  @Test(arguments: [40, 60, 80], questions.indices)
  func `a question shows what is asked and the keys, and shortens names`(columns: Int, index: Int) {
    let (action, lines) = Self.questions[index]
    let question = ConfirmState(action: action, selection: .numbers([]), count: 12)
    let line = BottomBar.line(asking: question, columns: columns).text
    #expect(line.trimmingCharacters(in: .whitespaces) == lines[columns / 20 - 2])
    #expect(Self.questions.count == 7)
  }

  @Test(arguments: 1...30) func `whatever the width, no question is wider`(columns: Int) {
    for question in ConfirmState.samples {
      let text = question.sentence(columns: columns)
      #expect(text.columns <= columns, "\(text)")
    }
  }

  @Test(arguments: 1...30) func `whatever the width, nothing is wider`(columns: Int) {
    let text = "cannot use /a/very/long/日本語の/path and /another/long/one: 日本語日本語日本語"
    #expect(StatusLine.fitting(text, columns: columns).columns <= columns)
  }
}
