/// Which messages a verb acts on.
public enum MessageSelection: Sendable, Hashable {
  /// These ones; unknown numbers are reported.
  case numbers([MessageNumber])
  /// Everything that matches, up to the newest number there was when the question was asked.
  ///
  /// What arrives during the question is not touched; nil means no such bound.
  case matching(MessageFilter, upTo: MessageNumber? = nil)
}
