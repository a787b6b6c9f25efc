import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import InboxText
import Testing

@testable import bellboard

@Suite struct LastLinesTests {
  private func lines(_ limit: Int, _ pieces: [(String, Int)]) -> String {
    var lines = LastLines(limit: limit)
    for (text, stream) in pieces { lines.take(Array(text.utf8), from: stream) }
    return lines.text
  }

  @Test func `the last ones are kept, also one that has not ended`() {
    #expect(lines(2, [("a\nb\nc\n", 0)]) == "b\nc")
    #expect(lines(2, [("a\nb\nc", 0)]) == "b\nc")
    #expect(lines(0, [("a\n", 0)]).isEmpty)
    #expect(lines(3, [((1...999).map { "\($0)\n" }.joined(), 0)]) == "997\n998\n999")
  }

  @Test func `lines that come in pieces from two streams are not mixed`() {
    #expect(lines(9, [("on", 0), ("er", 1), ("e\ntwo", 0), ("ror\n", 1)]) == "one\nerror\ntwo")
  }

  @Test func `of too much the oldest lines are left out`() {
    let line = String(repeating: "x", count: 3_999)
    let text = lines(1_000, [(String(repeating: line + "\n", count: 200) + "end\n", 0)])
    #expect(text.utf8.count <= LastLines.size)
    #expect(text.utf8.count > LastLines.size - 4_001)
    #expect(text.hasSuffix("\nend"))
  }

  @Test func `bytes that are no text count as what they become`() {
    var last = LastLines(limit: 1_000)
    for _ in 1...200 { last.take([UInt8](repeating: 0xFF, count: 3_000) + [10], from: 0) }
    #expect(last.text.utf8.count <= LastLines.size)
  }

  @Test func `a bar of progress leaves its last state however long it went on`() {
    let bar = (0...100).map { "\(String(repeating: "#", count: 75)) \($0) %" }
    let whole = bar.joined(separator: "\r")
    #expect(lines(1, [(whole + "\n", 0)]) == bar[100])
    #expect(lines(1, [(whole, 0)]) == bar[100])
    #expect(lines(1, bar.map { ($0 + "\r", 0) }) == bar[100])
    #expect(lines(1, bar.map { ("\r" + $0, 0) } + [("\r\n", 0)]) == bar[100])
  }

  @Test(arguments: ["Done\r\r\n", "Done\r\u{1B}[0m\n", "Do\rDone\r\r\u{1B}[0m\r\n", "\rDone\n"])
  func `a carriage return takes nothing away before something is written`(written: String) {
    #expect(lines(1, [(written, 0)]) == "Done")
    #expect(lines(1, written.map { (String($0), 0) }) == "Done")
  }

  @Test func `colours and what was written over are left out`() {
    #expect(lines(9, [("\u{1B}[31mred\u{1B}[0m\n", 0)]) == "red")
    #expect(lines(9, [("10%\r100%\r\n", 0)]) == "100%")
    #expect(lines(9, [("\u{1B}]0;title\u{7}x\u{1B}]8;;u\u{1B}\\y\u{1B}(B\n", 0)]) == "xy")
  }

  @Test(arguments: [
    (-1, "<0.1 s"), (0.04, "<0.1 s"), (0.05, "0.1 s"), (9.96, "10 s"), (59.6, "1 min"),
    (252, "4 min 12 s"), (3_600, "1 h"), (11_100, "3 h 5 min"), (187_200, "2 d 4 h"),
  ])
  func `a duration is shown in two units at most`(seconds: Double, text: String) {
    #expect(DurationText.text(seconds) == text)
  }
}

@Suite struct StandardInputTests {
  @Test(arguments: [
    ("plain\n\ttext", "plain\n\ttext"), ("\u{1B}[31;1mred\u{1B}[0m", "red"),
    ("10 %\r50 %\r100 %\nend", "100 %\nend"), ("a\r\nb\r\n", "a\nb\n"),
    ("\u{1B}]8;;https://a\u{7}link\u{1B}]8;;\u{7}", "link"), ("kept\r", "kept"),
    (String(repeating: "x", count: 9_000) + "\u{1B}[K", String(repeating: "x", count: 9_000)),
  ])
  func `what is piped in is kept as a terminal would show it`(text: String, plain: String) {
    #expect(StandardInput.plain(text) == plain)
  }

  @Test(
    arguments: [
      ("a", nil, "a", nil), ("a\nb\nc", nil, "a", "b\nc"), ("\n \na\n", nil, "a", nil),
      ("a\n\nb", nil, "a", "\nb"), ("a\nb", "c", "a\nb", "c"),
    ] as [(String, String?, String, String?)])
  func `the first line is the title`(
    text: String, body: String?, title: String, rest: String?
  ) throws {
    let texts = try Push.texts(of: text, besides: body)
    #expect(texts.title == title && texts.body == rest)
  }

