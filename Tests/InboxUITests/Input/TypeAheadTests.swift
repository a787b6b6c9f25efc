import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Keys that are typed before the answer that they were meant for.
struct TypeAheadTests {
  /// Keys that lead elsewhere, pressed after others that prepare the screen.
  struct Way: Sendable, CustomTestStringConvertible {
    var name: String
    var before: [String] = []
    var keys: [String]

    init(_ name: String, before: [String] = [], _ keys: String...) {
      self.name = name
      self.before = before
      self.keys = keys
    }

    var testDescription: String { name }
  }

  /// Every command whose result has to be waited for, from the list, its trash or the reader.
  static let ways: [Way] = [
    Way("search far away", "/", "7", "7", "Enter"),
    Way("search at hand", "/", "2", "9", "1", "Enter"),
    Way("search that wraps", before: ["G"], "/", "2", "9", "1", "Enter"),
    Way("search line", ":", "s", "e", "a", "r", "c", "h", " ", "7", "7", "Enter"),
    Way("next match", before: ["/", "7", "Enter"], "n", "n"),
    Way("previous match", before: ["/", "7", "Enter"], "N"),
    Way("next unread", "Tab"),
    Way("previous unread", before: ["G"], "S-Tab"),
    Way("undo", before: ["d", "d", "G"], "u", "u"),
    Way("redo", before: ["p", "d", "u", "u", "G"], "U", "U"),
    Way("undo of a pin", before: ["p", "G"], "u"),
    Way("bottom", "G"),
    Way("top", before: ["G"], "Home"),
    Way("pages down", "C-f", "C-f", "C-f", "C-f", "C-f", "C-f", "C-f", "C-f"),
    Way("pages up", before: ["G"], "C-b", "C-b", "C-b", "C-b", "C-b", "C-b", "C-b"),
    Way("half pages", "C-d", "C-d", "C-d", "C-d", "C-d", "C-d", "C-d", "C-d", "C-d", "C-d", "C-u"),
    Way("next preset", "f"),
    Way("filter", "F", "m", "e", "s", "s", "a", "g", "e", " ", "1", "Enter"),
    Way("order", "S", "o"),
    Way("order line", ":", "s", "o", "r", "t", " ", "o", "l", "d", "e", "s", "t", "Enter"),
    Way("trash", before: ["d", "d", "d"], "T"),
    Way("in the trash", before: ["d", "d", "d", "T"], "G"),
    Way("out of the trash", before: ["d", "T"], "T"),
    Way("thread", "t"),
    Way("end of a thread", before: ["t", "Home"], "G"),
    Way("out of a thread", before: ["t"], "q"),
    Way("refresh", before: ["f", "m", "m", "k"], "r"),
    Way("alert", "b"),
    Way("next unread in the reader", before: ["Enter"], "Tab"),
    Way("neighbors in the reader", before: ["Enter"], "J", "J", "K"),
    Way("undo in the reader", before: ["Enter", "d"], "u"),
    Way("several", "/", "7", "7", "Enter", "j", "d", "G", "k", "p", "u", "n"),
  ]

  /// Every key that acts on a message.
  static let acts: [[String]] = [
    ["m"], ["p"], ["s", "1"], ["d"], ["Delete"], ["Enter"], ["o"], ["Space", "d"], ["V", "m"],
    ["y"], ["Y"], ["|", "c", "Enter"], ["a", "y"], ["D"], ["M"], ["x"], ["z z"], ["t"], ["d", "d"],
    ["d", "u"], ["j", "m"], [":", "d", "e", "l", "e", "t", "e", "Enter"],
  ]

  private func screen(_ way: Way) -> ScreenDriver {
    ScreenDriver(count: 300) { number, payload in
      payload.local.status = number.isMultiple(of: 100) || number > 298 ? .unread : .read
      payload.thread = number.isMultiple(of: 2) ? .set("even") : .set("odd")
    }.with { $0.alerts = AlertState(latest: 40) }.pressing(way.before)
  }

  /// What a person sees, and what has become of the messages.
  private struct Result: Equatable {
    var selected: MessageNumber?
    var reader: MessageNumber?
    var screens: [Screen]
    var marked: Set<MessageNumber>
    var menu: String?
    var prompt: String?
    var question: String?
    var query: MessageQuery
    var deeds: [Effect]
    var messages: [Message]

    init(_ inbox: ScreenDriver) {
      let state = inbox.state
      selected = state.list.selected
      reader = state.reader?.number
      screens = state.stack.screens
      marked = Set(state.list.marked.keys)
      menu = state.menu?.title
      prompt = state.overlays.prompt?.text
      question = state.overlays.question?.sentence
      query = state.list.query
      deeds = inbox.effects.filter { effect in
        switch effect {
        case .store(let any):
          any.request is ChangeMessages || any.request is PurgeMessages
            || any.request is HistoryStep || any.request is ChooseAction
        case .host, .pane(.copy), .pane(.decide): true
        case .pane: false
        }
      }
      messages = inbox.messages
    }
  }

