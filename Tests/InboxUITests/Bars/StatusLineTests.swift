import Foundation
import InboxCore
import InboxTestSupport
import InboxText
@testable import InboxUI
import Testing

struct StatusLineTests {
  @Test(arguments: [
    ("all is well", 11, "all is well"),
    // A path keeps its end, and the sentence stays whole.
    (
      "$XDG_DATA_HOME/bellboard/inboxes/office/inbox.sqlite may only be read", 40,
      "…es/office/inbox.sqlite may only be read"
    ),
    ("'\(String(repeating: "x", count: 300))' is no name", 24, "'xxxxxxxxxxx… is no name"),
    // A link keeps its scheme and its machine.
    (
      "cannot open https://ci.example.org/some/very/long/path/to/a/page", 36,
      "cannot open https://ci.example.org/…"
    ),
  ])
  func `a text that does not fit is cut in its longest word`(
    text: String, columns: Int, shown: String
  ) {
    #expect(StatusLine.fitting(text, columns: columns) == shown)
    #expect(shown.columns <= columns)
  }

  @Test func `the key that takes a change back stays`() {
    let text = "Snoozed 12 messages until tomorrow 09:00 · u undo"
    #expect(StatusLine.fitting(text, columns: 40) == "Snoozed 12 messages until tomo… · u undo")
    #expect(StatusLine.fitting(text, columns: 16) == "Snoozed 12 mess…")
  }

  private static let asked = AskForAction(
    number: 1, action: MessageAction(id: "a", label: "Restart all web servers in Frankfurt"))

  private static func tap(_ url: String) -> Tap { Tap(number: 1, behavior: .url(url)) }

  private static let ssh = tap("ssh://build.example.org/path/to/something/else")

  private static let file = SavedFile(
    Attachment(
      name: "a.txt",
      url: "file:///i/attachments/" + String(repeating: "a", count: 64) + ".txt"),
    of: 1)

  private typealias Question = (action: ConfirmState.Action, lines: [String])

  private static func row(_ action: ConfirmState.Action, _ lines: String...) -> Question {
    (action, lines)
  }

  /// Long questions in 40, 60 and 80 columns.
  private static let questions: [Question] =
    [
      row(
        .allowActions(asked, source: "monitoring/prometheus/alerts"),
        "Allow …eus/alerts and do “Res…”? [y/N]",
        "Allow …ring/prometheus/alerts and do “Restart all…”? [y/N]",
        "Allow all actions of …nitoring/prometheus/alerts, and do “Restart all…”? [y/N]"),
      row(
        .takeBack(asked), "Take back “Restart all web se…”? [y/N]",
        "Take back what waits for the daemon, “Restart all…”? [y/N]",
        "Take back what waits for the daemon, “Restart all web servers in Fran…”? [y/N]"),
      row(
        .startDaemon("Restart all web servers", script: "true"),
        "Start the daemon, and at login? [y/N]",
        "Start the daemon, now and at each login? None runs. [y/N]",
        "Start the daemon, now and at each login? None runs. [y/N]"),
      row(
        .launch([ssh]), "Open ssh://build.example.org/p…? [y/N]",
        "Open ssh://build.example.org/path/to/something/else? [y/N]",
        "Open ssh://build.example.org/path/to/something/else? [y/N]"),
      row(
        .launch([ssh, tap("ftp://example.org/x")]), "Open 2 links (ftp, ssh)? [y/N]",
        "Open 2 links (ftp, ssh), such as ssh://build.examp…? [y/N]",
        "Open 2 links (ftp, ssh), such as ssh://build.example.org/path/to/somet…? [y/N]"),
      row(
        .purge, "Delete 12 messages forever? [y/N]",
        "Delete 12 messages forever? This cannot be undone. [y/N]",
        "Delete 12 messages forever? This cannot be undone. [y/N]"),
    ]
    + [file].compactMap(\.self).map {
      row(
        .replace(path: "/home/ada/Downloads/reports/2026/quarterly.pdf", by: $0),
        "Replace …rts/2026/quarterly.pdf? [y/N]",
        "…orts/2026/quarterly.pdf already exists. Replace it? [y/N]",
        "…me/ada/Downloads/reports/2026/quarterly.pdf already exists. Replace it? [y/N]")
    }

  @Test(arguments: [40, 60, 80], questions.indices)
  func `a question shows what is asked and the keys, and shortens names`(columns: Int, index: Int) {
    let (action, lines) = Self.questions[index]
    let question = ConfirmState(action: action, selection: .numbers([]), count: 12)
    let line = BottomBar.line(asking: question, columns: columns).text
    #expect(line.trimmingCharacters(in: .whitespaces) == lines[columns / 20 - 2])
    #expect(Self.questions.count == 7)
  }

  @Test(
    arguments: [
      (.allowActions(asked, source: "ci/web"), "Allow …/web? [y/N]"),
      (.allowActions(asked, source: "cli"), "Allow cli? [y/N]"),
      (.takeBack(asked), "Take back? [y/N]"),
    ] as [(ConfirmState.Action, String)])
  func `the smallest screen says what is allowed`(action: ConfirmState.Action, shown: String) {
    let question = ConfirmState(action: action, selection: .numbers([]), count: 1)
    let line = BottomBar.line(asking: question, columns: 20).text
    #expect(line.trimmingCharacters(in: .whitespaces) == shown)
  }

  @Test func `the smallest screen cuts no question`() {
    for question in ConfirmState.samples {
      let line = BottomBar.line(asking: question, columns: 20).text
      #expect(line.trimmingCharacters(in: .whitespaces).hasSuffix("? [y/N]"), "\(line)")
    }
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
