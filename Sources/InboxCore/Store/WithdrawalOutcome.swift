/// What became of a question that is taken back.
public enum WithdrawalOutcome: Sendable, Hashable {
  /// Nobody can answer it any more.
  case withdrawn
  /// Somebody was faster; the label that was chosen.
  case answered(String)
  /// It came up anew since; whoever asked then waits for the answer.
  case askedAgain
  /// The inbox holds no such question.
  case unknownMessage
}
