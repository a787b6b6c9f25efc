/// What is started for a launch, and where.
struct LaunchPlan: Sendable, Hashable {
  /// Program and arguments of each, started in this order.
  var commands: [[String]]
  /// Whether they draw in the terminal, one after the other.
  var needsTerminal: Bool
  /// What they find on their standard input; nil for the terminal's keys.
  var input: String?
  /// Whether a person reads what they have written before the screen comes back.
  var pauses = false
  /// What a person has to know of the choice.
  var note: String?
  /// What to do when the program is not there.
  var advice = ""
}
