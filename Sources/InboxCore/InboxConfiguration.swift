public import Foundation

/// Limits, durability, clock and defaults of an inbox; can be replaced while it is open.
public struct InboxConfiguration: Sendable {
  /// The durability of a commit: whether it survives a power cut.
  public enum Durability: Sendable, Hashable {
    /// A commit survives a power cut: for processes that acknowledge pushes.
    case full
    /// A commit survives a crash of the process, and is quicker: for screens.
    case normal
  }

  /// Most messages that are kept; nil means ``defaultMaximumCount``, 0 means no limit.
  package var maximumCount: Int?
  /// The durability of commits.
  package var durability: Durability
  /// How long a write waits for another process, in seconds; more than a day counts as a day.
  package var busyTimeout: Double
  /// Source of payloads that name none, when a push names none either.
  package var defaultSource: String
  /// Which pushes without an id are one more occurrence of a message that they repeat.
  public var foldRepeats: FoldRepeats
  /// How large the files that come with messages may be.
  package var attachmentLimits = AttachmentLimits()
  /// What happens to messages on their way in.
  public var rules: [Rule]
  /// Starts the programs of rules once their messages are stored; it must not wait for them.
  package var startPrograms: @Sendable ([RuleProgramCall]) -> Void = { _ in }
  /// The clock; it decides what is in the list and dates every write.
  package var now: @Sendable () -> Date
  /// Whether one connection reads and writes: for processes that write and are done, as the second
  /// would have to read the schema once more.
  package var usesOneConnection = false
  /// Makes the id of a message that came without one, from its arrival.
  package var makeID: @Sendable (Date) -> String

  /// The maximum when none is given.
  package static let defaultMaximumCount = 250

  /// The longest wait for another process, in seconds: a day.
  static let greatestBusyTimeout = 86_400.0

  /// Makes a configuration; what is not given has the default that suits most programs.
  ///
  /// - Parameters:
  ///   - maximumCount: Most messages that are kept; nil means 250, 0 means no limit.
  ///   - durability: The durability of commits.
  ///   - busyTimeout: How long a write waits for another process, in seconds; more than a day
  ///     counts as a day.
  ///   - defaultSource: Source of payloads that name none, when a push names none either.
  ///   - foldRepeats: Which pushes without an id are one more occurrence of a message that they
  ///     repeat; `.off` keeps each as a message of its own.
  ///   - rules: What happens to messages on their way in, in their order.
  ///   - now: The clock; it decides what is in the list and dates every write.
  public init(
    maximumCount: Int? = nil, durability: Durability = .full, busyTimeout: Double = 10,
    defaultSource: String = ProcessInfo.processInfo.processName,
    foldRepeats: FoldRepeats = .identical, rules: [Rule] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.init(
      maximumCount: maximumCount, durability: durability, busyTimeout: busyTimeout,
      defaultSource: defaultSource, foldRepeats: foldRepeats, rules: rules, now: now,
      makeID: { UUIDv7.string(at: $0) })
  }

  /// Makes a configuration with ids of the caller's choice.
  package init(
    maximumCount: Int? = nil, durability: Durability = .full, busyTimeout: Double = 10,
    defaultSource: String = ProcessInfo.processInfo.processName,
    foldRepeats: FoldRepeats = .identical, rules: [Rule] = [],
    now: @escaping @Sendable () -> Date = { Date() },
    makeID: @escaping @Sendable (Date) -> String
  ) {
    self.maximumCount = maximumCount
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.defaultSource = defaultSource
    self.foldRepeats = foldRepeats
    self.rules = rules
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
