/// Where a key is pressed; each place has key bindings of its own.
public enum InputContext: String, CaseIterable, Sendable, Hashable {
  /// The list of messages.
  case list
  /// The list of deleted messages.
  case trash
  /// One message, whole.
  case reader
  /// The keys and what they do.
  case help
  /// A line that is being typed; characters without a binding are typed into it.
  case prompt
  /// A short list of choices; keys of its items go before all bindings.
  case menu
  /// A question; every key without a binding means no.
  case confirm
}
