import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Keys act on what a person has seen, or do nothing and say so.
struct MeantKeyTests {
  /// A screen whose keys come at once.
  private func screen(_ count: Int) -> ScreenDriver {
    var inbox = ScreenDriver(count: count)
    inbox.looksFirst = false
    return inbox
  }

  // MARK: - The cursor

  @Test(arguments: ["d", "m", "p", "s", "Enter", "o", "y", "Space", "|"])
  func `a key that comes with a change of the row under the cursor does nothing`(_ key: String) {
    var inbox = screen(9).pressing("j", "j")
    inbox.elsewhere { _ = try $0.perform(.delete, on: .numbers([7])) }
    #expect(inbox.selected == 6)
    let messages = inbox.messages
    #expect(inbox.after(key).messages == messages)
    #expect(inbox.state.context == .list && inbox.state.list.marks.isEmpty)
    #expect(inbox.status == "\(key) did nothing: the list had just changed · press it again")
    inbox.look()
    #expect(inbox.after(key).status?.contains("did nothing") != true)
  }

  @Test func `a change of the message itself, or the first one of a list, keeps no key back`() {
    var inbox = screen(3)
    inbox.elsewhere { _ = try $0.perform(.read, on: .numbers([3])) }
    #expect(inbox.after("d").message(3)?.status == .deleted)
    var empty = screen(0)
    empty.arrive()
    #expect(empty.after("d").messages.allSatisfy { $0.status == .deleted })
  }

  @Test func `a motion is no act, and an arrival above leaves the key to the message`() {
    var inbox = screen(9).pressing("j", "j")
    inbox.arrive()
    #expect(inbox.after("d").message(7)?.status == .deleted)
    inbox.elsewhere { _ = try $0.perform(.delete, on: .numbers([6])) }
    #expect(inbox.after("j").selected == 4)
  }

  @Test func `a command line is accepted once its message has been seen`() {
    var inbox = screen(9).pressing(":", typing: "delete")
    inbox.elsewhere { _ = try $0.perform(.delete, on: .numbers([9])) }
    #expect(inbox.after("Enter").message(8)?.status == .unread)
    #expect(inbox.state.overlays.prompt?.error != nil)
    inbox.look()
    #expect(inbox.after("Enter").message(8)?.status == .deleted)
  }

  @Test func `a message that takes the place of another in the reader gets no key at once`() {
    var inbox = screen(9).pressing("Enter")
    inbox.look()
    inbox.send(.linked(.message(3)))
    #expect(inbox.after("d").messages.allSatisfy { $0.status != .deleted })
    inbox.look()
    #expect(inbox.after("d").message(3)?.status == .deleted)
  }

  // MARK: - Questions

  @Test func `a question that comes late gets no answer at once, and none once another key came`() {
    var inbox = screen(9).holdingEffects().pressing("D")
    inbox.look()
    #expect(inbox.release().state.context == .confirm)
    #expect(inbox.after("y").state.context == .confirm)
    inbox.look()
    #expect(inbox.after("y").messages.allSatisfy { $0.status == .deleted })
    inbox.press("u")
    inbox.holdsEffects = true
    #expect(inbox.after("D", "j").status == "Not asked: another key came first")
    #expect(inbox.release().state.context == .list)
  }

  @Test func `keys behind that of the undo history wait for its menu`() {
    var inbox = screen(9).pressing("d", "d").holdingEffects().pressing("g u", "Enter")
    #expect(inbox.answerSlowly().state.context == .list && inbox.screens == [.list])
    #expect(inbox.numbers(.deleted).count == 1)
  }

  // MARK: - Undo

  @Test func `the offer of undo goes as its step is undone elsewhere, and its key says so`() {
    var inbox = screen(9).pressing("m", "j", "d")
    #expect(inbox.status == "Deleted “Message 8” · u undo")
    inbox.elsewhere { _ = try $0.undo() }
    #expect(inbox.state.status == nil)
    #expect(!inbox.press("u", "u").contains(HistoryStep.undo.effect))
    #expect(inbox.status == "Already undone elsewhere · u undoes the next step")
    #expect(inbox.message(9)?.status == .read)
    inbox.look()
    #expect(inbox.after("u").message(9)?.status == .unread)
  }

  @Test func `undo does not take back a newer step of another process in place of the offered one`()
  {
    var inbox = screen(9).pressing("d")
    inbox.elsewhere { _ = try $0.perform(.read, on: .numbers([1])) }
    inbox.press("u")
    #expect(inbox.status == "Not undone: something else was changed since · u undoes the next step")
    #expect(inbox.message(1)?.status == .read && inbox.message(9)?.status == .deleted)
    inbox.look()
    inbox.press("u", "u")
    #expect(inbox.message(1)?.status == .unread && inbox.message(9)?.status == .unread)
    inbox.elsewhere { _ = try $0.redo() }
    #expect(inbox.after("U").status == "Already redone elsewhere · U redoes the next step")
  }

