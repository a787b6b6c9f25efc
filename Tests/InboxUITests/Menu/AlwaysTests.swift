import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Rules that are offered for what is like a message.
struct AlwaysTests {
  /// Nine messages, a third of them from ci.
  private func inbox() -> ScreenDriver {
    ScreenDriver(count: 9) { number, payload in
      payload.source = number.isMultiple(of: 3) ? "ci" : "cli"
      payload.title = .set(number == 9 ? "build \"1\" failed" : "\(number)")
    }
  }

  private func rule(_ effects: [Effect]) -> OfferedRule? {
    guard case .pane(.edit(let request))? = effects.last,
      case .addRule(let rule) = request.change
    else { return nil }
    return rule
  }

  @Test func `each rule says what it would have matched`() {
    let inbox = inbox().pressing("A")
    let items = inbox.menu?.items ?? []
    #expect(
      items.map { "\($0.key ?? " ") \($0.label): \($0.detail)" } == [
        #"m Mute “build "1" failed”: 1 of 3 in 30 days"#,
        #"e Done at once with “build "1" failed”: 1 of 3 in 30 days"#,
        "n Mute ci 22:00-07:00: 0 of 3 in 30 days", "p Low priority for ci: 3 of 3 in 30 days",
        "x Expire ci after a day: 3 of 3 in 30 days", "t Tag for ci…: 3 of 3 in 30 days",
      ])
  }

  @Test func `a rule is written, and undo takes it out before any message`() throws {
    var inbox = inbox().pressing("m", "A")
    let offer = try #require(rule(inbox.press("m")))
    #expect(
      offer.table == #"""
        # Added on 2027-01-15 by 'always': matches 1 of 3 messages of 30 days.
        [[rules]]
        name = "mute “build \"1\" failed”"
        filter = "source:=ci title:\"build \\\"1\\\" failed\""
        mute = true

        """#)
    inbox.send(.answered(EditConfiguration(.addRule(offer)), ()))
    #expect(inbox.status == #"Rule added: mute “build "1" failed” · u takes it out"#)
    let removal = EditConfiguration(.removeRule(offer))
    #expect(inbox.press("u") == [removal.effect])
    inbox.send(.answered(removal, ()))
    // The next one undoes what was done before.
    #expect(inbox.press("u").first == HistoryStep.undo.effect)
  }

  @Test func `undo takes out one rule after the other`() throws {
    var inbox = inbox().pressing("m")
    let offers = try ["p", "x"].map { key in
      inbox.press("x", "a")
      let offer = try #require(rule(inbox.press(key)))
      inbox.send(.answered(EditConfiguration(.addRule(offer)), ()))
      return offer
    }
    for offer in offers.reversed() {
      #expect(inbox.press("u") == [EditConfiguration(.removeRule(offer)).effect])
    }
    #expect(inbox.press("u").first == HistoryStep.undo.effect)
  }

  @Test func `a title is meant whole, and a question or what is most urgent is not done unseen`()
    throws
  {
    var inbox = inbox().pressing("A")
    let offer = try #require(rule(inbox.press("e")))
    let title = "build \"1\" failed"
    for (message, isMatched) in [
      (Message.make(source: "ci", title: title), true),
      (.make(source: "ci", title: title + " again"), false),
      (.make(source: "ci", title: title, priority: .max), false),
      (.make(source: "ci/web", title: title), false),
    ] {
      #expect(offer.filter.matches(message, at: inbox.now) == isMatched, "\(message.title ?? "")")
    }
    #expect(offer.filter.text.contains("-is:asking"))
  }

  @Test func `undo takes back what was done after a rule was added`() throws {
    var inbox = inbox().pressing("A")
    let offer = try #require(rule(inbox.press("p")))
    inbox.send(.answered(EditConfiguration(.addRule(offer)), ()))
    inbox.press("m")
    #expect(inbox.press("u").first == HistoryStep.undo.effect)
  }

  @Test func `a tag is typed`() {
    var inbox = inbox().pressing("A", "t")
    #expect(inbox.state.overlays.prompt?.purpose.label == "Tag: ")
    inbox.type("build, night,")
    #expect(rule(inbox.press("Enter"))?.deed == #"tags = ["build", "night"]"#)
  }
}
