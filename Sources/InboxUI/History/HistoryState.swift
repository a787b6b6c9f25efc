import Foundation
import InboxCore
import InboxText

/// Undo and redo: the step that is awaited, and how many were taken since the last key.
struct HistoryState: Sendable, Hashable {
  /// The step that was requested and has no answer yet.
  private(set) var awaited: HistoryStep?
  private var takenSteps = 0

  /// Requests a step; input waits for where it leads.
  mutating func request(_ step: HistoryStep) -> Reply {
    awaited = step
    return Reply(effects: [.step(step)])
  }

  /// Counts the steps from this key on.
  mutating func keyPressed() {
    takenSteps = 0
  }

  /// Lets input wait no longer.
  ///
  /// - Returns: The step that was awaited; nil where there was none.
  mutating func stopWaiting() -> HistoryStep? {
    defer { awaited = nil }
    return awaited
  }

  /// Puts the cursor on what a step has changed, and names it in the status line.
  ///
  /// - Parameters:
  ///   - outcome: What the step has changed; nil where there is no such step.
  ///   - step: Undo or redo.
  ///   - stack: The screens.
  ///   - layout: The room for the list on top.
  ///   - context: The screen around it.
  /// - Returns: The reply; a miss where there is no such step.
  mutating func receive(
    _ outcome: UndoOutcome?, of step: HistoryStep, on stack: inout ScreenStack,
    in layout: ListLayout, _ context: PartContext
  ) -> Reply {
    let wasAwaited = stopWaiting() == step
    guard let outcome, let newest = outcome.newest else {
      let key = takenSteps == 0 ? nil : context.screenKey(of: step.inverse)
      let left = outcome?.changedSince.count ?? 0
      return Reply(
        effects: outcome == nil ? [] : stack.reread(in: layout),
        status: .notStepped(step, left: left, after: takenSteps, key: key), isMiss: true)
    }
    takenSteps += 1
    let reply =
      wasAwaited && outcome.moves
      ? stack.goBack(to: newest, in: layout) : Reply(effects: stack.reread(in: layout))
    return reply.followed(by: Reply(effects: [.fetch([newest], .naming(step, outcome))]))
  }
}

extension HistoryStep {
  /// The status once the message that a step has changed is known, with the key that reverses it.
  func status(
    naming message: Message?, after outcome: UndoOutcome, in context: PartContext
  ) -> StatusText {
    let (key, left) = (context.screenKey(of: inverse), outcome.changedSince.count)
    let status = {
      StatusText.stepped(self, outcome.verb, subject: $0, left: left, key: key)
    }
    guard outcome.changedCount == 1 else { return status(MessageCount.text(outcome.changedCount)) }
    return context.naming(message.map(MessageRow.init), status)
  }
}

extension UndoOutcome {
  /// Whether the cursor goes along: to one message, or to several that came or went.
  fileprivate var moves: Bool {
    changedCount == 1 || [.deleted, .restored, .snoozed, .unsnoozed].contains(verb)
  }
}

extension ScreenStack {
  /// Goes to a message that a step has brought back, where it is listed.
  fileprivate mutating func goBack(to number: MessageNumber, in layout: ListLayout) -> Reply {
    let cursor = list.jump(.ifListed(number), in: layout)
    guard top == .reader else { return Reply(effects: cursor) }
    guard reader?.number != number else { return Reply(effects: cursor + reloadReader()) }
    return Reply(effects: cursor, messages: [.showReader(number)])
  }
}
