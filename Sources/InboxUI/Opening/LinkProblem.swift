/// Why a text is no link that a program may get.
public enum LinkError: Error, Sendable, Hashable {
  /// It does not begin with a scheme such as `https:`.
  case noScheme
  /// It holds a control character or another one that is not seen.
  case hiddenCharacter
}
