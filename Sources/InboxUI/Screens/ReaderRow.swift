/// A line of the reader.
enum ReaderRow: Sendable, Hashable {
  /// A line that stays as it is.
  case line(Line)
  /// A line that tells a time, which reads differently as time goes by.
  case moment(ReaderMoment)
  /// The line below the choices of a question.
  case hint(AnswerHint)
}
