/// What became of an action that somebody chose.
public enum AnswerOutcome: Sendable, Hashable {
  /// It was chosen, and recorded.
  case answered(MessageAction)
  /// The question was answered before, with this label.
  case alreadyAnswered(String)
  /// The message offers no such action; these are the labels that it has.
  case noSuchAction(labels: [String])
  /// The question's time is up, or it is in the trash: nobody waits for an answer.
  case gone
  /// The inbox holds no such message.
  case unknownMessage
}
