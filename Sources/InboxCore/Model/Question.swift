/// How a question stands: waiting with its choices, or answered.
public enum Question: Sendable, Hashable {
  /// Nobody has answered; these are the labels of its actions.
  case open(choices: [String])
  /// The label that was chosen first.
  case answered(String)
}

extension Message {
  /// How the question stands; nil when the message asks nothing.
  ///
  /// A question whose time is up stays open, and takes no answer any more.
  public var question: Question? {
    guard isQuestion else { return nil }
    return answer.map(Question.answered) ?? .open(choices: actions.map(\.label))
  }
}
