public import Foundation

/// The configuration of an inbox: limits, durability, clock and defaults; replaceable while open.
public struct InboxConfiguration: Sendable {
  /// The durability of a commit: whether it survives a power cut.
  public enum Durability: Sendable, Hashable {
    /// A commit survives a power cut: for processes that acknowledge pushes.
    case full
    /// A commit survives a crash of the process, and is faster: for screens.
    case normal
  }

  /// Maximum number of messages; nil means ``defaultMaximumCount``, 0 means no limit.
  public var maximumCount: Int?
  /// The durability of commits.
  package var durability: Durability
  /// Timeout of a write while another process writes, in seconds; at most a day.
  package var busyTimeout: Double
  /// Source of payloads without one, when the push has none either.
  package var defaultSource: String
  /// Which pushes without an id fold into a message that they repeat.
  public var foldRepeats: FoldRepeats
  /// Size limits of attachments.
  package var attachmentLimits = AttachmentLimits()
  /// Rules that are applied to arriving messages.
  public var rules: [Rule]
  /// The sources whose silence is reported.
  package var expectations: [SourceExpectation] = []
  /// How long messages are kept; of several for a source the first counts.
  package var retentions: [Retention] = []
  /// Starts the programs of rules once their messages are stored; must not wait for them.
  package var startPrograms: @Sendable ([RuleProgramCall]) -> Void = { _ in }
  /// The commands that actions may run, by name; read when an action is chosen.
  package var commands: @Sendable () -> [String: [MessageTemplate]] = { [:] }
  /// The clock, by which lists are read and writes are dated.
  package var now: @Sendable () -> Date
  /// Whether one connection reads and writes: for short-lived writers, as a second one would read
  /// the schema again.
  package var usesOneConnection = false
  /// How long the remains of a purged message are kept in an exchange.
  package var purgeLifetimes = PurgeLifetimes.default
  /// Generates the id of a message without one, from its arrival time.
  package var makeID: @Sendable (Date) -> String = { UUIDv7.string(at: $0) }

  /// The maximum when none is given.
  package static let defaultMaximumCount = 250

  /// Maximum timeout for another process, in seconds: a day.
  static let greatestBusyTimeout = 86_400.0

  /// Creates a configuration, with defaults for most programs.
  ///
  /// - Parameters:
  ///   - maximumCount: Maximum number of messages; nil means 250, 0 means no limit.
  ///   - durability: The durability of commits.
  ///   - busyTimeout: Timeout of a write while another process writes, in seconds; at most a day.
  ///   - defaultSource: Source of payloads without one, when the push has none either.
  ///   - foldRepeats: Which pushes without an id fold into a message that they repeat; `.off`
  ///     keeps each as a message of its own.
  ///   - rules: Rules that are applied to arriving messages, in order.
  ///   - now: The clock, by which lists are read and writes are dated.
  public init(
    maximumCount: Int? = nil, durability: Durability = .full, busyTimeout: Double = 10,
    defaultSource: String = ProcessInfo.processInfo.processName,
    foldRepeats: FoldRepeats = .identical, rules: [Rule] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.maximumCount = maximumCount
    self.durability = durability
    self.busyTimeout = busyTimeout
    self.defaultSource = defaultSource
    self.foldRepeats = foldRepeats
    self.rules = rules
    self.now = now
  }

  /// The maximum for pruning; nil is unlimited.
  var effectiveMaximum: Int? {
    maximumCount == 0 ? nil : maximumCount ?? Self.defaultMaximumCount
  }
}
