import Foundation
import InboxCore

/// Undo and redo: the step that is awaited, and how many were taken since the last key.
struct HistoryState: Sendable, Hashable {
  /// The step that was requested and has no answer yet.
  private(set) var awaited: HistoryStep?
  /// Whether the menu of steps was requested and is not open yet.
  private(set) var awaitsList = false
  private var takenSteps = 0
  /// Whether this screen knows of a change that undo can take back.
  private(set) var canUndo = false
  var offers = StepOffers()
  /// The rules that were added since the last change of messages, which undo takes out.
  private var addedRules: [OfferedRule] = []

  /// Whether input waits for a step or the menu of steps.
  var isAwaiting: Bool { awaited != nil || awaitsList }

  /// Notes what a change has led to, which the status line offers to undo.
  mutating func receive(_ outcome: ChangeOutcome, of request: ChangeMessages, at now: Date) {
    guard request.verb.logged != nil else { return }
    offers.ended()
    guard outcome.changedCount > 0 else { return }
    (canUndo, addedRules) = (true, [])
    offers.offer(.undo, of: outcome.entry, at: now)
  }

  /// Notes a rule that was added to the configuration.
  mutating func added(_ rule: OfferedRule) { addedRules.append(rule) }

  /// Notes the requests of the screen's own steps.
  mutating func follow(_ effects: [Effect]) {
    for effect in effects where effect.isStep { offers.began() }
    if effects.contains(ListSteps().effect) { awaitsList = true }
  }

  /// Requests a step; input waits for where it leads.
  ///
  /// - Parameters:
  ///   - step: Undo or redo.
  ///   - key: The key of the step.
  ///   - now: The time.
  /// - Returns: The reply; a status if the step that the key was offered for is no longer the next.
  mutating func request(_ step: HistoryStep, key: String? = nil, at now: Date) -> Reply {
    if step == .undo, let rule = addedRules.popLast() {
      return Reply(effects: [EditConfiguration(.removeRule(rule)).effect])
    }
    if let verb = offers.replacement(of: step, at: now) {
      return Reply(status: .steppedElsewhere(step, by: verb, key: key), isMiss: true)
    }
    awaited = step
    return Reply(effects: [step.effect])
  }

  /// Counts the steps from this key on.
  mutating func keyPressed(at now: Date) {
    takenSteps = 0
    offers.keyPressed(at: now)
  }

  /// Lets input wait no longer.
  ///
  /// - Returns: The step that was awaited; nil where there was none.
  mutating func stopWaiting() -> HistoryStep? {
    defer { (awaited, awaitsList) = (nil, false) }
    return awaited
  }

  /// Ends the wait for the menu of steps; false if it is no longer wanted.
  mutating func takeList() -> Bool {
    defer { awaitsList = false }
    return awaitsList
  }

  /// Puts the cursor on what a step has changed, and names it in the status line.
  ///
  /// - Parameters:
  ///   - outcome: What the step has changed; nil where there is no such step.
  ///   - step: Undo or redo.
  ///   - stack: The screens.
  ///   - context: The screen around it.
  /// - Returns: The reply; a miss where there is no such step.
  mutating func receive(
    _ outcome: UndoOutcome?, of step: HistoryStep, on stack: inout ScreenStack,
    in context: PartContext
  ) -> Reply {
    let wasAwaited = stopWaiting() == step
    offers.ended()
    guard let outcome, let newest = outcome.newest else {
      let key = takenSteps == 0 ? nil : context.screenKey(of: step.inverse)
      let left = outcome?.changedSince.count ?? 0
      if step == .undo { canUndo = false }
      return Reply(
        effects: outcome == nil ? [] : stack.reread(in: context.layout),
        status: .notStepped(step, left: left, after: takenSteps, key: key), isMiss: true)
    }
    takenSteps += 1
    offers.offer(step.other, of: outcome.entry, at: context.now)
    let reply =
      wasAwaited && outcome.moves
      ? stack.goBack(to: newest, in: context.layout)
      : Reply(effects: stack.reread(in: context.layout))
    return reply.followed(by: Reply(effects: [.fetch([newest], .naming(step, outcome))]))
  }
}

extension Effect {
  /// Whether it makes a step that undo or redo can take back.
  fileprivate var isStep: Bool {
    request(ChangeMessages.self)?.verb.logged != nil || request(HistoryStep.self) != nil
  }
}

extension HistoryStep {
  /// The step that takes it back.
  fileprivate var other: HistoryStep { self == .undo ? .redo : .undo }

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
    changedCount == 1
      || [.deleted, .restored, .snoozed, .unsnoozed, .done, .reopened].contains(verb)
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

extension HistoryState: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    state.interaction.history.follow(state.effects)
  }
}
