import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Keys that are pressed one after the other.
struct KeySequenceTests {
  /// The default keys with what a person wrote, each as key and command.
  private func keymap(_ pairs: [(String, String)], context: String? = nil) -> Keymap {
    var keymap = Keymap.default
    #expect(keymap.apply(entries(pairs, context: context)) == [])
    return keymap
  }

  private func entries(_ pairs: [(String, String)], context: String? = nil) -> [KeymapEntry] {
    pairs.enumerated().map { index, pair in
      KeymapEntry(context: context, key: pair.0, commands: [pair.1], line: index + 1)
    }
  }

  private func inbox(_ pairs: [(String, String)], size: Size? = nil) -> ScreenDriver {
    ScreenDriver(count: 30, size: size ?? Size(columns: 80, rows: 24))
      .with { $0.environment.keymap = keymap(pairs) }
  }

  private let leader = [("g g", "bottom"), ("g", "unbind"), (", d", "delete"), (", u x", "undo")]

  @Test func `the last key of a sequence does what the sequence means`() {
    var inbox = inbox(leader)
    #expect(inbox.press("g") == [])
    #expect(inbox.state.interaction.pendingKeys == [.character("g")])
    #expect(inbox.after("g").selected == 1)
    #expect(inbox.state.interaction.pendingKeys == [])
    #expect(inbox.press(",", "u", "x") == [HistoryStep.undo.effect])
  }

  @Test func `a key that leads nowhere is reported and does nothing`() {
    var inbox = inbox(leader)
    #expect(inbox.press("g", "d") == [])
    #expect(inbox.status == "g d is not bound · ? help")
    #expect(inbox.state.interaction.pendingKeys == [])
    #expect(inbox.press("d") == [.perform(.delete, .numbers([30]))])
  }

  @Test(arguments: ["Esc", "C-g", "C-c"]) func `a sequence is left without a word`(_ key: String) {
    let inbox = inbox(leader).pressing("Space", ",", key)
    #expect(inbox.state.interaction.pendingKeys == [])
    #expect(inbox.state.status == nil)
    #expect(inbox.state.list.marked.count == 1)
  }

  @Test func `sequences work on screens and are typed into prompts as they are`() {
    var inbox = inbox([(", d", "delete"), (", o", "help")]).pressing("/", ",", "d")
    #expect(inbox.prompt == ",d")
    #expect(inbox.after("Esc", "Enter", ",", "o").screen == .help)
  }

  @Test(arguments: [
    (
      [(", d", "delete"), (", d d", "undo")], [KeymapError.Reason.ambiguous(", d d", ", d", .list)]
    ),
    ([(", d d", "undo"), (", d", "delete")], [.ambiguous(", d", ", d d", .list)]),
    ([("z PgDwn", "top")], [.unknownKey("PgDwn", nearest: "PgDn")]),
    ([("z C-z", "top")], [.reservedKey("C-z")]),
    ([(", ,", "complete")], [.sequenceOffScreen(", ,")]), ([(", x", "unbind")], [.notBound(", x")]),
  ])
  func `what leaves open what a key means is refused`(
    _ pairs: [(String, String)], _ reasons: [KeymapError.Reason]
  ) {
    var keymap = Keymap.default
    let problems = keymap.apply(entries(pairs))
    #expect(problems.map(\.reason) == reasons)
    #expect(problems.last?.entry.line == pairs.count)
    #expect(problems.allSatisfy { !$0.message.isEmpty })
  }

  @Test func `a sequence takes the place of a default key that it begins with, on its screen`() {
    var keymap = Keymap.default
    #expect(keymap.apply([KeymapEntry(context: "list", key: "d d", commands: ["delete"])]) == [])
    #expect(keymap.command(for: .character("d"), in: .list) == nil)
    #expect(keymap.command(for: .character("d"), in: .reader) == .acting(.delete))
    let entries = [
      KeymapEntry(key: "g", commands: ["unbind"]),
      KeymapEntry(context: "list", key: "g", commands: ["bottom"]),
    ]
    #expect(keymap.apply(entries) == [])
    #expect(keymap.names(of: .moving(.top), in: .list) == ["Home"])
    #expect(keymap.names(of: .moving(.top), in: .reader) == ["Home"])
  }

  @Test func `tables and help list sequences`() throws {
    let keymap = keymap(leader)
    let rows = keymap.rows(in: .screens)
    let row = try #require(rows.first { $0.command == .moving(.bottom) })
    #expect(row.text == "G, End, g g")
    let inbox = inbox(leader).pressing("?", "?")
    #expect(inbox.frame.lines.texts.contains { $0.contains("G, End, g g") })
  }

  @Test(arguments: Size.recorded)
  func `the status line shows what was pressed and how it goes on`(size: Size) throws {
    var inbox = inbox([(", d", "delete"), (", u", "undo"), (", x y", "help")], size: size)
    inbox.press(",")
    try inbox.checkGolden("sequence")
  }

  @Test func `a sequence that was begun does not end on another screen`() {
    var inbox = inbox(leader).pressing(",")
    inbox.send(.linked(.message(9)))
    #expect(inbox.after("d").state.interaction.pendingKeys == [])
    #expect(inbox.messages.first { $0.status == .deleted }?.number == 9)
  }

  @Test func `a sequence that was begun does not end on another message`() {
    var inbox = inbox([("x d", "delete")])
    inbox.send(.linked(.message(8)))
    inbox.press("x")
    #expect(inbox.after(.linked(.message(9))).state.interaction.pendingKeys == [])
  }

  @Test func `hints name a sequence where no key alone is bound`() {
    var inbox = inbox([("a", "unbind"), ("x a", "actions")])
    inbox.revise(30) { $0.ask(["Yes"]) }
    #expect(inbox.bottomBar.contains("x a answer"))
    #expect(inbox.after("Enter").texts.joined().contains("Press x a to answer"))
  }
}
