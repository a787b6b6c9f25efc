import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Keys that stand for lines, chains and programs.
struct KeyBindingTests {
  private func inbox(_ key: String, _ commands: String..., count: Int = 5) -> ScreenDriver {
    var inbox = ScreenDriver(count: count) { number, payload in
      payload.tap = .set(.url("https://example.org/\(number)"))
    }
    #expect(inbox.state.keymap.apply([KeymapEntry(key: key, commands: commands)]) == [])
    return inbox
  }

  @Test func `a key stands for a line with an argument`() {
    var inbox = inbox("X", ":snooze 2h")
    inbox.press("X")
    #expect(inbox.message(5)?.snoozedUntil == inbox.now.addingTimeInterval(7_200))
    inbox.press("2", "X")
    #expect(inbox.message(4)?.snoozedUntil != nil)
  }

  @Test func `all steps of a chain act on the same messages`() {
    var inbox = inbox("A", "toggle-read", "delete")
    inbox.press("A")
    #expect(inbox.message(5)?.status == .deleted)
    #expect(inbox.messages.dropFirst().allSatisfy { $0.status == .unread })
    inbox.press("u")
    #expect(inbox.message(5)?.status == .read)
    inbox.press("G", "Space", "k", "Space", "A")
    #expect(inbox.messages.filter { $0.status == .deleted }.count == 2)
  }

  @Test func `a chain ends where a step means nothing`() {
    var inbox = inbox("A", "snooze", "delete")
    inbox.press("A")
    #expect(inbox.state.menu != nil)
    #expect(inbox.messages.allSatisfy { $0.status == .unread })
    #expect(inbox.state.status?.text == "delete does nothing here")
  }

  @Test func `keys typed behind a chain wait for its end`() {
    var inbox = inbox("A", "toggle-read", "delete")
    inbox.holdsEffects = true
    inbox.press("A", "j")
    inbox.release()
    #expect(inbox.message(5)?.status == .deleted)
  }

  @Test func `a program gets the message as JSON and in variables, and no text is a part of it`()
    throws
  {
    var inbox = inbox("P", "!gh pr view {url} --note '{title}' \"{id}\" {other}")
    let effects = inbox.press("P")
    _ = effects
    let launch = try #require(
      inbox.effects.compactMap { effect -> Launch? in
        if case .host(.launch(let launch)) = effect { launch } else { nil }
      }.first)
    guard case .run(let script, let name, let input, let variables) = launch else {
      Issue.record("\(launch)")
      return
    }
    let value = "\"${MESSAGE_URL}\""
    #expect(
      script
        == "gh pr view \(value) --note ''\"${MESSAGE_TITLE}\"'' \"${MESSAGE_ID}\" {other}")
    #expect(name.hasPrefix("gh pr view {url}"))
    #expect(variables["MESSAGE_URL"] == "https://example.org/5")
    #expect(variables["MESSAGE_TITLE"] == "Message 5")
    #expect(input.hasPrefix("{") && input.contains("\"Message 5\""))
  }

  @Test func `a text goes to a program, and a line of the prompt runs one`() {
    var inbox = inbox("C", "|jq .")
    inbox.press("C")
    #expect(inbox.effects.contains(.host(.launch(.pipe("Message 5\n", command: "jq .")))))
    inbox.run("!echo {number}")
    let scripts = inbox.effects.compactMap { effect -> String? in
      if case .host(.launch(.run(let script, _, _, _))) = effect { script } else { nil }
    }
    #expect(scripts == ["echo \"${MESSAGE_NUMBER}\""])
  }

  @Test(arguments: [
    ("!gh 'x", KeymapError.Reason.openQuote("gh 'x")), ("!", .empty("!")), ("|  ", .empty("|")),
    (":", .empty(":")), (":snoze 2h", .unknownCommand("snoze", nearest: "snooze")),
  ])
  func `what cannot be bound is refused`(_ command: String, _ reason: KeymapError.Reason) {
    var keymap = Keymap.default
    let problems = keymap.apply([KeymapEntry(key: "X", command: command)])
    #expect(problems.map(\.reason) == [reason])
    #expect(keymap == .default)
  }

  @Test func `commands that no screen has together are no chain`() {
    var keymap = Keymap.default
    let problems = keymap.apply([KeymapEntry(key: "X", commands: ["purge", "toggle-read"])])
    #expect(problems.map(\.reason) == [.nowhere("purge, toggle-read")])
    #expect(problems[0].message == "no screen has all of purge, toggle-read")
  }
}
