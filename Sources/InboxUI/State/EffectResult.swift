public import InboxCore

/// How an effect ended.
public enum EffectResult: Sendable, Hashable {
  /// The message, or nil when the inbox does not hold it.
  case loaded(Message?)
  /// The messages that may alert, the newest last.
  case arrived([Message])
  /// The row that was sought.
  case found(MessageNumber?)
  /// How many match.
  case counted(Int)
  /// The row's place, from 1.
  case located(Int?)
  /// What a verb did.
  case changed(ChangeOutcome)
  /// What undo or redo did; nil when there was no step.
  case undone(UndoOutcome?)
  /// Where the deep link leads that was waiting; nil when none was.
  case link(DeepLink?)
  /// Whole messages, without those that are gone.
  case fetched([Message])
  /// What became of the action that was chosen.
  case answered(AnswerOutcome)
  /// What is left for the screen to open.
  case remaining([Tap])
  /// The text is on the clipboard; the name is that of the way it went.
  case copied(by: String)
  /// It is done; the text tells what a person has to know of it.
  case noted(String)
  /// The names of the themes that there are.
  case themes([String])
  /// The inboxes that there are.
  case inboxes([InboxSummary])
  /// It takes longer than a key should wait: it is done beside the loop, and answered later.
  case postponed
  /// It is done and has nothing to tell.
  case done
  /// It failed; the text says why and what to do.
  case failed(String)
}
