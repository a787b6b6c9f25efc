import InboxText
import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ReaderScreenTests {
  private var whole: Message {
    var message = Message.make(
      7, id: "b-17", source: "ntfy/ops", title: "Backup finished",
      body: "See https://example.org/run/7 (log).\n\n42 GB copied.", priority: .high, status: .read)
    message.glyph = "💾"
    message.subtitle = "on atlas"
    message.categories = ["ops", "nightly"]
    message.tags = ["green"]
    message.thread = "backups"
    message.expiresAt = .testing(3_720)
    message.isPinned = true
    message.tap = .url("myapp:run/7")
    message.actions = [MessageAction(id: "a", label: "Again", url: "https://example.org/again")]
    message.attachments = [
      Attachment(name: "log.txt", url: "https://example.org/log", format: .file, size: 4_200_000)
    ]
    return message
  }

  @Test func `what came more than once shows when, and what it said before`() {
    var message = Message.make(7, title: "97 %", body: "disk", status: .read)
    message.occurrences = 3
    message.progress = 40
    (message.firstAt, message.lastAt) = (.testing, .testing(60))
    message.resolvedAt = .testing(120)
    message.earlier = [
      Occurrence(receivedAt: .testing, title: "91 %", body: "disk"),
      Occurrence(receivedAt: .testing(30), title: "97 %", body: "disk"),
    ]
    #expect(
      Array(UIState.reading(message, rows: 26).readerTexts().prefix(12)) == [
        " 97 %", " cli · Sat 2026-01-31 12:00 (2 min ago)", "",
        " Progress   ━━━━━━━━──────────── 40 %", " 3× since 12:00  █▁▁▁▁▁▁▁▁▁▁▄  last 1 min ago",
        " Resolved   Sat 2026-01-31 12:02 (now)", "", " disk", "",
        " 12:00:30", " 12:00:00  91 %", "",
      ])
  }

  @Test func `times that read the same are counted`() {
    var message = Message.make(7, title: "97 %", body: "disk", status: .read)
    message.earlier =
      (0..<40).map { Occurrence(receivedAt: .testing(Double($0)), title: "97 %", body: "disk") }
      + [Occurrence(receivedAt: .testing(41), title: "98 %", body: "disk")]
      + [60, 119].map { Occurrence(receivedAt: .testing($0), title: "97 %", body: "disk") }
    let lines = UIState.reading(message, rows: 26).readerTexts()
    #expect(
      lines.filter { $0.hasPrefix(" 12:0") } == [
        " 12:01 ×2", " 12:00:41  98 %", " 12:00 ×40",
      ])
  }

  @Test func `a message shows its fields, its whole text and what it points to`() {
    let lines = UIState.reading(whole, rows: 30).readerLines()
    #expect(
      Array(lines.texts.prefix(13)) == [
        " 💾 Backup finished", " on atlas",
        " ntfy/ops · high · pinned · Sat 2026-01-31 12:00", " o myapp:run/7 [1]  a Again", "",
        " Attachment log.txt (file, 4.2 MB)", "            https://example.org/log [2]",
        " Expires    Sat 2026-01-31 13:02 (in 1 h)", "",
        " See https://example.org/run/7 [3] (log).", "", " 42 GB copied.", "",
      ])
    #expect(lines.texts(of: .readerTitle) == ["💾 Backup finished"])
    #expect(
      lines.texts(of: .link) == [
        "myapp:run/7", "https://example.org/log", "https://example.org/run/7",
      ])
  }

  @Test(arguments: [
    (80, "atlas", [" ci · on atlas · high · Sat 2026-01-31 12:00 (2 min ago)", ""]),
    (40, "atlas", [" ci · on atlas · high", " Date       Sat 2026-01-31 12:00"]),
    (
      80, "a-machine-of-the-build-farm",
      [" ci · on a-machine-of-the-bu… · high · Sat 2026-01-31 12:00 (2 min ago)", ""]
    ),
  ])
  func `a message of another machine names that behind its source`(
    columns: Int, machine: String, expected: [String]
  ) {
    var message = Message.make(7, source: "ci", priority: .high, status: .read)
    message.machine = machine
    #expect(
      !UIState.reading(message, columns: columns).readerTexts().joined().contains(
        "on \(machine)"))
    message.isFromOtherMachine = true
    let shown = UIState.reading(message, columns: columns).readerLines()
    #expect(Array(shown.texts[1...2]) == expected)
    #expect(shown.texts(of: .readerField).first?.hasPrefix("ci · on a") == true)
  }

  @Test(arguments: [
    ("# Title\n\nText", BodyFormat.markdown, ["Text"]), ("Title\nText", .plain, ["Text"]),
    ("Title\n\n  a  b\n  1  2", .plain, ["  a  b", "  1  2"]),
    ("Title\n=====\n\nText", .markdown, ["Text"]), ("Title", .plain, []),
    ("# Titles\nText", .markdown, ["Titles", "", "Text"]),
  ])
  func `a first line that repeats the title is left out`(
    body: String, format: BodyFormat, shown: [String]
  ) {
    var message = Message.make(3, body: body, status: .read)
    message.format = format
    let texts = UIState.reading(message).readerTexts().dropFirst(3).map {
      String($0.dropFirst())
    }
    #expect(Array(texts.prefix(shown.count)) == shown)
    #expect(texts.dropFirst(shown.count).allSatisfy { $0.isEmpty })
    #expect(!(message.shownExcerpt ?? "").hasPrefix("Title\n"))
  }

  @Test func `link and actions are keys behind the time where there is room`() {
    var message = whole
    message.isPinned = false
    message.priority = .default
    let lines = UIState.reading(message, columns: 100, rows: 30).readerTexts()
    #expect(lines[2] == " ntfy/ops · Sat 2026-01-31 12:00 (2 min ago)   o myapp:run/7 [1]  a Again")
    #expect(lines[3].isEmpty)
  }

  @Test func `a long link is cut before the actions go, and unfolded it is whole`() {
    var message = whole
    let url = "https://example.org/" + String(repeating: "path/", count: 20)
    message.tap = .url(url)
    let folded = UIState.reading(message, rows: 30).readerTexts()
    #expect(folded[3].contains("… [1]  a Again") && folded[3].columns <= 60)
    let unfolded = ReaderContent(of: message, columns: 200, textColumns: 200)
    #expect(
      unfolded.lines(at: .testing(120), in: .gmt, answeringBy: "").texts.contains(
        " Link       \(url) [1]"))
  }

  @Test func `a click on a key of the header presses it`() {
    var inbox = ScreenDriver(count: 1, size: Size(columns: 120, rows: 24)) {
      $1.actions = .set(["First", "Second"].map { MessageAction(id: $0, label: $0) })
    }.pressing("Enter")
    let place = inbox.position(of: "First · Second")
    inbox.click(Position(column: place.column - 2, row: place.row))
    #expect(inbox.menu?.items.contains { $0.label == "Second" } == true)
  }

  @Test func `a time that has passed is named as one`() {
    var message = whole
    message.snoozedUntil = message.expiresAt
    let texts = UIState.reading(message, rows: 30).readerTexts(at: .testing(3_780))
    for word in ["Expired ", "Returned"] {
      #expect(texts.contains(" \(word)   Sat 2026-01-31 13:02 (1 min ago)"), "\(texts)")
    }
    #expect(!texts.contains { $0.contains("Expires") || $0.contains("Snoozed") })
  }

  @Test func `fields that say nothing are left out`() {
    let message = Message.make(3, body: "Text", status: .read)
    #expect(
      UIState.reading(message).readerTexts().filter { !$0.isEmpty } == [
        " Title", " cli · Sat 2026-01-31 12:00 (2 min ago)", " Text",
      ])
  }

  @Test func `the date stays whole where columns are few`() {
    #expect(
      Array(UIState.reading(.make(), columns: 20, rows: 24).readerTexts()[1...4]) == [
        "cli · unread", "Date      Sat", "          2026-01-31", "          12:00",
      ])
  }

  @Test func `a message that is not there yet says so, and a gone one gives way to the list`() {
    var state = UIState(size: Size(columns: 40, rows: 12))
    state.showReader(12)
    #expect(state.readerTexts().first == " Loading @12…")
    #expect(state.readerLines().count == state.areas.contentRows)
    let gone = Event.answered(FetchMessages([12], for: .reader), [])
    #expect(state.after(gone).screen == .list)
    #expect(state.status?.text == "@12 is no longer in the inbox")
  }

  @Test func `a message that cannot be read gives way to the list`() {
    var state = UIState(size: Size(columns: 40, rows: 12))
    state.showReader(12)
    #expect(state.after(.requestFailed(.fetch([12], .reader), "disk error")).screen == .list)
    #expect(state.status?.text == "disk error")
  }

  @Test func `paging ends where the last line is the last on the screen`() {
    let body = (1...100).map { "line \($0)" }.joined(separator: "\n")
    var state = UIState.reading(.make(body: body), columns: 40, rows: 14)
    for _ in 0..<30 { state.press("PgDn") }
    #expect(state.readerTexts().last == " line 100")
    #expect(state.after("k").readerTexts().last == " line 99")
    #expect(state.after(.resized(Size(columns: 40, rows: 120))).reader?.scroll == 0)
  }

  @Test func `a narrower screen breaks the text anew`() {
    var state = UIState.reading(.make(body: String(repeating: "word ", count: 30)), columns: 80)
    let before = state.readerTexts().filter { $0.contains("word") }
    state.send(.resized(Size(columns: 22, rows: 60)))
    let after = state.readerTexts().filter { $0.contains("word") }
    #expect(before.count == 2)
    #expect(after.count == 8)
    #expect(after.first == "word word word word")
  }

  @Test func `a changed message is laid out anew`() {
    var state = UIState.reading(.make(body: "old"))
    state.receive(.make(body: "new"))
    #expect(state.readerTexts().contains(" new"))
  }

  @Test func `the screen is due again when a time in sight reads differently`() {
    #expect(UIState.reading(.make(), columns: 60).nextDeadline(at: .testing(30)) == .testing(60))
    #expect(UIState.reading(.make(), columns: 30).nextDeadline(at: .testing(30)) == nil)
  }

  @Test func `lines of any message fit any screen, and are as many as are scrolled through`() {
    var generator = SeededRandom(seed: 5)
    for round in 0..<40 {
      var message = Message.make(
        title: .hostile(length: round, &generator),
        body: .hostile(length: round * 8, &generator) + " https://example.org/"
          + .hostile(length: 5, &generator))
      message.format = round.isMultiple(of: 2) ? .markdown : .plain
      message.tags = [.hostile(length: 9, &generator)]
      message.expiresAt = .testing(Double(round) * 1e6)
      for columns in [1, 2, 3, 9, 19, 20, 33, 80] {
        let state = UIState.reading(message, columns: columns, rows: 400)
        let lines = state.readerLines()
        #expect(lines.count == state.areas.contentRows)
        #expect(lines.allSatisfy { $0.spans.reduce(0) { $0 + $1.columns } <= columns })
        for span in lines.flatMap(\.spans) {
          #expect(span.columns == span.text.columns)
          #expect(span.text.unicodeScalars.allSatisfy { !$0.isHarmful })
        }
      }
    }
  }
}
