import InboxText
/// When to look again after a writer was seen at work, in case it dies before it rings.
///
/// Each sign of work starts over: looks after 2, 20 and 200 ms, then rest.
struct RetryLadder {
  private static let steps: [Duration] = [.milliseconds(2), .milliseconds(20), .milliseconds(200)]

  private var step = 0
  private var due: ContinuousClock.Instant?

  /// Starts over from the first look.
  mutating func start(at now: ContinuousClock.Instant) {
    step = 0
    due = now + Self.steps[0]
  }

  /// Takes the looks that are due as done; an early visit leaves them where they are.
  mutating func look(at now: ContinuousClock.Instant) {
    guard let due, due <= now else { return }
    step += 1
    self.due = step < Self.steps.count ? now + Self.steps[step] : nil
  }

  /// How long until the next look, nil while it rests.
  func delay(at now: ContinuousClock.Instant) -> Duration? {
    due.map { max(.zero, $0 - now) }
  }
}