  @Test func `without an offer undo takes the newest step of all`() {
    var inbox = screen(9).pressing("d")
    inbox.elsewhere { _ = try $0.perform(.read, on: .numbers([1])) }
    inbox.now += StatusMessage.lifetime
    #expect(inbox.after("u").message(1)?.status == .unread)
  }

  @Test func `own steps in flight are no steps of others`() {
    var inbox = screen(9).pressing("d").holdingEffects().pressing("d", "u")
    #expect(inbox.answerSlowly().numbers(.deleted) == [9])
  }

  // MARK: - All keys

  /// Keys of the list and the reader, among them those that act.
  private static let keys = [
    "j", "k", "G", "g g", "d", "d", "d", "m", "m", "p", "Enter", "q", "Tab", "u", "U", "Space",
    "Esc", "1", "2", "3", "]", "f", "n", "/ 7 Enter", "r", "T", "z z", "d d", "V", "J", "D", "s 1",
  ]

  @Test(arguments: 0..<80)
  func `at any pace, an act is on what was seen, or it says that it did nothing`(_ seed: UInt64) {
    var random = SeededRandom(seed: seed)
    var inbox = ScreenDriver(count: 30) { $1.source = $0 % 3 == 0 ? "ci" : "cli" }
    inbox.looksFirst = false
    inbox.state.environment.preferences.automaticTabs = true
    if seed % 4 == 1 { inbox.state.environment.keymap = KeymapPreset.vim.keymap }
    var sights = [Sight(inbox, isByKey: true)]
    for _ in 0..<80 {
      inbox.now += random.pick([0, 0, 0.05, 0.1, 0.2, 0.3, 0.6, 1])
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        let wasAwaiting = inbox.state.isAwaitingAnswer
        happen(in: &inbox, &random)
        sights.append(Sight(inbox, isByKey: wasAwaiting))
      default:
        let key = random.pick(Self.keys)
        for part in key.split(separator: " ") {
          check(String(part), in: &inbox, sights)
          sights = [Sight(inbox, isByKey: true)]
        }
      }
    }
  }

  /// What the screen shows at a time.
  private struct Sight {
    var time: Date
    /// Whether a key has led to it, so that a person expects it.
    var isByKey: Bool
    var targets: Set<MessageNumber>

    init(_ inbox: ScreenDriver, isByKey: Bool) {
      (time, self.isByKey) = (inbox.now, isByKey)
      let stack = inbox.state.stack
      let commands: [Command.Acting] = [.toggleRead, .togglePin]
      let repeated = commands.flatMap { command -> [ActionTarget] in
        var toggles = stack.toggles
        toggles.keyPressed()
        return toggles.targets(of: command, at: inbox.now) ?? []
      }
      targets = Set(stack.targetNumbers + repeated.map(\.number))
    }
  }

  /// What other processes do, and answers that come late.
  private func happen(in inbox: inout ScreenDriver, _ random: inout SeededRandom) {
    let number = random.pick([
      inbox.selected ?? 1,
      MessageNumber(Int64.random(in: 1...30, using: &random)),
    ])
    switch Int.random(in: 0..<8, using: &random) {
    case 0...1: inbox.push(.make("New", source: "ci"))
    case 2...3: inbox.elsewhere { _ = try $0.perform(.delete, on: .numbers([number])) }
    case 4: inbox.elsewhere { _ = try $0.undo() }
    case 5: inbox.elsewhere { _ = try $0.perform(.read, on: .numbers([number])) }
    case 6: inbox.holdsEffects = true
    default: inbox.release()
    }
  }

  private func check(_ key: String, in inbox: inout ScreenDriver, _ sights: [Sight]) {
    let now = inbox.now
    let seen = sights.last { $0.isByKey || now.timeIntervalSince($0.time) >= CursorShift.reaction }
    let isWaiting = inbox.state.isAwaitingAnswer || !inbox.state.interaction.typeAhead.isEmpty
    let isCommand = inbox.state.context == .list || inbox.state.context == .reader
    let count = inbox.state.interaction.pendingCount
    let effects = inbox.press(key)
    guard !isWaiting, isCommand, count == nil else { return }
    var hasActed = false
    for request in effects.compactMap({ $0.request(ChangeMessages.self) })
    where request.verb.logged != nil {
      hasActed = true
      guard case .numbers(let numbers) = request.selection else { continue }
      #expect(seen?.targets.isSuperset(of: numbers) == true, "\(key) on \(numbers)")
    }
    guard ["m", "p", "d"].contains(key), inbox.state.interaction.pendingKeys.isEmpty else { return }
    let isTold = inbox.state.status != nil || inbox.state.context != .list
    #expect(hasActed || isTold || inbox.screen == .reader, "\(key) is silent")
  }
}
