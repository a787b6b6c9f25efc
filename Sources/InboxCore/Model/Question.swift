public import Foundation

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

  /// Whether the question still takes an answer: nobody was faster, and somebody waits.
  ///
  /// - Parameter now: The moment by which its time may be up.
  /// - Returns: False also for a message that asks nothing.
  public func awaitsAnswer(at now: Date) -> Bool {
    isQuestion && answer == nil && status != .deleted && expiresAt.map { $0 > now } ?? true
  }
}
