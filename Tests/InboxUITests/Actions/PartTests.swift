import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// Actions, history and links as parts: a stack of screens and a context, without the root.
struct PartTests {
  private let environment = ScreenEnvironment(
    size: Size(columns: 80, rows: 24), inboxName: "default", theme: .default, keymap: .default,
    preferences: ScreenPreferences(), zone: .gmt, hostOptions: nil)

  private var context: PartContext {
    PartContext(
      environment: environment, screen: .list, keys: .list, screenKeys: .list, layout: layout,
      now: .testing)
  }

  private var layout: ListLayout {
    ListLayout(
      size: environment.size, areas: environment.areas, theme: .default,
      drawing: ListRows(drawing: nil, options: RowOptions()))
  }

  /// A list of unread messages, the highest number on top and under the cursor.
  private func stack(_ count: Int64, prepare: (inout MessageRow) -> Void = { _ in }) -> ScreenStack
  {
    var list = ListState()
    let rows = (1...count).reversed().map { number in
      var row = MessageRow(Message.make(number, title: "Message \(number)"))
      prepare(&row)
      return row
    }
    _ = list.receive(
      InboxSnapshot(sequence: 7, rows: rows, newestNumber: MessageNumber(count)),
      of: MessageWindow(limit: 64), in: layout)
    var stack = ScreenStack()
    stack.lists = [list]
    return stack
  }

  private func act(_ command: Command.Acting, on stack: inout ScreenStack) -> Reply {
    stack.act(command, groups: GroupCountState(), in: context)
  }

  // MARK: - Actions

  @Test func `an action changes the message under the cursor and moves to the next one`() {
    var stack = stack(3)
    #expect(act(.delete, on: &stack).effects.first == .perform(.delete, .numbers([3])))
    #expect(stack.list.selected == 2)
    #expect(stack.list.isPending(3))
  }

  @Test func `marked messages go before the one under the cursor`() {
    var stack = stack(3)
    _ = act(.mark, on: &stack)
    _ = act(.mark, on: &stack)
    #expect(act(.toggleRead, on: &stack).effects.first == .perform(.read, .numbers([3, 2])))
    #expect(stack.list.marked.isEmpty)
  }

  @Test func `the messages of a chain go before those of the list`() {
    var stack = stack(3)
    stack.boundTargets = [stack.list.target(stack.list.snapshot.rows[2])]
    #expect(stack.targetNumbers == [1])
    #expect(act(.togglePin, on: &stack).effects.first == .perform(.pin, .numbers([1])))
  }

  @Test func `a permanent change asks first`() {
    var stack = stack(2)
    let reply = act(.purge, on: &stack)
    #expect(reply.effects.isEmpty)
    guard case .question(let question)? = reply.overlay else {
      return #expect(Bool(false), "no question")
    }
    let done = stack.perform(question, in: layout)
    let asked = MessageSelection.seen(.numbers([2]), upTo: 7, before: nil)
    #expect(done.effects.first == PurgeMessages(selection: asked, asked: 1).effect)
  }

  @Test func `a bulk change is counted before its question`() {
    var stack = stack(2)
    let reply = act(.deleteAll, on: &stack)
    #expect(reply.effects == [CountMessages(filter: .all).effect])
    let all = MessageSelection.seen(.matching(.all), upTo: 7, before: nil)
    #expect(reply.uncounted == .count(ConfirmState(action: .deleteAll, selection: all, count: 0)))
    #expect(reply.overlay == nil)
  }

  @Test func `a message that leaves the list closes the reader where no other follows`() {
    var stack = stack(1)
    stack.push(ReaderState(number: 1))
    let reply = act(.delete, on: &stack)
    guard case .leave? = reply.messages.first else {
      return #expect(Bool(false), "the reader stays: \(reply.messages)")
    }
  }

