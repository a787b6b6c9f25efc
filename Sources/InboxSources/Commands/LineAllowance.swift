/// How many lines a program may still print: many at once, fewer as time goes on.
struct LineAllowance: Sendable {
  /// Lines at once, of messages.
  static let most = 1_000.0
  /// Lines a second after that, of messages.
  static let perSecond = 20.0

  private let most: Double
  private let perSecond: Double
  private var count: Double
  private var at = ContinuousClock.now

  /// Begins with all lines that may come at once.
  init(most: Double = Self.most, perSecond: Double = Self.perSecond) {
    (self.most, self.perSecond, count) = (most, perSecond, most)
  }

  /// Takes a line off the allowance; false when it is used up.
  mutating func takesLine(at now: ContinuousClock.Instant = .now) -> Bool {
    count = min(most, count + max(0, (now - at) / .seconds(1)) * perSecond)
    at = max(at, now)
    guard count >= 1 else { return false }
    count -= 1
    return true
  }
}

/// How many bytes a program may still print that make no message.
///
/// A piece is read whole and may go beyond the allowance, which is then used up for longer.
struct ByteAllowance: Sendable {
  /// Bytes at once.
  static let most = 1_048_576.0
  /// Bytes a second after that.
  static let perSecond = 65_536.0

  /// Bytes from which on a flood counts as over.
  private static let calm = 4 * Self.perSecond

  /// Whether too much has come, and not little enough since.
  private(set) var isFlooding = false
  private var count = Self.most
  private var at: ContinuousClock.Instant

  /// Begins with all bytes that may come at once.
  init(at now: ContinuousClock.Instant = .now) {
    at = now
  }

  /// Takes bytes off the allowance.
  mutating func take(_ bytes: Int) {
    count -= Double(bytes)
  }

  /// Whether none is left.
  mutating func isUsedUp(at now: ContinuousClock.Instant = .now) -> Bool {
    count = min(Self.most, count + max(0, (now - at) / .seconds(1)) * Self.perSecond)
    at = max(at, now)
    if count < 0 { isFlooding = true } else if count > Self.calm { isFlooding = false }
    return count < 0
  }
}
