import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// Recorded keys of the first ten minutes with a preset: what hands do that know another program.
struct FirstMinutesTests {
  /// A piece of the recording: keys by their names, texts as they are typed, and what is seen then.
  private struct Step {
    var keys: [String]
    var typed = ""
    var then: [String] = []
    /// Pieces of text on the screen.
    var shows: [String]
    var hides: [String] = []

    init(
      _ keys: String..., typing typed: String = "", then: [String] = [], shows: [String] = [],
      hides: [String] = []
    ) {
      (self.keys, self.typed, self.then, self.shows, self.hides) = (keys, typed, then, shows, hides)
    }
  }

  private static let titles = [
    "Backup finished on atlas", "build 1986 passed", "Disk 91 % full on db-2",
    "Release notes 2.4.0", "build 1987 failed", "Family day on friday", "Can you look at the gate",
    "Certificate expires soon",
  ]

  private func inbox(_ preset: KeymapPreset) -> ScreenDriver {
    let log = (1...60).map { "line \($0)" }.joined(separator: "\n")
    return ScreenDriver(count: 8, size: Size(columns: 90, rows: 30)) { number, payload in
      payload.title = .set(Self.titles[Int(number) - 1])
      payload.source = number == 6 || number == 7 ? "chat/home" : "ci"
      if number == 1 { payload.local.status = .read }
      if number == 5 {
        payload.body = .set(log)
        payload.actions = .set([MessageAction(id: "retry", label: "Retry")])
        payload.tap = .set(.url("https://ci.example.org/1987"))
      }
    }.with { $0.environment.keymap = preset.keymap }
  }

  private func replay(_ steps: [Step], with preset: KeymapPreset) -> ScreenDriver {
    var inbox = inbox(preset)
    for (index, step) in steps.enumerated() {
      inbox.press(step.keys)
      inbox.type(step.typed)
      inbox.press(step.then)
      let screen = inbox.text
      for text in step.shows {
        #expect(screen.contains(text), "step \(index), \(step.keys): \(text)\n\(screen)")
      }
      for text in step.hides {
        #expect(!screen.contains(text), "step \(index), \(step.keys): \(text)\n\(screen)")
      }
    }
    return inbox
  }

  @Test func `with the keys of mutt`() {
    let inbox = replay(
      [
        Step("j", "j", shows: ["▌●    chat/home", "7 unread of 8", "3/8"]),
        // Into the pager, a page on, one back, and out to the index.
        Step("j", "Enter", shows: ["build 1987 failed", "line 1\n", "6 unread of 8", "Top"]),
        Step("Space", shows: ["line 30"], hides: ["line 1\n"]),
        Step("-", shows: ["line 1\n", "Top"]),
        // By lines, to both ends, and to the next message and back.
        Step("Enter", "Enter", hides: ["Top"]),
        Step("Backspace", "Backspace", shows: ["Top"]),
        Step("$", shows: ["line 60", "End"]),
        Step("^", shows: ["line 1\n", "Top"]),
        Step("h", shows: ["h is not bound: messages have no headers"]),
        Step("j", shows: ["Release notes 2.4.0", "5/8"], hides: ["line 1\n"]),
        Step("N", "k", shows: ["build 1987 failed", "line 1\n", "4/8"]),
        Step("i", shows: ["▌     ci", "4/8"]),
        Step("N", shows: ["Marked “build 1987 failed” unread", "7 unread of 8", "4/8"]),
        Step("d", shows: ["Deleted “build 1987 failed” · u undo"], hides: [" build 1987 failed "]),
        Step("u", shows: ["Restored “build 1987 failed”", "4/8"]),
        // Tag two, delete both.
        Step("t", "t", shows: ["2 marked"]),
        Step("d", shows: ["Deleted 2 messages · u undo"], hides: ["Release notes"]),
        Step("u", shows: ["Release notes", "build 1987"]),
        // Limit to a pattern, and show all again.
        Step(
          "l", typing: "disk", then: ["Enter"], shows: ["Only disk: 1", "Disk 91"], hides: ["gate"]),
        Step("Esc", shows: ["gate", "Release notes"]),
        Step("=", shows: ["1/8"]),
        Step("]", shows: ["7 unread of 8"], hides: ["1/8"]),
        Step("[", shows: ["1/8"]),
        Step(":", typing: "5", then: ["Enter"], shows: ["▌●    ci", "5/8"]),
        Step(";", shows: ["; is not bound: every key acts on the tagged messages"]),
        Step("!", shows: ["! is not bound: :! runs a program"]),
        Step("*", shows: ["8/8"]),
        Step("=", "/", typing: "build", then: ["Enter"], shows: ["Match 1 of 2", "4/8"]),
        Step("n", shows: ["Match 2 of 2", "7/8"]),
        Step("A-n", shows: ["4/8"]),
        Step("F", shows: ["Pinned “build 1987 failed” · u undo"]),
        Step("u", shows: ["4/8"]),
        // Reply to it, and think better of it.
        Step("r", shows: ["Retry", "Open the link"]),
        Step("q", shows: ["build 1987 failed"], hides: ["Open the link"]),
        Step("o", shows: ["Sort", "Oldest first"]),
        Step("Esc", "|", shows: ["Pipe to:"]),
        Step("Esc", "Tab", shows: ["5/8"]),
        Step("c", shows: ["There is only this inbox here"]),
        Step("?", "?", shows: ["Keys: list", "One message or line down"]),
        Step("/", typing: "flag", then: ["Enter"], shows: ["No such key here"]),
        Step("Esc", "q", shows: ["5/8"], hides: ["Keys: list"]),
        Step("$", shows: ["Refreshed"]),
        Step("x", shows: ["Only ci"]),
        Step("q", "q", shows: []),
      ], with: .mutt)
    #expect(inbox.effects.last == .host(.quit))
    #expect(inbox.messages.allSatisfy { $0.status != .deleted && !$0.isPinned })
    #expect(inbox.numbers(.unread).count == 7)
  }

