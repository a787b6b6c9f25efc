/// A line that was being typed when a deep link covered its screen.
struct HeldPrompt: Sendable {
  /// The line as it was.
  var prompt: PromptState
  /// How many screens there were.
  var depth: Int
}
