import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// After any events, and answers in any order, the screen shows what a fresh read would show.
@Suite struct ScreenPartTests {
  private static let keys = [
    "j", "k", "G", "g g", "Enter", "q", "d", "u", "s", "Esc", "r", "p", "m", "]", "[", "PgDn",
    "o s", "o u", "z a", "T", "v", "n",
  ]

  private func screen(_ random: inout SeededRandom) -> ScreenDriver {
    let size = random.pick([
      Size(columns: 150, rows: 24), Size(columns: 80, rows: 50), Size(columns: 60, rows: 12),
    ])
    var inbox = ScreenDriver(count: 40, size: size) { number, payload in
      payload.source = "ci/\(number % 5)"
      payload.thread = number % 7 == 0 ? .set("t") : .absent
      payload.body = .set("text \(number)")
    }.with { $0.environment.preferences.preview = random.pick([.auto, .right, .below, .off]) }
    inbox.state.environment.preferences.previewReadsAfter = random.pick([nil, 1])
    inbox.state.environment.preferences.group = random.pick([.none, .source, .thread, .day])
    if Bool.random(using: &random) {
      inbox.state.environment.preferences.tabs = [
        ListTab(name: "All", filter: ""), ListTab(name: "One", filter: "source:ci/1"),
        ListTab(name: "Pinned", filter: "is:pinned"),
      ]
    }
    return inbox
  }

  private func step(_ inbox: inout ScreenDriver, _ random: inout SeededRandom) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...9: inbox.press(random.pick(Self.keys))
    case 10...13: if inbox.holdsSome { inbox.answerAny(using: &random) }
    case 14: inbox.arrive(Int.random(in: 1...3, using: &random))
    case 15:
      let verb: Verb = random.pick([.read, .unread, .delete, .restore, .pin, .unpin])
      inbox.perform(verb, on: Int64.random(in: 1...40, using: &random))
    case 16: inbox.revise(Int64.random(in: 1...40, using: &random)) { $0.body = .set("changed") }
    case 17:
      inbox.now = inbox.now.addingTimeInterval(random.pick([0.01, 0.5, 61]))
      inbox.send(.tick)
    case 18: inbox.send(.resized(random.pick([.init(columns: 90, rows: 30), inbox.state.size])))
    default: inbox.holdsEffects = Bool.random(using: &random)
    }
  }

  /// Lets every answer come, and two minutes pass: by then every count has had its turn.
  private func settle(_ inbox: inout ScreenDriver, _ random: inout SeededRandom) {
    let end = inbox.now.addingTimeInterval(120)
    for _ in 0..<2_000 {
      if inbox.holdsSome {
        inbox.answerAny(using: &random)
      } else if let next = inbox.state.nextDeadline(at: inbox.now), next <= end {
        inbox.now = max(next, inbox.now)
        inbox.send(.tick)
      } else {
        return
      }
    }
    Issue.record("something is due again and again")
  }

  @Test(arguments: 0..<60)
  func `after any events the screen shows what a fresh read would show`(_ seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    var inbox = screen(&random)
    for _ in 0..<80 { step(&inbox, &random) }
    settle(&inbox, &random)
    let (state, store) = (inbox.state, inbox.inbox)
    let shown = state.list.snapshot
    let window = MessageWindow(limit: 10_000, kept: state.list.kept)
    let fresh = try store.snapshot(of: shown.query, in: window)
    #expect(shown.counts == fresh.counts)
    #expect(shown.newestNumber == fresh.newestNumber)
    let start = shown.rows.first.flatMap { first in
      fresh.rows.firstIndex { $0.number == first.number }
    }
    #expect(shown.rows.isEmpty == fresh.rows.isEmpty)
    if let start { #expect(Array(fresh.rows[start...].prefix(shown.rows.count)) == shown.rows) }
    if state.screen.isList, state.split != nil, let selected = state.list.selected {
      #expect(state.preview.reader?.message == (try store.message(selected)))
    }
    if state.screen == .reader, let reader = state.reader {
      #expect(reader.message == (try store.message(reader.number)))
    }
    if !state.preferences.tabs.isEmpty {
      for tab in state.listCounts.tabs.tabs {
        guard let filter = tab.filter.countedByTab else { continue }
        let count = state.listCounts.tabs.count(of: tab, counts: shown.counts)
        #expect(count == (try store.counts(of: [filter]).first))
      }
    }
    if let query = GroupCountState.query(in: state), state.screen.isList {
      let groups = GroupCountState.visible(in: state)
      for (group, count) in zip(groups, try store.counts(of: groups, in: query)) {
        #expect(state.listCounts.groups[group] == count)
      }
    }
  }
}