  @Test func `with the keys of newsboat`() {
    let inbox = replay(
      [
        Step("j", "j", "j", shows: ["4/8", "7 unread of 8"]),
        Step("Enter", shows: ["line 1\n", "6 unread of 8"]),
        Step("Space", shows: ["line 30"]),
        // The next unread article, the one before, and back to the list.
        Step("n", shows: ["Release notes 2.4.0", "5/8"]),
        Step("p", shows: ["Family day on friday", "3/8"]),
        Step("q", shows: ["3/8", "Disk 91"]),
        Step("N", shows: ["Marked “Family day on friday” unread", "3/8"]),
        Step("n", shows: ["6/8"], hides: ["Marked"]),
        Step("D", shows: ["Deleted “Disk 91 % full on db-2” · U undo"]),
        Step("U", shows: ["Restored “Disk 91 % full on db-2”", "6/8"]),
        Step("*", shows: ["Pinned “Disk 91 % full on db-2” · U undo"]),
        Step("U", shows: ["6/8"]),
        // Only what is unread, and all again.
        Step("l", shows: ["Only unread: 5"], hides: ["Backup finished"]),
        Step("Esc", shows: ["Backup finished"]),
        Step("l", shows: ["Only unread: 5"], hides: ["Backup finished"]),
        Step("l", shows: ["All messages: 8", "Backup finished"]),
        Step("l", "C-f", shows: ["Backup finished"]),
        Step("g", shows: ["Sort", "Oldest first"]),
        Step("Esc", "$", shows: ["Refreshed"]),
        Step("/", typing: "disk", then: ["Enter"], shows: ["Match 1 of 1", "6/8"]),
        Step("k", "k", "o", shows: ["4/8"]),
        Step("u", shows: ["Open the link", "Retry"]),
        Step("q", "F", typing: "source:chat/*", then: ["Enter"], shows: ["Only source:chat/*: 2"]),
        // The search goes first, then the filter.
        Step("Esc", "Esc", "A", shows: ["Mark 5 messages read? [y/N]"]),
        Step("y", shows: ["Marked 5 messages read"]),
        Step("U", shows: ["5 messages unread again"]),
        Step("?", "?", shows: ["Keys: list", "Open link or thread"]),
        Step("?", shows: ["Keys: all screens", "Every screen"]),
        Step("q", "r", shows: ["Refreshed"]),
        Step("Q", shows: []),
      ], with: .newsboat)
    #expect(inbox.effects.last == .host(.quit))
    #expect(!inbox.launches.isEmpty)
    #expect(inbox.messages.allSatisfy { $0.status != .deleted && !$0.isPinned })
  }
}