  @Test func `a moment of the menu that has passed is offered anew`() {
    var stack = stack(1)
    let reply = stack.snooze([1], until: .date(.testing), in: context)
    #expect(reply.effects.isEmpty)
    guard case .menu? = reply.overlay else { return #expect(Bool(false), "no menu") }
  }

  // MARK: - History

  @Test func `an undo is awaited until its answer, and the cursor goes where it leads`() {
    var (history, stack) = (HistoryState(), stack(3))
    #expect(history.request(.undo, at: context.now).effects == [HistoryStep.undo.effect])
    #expect(history.awaited == .undo)
    let outcome = UndoOutcome(verb: .deleted, changedCount: 1, newest: 1)
    let reply = history.receive(outcome, of: .undo, on: &stack, in: context)
    #expect(history.awaited == nil)
    #expect(!reply.isMiss)
    #expect(reply.effects.contains { $0.request(ReadRows.self) != nil })
    #expect(reply.effects.contains(.fetch([1], .naming(.undo, outcome))))
  }

  @Test func `an undo without a step is a miss, which drops the keys behind it`() {
    var (history, stack) = (HistoryState(), stack(1))
    _ = history.request(.undo, at: context.now)
    let reply = history.receive(nil, of: .undo, on: &stack, in: context)
    #expect(reply.isMiss && reply.effects.isEmpty)
    #expect(reply.status != nil)
  }

  @Test func `undo is offered once there is a change to undo`() {
    var (history, stack) = (HistoryState(), stack(1))
    #expect(!history.canUndo)
    let numbers = MessageSelection.numbers([1])
    history.receive(
      ChangeOutcome(changedCount: 1), of: ChangeMessages(verb: .view, selection: numbers),
      at: context.now)
    #expect(!history.canUndo)
    history.receive(
      ChangeOutcome(changedCount: 1), of: ChangeMessages(verb: .delete, selection: numbers),
      at: context.now)
    #expect(history.canUndo)
    _ = history.receive(nil, of: .undo, on: &stack, in: context)
    #expect(!history.canUndo)
  }

  // MARK: - Links

  /// Opens a link of the first message; returns its launch.
  private func launchLink(of stack: inout ScreenStack, openings: inout LinkOpenings) -> Launch? {
    let tap = Tap(number: 1, behavior: .url("https://example.org/1"))
    let reply = openings.run([tap], of: [tap], in: &stack.list, context)
    guard case .host(.launch(let launch))? = reply.effects.first else { return nil }
    return launch
  }

  @Test func `a link counts as opened once a program has taken it`() throws {
    var (openings, stack) = (LinkOpenings(), stack(1))
    let launch = try #require(launchLink(of: &stack, openings: &openings))
    #expect(stack.list.isPending(1))
    let done = openings.receive(.done, of: launch, on: &stack, context)
    #expect(done.effects == [.perform(.open(.inbox), .numbers([1]))])
    // It was counted already.
    #expect(openings.receive(.done, of: launch, on: &stack, context).effects.isEmpty)
  }

  @Test func `a link that nothing opens is copied, and its message stays unread`() throws {
    var (openings, stack) = (LinkOpenings(), stack(1))
    let launch = try #require(launchLink(of: &stack, openings: &openings))
    let copied = openings.receive(.noOpener, of: launch, on: &stack, context)
    #expect(copied.effects == [CopyText(text: "https://example.org/1", choice: .auto).effect])
    #expect([openings.takeIsInstead(), openings.takeIsInstead()] == [true, false])
  }

  // MARK: - Seeks

  @Test func `a seek that fails drops the keys that wait for it, on its list alone`() throws {
    var stack = stack(2)
    let reply = stack.seek(.unread(.forward), count: 2, in: context)
    let seek = try #require(reply.effects.first?.request(Seek.self))
    stack.push(ListState(thread: "other", from: nil), as: .thread)
    #expect(!stack.seekFailed(seek).isMiss)
    #expect(!stack.lists[0].isSeeking)
  }

  // MARK: - Pointer

  @Test func `a press and a release on one target are a click`() {
    var pointer = PointerState()
    let line = Line([Span("row", roles: []).aimed(at: .row(1))])
    let frame = Frame(size: Size(columns: 10, rows: 1), lines: [line], cursor: nil)
    let place = Position(column: 1, row: 0)
    let press = MouseEvent(.press, at: place)
    #expect(pointer.handle(press, on: frame, at: .testing) == nil)
    let release = MouseEvent(.release, at: place)
    let click = PointerState.Click(target: .row(1), position: place)
    #expect(pointer.handle(release, on: frame, at: .testing) == .click(click))
  }
}
