import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxUI

/// Searching within an open message.
struct ReaderSearchTests {
  private func reading(_ body: String, columns: Int = 40, rows: Int = 12) throws -> UIState {
    var state = UIState(size: Size(columns: columns, rows: rows))
    var message = Message.make(7, id: "x", source: "cli", title: "Log", body: body)
    message.status = .read
    state.showReader(message.number)
    _ = state.update(
      .answered(FetchMessages([message.number], for: .reader), [message]), at: .testing)
    return state
  }

  private func type(_ text: String, in state: inout UIState) throws {
    for character in "/" + text {
      _ = state.update(.key(.character(character)), at: .testing)
    }
    try press(&state, "Enter")
  }

  private func press(_ state: inout UIState, _ names: String...) throws {
    for name in names { _ = state.update(.key(try Key(name: name)), at: .testing) }
  }

  private func lines(_ state: UIState) -> [Line] {
    ReaderScreen.lines(state, rows: state.areas.contentRows, at: .testing(120), in: .gmt)
  }

  private let steps = (1...60).map { "step \($0) " + ($0.isMultiple(of: 20) ? "Failed" : "done") }

  @Test func `a search goes to the first match, n and N to its neighbours and round`() throws {
    var state = try reading(steps.joined(separator: "\n"))
    try type("failed", in: &state)
    #expect(state.status?.text == "Match 1 of 3")
    #expect(lines(state).texts.contains { $0.contains("step 20 Failed") })
    #expect(lines(state).texts(of: .match) == ["Failed"])
    try press(&state, "n", "n")
    #expect(lines(state).texts.contains { $0.contains("step 60 Failed") })
    try press(&state, "n")
    #expect(state.status?.text == "Match 1 of 3 · search wrapped")
    try press(&state, "N")
    #expect(state.status?.text == "Match 3 of 3 · search wrapped")
    #expect(state.screen == .reader)
  }

  @Test func `the letters of a search never act`() throws {
    var state = try reading("x")
    var effects: [Effect] = []
    for key in ["/", "d", "d", "Q", "Enter"] {
      effects += state.update(.key(try Key(name: key)), at: .testing)
    }
    #expect(effects == [])
    #expect(state.status?.text == "No match for “ddQ”")
  }

  @Test func `an expression that cannot be read is told with its column`() throws {
    var state = try reading("x")
    try type("re:(", in: &state)
    let words = "No match for “re:(”: character 5: missing closing parenthesis"
    #expect(state.status?.text == words)
  }

  @Test func `every match in sight stands out, the present one more`() throws {
    var state = try reading("naïve Naive 会議 naive", columns: 60)
    try type("naive", in: &state)
    #expect(lines(state).texts(of: .match) == ["naïve", "Naive", "naive"])
    #expect(lines(state).texts(of: .selected) == ["naïve"])
    let line = try #require(lines(state).first { $0.spans.count > 3 })
    #expect(line.spans.map(\.text).joined() == " naïve Naive 会議 naive")
    #expect(line.spans.allSatisfy { $0.columns == $0.text.columns })
  }

  @Test(arguments: [20, 24, 40]) func `a match over the end of a line is found`(columns: Int) throws
  {
    var state = try reading("one two three four disk full five six", columns: columns, rows: 24)
    try type("three four disk full", in: &state)
    #expect(state.status?.text == "Match 1 of 1")
    #expect(
      lines(state).texts(of: .match).joined(separator: " ").split(separator: " ")
        == ["three", "four", "disk", "full"])
  }

  @Test func `another width keeps the match, another message the search`() throws {
    var state = try reading(steps.joined(separator: "\n"))
    try type("failed", in: &state)
    try press(&state, "n")
    _ = state.update(.resized(Size(columns: 20, rows: 24)), at: .testing)
    #expect(state.reader?.search?.current == 1)
    #expect(state.reader?.search?.count == 3)
    state.showReader(MessageNumber(8))
    let next = Message.make(8, id: "y", source: "cli", title: "Failed again")
    _ = state.update(.answered(FetchMessages([next.number], for: .reader), [next]), at: .testing)
    #expect(lines(state).texts(of: .match) == ["Failed"])
    try press(&state, "n")
    #expect(state.status?.text == "Match 1 of 1")
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
      #expect(inbox.state.status?.text.hasPrefix("Match \(row == 3 ? 1 : 3) of 3") == true)
    }
  }

  @Test func `n tells that what was searched for is not in the message`() {
    var inbox = ScreenDriver(count: 12)
    inbox.run("search Message 7", then: "j", "Enter", "n")
    #expect(inbox.state.status?.text == "No match for “Message 7”")
    #expect(inbox.state.reader?.number == MessageNumber(6))
    #expect(inbox.status(after: "K", "N") == "Match 1 of 1")
  }

  @Test func `an expression that was searched for in the list finds its places`() {
    var inbox = ScreenDriver(count: 2) { $1.body = .set("error 17, then error 205") }
    inbox.run("search re:error [0-9]+", then: "Enter", "n", "n")
    #expect(inbox.state.status?.text == "Match 2 of 2")
  }

  @Test func `an empty search repeats the last one, and n says so without one`() throws {
    var state = try reading("done")
    try press(&state, "n")
    #expect(state.status?.text == "No previous search")
    try type("done", in: &state)
    try type("", in: &state)
    #expect(lines(state).texts(of: .match) == ["done"])
  }

  @Test func `the bar tells how far a message is scrolled`() throws {
    var state = try reading(steps.joined(separator: "\n"))
    #expect(state.reader?.scrollLabel(in: state.areas) == "Top")
    try press(&state, "j")
    #expect(state.reader?.scrollLabel(in: state.areas) == "1%")
    try press(&state, "G")
    #expect(state.reader?.scrollLabel(in: state.areas) == "End")
    try press(&state, "k")
    #expect(state.reader?.scrollLabel(in: state.areas) == "98%")
    let short = try reading("short", rows: 24)
    #expect(short.reader?.scrollLabel(in: short.areas) == "")
  }
}
