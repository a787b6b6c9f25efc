public import Foundation

/// Limits, durability, clock and defaults of an inbox; can be replaced while it is open.
public struct InboxConfiguration: Sendable {
  /// Whether a commit survives a power cut.
  public enum Durability: Sendable, Hashable {
    /// A commit survives a power cut: for processes that acknowledge pushes.
    case full
    /// A commit survives a crash of the process, and is quicker: for screens.
    case normal
  }

  /// Most messages that are kept; nil means ``defaultMaximumCount``, 0 means no limit.
  public var maximumCount: Int?
  /// The durability of commits.
  public var durability: Durability
  /// How long a write waits for another process, in seconds; more than a day counts as a day.
  public var busyTimeout: Double
  /// Source of payloads that name none, when a push names none either.
  public var defaultSource: String
  /// The clock; it decides what is in the list and dates every write.
  public var now: @Sendable () -> Date
  /// Makes the id of a message that came without one, from its arrival.
  public var makeID: @Sendable (Date) -> String

  /// The maximum when none is given.
  public static let defaultMaximumCount = 250

  /// The longest wait for another process, in seconds: a day.
  static let greatestBusyTimeout = 86_400.0

  /// Makes a configuration.
  public init(
    maximumCount: Int? = nil, durability: Durability = .full, busyTimeout: Double = 10,
    defaultSource: String = ProcessInfo.processInfo.processName,
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable (Date) -> String = { UUIDv7.string(at: $0) }
  ) {
    self.maximumCount = maximumCount
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.defaultSource = defaultSource
    self.now = now
    self.makeID = makeID
  }

  /// The maximum that pruning keeps to; nil is unlimited.
  var effectiveMaximum: Int? {
    switch maximumCount {
    case nil: Self.defaultMaximumCount
    case .some(0): nil
    case .some(let count): count
    }
  }
}