  @Test func `what is counted is told as the schema says`() throws {
    let path = BuiltProgram.packageFolder + "/Documentation/message.schema.json"
    let schema = try JSONSchema(String(contentsOfFile: path, encoding: .utf8))
    let inbox = try Inbox.inMemory()
    try inbox.push(Payload(title: "a", categories: ["c"]), defaultSource: "s")
    try inbox.perform(.open(.alert), on: .everything)
    let metrics = try inbox.metrics()
    #expect(metrics.count == 3)
    for metric in metrics { #expect(schema.mistakes(in: metric.json, as: "metric") == []) }
  }
}

/// The lines of a shell that the hook does not report.
@Suite struct ShellLineTests {
  @Test(arguments: [
    "vim x", " /usr/bin/vim", "vim -h; sleep 1", "git commit -m x", "python3", "fg",
    "sudo -u me -E vim x", "sudo --user me vim", "nice -n 5 vim x", "env -u A B=1 vim",
    "A='b c' vim", "A=\"b\" B= vim", "time -f x man ls", "sudo -i", "doas -s", "sudo", "make watch",
  ])
  func `an interactive program is found behind what precedes it`(line: String) {
    #expect(ShellLine(line).isInteractive(besides: ["make watch", "sudo"]))
  }

  @Test(arguments: [
    "", "make", "python3 a.py", "git push", "sudo -u vim make", "-u vim", "A='b vim' make",
    "echo vim", "x=1", "make -B watch", "./configure --with=vim",
  ])
  func `other lines are reported`(line: String) {
    #expect(!ShellLine(line).isInteractive(besides: ["make watch"]))
  }

  @Test func `where nothing tells, nobody looks at the terminal`() {
    #expect(!ShellTerminal(variables: [:]).isSeen)
    #expect(!ShellTerminal(variables: ["TMUX": "", "TMUX_PANE": "%1", "WINDOWID": "1"]).isSeen)
  }
}

@Suite struct SourceLineTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func line(
    _ phase: SourceState.Phase, detail: String? = nil, error: String? = nil,
    secondsSinceError: Double? = nil, secondsToNextTry: Double? = nil, receivedCount: Int = 0
  ) -> String {
    let state = SourceState(
      name: "s", phase: phase, since: now, detail: detail, error: error,
      errorDate: secondsSinceError.map { now - $0 }, nextTry: secondsToNextTry.map { now + $0 },
      receivedCount: receivedCount)
    return SourceLine(state, at: now).text(nameWidth: 2)
  }

  @Test func `a source that failed tells why and when it is tried again`() {
    #expect(
      line(.failed, error: "it broke", secondsSinceError: 1, secondsToNextTry: 7.5)
        == "s   failed    it broke  next try in 8 s")
  }

  @Test func `on a full disk nothing is said of how it is`() {
    let state = SourceState(
      name: "exchange", phase: .running, since: now, detail: "live · 0 waiting")
    let line = SourceLine(state, at: now, isDiskFull: true).text(nameWidth: 8)
    #expect(line == "exchange  unknown; running before")
  }

  @Test func `what was refused is told with the last reason`() {
    var state = SourceState(name: "s", phase: .running, since: now, receivedCount: 2)
    (state.refusedCount, state.refusal) = (7, "webhook 'ci': it has no title")
    state.refusalDate = now - 300
    #expect(
      SourceLine(state, at: now).text(nameWidth: 2)
        == "s   running   2 received  7 refused, the last (5 min ago): webhook 'ci': it has no title"
    )
    #expect(SourceState(json: state.json) == state)
    #expect(!state.isTroubled)
  }

  @Test func `a try in more than two minutes is told in minutes`() {
    #expect(
      line(.failed, error: "it broke", secondsToNextTry: 3_599)
        == "s   failed    it broke  next try in 60 min")
  }

  @Test func `among other checks it has the name and the next try, too`() {
    let state = SourceState(
      name: "s", phase: .failed, since: now, error: "it broke", nextTry: now + 7.5)
    #expect(SourceLine(state, at: now).problem == "s: it broke; next try in 8 s")
  }

  @Test(
    arguments: [
      (.running, nil, false), (.running, -1, false), (.running, 1, true), (.waiting, -1, true),
      (.waiting, nil, false), (.failed, nil, true),
    ] as [(SourceState.Phase, Double?, Bool)])
  func `what went wrong before a source ran is past`(
    _ phase: SourceState.Phase, _ seconds: Double?, _ isTroubled: Bool
  ) {
    let state = SourceState(
      name: "s", phase: phase, since: now, error: seconds.map { _ in "it broke" },
      errorDate: seconds.map { now + $0 })
    #expect(state.isTroubled == isTroubled)
  }

  @Test(arguments: [0, -0.5, -40]) func `a source that is tried now says so`(_ seconds: Double) {
    #expect(
      line(.failed, error: "it broke", secondsSinceError: 1, secondsToNextTry: seconds)
        == "s   failed    it broke  trying now")
  }

  @Test func `the error of a source that is well again is past`() {
    #expect(
      line(.running, detail: "here", error: "it broke", secondsSinceError: 300, receivedCount: 2)
        == "s   running   here  last error (5 min ago): it broke  2 received")
    #expect(
      line(.running, detail: "here", error: "it broke", secondsSinceError: 5)
        == "s   running   here  last error (just now): it broke")
  }
}
