import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct EmptyScreenTests {
  private func list(_ filter: MessageFilter, isLoaded: Bool = true) -> ListState {
    var list = ListState(query: MessageQuery(filter: filter), filterText: filter.text)
    list.isLoaded = isLoaded
    return list
  }

  private func texts(_ list: ListState, keymap: Keymap = .default) -> [String] {
    EmptyScreen.lines(
      for: list, theme: .default, columns: 40, rows: 4, keymap: keymap, hint: "push \"hello\""
    ).texts
  }

  @Test func `an empty inbox says how to fill it`() {
    #expect(
      texts(list(.all)) == [
        "", "            No notifications", "              push \"hello\"", "",
      ])
  }

  @Test func `an empty inbox names commands for another terminal, as many as there is room for`() {
    let steps = [FirstStep("push hello", "put a message here"), FirstStep("demo", "look around")]
    func texts(_ list: ListState, columns: Int, rows: Int) -> [String] {
      EmptyScreen.lines(for: list, theme: .default, columns: columns, rows: rows, steps: steps)
        .texts.map { $0.trimmingCharacters(in: .whitespaces) }
    }
    #expect(
      texts(list(.all), columns: 60, rows: 5) == [
        "No notifications", "", "In another terminal:", "push hello   put a message here",
        "demo         look around",
      ])
    #expect(
      texts(list(.all), columns: 24, rows: 4) == [
        "No notifications", "In another terminal:", "push hello", "demo",
      ])
    #expect(texts(list(.all), columns: 24, rows: 2) == ["No notifications", "push hello"])
    #expect(texts(list(.trash), columns: 60, rows: 5).filter { !$0.isEmpty }.count == 1)
    #expect(texts(list(.unread), columns: 60, rows: 5).filter { !$0.isEmpty }.count == 2)
    for columns in 1...40 {
      for rows in 1...7 {
        #expect(texts(list(.all), columns: columns, rows: rows).count == rows)
      }
    }
  }

  @Test func `a filter that lets nothing through is named, with the key that shows all`() throws {
    let tagged = try MessageFilter(parsing: "tag:ops", now: .testing, timeZone: .gmt)
    #expect(
      texts(list(tagged)) == [
        "", "      No messages match the filter", "        tag:ops · Esc shows all", "",
      ])
    #expect(texts(list(.unread))[2] == "       is:unread · Esc shows all")
    #expect(texts(list(.unread), keymap: Keymap())[2] == "               is:unread")
  }

  @Test(arguments: [
    ("is:unread", "All read"), ("is:unread source:ci", "All read"), ("-is:read", "All read"),
    ("is:unread source:ci OR tag:ops is:unread", "All read"),
    ("is:unread zinc", "No messages match the filter"),
    ("is:needed", "Nothing needs you"), ("is:needed source:ci", "Nothing needs you"),
    ("-is:needed", "No messages match the filter"), ("is:needed is:unread", "All read"),
    ("source:ci", "No messages match the filter"),
    ("is:unread is:read", "No messages match the filter"),
    ("is:unread OR tag:ops", "No messages match the filter"), ("is:deleted", "The trash is empty"),
    ("is:done", "Nothing is done"),
  ])
  func `a filter of unread messages that is empty says that all is read`(
    filter: String, expected: String
  ) throws {
    let filter = try MessageFilter(parsing: filter, now: .testing, timeZone: .gmt)
    #expect(texts(list(filter)).map { $0.trimmingCharacters(in: .whitespaces) }.contains(expected))
  }

  @Test func `a misspelled filter of unread messages does not say that all is read`() {
    var unread = list(.unread)
    unread.snapshot.emptyReason = .meant("source:ci")
    #expect(texts(unread)[0].contains("No messages match the filter"))
    #expect(texts(unread)[1].contains("Did you mean source:ci?"))
  }

  private static let reasons: [(EmptyReason?, String)] = [
    (nil, "No messages match the filter"), (.done, "All done"),
    (.absent("custom.foo", newest: nil), "No message has custom.foo"),
    (.absent("custom.foo", newest: 9), "None of the newest 9 messages has custom.foo"),
  ]

  @Test(arguments: reasons)
  func `why a filter matches nothing is said where it is known`(
    reason: EmptyReason?, expected: String
  ) {
    var list = list(MessageFilter([.init(.source("ci"))]))
    list.snapshot.emptyReason = reason
    let lines = EmptyScreen.lines(for: list, theme: .default, columns: 80, rows: 4).texts
    #expect(lines.contains { $0.contains(expected) }, "\(lines)")
  }

  @Test func `the first steps do not come back once there are messages, if only in the trash`() {
    var list = list(.all)
    let steps = [FirstStep("push hello", "put a message here")]
    list.snapshot.counts = InboxCounts(deleted: 2)
    let lines = EmptyScreen.lines(
      for: list, theme: .default, columns: 60, rows: 5, hint: "push", steps: steps)
    #expect(lines.texts.filter { !$0.isEmpty }.count == 1)
  }

  @Test func `an empty trash says so`() {
    #expect(texts(list(.trash)) == ["", "           The trash is empty", "", ""])
  }

  @Test func `nothing is said before anything was read`() {
    #expect(texts(list(.all, isLoaded: false)) == ["", "", "", ""])
  }

  @Test func `it fits any screen`() {
    for columns in 0...50 {
      for rows in 0...6 {
        let lines = EmptyScreen.lines(
          for: list(.unread), theme: .default, columns: columns, rows: rows)
        #expect(lines.count == rows)
        #expect(lines.allSatisfy { $0.spans.reduce(0) { $0 + $1.columns } <= columns })
      }
    }
  }

  @Test func `the theme's text has the role for it`() {
    var theme = Theme.default
    theme.emptyTexts.none = "Ruhe\u{7}"
    let lines = EmptyScreen.lines(for: list(.all), theme: theme, columns: 30, rows: 5)
    #expect(lines.texts(of: .empty) == ["Ruhe␇"])
  }
}