  private func result(_ way: Way, _ act: [String], isBurst: Bool) -> Result {
    var inbox = screen(way)
    (inbox.holdsEffects, inbox.postponesRows) = (isBurst, isBurst)
    for key in way.keys + act { inbox.press(key) }
    #expect(inbox.answerSlowly().state.interaction.typeAhead.isEmpty)
    return Result(inbox)
  }

  @Test(arguments: ways) func `each key acts on what it would have acted on later`(_ way: Way) {
    for act in Self.acts {
      let slow = result(way, act, isBurst: false)
      #expect(result(way, act, isBurst: true) == slow, "\(way.name), then \(act)")
    }
  }

  @Test(arguments: ["No match", "busy"])
  func `what was typed for a match that is not there is dropped`(_ reason: String) {
    var inbox = ScreenDriver(count: 300).holdingEffects().pressing("/", "x", "Enter", "d", "p")
    if reason == "busy" { inbox.failFirst { $0.request(Seek.self) != nil } }
    #expect(inbox.answerSlowly().status?.hasPrefix(reason) == true)
    #expect(inbox.status?.hasSuffix(" · 2 keys typed ahead dropped") == true)
    #expect(inbox.messages.allSatisfy { $0.status == .unread && !$0.isPinned })
    #expect(inbox.press("d") == [.perform(.delete, .numbers([300]))])
  }

  @Test func `what was typed for rows that cannot be read is dropped`() {
    var inbox = ScreenDriver(count: 300).postponingRows().pressing("G", "d")
    inbox.failFirst { $0.request(ReadRows.self) != nil }
    #expect(inbox.selected == 300)
    #expect(inbox.press("j", "d") == [.perform(.delete, .numbers([299]))])
  }

  @Test func `what was typed for an undo of nothing is dropped`() {
    var inbox = ScreenDriver(count: 3).holdingEffects().pressing("u", "d")
    #expect(inbox.answerSlowly().status == "Nothing to undo · 1 key typed ahead dropped")
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  @Test func `a found message that goes before its rows come is not mistaken for another`() {
    var inbox = ScreenDriver(count: 300).pressing(":", typing: "search e 77")
    (inbox.holdsEffects, inbox.postponesRows) = (true, true)
    inbox.press("Enter", "d")
    inbox.answerNext()
    inbox.purge(77)
    #expect(inbox.answerSlowly().messages.count == 299)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.selected == 300)
  }

  @Test(arguments: ["C-c", "C-g"]) func `a wait is given up at once`(_ key: String) {
    var inbox = ScreenDriver(count: 300).holdingEffects()
    inbox.press("/", "7", "7", "Enter", "d", key)
    #expect(inbox.status == "Search stopped · 1 key typed ahead dropped")
    #expect(inbox.press("j") == [])
    #expect(inbox.selected == 299)
    #expect(inbox.answerSlowly().selected == 299)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  @Test func `Esc waits with the others, but gives up an answer that is late`() {
    var inbox = ScreenDriver(count: 300).holdingEffects()
    inbox.press("/", "7", "7", "Enter", "Esc", "d")
    inbox.now += 2
    #expect(inbox.after("Esc").status == "Search stopped · 2 keys typed ahead dropped")
    #expect(inbox.answerSlowly().messages.allSatisfy { $0.status == .unread })
    inbox.press("/", "7", "7", "Enter", "Esc", "d")
    #expect(inbox.answerSlowly().state.list.search == nil)
    #expect(inbox.message(277)?.status == .deleted)
  }

  @Test func `Esc leaves a list whose rows do not come`() {
    var inbox = ScreenDriver(count: 300).postponingRows().pressing("T", "d")
    inbox.now += 2
    #expect(inbox.after("Esc").screens == [.list])
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
  }

  @Test func `the end that was given up is not shown when it comes after all`() {
    var inbox = ScreenDriver(count: 300).postponingRows().pressing("G", "C-g")
    #expect(inbox.answerSlowly().selected == 300)
    #expect(inbox.rows.first?.number == 300)
  }

  @Test func `only so much is typed ahead, and what comes later is not taken for its middle`() {
    var inbox = ScreenDriver(count: 300).holdingEffects().pressing("/", "7", "7", "Enter")
    for _ in 0..<TypeAhead.limit { inbox.press("j") }
    inbox.press("d")
    #expect(inbox.answerSlowly().messages.allSatisfy { $0.status == .unread })
    #expect(inbox.selected == 21)
    inbox.press("d")
    #expect(inbox.answerSlowly().message(21)?.status == .deleted)
  }

  @Test func `a text that is pasted ahead goes where it was meant`() {
    var inbox = ScreenDriver(count: 300).holdingEffects()
    inbox.press("/", "7", "7", "Enter", "F", pasting: "is:read", then: "Enter")
    #expect(inbox.answerSlowly().filterText == "is:read")
  }

  @Test func `a link drops what was typed for the screen before`() {
    var inbox = ScreenDriver(count: 300).holdingEffects().pressing("/", "7", "7", "Enter", "d")
    inbox.send(.linked(.message(5)))
    #expect(inbox.answerSlowly().reader == 5)
    #expect(inbox.messages.allSatisfy { $0.status != .deleted })
  }
}
