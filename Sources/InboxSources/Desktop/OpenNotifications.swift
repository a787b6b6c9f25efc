import InboxCore

/// The open notifications by the ids that their senders know.
struct OpenNotifications {
  /// One notification.
  struct Entry: Hashable {
    /// The id that its sender knows.
    var id: UInt32
    /// Its message.
    var message: DesktopMessage
    /// Its actions.
    var actions: [DesktopAction]
    /// Whether it stays open after an action was chosen.
    var isResident = false
    /// When it expires; nil for never.
    var end: ContinuousClock.Instant?
  }

  /// Maximum open notifications; the oldest are closed first.
  static let most = 1_000

  private var entries: [UInt32: Entry] = [:]
  /// The messages of open and of many closed notifications, which their senders may still replace.
  private var messages: [UInt32: DesktopMessage] = [:]
  /// Random at first, so that an id from before a restart hardly matches another notification.
  private var lastID = UInt32.random(in: 1...1_000_000)

  /// A new id.
  mutating func makeID() -> UInt32 {
    repeat { lastID = lastID == .max ? 1 : lastID + 1 } while messages[lastID] != nil
    return lastID
  }

  /// The message of a notification, which may be closed.
  func message(of id: UInt32) -> DesktopMessage? { messages[id] }

  /// The open notifications of messages, in order of their ids.
  func entries(of numbers: Set<MessageNumber>) -> [Entry] {
    entries.values.filter { numbers.contains($0.message.number) }.sorted { $0.id < $1.id }
  }

  /// Adds a notification, or replaces the one with its id; returns the one that was closed for it.
  mutating func open(_ entry: Entry) -> Entry? {
    entries[entry.id] = entry
    if messages.count >= 4 * Self.most { messages = messages.filter { entries[$0.key] != nil } }
    messages[entry.id] = entry.message
    guard entries.count > Self.most else { return nil }
    return entries.values.min { $0.message.number < $1.message.number }.flatMap { close($0.id) }
  }

  /// Closes a notification; nil if there is none with the id.
  @discardableResult
  mutating func close(_ id: UInt32) -> Entry? { entries.removeValue(forKey: id) }

  /// When the next notification expires.
  var nextEnd: ContinuousClock.Instant? { entries.values.compactMap(\.end).min() }

  /// The expired notifications.
  func ended(by now: ContinuousClock.Instant) -> [Entry] {
    entries.values.filter { $0.end.map { $0 <= now } ?? false }.sorted { $0.id < $1.id }
  }
}

/// The reasons for closing a notification, as numbered by the specification.
enum ClosingReason: UInt32 {
  /// It expired.
  case expired = 1
  /// A person dismissed it.
  case dismissed
  /// Its sender closed it.
  case closed
  /// Any other reason.
  case other
}
