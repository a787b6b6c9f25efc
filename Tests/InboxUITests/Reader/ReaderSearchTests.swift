import InboxText
import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Searching within an open message.
struct ReaderSearchTests {
  private func reading(_ body: String, columns: Int = 40, rows: Int = 12) -> UIState {
    .reading(.make(7, title: "Log", body: body, status: .read), columns: columns, rows: rows)
  }

  private let steps = (1...60).map { "step \($0) " + ($0.isMultiple(of: 20) ? "Failed" : "done") }

  @Test func `a search goes to the first match, n and N to its neighbours and round`() {
    var state = reading(steps.joined(separator: "\n"))
    #expect(state.after(typing: "/failed", then: "Enter").status?.text == "Match 1 of 3")
    #expect(state.readerTexts().contains { $0.contains("step 20 Failed") })
    #expect(state.readerLines().texts(of: .match) == ["Failed"])
    #expect(state.after("n", "n").readerTexts().contains { $0.contains("step 60 Failed") })
    #expect(state.after("n").status?.text == "Match 1 of 3 · search wrapped")
    #expect(state.after("N").status?.text == "Match 3 of 3 · search wrapped")
    #expect(state.screen == .reader)
  }

  @Test func `the letters of a search never act`() throws {
    var state = reading("x")
    var effects: [Effect] = []
    for key in ["/", "d", "d", "Q", "Enter"] {
      effects += state.update(.key(try Key(name: key)), at: .testing)
    }
    #expect(effects == [])
    #expect(state.status?.text == "No match for “ddQ”")
  }

  @Test func `an expression that cannot be read is told with its column`() {
    var state = reading("x")
    state.type("/re:(", then: "Enter")
    let words = "No match for “re:(”: character 5: missing closing parenthesis"
    #expect(state.status?.text == words)
  }

  @Test func `every match in sight stands out, the present one more`() throws {
    var state = reading("naïve Naive 会議 naive", columns: 60)
    state.type("/naive", then: "Enter")
    #expect(state.readerLines().texts(of: .match) == ["naïve", "Naive", "naive"])
    #expect(state.readerLines().texts(of: .selected) == ["naïve"])
    let line = try #require(state.readerLines().first { $0.spans.count > 3 })
    #expect(line.spans.map(\.text).joined() == " naïve Naive 会議 naive")
    #expect(line.spans.allSatisfy { $0.columns == $0.text.columns })
  }

  @Test(arguments: [20, 24, 40]) func `a match over the end of a line is found`(columns: Int) {
    var state = reading("one two three four disk full five six", columns: columns, rows: 24)
    state.type("/three four disk full", then: "Enter")
    #expect(state.status?.text == "Match 1 of 1")
    #expect(
      state.readerLines().texts(of: .match).joined(separator: " ").split(separator: " ")
        == ["three", "four", "disk", "full"])
  }

  @Test func `another width keeps the match, another message the search`() {
    var state = reading(steps.joined(separator: "\n"))
    state.type("/failed", then: "Enter", "n")
    #expect(state.after(.resized(Size(columns: 20, rows: 24))).reader?.search?.current == 1)
    #expect(state.reader?.search?.count == 3)
    state.showReader(8)
    state.receive(.make(8, title: "Failed again"))
    #expect(state.readerLines().texts(of: .match) == ["Failed"])
    #expect(state.after("n").status?.text == "Match 1 of 1")
  }

  // Before: n said that there was no search, although the list was searched.
  @Test(arguments: [("n", 3), ("N", 90)])
  func `n and N go on with a search of the list, or of another message`(
    _ key: String, _ row: Int
  ) throws {
    for isOfList in [true, false] {
      var inbox = ScreenDriver(count: 2, size: Size(columns: 60, rows: 14)) { number, payload in
        let lines = (1...99).map { [3, 50, 90].contains($0) ? "It Failed here" : "step \($0)" }
        payload.body = .set(number == 2 ? "Failed" : lines.joined(separator: "\n"))
      }
      if !isOfList { inbox.press("Enter") }
      inbox.press("/", typing: "failed", then: "Enter")
      if !isOfList { inbox.press("q") }
      inbox.press("G", "Enter", key)
      let start = inbox.state.reader?.search?.matches.first?.row ?? 0
      let current = try #require(inbox.state.reader?.search?.current)
      #expect(inbox.state.reader?.search?.matches[current].row == start + row - 3)
      #expect(inbox.status?.hasPrefix("Match \(row == 3 ? 1 : 3) of 3") == true)
    }
  }

  @Test func `n tells that what was searched for is not in the message`() {
    var inbox = ScreenDriver(count: 12).running("search Message 7", then: "j", "Enter", "n")
    #expect(inbox.status == "No match for “Message 7”")
    #expect(inbox.reader == 6)
    #expect(inbox.after("K", "N").status == "Match 1 of 1")
  }

  @Test func `an expression that was searched for in the list finds its places`() {
    var inbox = ScreenDriver(count: 2) { $1.body = .set("error 17, then error 205") }
    inbox.run("search re:error [0-9]+", then: "Enter", "n", "n")
    #expect(inbox.status == "Match 2 of 2")
  }

  @Test func `an empty search repeats the last one, and n says so without one`() {
    var state = reading("done").pressing("n")
    #expect(state.status?.text == "No previous search")
    state.type("/done", then: "Enter")
    #expect(state.after(typing: "/", then: "Enter").readerLines().texts(of: .match) == ["done"])
  }

  @Test func `the bar tells how far a message is scrolled`() {
    var state = reading(steps.joined(separator: "\n"))
    #expect(state.reader?.scrollLabel(in: state.areas) == "Top")
    #expect(state.after("j").reader?.scrollLabel(in: state.areas) == "1%")
    #expect(state.after("G").reader?.scrollLabel(in: state.areas) == "End")
    #expect(state.after("k").reader?.scrollLabel(in: state.areas) == "98%")
    let short = reading("short", rows: 24)
    #expect(short.reader?.scrollLabel(in: short.areas) == "")
  }
}
