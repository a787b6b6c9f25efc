/// A token-bucket rate limit for lines, or for the requests of a client.
struct LineAllowance: Sendable {
  /// Maximum lines at once, for messages.
  static let most = 1_000.0
  /// Lines a second after that, for messages.
  static let perSecond = 20.0

  private let most: Double
  private let perSecond: Double
  private var count: Double
  /// When a line was last asked for.
  private(set) var at: ContinuousClock.Instant

  /// Starts with a full bucket.
  init(
    most: Double = Self.most, perSecond: Double = Self.perSecond,
    at now: ContinuousClock.Instant = .now
  ) {
    (self.most, self.perSecond, count, at) = (most, perSecond, most, now)
  }

  /// Consumes a line or a request; false if the bucket is empty.
  mutating func takesLine(at now: ContinuousClock.Instant = .now) -> Bool {
    count = min(most, count + max(0, (now - at) / .seconds(1)) * perSecond)
    at = max(at, now)
    guard count >= 1 else { return false }
    count -= 1
    return true
  }
}

/// A token-bucket rate limit for bytes that make no message.
///
/// A piece is read as a whole and may exceed the allowance, which then takes longer to refill.
struct ByteAllowance: Sendable {
  /// Maximum bytes at once.
  static let most = 1_048_576.0
  /// Bytes a second after that.
  static let perSecond = 65_536.0

  /// Allowance in bytes at which a flood counts as over.
  private static let calm = 4 * Self.perSecond

  /// Whether the limit was exceeded and has not recovered yet.
  private(set) var isFlooding = false
  private var count = Self.most
  private var at: ContinuousClock.Instant

  /// Starts with a full bucket.
  init(at now: ContinuousClock.Instant = .now) {
    at = now
  }

  /// Consumes bytes.
  mutating func take(_ bytes: Int) {
    count -= Double(bytes)
  }

  /// Whether the allowance is used up.
  mutating func isUsedUp(at now: ContinuousClock.Instant = .now) -> Bool {
    count = min(Self.most, count + max(0, (now - at) / .seconds(1)) * Self.perSecond)
    at = max(at, now)
    if count < 0 { isFlooding = true } else if count > Self.calm { isFlooding = false }
    return count < 0
  }
}
